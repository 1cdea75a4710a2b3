// SPDX-License-Identifier: Apache-2.0
// Arrays of a fixed length, and bytes: their elements are in the segment as in an array of C++, so numbers are a
// std::span. Loads and stores of elements are the program's: races between threads or processes want std::atomic_ref.
#ifndef COLORS_ARRAY_HPP
#define COLORS_ARRAY_HPP

#include <span>

#include "list.hpp"

namespace colors {

namespace detail {

template <class Type>
inline constexpr std::uint32_t flat_kind = std::same_as<Type, bool>       ? CL_SLOT_BOOLEAN
                                           : std::same_as<Type, char16_t> ? CL_SLOT_CHAR
                                           : std::same_as<Type, float>    ? CL_SLOT_FLOAT32
                                           : std::same_as<Type, double>   ? CL_SLOT_FLOAT64
                                           : !shared_integer<Type>        ? CL_SLOT_TAGGED
                                           : sizeof(Type) == 1            ? CL_SLOT_INT8
                                           : sizeof(Type) == 2            ? CL_SLOT_INT16
                                           : sizeof(Type) == 4            ? CL_SLOT_INT32
                                                                          : CL_SLOT_INT64;

template <class Handle> Handle make_flat(std::uint32_t kind, std::size_t count) {
    require_writable();
    session session;
    failure failed;
    std::uint64_t made = failed.check(cl_flat_make(session.slot(), kind, count, failed));
    session.called();
    session.get().made(8 * count);
    return Handle(object(root::adopt(session, made)));
}

// array[index]: reads as a value, and is assigned to, both in the expression that it is in: it keeps no array alive.
template <class Array> class array_place {
  public:
    using value_type = typename Array::value_type;
    static constexpr bool is_place = true;
    explicit array_place(value_type &at) noexcept : at_(&at) {}
    array_place(const array_place &) = delete;

    operator value_type() && { return *at_; }
    value_type operator()() && { return *at_; }
    value_type get() const { return *at_; }
    template <gives<value_type> Value> void operator=(Value &&value) && {
        value_type stored = converted<value_type>(std::forward<Value>(value));
        require_writable();
        *at_ = stored;
    }
    void operator=(const array_place &other) && {
        require_writable();
        *at_ = other.get();
    }

  private:
    value_type *at_;
};

} // namespace detail

// A shared array of numbers or booleans, or null: a contiguous range of what cannot be changed through it; elements()
// can be, and [i].
template <class Type> class array : public detail::handle<array<Type>> {
  public:
    using value_type = Type;

    using base = detail::handle<array>;
    using base::base;
    // A new array of zeros.
    static array make(std::size_t size) { return detail::make_flat<array>(detail::flat_kind<Type>, size); }
    static array make(std::initializer_list<Type> values) {
        array made = make(values.size());
        std::copy(values.begin(), values.end(), made.first());
        return made;
    }

    std::size_t size() const { return detail::header_of(this->checked()).length / sizeof(Type); }
    bool empty() const { return size() == 0; }
    // The elements themselves, as long as this array is alive. Throws read_only in a process that may only read.
    std::span<Type> elements() const {
        detail::require_writable();
        return {first(), size()};
    }
    // The same, to be read.
    std::span<const Type> view() const { return {first(), size()}; }
    const Type *begin() const { return first(); }
    const Type *end() const { return first() + size(); }
    const Type *data() const { return first(); }
    // These throw std::out_of_range; a store read_only in a process that may only read.
    detail::array_place<array> operator[](std::size_t index) const {
        return detail::array_place<array>(element(index));
    }
    Type at(std::size_t index) const { return element(index); }
    Type get(std::size_t index) const { return element(index); }
    template <detail::gives<Type> Value = Type> void set(std::size_t index, Value &&value) const {
        (*this)[index] = std::forward<Value>(value);
    }
    // One step for all threads of all processes. Throw number_overflow, std::out_of_range.
    template <detail::gives<Type> Delta>
        requires(!std::same_as<Type, bool>)
    Type get_and_add(std::size_t index, Delta &&given) const {
        Type delta = detail::converted<Type>(std::forward<Delta>(given));
        std::atomic_ref<Type> place = atomic(index);
        Type found = place.load();
        Type sum = added(found, delta);
        while (!place.compare_exchange_weak(found, sum)) {
            sum = added(found, delta);
        }
        return found;
    }
    template <detail::gives<Type> Expected = Type, detail::gives<Type> Value = Type>
    bool compare_and_set(std::size_t index, Expected &&expected, Value &&value) const {
        Type seen = detail::converted<Type>(std::forward<Expected>(expected));
        return atomic(index).compare_exchange_strong(seen, detail::converted<Type>(std::forward<Value>(value)));
    }
    template <detail::gives<Type> Value = Type> Type get_and_set(std::size_t index, Value &&value) const {
        return atomic(index).exchange(detail::converted<Type>(std::forward<Value>(value)));
    }

    static bool fits(std::uint64_t reference) {
        return detail::kind_of(reference) == CL_KIND_FLAT &&
               detail::flat_info(reference).first == detail::flat_kind<Type>;
    }
    static std::string expected() { return std::string("an array of ") + detail::flat_text(detail::flat_kind<Type>); }

  private:
    static_assert(detail::is_raw<Type>, "arrays of strings and objects are colors::object_array");

    Type *first() const { return &detail::at<Type>(this->checked() + sizeof(cl_object_header)); }
    Type &element(std::size_t index) const {
        if (index >= size()) {
            detail::no_index(index, size());
        }
        return first()[index];
    }
    std::atomic_ref<Type> atomic(std::size_t index) const {
        detail::require_writable();
        return std::atomic_ref<Type>(element(index));
    }

    static Type added(Type number, Type delta) {
        if constexpr (std::floating_point<Type>) {
            return number + delta;
        } else {
            Type sum{};
            if (__builtin_add_overflow(number, delta, &sum)) {
                throw number_overflow("the sum is beyond the width of the array's elements; nothing was stored");
            }
            return sum;
        }
    }
};

// A shared array of what is no number: strings, references, any; or null.
template <class Type> class object_array : public detail::handle<object_array<Type>> {
  public:
    using value_type = Type;
    using iterator = detail::index_iterator<object_array>;

    using base = detail::handle<object_array>;
    using base::base;
    // A new array of nulls.
    static object_array make(std::size_t size) { return detail::make_flat<object_array>(CL_SLOT_TAGGED, size); }

    std::size_t size() const { return detail::flat_info(this->checked()).second; }
    bool empty() const { return size() == 0; }
    // Throw std::out_of_range.
    Type get(std::size_t index) const {
        detail::root held;
        std::uint64_t word = detail::root::load_word(detail::at<std::uint64_t>(place(index)), held);
        return detail::codec<Type>::unwrap(detail::value_of(word, held));
    }
    template <detail::gives<Type> Value = Type> void set(std::size_t index, Value &&value) const {
        detail::require_writable();
        any stored = detail::wrapped<Type>(std::forward<Value>(value));
        detail::session session;
        cl_store_at(session.slot(), place(index), detail::word_of(session, stored));
    }
    detail::element<object_array> operator[](std::size_t index) const { return {*this, index}; }
    iterator begin() const { return iterator(*this, 0); }
    iterator end() const { return iterator(*this, static_cast<std::ptrdiff_t>(size())); }

    static bool fits(std::uint64_t reference) {
        return detail::kind_of(reference) == CL_KIND_FLAT && detail::flat_info(reference).first == CL_SLOT_TAGGED;
    }
    static std::string expected() { return "an array of values"; }

  private:
    std::uint64_t place(std::size_t index) const {
        if (index >= size()) {
            detail::no_index(index, size());
        }
        return cl_flat_place(this->checked(), static_cast<std::uint32_t>(index));
    }
};

// Shared bytes of a fixed size, or null: a contiguous range.
class binary : public detail::handle<binary> {
  public:
    using value_type = std::byte;

