// SPDX-License-Identifier: Apache-2.0
// This process's attachment, addresses in the segment, and its words.
#ifndef COLORS_SEGMENT_HPP
#define COLORS_SEGMENT_HPP

#include <pthread.h>

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "error.hpp"

namespace colors {

// What attach() may be told.
struct attach_options {
    std::string segment{};  // else $COLORS_SEGMENT, else "default"
    std::string program{};  // shown by `colors stat`
    bool autostart = true;  // a daemon, if none runs
    bool read_only = false; // nothing can be written; $COLORS_READONLY=true says the same
};

namespace detail {

// Where the parts of the segment are. Written once, before anybody reads it.
struct segment {
    char *base = nullptr;
    std::uint64_t objects_offset = 0;
    std::uint64_t classes_offset = 0;
    std::uint64_t marks_offset = 0;
    std::uint64_t entries_offset = 0;
    bool read_only = false;
};

inline segment here;
inline std::atomic<bool> is_attached{false};
inline std::atomic<std::uint32_t> forks{0}; // which this process came from since the program began

// Never destroyed: references may end after all else.
inline std::mutex &attach_lock() {
    static auto *lock = new std::mutex;
    return *lock;
}

template <class Word> Word load(const Word &word, std::memory_order order = std::memory_order_acquire) noexcept {
    return std::atomic_ref<Word>(const_cast<Word &>(word)).load(order);
}

template <class Word> void store(Word &word, Word value, std::memory_order order = std::memory_order_release) noexcept {
    std::atomic_ref<Word>(word).store(value, order);
}

template <class Struct> Struct &at(std::uint64_t offset) noexcept {
    return *reinterpret_cast<Struct *>(here.base + offset);
}

inline std::string environment(const char *name) {
    const char *value = std::getenv(name);
    return value == nullptr ? "" : value;
}

// By which this process attached, or the one that it was forked from: what names and classes are numbered by was found
// out there, so a child has the same segment. Never destroyed.
inline attach_options &attached_by() {
    static auto *options = new attach_options;
    return *options;
}

inline std::string segment_for(const attach_options &options) {
    const std::string &before = attached_by().segment;
    if (forks != 0 && !options.segment.empty() && options.segment != before) {
        throw shared_memory_error(reason::state, "this process was forked from one that is attached to segment '" +
                                                     before + "' and can attach to that one only, not to '" +
                                                     options.segment + "'; fork before the first use instead");
    }
    std::string name = !options.segment.empty() ? options.segment : forks != 0 ? before : environment("COLORS_SEGMENT");
    return name.empty() ? "default" : name;
}

// Attaches, or checks that this process is attached to the segment that the options name. Returns the base.
inline char *call_attach(const attach_options &options) {
    std::string name = segment_for(options);
    std::string program = options.program.substr(0, 47);
    cl_attach_options given{};
    given.segment = name.c_str();
    given.language = "c++";
    given.program = program.c_str();
    given.autostart = options.autostart;
    given.flags = options.read_only ? CL_ATTACH_READONLY : 0;
    failure failed;
    return static_cast<char *>(failed.check(cl_attach(&given, failed)));
}

inline void attach_now(const attach_options &options) {
    char *base = call_attach(options);
    std::string name = segment_for(options);
    attached_by() = options;
    attached_by().segment = name;
    const auto &header = *reinterpret_cast<const cl_header *>(base);
    here = {base,
            header.objects_offset,
            header.classes_offset,
            header.marks_offset,
            header.chunk_entries_offset,
            cl_is_readonly() != 0};
}

// A forked child has no mapping: it attaches anew, to the same segment, and what its parent referred to is not its own.
inline void forget_after_fork() {
    new (&attach_lock()) std::mutex;
    is_attached = false;
    forks++;
}

// Attaches if that has not happened yet: a forked child as its parent did. When it fails, the next call tries again.
inline void ensure_attached(const attach_options *options = nullptr) {
    if (is_attached.load(std::memory_order_acquire)) {
        return;
    }
    std::lock_guard lock(attach_lock());
    if (!is_attached.load(std::memory_order_relaxed)) {
        attach_now(options != nullptr ? *options : attach_options(attached_by()));
        static int prepared = pthread_atfork(nullptr, nullptr, forget_after_fork);
        (void)prepared;
        is_attached.store(true, std::memory_order_release);
    }
}

inline void require_writable() {
    if (here.read_only) {
        throw read_only("this process is attached read-only and cannot change what is shared; a process that may write "
                        "has to do that");
    }
}

// ---- objects and shapes ----

inline cl_object_header &header_of(std::uint64_t reference) noexcept {
    return at<cl_object_header>(reference);
}

inline std::uint32_t shape_id_of(std::uint64_t reference) noexcept {
    return load(header_of(reference).shape) & CL_SHAPE_ID_MASK;
}

inline const cl_shape &shape_at(std::uint32_t id) noexcept {
    return at<cl_shape>(here.classes_offset + (std::uint64_t{id} << CL_GRANULE_SHIFT));
}

inline const cl_shape &shape_of(std::uint64_t reference) noexcept {
    return shape_at(shape_id_of(reference));
}

inline std::uint32_t kind_of(std::uint64_t reference) noexcept {
    return shape_of(reference).kind;
}

// ---- names: immortal ----

inline cl_entity &entity_at(std::uint32_t granules) noexcept {
    return at<cl_entity>(std::uint64_t{granules} << CL_GRANULE_SHIFT);
}

inline std::string_view name_of(std::uint32_t granules) noexcept {
    if (granules == 0) {
        return {};
    }
    const cl_entity &entity = entity_at(granules);
    return {entity.name, entity.header.length};
}

inline std::uint32_t entity(std::uint32_t kind, std::string_view name) {
    ensure_attached();
    failure failed;
    return failed.check(cl_entity_intern(kind, name.data(), name.size(), failed));
}

// The same of a field that is looked for; 0, which no field has, when there is none and this process cannot make one.
inline std::uint32_t field_name(std::string_view name) {
    ensure_attached();
    return here.read_only ? cl_entity_find(CL_KIND_NAME, name.data(), name.size()) : entity(CL_KIND_NAME, name);
}

// Everything of a kind that a bucket or node of the trie of names leads to.
inline void collect_entities(std::uint32_t word, std::vector<std::uint32_t> &found) {
    if ((word & CL_NAME_NODE) != 0) {
        const auto &node = at<cl_name_node>(std::uint64_t{word & ~CL_NAME_NODE} << CL_GRANULE_SHIFT);
        for (const std::uint32_t &child : node.children) {
            collect_entities(load(child), found);
        }
        return;
    }
    for (; word != 0; word = entity_at(word).next) {
        found.push_back(word);
    }
}

// All entities of a kind that has name buckets.
inline std::vector<std::uint32_t> entities(std::uint32_t kind) {
    ensure_attached();
    std::vector<std::uint32_t> found;
    const auto *buckets = &at<std::uint32_t>(at<cl_header>(0).buckets_offset);
    std::uint32_t first = (kind - CL_KIND_NAME) << CL_NAME_BUCKETS_LOG2;
    for (std::uint32_t i = 0; i < 1u << CL_NAME_BUCKETS_LOG2; i++) {
        collect_entities(load(buckets[first + i]), found);
    }
    return found;
}

} // namespace detail

// Attaches this process to a segment, at most once; the first use does it with no options. Throws no_daemon,
// shared_memory_error, also when it is attached to a segment of another name, or to write where it is to read only.
inline void attach(const attach_options &options = {}) {
    detail::ensure_attached(&options);
    if (!options.segment.empty()) {
        detail::call_attach(options);
    }
    if (options.read_only && !detail::here.read_only) {
        throw shared_memory_error(reason::state, "this process is attached to write already and cannot attach "
                                                 "read-only; do that before the first use");
    }
}

} // namespace colors

#endif
