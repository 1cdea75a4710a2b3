// SPDX-License-Identifier: Apache-2.0
// Repositories: named roots that all processes see.
#ifndef COLORS_REPOSITORY_HPP
#define COLORS_REPOSITORY_HPP

#include "equality.hpp"
#include "monitor.hpp"

namespace colors {

// What all repositories have, whatever they hold.
class repository_base {
  public:
    std::string key() const { return std::string(detail::name_of(entity_)); }

  protected:
    // Found or made; it is listed from now on.
    explicit repository_base(std::string_view key) : entity_(detail::entity(CL_KIND_REPOSITORY, key)) {
        if ((detail::load(entity().changes) & CL_CHANGES_REMOVED) != 0 && !detail::here.read_only) {
            cl_repository_changed(place());
        }
    }

    cl_entity &entity() const { return detail::entity_at(entity_); }
    std::uint64_t place() const { return offset() + offsetof(cl_entity, value); }
    std::uint64_t offset() const { return std::uint64_t{entity_} << CL_GRANULE_SHIFT; }

    std::uint64_t load(detail::root &held) const { return detail::root::load_word(entity().value, held); }

    void store(const any &value) const {
        detail::require_writable();
        detail::session session;
        cl_repository_set(session.slot(), place(), detail::word_of(session, value));
    }

    // Stores what `next` makes of the value, if it is the same still; nothing: leaves it. Returns the value before.
    template <class Next> any update(Next &&next) const {
        detail::require_writable();
        detail::session session;
        for (;;) {
            detail::root held;
            std::uint64_t seen = load(held);
            any found = detail::value_of(seen, held);
            std::optional<any> value = next(found);
            if (!value ||
                cl_repository_exchange(session.slot(), place(), seen, detail::word_of(session, *value)) != 0) {
                return found;
            }
        }
    }

  private:
    friend class monitor;
    std::uint32_t entity_;
};

inline monitor::monitor(const repository_base &repository) : place_(repository.offset()) {}

// A named root of one type; repository<any> holds every value. May be used by any thread.
template <class Type = any> class repository : public repository_base {
    static_assert(detail::value<Type>, COLORS_NO_VALUE);

  public:
    explicit repository(std::string_view key) : repository_base(key) {}

    // Throws type_conflict when another program stored a value of another type.
    Type get() const {
        detail::root held;
        std::uint64_t word = load(held);
        return detail::codec<Type>::unwrap(detail::value_of(word, held));
    }
    template <detail::gives<Type> Value = Type> void set(Value &&value) const {
        store(detail::wrapped<Type>(std::forward<Value>(value)));
    }

    // One step for all threads of all processes.
    template <detail::gives<Type> Expected = Type, detail::gives<Type> Value = Type>
    bool compare_and_set(Expected &&expected, Value &&value) const {
        any wanted = detail::wrapped<Type>(std::forward<Expected>(expected));
        any stored = detail::wrapped<Type>(std::forward<Value>(value));
        bool same = false;
        update([&](const any &found) {
            same = found == wanted;
            return same ? std::optional<any>(stored) : std::nullopt;
        });
        return same;
    }
    template <detail::gives<Type> Value = Type> Type get_and_set(Value &&value) const {
        any stored = detail::wrapped<Type>(std::forward<Value>(value));
        std::optional<Type> before; // as the type, before it is changed
        update([&](const any &found) {
            before = detail::codec<Type>::unwrap(found);
            return std::optional<any>(stored);
        });
        return std::move(*before);
    }
    // Waits until it holds another value than this one, and returns that.
    template <detail::gives<Type> Value = Type> Type wait_for_change(Value &&seen) const {
        return *wait_ns(detail::wrapped<Type>(std::forward<Value>(seen)), UINT64_MAX);
    }
    // Nothing when the time was over.
    template <detail::gives<Type> Value = Type, class Rep, class Period>
    std::optional<Type> wait_for_change(Value &&seen, const std::chrono::duration<Rep, Period> &time) const {
        return wait_ns(detail::wrapped<Type>(std::forward<Value>(seen)),
                       static_cast<std::uint64_t>(detail::nanoseconds(time)));
    }

  private:
    std::optional<Type> wait_ns(const any &seen, std::uint64_t timeout_ns) const {
        auto start = std::chrono::steady_clock::now();
        for (;;) {
            detail::root held;
            std::uint64_t word = load(held);
            any found = detail::value_of(word, held);
            if (!(found == seen)) {
                return detail::codec<Type>::unwrap(found);
            }
            auto passed = static_cast<std::uint64_t>((std::chrono::steady_clock::now() - start).count());
            if (passed >= timeout_ns || cl_repository_wait(place(), word, timeout_ns - passed) == 0) {
                return std::nullopt;
            }
        }
    }
};

// The keys of all that were not removed, sorted.
inline std::vector<std::string> repositories() {
    std::vector<std::string> keys;
    for (std::uint32_t entity : detail::entities(CL_KIND_REPOSITORY)) {
        if ((detail::load(detail::entity_at(entity).changes) & CL_CHANGES_REMOVED) == 0) {
            keys.emplace_back(detail::name_of(entity));
        }
    }
    std::sort(keys.begin(), keys.end());
    return keys;
}

// Clears it, and lists it no more until it is set again. Returns whether it was listed.
inline bool remove_repository(std::string_view key) {
    detail::ensure_attached();
    detail::require_writable();
    detail::session session;
    return cl_repository_remove(session.slot(), key.data(), key.size()) != 0;
}

} // namespace colors

#endif