    using base = detail::handle<binary>;
    using base::base;
    // New bytes, zero.
    static binary make(std::size_t size) { return make_of(nullptr, size); }
    // A copy of these.
    static binary of(std::span<const std::byte> bytes) { return make_of(bytes.data(), bytes.size()); }

    std::size_t size() const { return detail::header_of(this->checked()).length; }
    bool empty() const { return size() == 0; }
    // Bytes that Python froze do not change.
    bool is_frozen() const { return detail::kind_of(this->checked()) == CL_KIND_BYTES; }
    // The bytes themselves, as long as this binary is alive. Throws read_only, type_conflict for frozen ones.
    std::span<std::byte> elements() const {
        detail::require_writable();
        if (is_frozen()) {
            throw type_conflict("these bytes are frozen: they do not change; make a copy of them");
        }
        return {const_cast<std::byte *>(data()), size()};
    }
    std::span<const std::byte> view() const { return {data(), size()}; }
    const std::byte *begin() const { return data(); }
    const std::byte *end() const { return data() + size(); }
    const std::byte *data() const { return &detail::at<std::byte>(this->checked() + sizeof(cl_object_header)); }

    static bool fits(std::uint64_t reference) { return detail::type_of(reference) == CL_TYPE_BINARY; }
    static std::string expected() { return "bytes"; }

  private:
    static binary make_of(const std::byte *bytes, std::size_t size) {
        detail::require_writable();
        detail::session session;
        detail::failure failed;
        std::uint64_t made = failed.check(cl_binary_make(session.slot(), 0, bytes, size, failed));
        session.called();
        session.get().made(size);
        return binary(object(detail::root::adopt(session, made)));
    }
};

namespace detail {
template <class Type> struct codec<array<Type>> : handle_codec<array<Type>, CL_TYPE_LIST> {};
template <class Type> struct codec<object_array<Type>> : handle_codec<object_array<Type>, CL_TYPE_LIST> {};
template <> struct codec<binary> : handle_codec<binary, CL_TYPE_BINARY> {};
} // namespace detail

} // namespace colors

#endif
