// SPDX-License-Identifier: Apache-2.0
// Lists. Each function is one step for all threads of all processes; a range over a list reads element by element, and
// an index that is gone by then is std::out_of_range.
#ifndef COLORS_LIST_HPP
#define COLORS_LIST_HPP

#include <initializer_list>
#include <iterator>
#include <ranges>

#include "ref.hpp"

namespace colors {

namespace detail {

[[noreturn]] inline void no_index(std::size_t index, std::size_t size) {
    throw std::out_of_range("there is no element " + std::to_string(index) + ": the size is " + std::to_string(size));
}

// An element as the functions of lists take it: numbers raw.
template <class Type> cl_element element_of(const session &session, const Type &value) {
    if constexpr (shared_integer<Type>) {
        return {CL_SLOT_INT64, 0, static_cast<std::uint64_t>(static_cast<std::int64_t>(value))};
    } else if constexpr (std::floating_point<Type>) {
        return {CL_SLOT_FLOAT64, 0, std::bit_cast<std::uint64_t>(static_cast<double>(value))};
    } else {
        return {CL_SLOT_TAGGED, 0, word_of(session, codec<Type>::wrap(value))};
    }
}

// Numbers of an any are raw, too, so that a list of integers stays one.
inline cl_element element_of(const session &session, const any &value) {
    if (const auto *integer = std::get_if<std::int64_t>(&value)) {
        return element_of(session, *integer);
    }
    if (const auto *real = std::get_if<double>(&value)) {
        return element_of(session, *real);
    }
    return {CL_SLOT_TAGGED, 0, word_of(session, value)};
}

// What an element of a flat array takes, as a declared field says it.
inline cl_field flat_field(std::uint32_t kind) noexcept {
    static constexpr std::uint8_t widths[] = {CL_FIELD_INT8, CL_FIELD_INT16, CL_FIELD_INT32, CL_FIELD_CHAR,
                                              CL_FIELD_FLOAT32};
    cl_field field{};
    field.type = kind == CL_SLOT_TAGGED                               ? CL_TYPE_ANY
                 : kind == CL_SLOT_BOOLEAN                            ? CL_TYPE_BOOLEAN
                 : kind == CL_SLOT_FLOAT32 || kind == CL_SLOT_FLOAT64 ? CL_TYPE_FLOAT
                                                                      : CL_TYPE_INTEGER;
    bool narrow = kind >= CL_SLOT_INT8 && kind <= CL_SLOT_FLOAT32;
    field.flags = static_cast<std::uint8_t>(CL_FIELD_DECLARED | (narrow ? widths[kind - CL_SLOT_INT8] : 0) |
                                            (kind == CL_SLOT_TAGGED ? CL_FIELD_NULLABLE : 0));
    return field;
}

// The bytes of a raw element.
inline void store_bits(std::uint64_t elements, std::uint32_t index, std::uint32_t kind, std::uint64_t bits) noexcept {
    switch (kind) {
    case CL_SLOT_INT8:
    case CL_SLOT_BOOLEAN:
        return store((&at<std::uint8_t>(elements))[index], static_cast<std::uint8_t>(bits));
    case CL_SLOT_INT16:
    case CL_SLOT_CHAR:
        return store((&at<std::uint16_t>(elements))[index], static_cast<std::uint16_t>(bits));
    case CL_SLOT_INT32:
        return store((&at<std::uint32_t>(elements))[index], static_cast<std::uint32_t>(bits));
    case CL_SLOT_FLOAT32:
        return store((&at<float>(elements))[index], static_cast<float>(std::bit_cast<double>(bits)));
    default:
        return store((&at<std::uint64_t>(elements))[index], bits);
    }
}

// Stores an element of a flat array whose kind the program does not know.
inline void store_flat(const session &session, std::uint64_t reference, std::size_t index, const any &value) {
    auto [kind, count] = flat_info(reference);
    if (index >= count) {
        no_index(index, count);
    }
    cl_field field = flat_field(kind);
    if (!fits(field, value)) {
        std::string text = std::string("an element is of type ") + type_text(field.type) + width_text(field.flags) +
                           "; it cannot hold " + describe(value) + "; nothing was stored";
        if (field.type == type_of(value)) {
            throw number_overflow(text);
        }
        throw type_conflict(text);
    }
    std::uint64_t bits = bits_for(session, field.type, field.flags, value);
    if (kind == CL_SLOT_TAGGED) {
        cl_store_at(session.slot(), cl_flat_place(reference, static_cast<std::uint32_t>(index)), bits);
    } else {
        store_bits(reference + sizeof(cl_object_header), static_cast<std::uint32_t>(index), kind, bits);
    }
}

template <class Type>
inline constexpr std::uint32_t element_kind = shared_integer<Type>        ? CL_SLOT_INT64
                                              : std::floating_point<Type> ? CL_SLOT_FLOAT64
                                                                          : CL_SLOT_TAGGED;

// An iterator over what has get(index): of random access, and its elements are values. Holds the container.
template <class Container> class index_iterator {
  public:
    using iterator_concept = std::random_access_iterator_tag;
    using iterator_category = std::input_iterator_tag; // by C++17's rules, for it gives no references
    using value_type = typename Container::value_type;
    using difference_type = std::ptrdiff_t;

    index_iterator() = default;
    index_iterator(Container container, std::ptrdiff_t index) : container_(std::move(container)), index_(index) {}

    value_type operator*() const { return container_.get(static_cast<std::size_t>(index_)); }
    value_type operator[](difference_type offset) const { return *(*this + offset); }
    index_iterator &operator+=(difference_type offset) {
        index_ += offset;
        return *this;
    }
    index_iterator &operator-=(difference_type offset) { return *this += -offset; }
    index_iterator &operator++() { return *this += 1; }
    index_iterator &operator--() { return *this -= 1; }
    index_iterator operator++(int) {
        index_iterator before = *this;
        ++*this;
        return before;
    }
    index_iterator operator--(int) {
        index_iterator before = *this;
        --*this;
        return before;
    }
    friend index_iterator operator+(index_iterator at, difference_type offset) { return at += offset; }
    friend index_iterator operator+(difference_type offset, index_iterator at) { return at += offset; }
    friend index_iterator operator-(index_iterator at, difference_type offset) { return at -= offset; }
    friend difference_type operator-(const index_iterator &a, const index_iterator &b) { return a.index_ - b.index_; }
    friend bool operator==(const index_iterator &a, const index_iterator &b) { return a.index_ == b.index_; }
    friend auto operator<=>(const index_iterator &a, const index_iterator &b) { return a.index_ <=> b.index_; }

  private:
    Container container_{};
    std::ptrdiff_t index_ = 0;
};

// container[index]: reads as a value, and is assigned to.
template <class Container> class element {
  public:
    using value_type = typename Container::value_type;
    static constexpr bool is_place = true;
    element(const Container &container, std::size_t index) : container_(container), index_(index) {}
    element(const element &) = delete;

    operator value_type() const { return get(); }
    value_type operator()() const { return get(); }
    value_type get() const { return container_.get(index_); }
    template <gives<value_type> Value> element &operator=(Value &&value) {
        container_.set(index_, std::forward<Value>(value));
        return *this;
    }
    element &operator=(const element &other) {
        container_.set(index_, other.get());
        return *this;
    }
    template <class Held = value_type>
        requires std::derived_from<Held, rooted>
    auto operator->() const {
        return arrow<value_type>{(*this)()};
    }
    template <class Other>
        requires std::convertible_to<const Other &, value_type>
    friend bool operator==(const element &place, const Other &other) {
        return is_same_value(place(), other);
    }
    template <class Stream>
        requires requires(Stream &stream, const value_type &value) { stream << value; }
    friend Stream &operator<<(Stream &stream, const element &place) {
        stream << place();
        return stream;
    }

  private:
    Container container_; // the element may be all that refers to it
    std::size_t index_;
};

// An element for atomic operations.
class list_place {
  public:
    list_place(std::uint64_t reference, std::uint32_t index) : reference_(reference), index_(index) {}

