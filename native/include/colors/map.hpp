// SPDX-License-Identifier: Apache-2.0
// Maps and sets, in the order of insertion. Each function is one step for all threads of all processes; a range over
// one is what it had when begin() was called.
#ifndef COLORS_MAP_HPP
#define COLORS_MAP_HPP

#include "list.hpp"

namespace colors {

namespace detail {

// Compares a key with words of a table inside a heap operation, as far as that needs no memory.
class key {
  public:
    explicit key(const any &given) : given_(given), hash_(hash_of(given)) {
        if (const auto *text = std::get_if<std::string>(&given)) {
            units_ = utf16_of(*text);
            is_short_ = cl_tag_string(text->data(), text->size(), &short_) != 0;
        }
    }

    const any &value() const noexcept { return given_; }
    std::uint32_t hash() const noexcept { return hash_; }
    // Whether an entry was met that only is_equal can compare.
    bool is_undecided() const noexcept { return undecided_; }

    static bool matches(std::uint64_t word, void *argument) {
        auto &self = *static_cast<key *>(argument);
        return is_reference(word) ? self.matches_object(word) : self.matches_word(word);
    }

  private:
    bool matches_object(std::uint64_t word) noexcept {
        std::uint32_t kind = kind_of(word);
        if (kind == CL_KIND_STRING) {
            return given_.index() == 4 && matches_text(shared_text(word));
        }
        if (kind == CL_KIND_BOX_INTEGER) {
            return matches_number(box_bits(word));
        }
        if (kind == CL_KIND_BOX_FLOAT) {
            return matches_number(std::bit_cast<double>(box_bits(word)));
        }
        const auto *shared = std::get_if<object>(&given_);
        if (shared != nullptr && shared->reference() == word) {
            return true;
        }
        undecided_ = undecided_ || is_frozen(kind) || kind == CL_KIND_OBJECT;
        return false;
    }

    bool matches_word(std::uint64_t word) noexcept {
        if ((word & CL_TAG_INTEGER_BIT) != 0) {
            return matches_number(cl_untag_integer(word));
        }
        if ((word & CL_TAG_FLOAT_MASK) == CL_TAG_FLOAT) {
            return matches_number(cl_untag_float(word));
        }
        if (cl_is_tagged_string(word)) {
            return is_short_ && word == short_;
        }
        return word == CL_TAG_NULL
                   ? given_.is_null()
                   : given_.index() == 1 && word == (std::get<bool>(given_) ? CL_TAG_TRUE : CL_TAG_FALSE);
    }

    bool matches_text(const shared_text &text) const noexcept {
        bool same = text.hash() == hash_ && text.units() == units_.size();
        for (std::uint32_t i = 0; same && i < text.units(); i++) {
            same = text.unit(i) == units_[i];
        }
        return same;
    }

    template <class Number> bool matches_number(Number number) noexcept {
        if (const auto *integer = std::get_if<std::int64_t>(&given_)) {
            return are_same(number, *integer);
        }
        if (const auto *real = std::get_if<double>(&given_)) {
            return are_same(number, *real);
        }
        undecided_ = undecided_ || given_.index() == 5; // a big integer or decimal
        return false;
    }

    static bool are_same(std::int64_t a, std::int64_t b) noexcept { return a == b; }
    static bool are_same(double a, double b) noexcept { return a == b || (a != a && b != b); }
    static bool are_same(std::int64_t a, double b) noexcept {
        return b >= -0x1p63 && b < 0x1p63 && b == std::rint(b) && static_cast<std::int64_t>(b) == a;
    }
    static bool are_same(double a, std::int64_t b) noexcept { return are_same(b, a); }

    const any &given_;
    std::u16string units_{};
    std::uint64_t short_ = 0;
    bool is_short_ = false;
    bool undecided_ = false;
    std::uint32_t hash_;
};

// Looks among entries that only is_equal can compare. Returns 1 when the key is there, 0 when not, CL_STALE.
inline std::int32_t find_undecided(const session &session, std::uint64_t map, const key &key, cl_found &seen) {
    auto count = static_cast<std::uint32_t>(seen.head & CL_HEAD_COUNT_MASK);
    for (seen.entry = 0; seen.entry < count; seen.entry++) {
        cl_entry entry{};
        failure failed;
        std::int32_t done = failed.check(cl_map_entry(session.slot(), map, &seen, &entry, failed));
        session.called();
        if (done == CL_STALE) {
            return done;
        }
        if (entry.key != CL_TAG_VACANT && entry.hash == key.hash() &&
            is_equal(value_of(session, CL_SLOT_TAGGED, entry.key), key.value())) {
            return 1;
        }
    }
    seen.entry = UINT32_MAX;
    return 0;
}

inline bool find(const session &session, std::uint64_t map, key &key, cl_found &seen) {
    for (;;) {
        if (cl_map_find(session.slot(), map, key.hash(), key::matches, &key, &seen)) {
            return true;
        }
        std::int32_t found = key.is_undecided() ? find_undecided(session, map, key, seen) : 0;
        if (found != CL_STALE) {
            return found == 1;
        }
    }
}

// The value of a key, CL_TAG_VACANT when it is not there.
inline std::uint64_t find_value(const session &session, std::uint64_t map, const any &wanted) {
    key key(wanted);
    for (cl_found seen{}; find(session, map, key, seen);) {
        cl_entry entry{};
        failure failed;
        std::int32_t done = failed.check(cl_map_entry(session.slot(), map, &seen, &entry, failed));
        session.called();
        if (done == 1 && entry.key != CL_TAG_VACANT) {
            return entry.value;
        }
    }
    return CL_TAG_VACANT;
}

// Whether the key is new.
inline bool put(const session &session, std::uint64_t map, const any &given, std::uint64_t value, bool replaces) {
    key key(given);
    cl_entry entry{word_of(session, given), value, key.hash(), 0};
    for (;;) {
        cl_found seen{};
        failure failed;
        bool is_there = find(session, map, key, seen);
        if (is_there && !replaces) {
            return false;
        }
        std::uint64_t old = 0;
        std::int32_t done = is_there ? cl_map_replace(session.slot(), map, &seen, value, &old, failed)
                                     : cl_map_append(session.slot(), map, &seen, &entry, failed);
        session.called();
        if (failed.check(done) == 1) {
            return !is_there;
        }
    }
}

inline bool erase(std::uint64_t map, const any &given) {
    require_writable();
    session session;
    key key(given);
    for (cl_found seen{}; find(session, map, key, seen);) {
        std::uint64_t old = 0;
        failure failed;
        std::int32_t done = failed.check(cl_map_remove(session.slot(), map, &seen, &old, failed));
        session.called();
        if (done == 1) {
            return true;
        }
    }
    return false;
}

inline void clear(std::uint64_t map) {
    require_writable();
    session session;
    failure failed;
    failed.check(cl_map_clear(session.slot(), map, failed));
}

inline std::size_t count(std::uint64_t map) {
    session session;
    failure failed;
    std::uint32_t count = 0;
    failed.check(cl_map_count(session.slot(), map, &count, failed));
    return count;
}

// The value of a key for atomic operations.
class map_place {
  public:
    map_place(std::uint64_t reference, const any &given) : reference_(reference), key_(given) {}

    any read(const session &session) {
        while (find(session, reference_, key_, seen_)) {
            cl_entry entry{};
            failure failed;
            std::int32_t done = failed.check(cl_map_entry(session.slot(), reference_, &seen_, &entry, failed));
            session.called();
            if (done == 1 && entry.key != CL_TAG_VACANT) {
                expected_ = entry.value;
                held_ = is_reference(expected_) ? root::adopt(session, expected_) : root();
                return value_of(expected_, held_);
            }
        }
        throw std::out_of_range("there is no key equal to " + describe(key_.value()));
    }

    std::int32_t exchange(const session &session, const any &value) {
        std::uint64_t old = 0;
        failure failed;
        std::int32_t done = failed.check(
            cl_map_replace_if(session.slot(), reference_, &seen_, expected_, word_of(session, value), &old, failed));
        session.called();
        return done;
    }