    any read(const session &session) {
        failure failed;
        if (!cl_list_get(session.slot(), reference_, index_, &seen_, failed)) {
            failed.is_set() ? failed.raise() : no_index(index_, cl_list_count(reference_));
        }
        session.called();
        held_ = seen_.kind == CL_SLOT_TAGGED && is_reference(seen_.bits) ? root::adopt(session, seen_.bits) : root();
        return seen_.kind == CL_SLOT_TAGGED ? value_of(seen_.bits, held_) : value_of(session, seen_.kind, seen_.bits);
    }

    std::int32_t exchange(const session &session, const any &value) {
        cl_element element = element_of(session, value);
        failure failed;
        std::int32_t done = cl_list_set_if(session.slot(), reference_, index_, &seen_, &element, failed);
        session.called();
        if (done == 0) {
            failed.is_set() ? failed.raise() : no_index(index_, cl_list_count(reference_));
        }
        return done;
    }

  private:
    std::uint64_t reference_;
    std::uint32_t index_;
    cl_element seen_{};
    root held_{};
};

} // namespace detail

// A shared list of one type of elements, or null; list<any> holds every value. A frozen list, and an array, can be read
// as one. Elements of another type that another program stored are a type_conflict when they are read.
template <class Type> class list : public detail::handle<list<Type>> {
  public:
    using value_type = Type;
    using iterator = detail::index_iterator<list>;

    using base = detail::handle<list>;
    using base::base;

    // A new list.
    static list make() {
        detail::require_writable();
        detail::session session;
        detail::failure failed;
        std::uint64_t made = failed.check(cl_list_make(session.slot(), detail::element_kind<Type>, 0, failed));
        session.called();
        return list(object(detail::root::adopt(session, made)));
    }
    static list make(std::initializer_list<Type> values) { return of(values); }
    // A new list of what is in a range.
    template <std::ranges::input_range Range>
        requires detail::gives<std::ranges::range_reference_t<Range>, Type>
    static list of(Range &&values) {
        list made = make();
        for (auto &&value : values) {
            made.push_back(std::forward<decltype(value)>(value));
        }
        return made;
    }

    std::size_t size() const { return cl_list_count(this->checked()) & std::uint32_t{CL_HEAD_COUNT_MASK}; }
    bool empty() const { return size() == 0; }

    // Throw std::out_of_range.
    Type get(std::size_t index) const {
        detail::session session;
        detail::failure failed;
        cl_element found{};
        done(cl_list_get(session.slot(), this->checked(), index_of(index), &found, failed), failed, index);
        session.called();
        return detail::codec<Type>::unwrap(detail::value_of(session, found.kind, found.bits));
    }
    Type at(std::size_t index) const { return get(index); }
    Type front() const { return get(0); }
    Type back() const { return get(size() - 1); }
    template <detail::gives<Type> Value = Type> void set(std::size_t index, Value &&given) const {
        const Type &value = detail::converted<Type>(std::forward<Value>(given));
        change(index, [&](const detail::session &session, cl_error *error) {
            if (detail::kind_of(this->checked()) == CL_KIND_FLAT) {
                detail::store_flat(session, this->reference(), index, detail::codec<Type>::wrap(value));
                return 1;
            }
            cl_element element = detail::element_of(session, value);
            return cl_list_set(session.slot(), this->checked(), index_of(index), &element, nullptr, error);
        });
    }
    detail::element<list> operator[](std::size_t index) const { return {*this, index}; }

    template <detail::gives<Type> Value = Type> void push_back(Value &&value) const {
        insert_at(UINT32_MAX, detail::converted<Type>(std::forward<Value>(value)));
    }
    // Before the element of that index.
    template <detail::gives<Type> Value = Type> void insert(std::size_t index, Value &&value) const {
        insert_at(index_of(index), detail::converted<Type>(std::forward<Value>(value)));
    }
    void erase(std::size_t index) const {
        change(index, [&](const detail::session &session, cl_error *error) {
            return cl_list_remove(session.slot(), this->checked(), index_of(index), nullptr, error);
        });
    }
    // Removes and returns the last one.
    Type pop_back() const {
        detail::require_writable();
        detail::session session;
        const auto &generation = detail::at<cl_container>(this->checked()).generation;
        for (;;) {
            std::uint32_t seen = detail::load(generation);
            auto count = static_cast<std::uint32_t>(size());
            Type last = get(count == 0 ? 0 : count - 1); // as the type, before it is removed
            cl_elements none{CL_SLOT_TAGGED, 0, nullptr};
            detail::failure failed;
            std::int32_t removed =
                cl_list_replace_if(session.slot(), this->reference(), seen, count - 1, 1, &none, failed);
            if (removed != CL_STALE) {
                done(removed, failed, count - 1);
                return last;
            }
        }
    }
    // Leaves the first `size` elements.
    void truncate(std::size_t size) const {
        change(size, [&](const detail::session &session, cl_error *error) {
            std::size_t now = this->size();
            cl_elements none{CL_SLOT_TAGGED, 0, nullptr};
            auto removed = static_cast<std::uint32_t>(now > size ? now - size : 0);
            return removed == 0
                       ? 1
                       : cl_list_replace(session.slot(), this->checked(), index_of(size), removed, &none, error);
        });
    }
    void clear() const {
        change(0, [&](const detail::session &session, cl_error *error) {
            return cl_list_clear(session.slot(), this->checked(), error);
        });
    }

    iterator begin() const { return iterator(*this, 0); }
    iterator end() const { return iterator(*this, static_cast<std::ptrdiff_t>(size())); }

    // One step for all threads of all processes.
    template <detail::gives<Type> Expected = Type, detail::gives<Type> Value = Type>
    bool compare_and_set(std::size_t index, Expected &&expected, Value &&value) const {
        return detail::compare_and_set(place(index), detail::wrapped<Type>(std::forward<Expected>(expected)),
                                       detail::wrapped<Type>(std::forward<Value>(value)));
    }
    template <detail::gives<Type> Value = Type> Type get_and_set(std::size_t index, Value &&value) const {
        return detail::get_and_set<Type>(place(index), detail::converted<Type>(std::forward<Value>(value)));
    }
    template <detail::gives<Type> Delta> Type get_and_add(std::size_t index, Delta &&delta) const {
        return detail::get_and_add<Type>(place(index), detail::converted<Type>(std::forward<Delta>(delta)));
    }

    static bool fits(std::uint64_t reference) { return detail::type_of(reference) == CL_TYPE_LIST; }
    static std::string expected() { return "a list"; }

  private:
    static_assert(detail::shared_value<Type>, "elements are of a type that docs/cpp.md names: unsigned ones are not");

    static std::uint32_t index_of(std::size_t index) {
        return index < INT32_MAX ? static_cast<std::uint32_t>(index) : std::uint32_t{INT32_MAX};
    }

    detail::list_place place(std::size_t index) const { return {this->checked(), index_of(index)}; }

    void done(std::int32_t result, const detail::failure &failed, std::size_t index) const {
        if (result == 0) {
            failed.is_set() ? failed.raise() : detail::no_index(index, size());
        }
    }

    template <class Change> void change(std::size_t index, Change &&change) const {
        detail::require_writable();
        detail::session session;
        detail::failure failed;
        done(change(session, failed), failed, index);
    }

    void insert_at(std::uint32_t index, const Type &value) const {
        change(index, [&](const detail::session &session, cl_error *error) {
            cl_element element = detail::element_of(session, value);
            return cl_list_insert(session.slot(), this->checked(), index, &element, error);
        });
    }
};

namespace detail {
template <class Type> struct codec<list<Type>> : handle_codec<list<Type>, CL_TYPE_LIST> {};
} // namespace detail

} // namespace colors

#endif