  private:
    std::uint64_t reference_;
    key key_;
    cl_found seen_{};
    std::uint64_t expected_ = 0;
    root held_{};
};

// A range's elements, read at one time; iterators share them.
template <class Value> class snapshot_iterator {
  public:
    using iterator_concept = std::forward_iterator_tag;
    using iterator_category = std::forward_iterator_tag;
    using value_type = Value;
    using difference_type = std::ptrdiff_t;

    snapshot_iterator() = default;
    explicit snapshot_iterator(std::vector<Value> values)
        : values_(std::make_shared<const std::vector<Value>>(std::move(values))) {}

    const Value &operator*() const { return (*values_)[index_]; }
    const Value *operator->() const { return &**this; }
    snapshot_iterator &operator++() {
        index_++;
        return *this;
    }
    snapshot_iterator operator++(int) {
        snapshot_iterator before = *this;
        ++*this;
        return before;
    }
    friend bool operator==(const snapshot_iterator &a, const snapshot_iterator &b) { return a.index_ == b.index_; }
    friend bool operator==(const snapshot_iterator &at, std::default_sentinel_t) {
        return at.values_ == nullptr || at.index_ == at.values_->size();
    }

  private:
    std::shared_ptr<const std::vector<Value>> values_{};
    std::size_t index_ = 0;
};

inline std::uint64_t make_map(const session &session, std::uint32_t kind) {
    require_writable();
    failure failed;
    std::uint64_t made = failed.check(cl_map_make(session.slot(), kind, 0, failed));
    session.called();
    return made;
}

} // namespace detail

// A shared map, or null. Keys are compared as docs/equality.md says, in all languages alike; objects of C++ classes by
// identity. map<any, any> holds every value.
template <class Key, class Type> class map : public detail::handle<map<Key, Type>> {
  public:
    using key_type = Key;
    using mapped_type = Type;
    using value_type = std::pair<Key, Type>;
    using iterator = detail::snapshot_iterator<value_type>;

    using base = detail::handle<map>;
    using base::base;
    static map make() {
        detail::session session;
        return map(object(detail::root::adopt(session, detail::make_map(session, CL_KIND_MAP))));
    }
    // A key and its value.
    struct entry {
        template <detail::gives<Key> Given, detail::gives<Type> Value>
        entry(Given &&from, Value &&to)
            : key(detail::converted<Key>(std::forward<Given>(from))),
              value(detail::converted<Type>(std::forward<Value>(to))) {}
        entry(const value_type &both) : key(both.first), value(both.second) {}
        Key key;
        Type value;
    };
    static map make(std::initializer_list<entry> entries) {
        map made = make();
        for (const entry &each : entries) {
            made.set(each.key, each.value);
        }
        return made;
    }

    std::size_t size() const { return detail::count(this->checked()); }
    bool empty() const { return size() == 0; }
    template <detail::gives<Key> Given = Key> bool contains(Given &&key) const {
        return look(detail::wrapped<Key>(std::forward<Given>(key))).has_value();
    }
    template <detail::gives<Key> Given = Key> std::optional<Type> find(Given &&key) const {
        return look(detail::wrapped<Key>(std::forward<Given>(key)));
    }
    // Throws std::out_of_range.
    template <detail::gives<Key> Given = Key> Type at(Given &&key) const {
        any wanted = detail::wrapped<Key>(std::forward<Given>(key));
        std::optional<Type> found = look(wanted);
        if (!found) {
            throw std::out_of_range("there is no key equal to " + detail::describe(wanted));
        }
        return std::move(*found);
    }
    // Returns whether the key is new.
    template <detail::gives<Key> Given = Key, detail::gives<Type> Value = Type>
    bool set(Given &&key, Value &&value) const {
        detail::require_writable();
        any wanted = detail::wrapped<Key>(std::forward<Given>(key));
        any stored = detail::wrapped<Type>(std::forward<Value>(value));
        detail::session session;
        return detail::put(session, this->checked(), wanted, detail::word_of(session, stored), true);
    }
    // Returns whether the key was there.
    template <detail::gives<Key> Given = Key> bool erase(Given &&key) const {
        return detail::erase(this->checked(), detail::wrapped<Key>(std::forward<Given>(key)));
    }
    void clear() const { detail::clear(this->checked()); }

    iterator begin() const {
        std::vector<value_type> values;
        detail::entries entries(this->checked());
        for (const cl_entry &each : entries) {
            values.emplace_back(detail::codec<Key>::unwrap(entries.value(each.key)),
                                detail::codec<Type>::unwrap(entries.value(each.value)));
        }
        return iterator(std::move(values));
    }
    std::default_sentinel_t end() const { return {}; }

    // One step for all threads of all processes. Throw std::out_of_range.
    template <detail::gives<Key> Given = Key, detail::gives<Type> Expected = Type, detail::gives<Type> Value = Type>
    bool compare_and_set(Given &&key, Expected &&expected, Value &&value) const {
        any given = detail::wrapped<Key>(std::forward<Given>(key));
        return detail::compare_and_set(detail::map_place(this->checked(), given),
                                       detail::wrapped<Type>(std::forward<Expected>(expected)),
                                       detail::wrapped<Type>(std::forward<Value>(value)));
    }
    template <detail::gives<Key> Given = Key, detail::gives<Type> Value = Type>
    Type get_and_set(Given &&key, Value &&value) const {
        any given = detail::wrapped<Key>(std::forward<Given>(key));
        return detail::get_and_set<Type>(detail::map_place(this->checked(), given),
                                         detail::converted<Type>(std::forward<Value>(value)));
    }
    template <detail::gives<Key> Given = Key, detail::gives<Type> Delta>
    Type get_and_add(Given &&key, Delta &&delta) const {
        any given = detail::wrapped<Key>(std::forward<Given>(key));
        return detail::get_and_add<Type>(detail::map_place(this->checked(), given),
                                         detail::converted<Type>(std::forward<Delta>(delta)));
    }

    static bool fits(std::uint64_t reference) { return detail::type_of(reference) == CL_TYPE_MAP; }
    static std::string expected() { return "a map"; }

  private:
    static_assert(detail::shared_value<Key> && detail::shared_value<Type>,
                  "keys and values are of types that docs/cpp.md names: unsigned ones are not");

    std::optional<Type> look(const any &key) const {
        detail::session session;
        std::uint64_t word = detail::find_value(session, this->checked(), key);
        if (word == CL_TAG_VACANT) {
            return std::nullopt;
        }
        return detail::codec<Type>::unwrap(detail::value_of(session, CL_SLOT_TAGGED, word));
    }
};

// A shared set, or null, as map.
template <class Type> class set : public detail::handle<set<Type>> {
  public:
    using key_type = Type;
    using value_type = Type;
    using iterator = detail::snapshot_iterator<Type>;

    using base = detail::handle<set>;
    using base::base;
    static set make(std::initializer_list<Type> values = {}) {
        detail::session session;
        set made{object(detail::root::adopt(session, detail::make_map(session, CL_KIND_SET)))};
        for (const Type &value : values) {
            made.insert(value);
        }
        return made;
    }

    std::size_t size() const { return detail::count(this->checked()); }
    bool empty() const { return size() == 0; }
    template <detail::gives<Type> Value = Type> bool contains(Value &&value) const {
        any wanted = detail::wrapped<Type>(std::forward<Value>(value));
        detail::session session;
        return detail::find_value(session, this->checked(), wanted) != CL_TAG_VACANT;
    }
    // Returns whether it is new.
    template <detail::gives<Type> Value = Type> bool insert(Value &&value) const {
        detail::require_writable();
        any wanted = detail::wrapped<Type>(std::forward<Value>(value));
        detail::session session;
        return detail::put(session, this->checked(), wanted, CL_TAG_NULL, false);
    }
    // Returns whether it was there.
    template <detail::gives<Type> Value = Type> bool erase(Value &&value) const {
        return detail::erase(this->checked(), detail::wrapped<Type>(std::forward<Value>(value)));
    }
    void clear() const { detail::clear(this->checked()); }

    iterator begin() const {
        std::vector<Type> values;
        detail::entries entries(this->checked());
        for (const cl_entry &entry : entries) {
            values.push_back(detail::codec<Type>::unwrap(entries.value(entry.key)));
        }
        return iterator(std::move(values));
    }
    std::default_sentinel_t end() const { return {}; }

    static bool fits(std::uint64_t reference) { return detail::type_of(reference) == CL_TYPE_SET; }
    static std::string expected() { return "a set"; }

  private:
    static_assert(detail::shared_value<Type>, "elements are of a type that docs/cpp.md names: unsigned ones are not");
};

namespace detail {
template <class Key, class Type> struct codec<map<Key, Type>> : handle_codec<map<Key, Type>, CL_TYPE_MAP> {};
template <class Type> struct codec<set<Type>> : handle_codec<set<Type>, CL_TYPE_SET> {};
} // namespace detail

} // namespace colors

#endif
