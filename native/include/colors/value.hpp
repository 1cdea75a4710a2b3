// SPDX-License-Identifier: Apache-2.0
// Values: what a field, element, key or message can be, and how the types of C++ stand for it.
#ifndef COLORS_VALUE_HPP
#define COLORS_VALUE_HPP

#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <optional>
#include <variant>

#include "text.hpp"

namespace colors {

class any;
class object;

namespace detail {

// What references of every type are: null, or a counted root. They are copied and assigned as what they are, never by
// this: a ref<C> cannot be made to refer to an object of another class.
class rooted {
  public:
    explicit operator bool() const noexcept { return reference() != 0; }
    friend bool operator==(const rooted &a, const rooted &b) noexcept { return a.reference() == b.reference(); }
    friend bool operator==(const rooted &a, std::nullptr_t) noexcept { return a.reference() == 0; }

    // The name of its class; "" of a container.
    std::string class_name() const;
    // By name, with the rules of dynamic languages; throws shared_memory_error where there is no such field.
    any get(std::string_view name) const;
    void set(std::string_view name, const any &value) const;
    // Whether there was such a field.
    bool remove(std::string_view name) const;
    bool has(std::string_view name) const;

    // The offset in the segment: for functions of colors.h.
    std::uint64_t reference() const noexcept { return root_.reference(); }

  protected:
    rooted() noexcept = default;
    explicit rooted(root held) noexcept : root_(std::move(held)) {}
    rooted(const rooted &) noexcept = default;
    rooted(rooted &&) noexcept = default;
    rooted &operator=(const rooted &) noexcept = default;
    rooted &operator=(rooted &&) noexcept = default;
    ~rooted() = default;

    std::uint64_t checked() const {
        if (reference() == 0) [[unlikely]] {
            throw shared_memory_error(reason::argument, "a null reference was used; ask it, as a condition, first");
        }
        return reference();
    }

  private:
    friend colors::object;
    root root_{};
};

} // namespace detail

// A reference to any shared object, or null: a counted root. Copying, moving and ending it is exact, and may be done by
// any thread; it keeps what it refers to alive and nothing else. One object is used by one thread at a time, as a
// std::shared_ptr is; copies by as many as there are.
class object : public detail::rooted {
  public:
    object() noexcept = default;
    object(std::nullptr_t) noexcept {}
    // To what a reference of any type refers to.
    object(const detail::rooted &other) noexcept : rooted(other.root_) {}
    explicit object(detail::root held) noexcept : rooted(std::move(held)) {}
};

// Any value: null, a boolean, an integer, a float, a string or an object.
class any : public std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, object> {
    using base = std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, object>;

  public:
    any() noexcept = default;
    any(const any &) = default;
    any(any &&other) noexcept : base(static_cast<base &&>(other)) { other.emplace<0>(); } // no object is null
    any &operator=(const any &) = default;
    any &operator=(any &&other) noexcept {
        any taken(std::move(other));
        swap(taken);
        return *this;
    }
    ~any() = default;
    any(std::nullptr_t) noexcept {}
    any(const char *text) : base(std::string(text)) {}
    any(std::string_view text) : base(std::string(text)) {}
    any(std::string text) : base(std::move(text)) {}
    any(std::same_as<bool> auto truth) : base(truth) {}
    template <std::floating_point Float> any(Float number) : base(static_cast<double>(number)) {}
    template <std::integral Integer>
        requires(!std::same_as<Integer, bool> &&
                 (sizeof(Integer) < sizeof(std::int64_t) || std::signed_integral<Integer>))
    any(Integer number) : base(static_cast<std::int64_t>(number)) {}
    any(object shared) : base(shared ? base(std::move(shared)) : base(nullptr)) {}
    any(const detail::rooted &shared) : any(object(shared)) {}
    template <class Value> any(const std::optional<Value> &value) : any(value ? any(*value) : any(nullptr)) {}

    bool is_null() const noexcept { return index() == 0; }
    // The value as that type. Throws type_conflict, number_overflow.
    template <class Type> Type as() const;
    // By equality.md; objects by identity.
    friend bool operator==(const any &a, const any &b);
};

template <class Class> class ref;

namespace detail {

inline std::uint32_t type_of(std::uint64_t reference) noexcept {
    switch (kind_of(reference)) {
    case CL_KIND_FLAT:
    case CL_KIND_LIST:
    case CL_KIND_TUPLE:
        return CL_TYPE_LIST;
    case CL_KIND_SET:
    case CL_KIND_FROZEN_SET:
        return CL_TYPE_SET;
    case CL_KIND_MAP:
        return CL_TYPE_MAP;
    case CL_KIND_BINARY:
    case CL_KIND_BYTES:
        return CL_TYPE_BINARY;
    case CL_KIND_STRING:
        return CL_TYPE_STRING;
    default:
        return CL_TYPE_CLASS;
    }
}

inline const char *type_text(std::uint32_t type) noexcept {
    static constexpr const char *texts[] = {"?",      "any",  "integer", "float", "boolean", "string",
                                            "binary", "list", "set",     "map",   "class"};
    return texts[type];
}

// The slot kind of a flat array's elements, and their number.
inline std::pair<std::uint32_t, std::uint32_t> flat_info(std::uint64_t reference) {
    failure failed;
    std::uint32_t kind = 0;
    std::uint32_t count = 0;
    failed.check(cl_flat_info(reference, &kind, &count, failed));
    return {kind, count};
}

// The elements of a flat array, as all languages call them.
inline const char *flat_text(std::uint32_t kind) noexcept {
    static constexpr const char *texts[CL_SLOT_KINDS] = {"",      "int64", "float64", "values",  "int8",
                                                         "int16", "int32", "char",    "float32", "boolean"};
    return texts[kind];
}

inline std::string describe(const any &value) {
    switch (value.index()) {
    case 0:
        return "null";
    case 1:
        return std::get<bool>(value) ? "the boolean true" : "the boolean false";
    case 2:
        return "the integer " + std::to_string(std::get<std::int64_t>(value));
    case 3:
        return "the float " + std::to_string(std::get<double>(value));
    case 4:
        return "the string '" + std::get<std::string>(value).substr(0, 40) + "'";
    default: {
        const object &shared = std::get<object>(value);
        std::uint32_t type = type_of(shared.reference());
        if (kind_of(shared.reference()) == CL_KIND_FLAT) {
            return std::string("a shared array of ") + flat_text(flat_info(shared.reference()).first);
        }
        return type == CL_TYPE_CLASS ? "an object of class " + shared.class_name()
                                     : std::string("a shared ") + type_text(type);
    }
    }
}

// ---- words ----

template <class Bits>
std::uint64_t box(const session &session, std::uint64_t (*make)(std::uint64_t, Bits, cl_error *), Bits value) {
    failure failed;
    std::uint64_t word = failed.check(make(session.slot(), value, failed));
    session.called();
    return word;
}

// The tagged word of a value: a root of the session, or of the value.
inline std::uint64_t word_of(const session &session, bool truth) {
    (void)session;
    return truth ? CL_TAG_TRUE : CL_TAG_FALSE;
}
inline std::uint64_t word_of(const session &session, std::int64_t number) {
    std::uint64_t word;
    return cl_tag_integer(number, &word) ? word : box(session, cl_box_integer, number);
}
inline std::uint64_t word_of(const session &session, double number) {
    std::uint64_t word;
    return cl_tag_float(number, &word) ? word : box(session, cl_box_float, number);
}
inline std::uint64_t word_of(const session &session, const std::string &text) {
    return word_of_text(session, text);
}
inline std::uint64_t word_of(const session &session, const object &shared) {
    (void)session;
    return shared.reference();
}
inline std::uint64_t word_of(const session &session, std::nullptr_t) {
    (void)session;
    return CL_TAG_NULL;
}
inline std::uint64_t word_of(const session &session, const any &value) {
    return std::visit(
        [&session](const auto &held) { return word_of(session, held); },
        static_cast<const std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, object> &>(value));
}

// A raw slot: an int64, or a double.
inline std::int64_t box_bits(std::uint64_t reference) noexcept {
    return static_cast<std::int64_t>(load(*(&at<std::uint64_t>(reference) + 2)));
}

// The value of a tagged word; a reference in it is `root`'s.
inline any value_of(std::uint64_t word, const root &held) {
    if ((word & CL_TAG_INTEGER_BIT) != 0) {
        return cl_untag_integer(word);
    }
    if ((word & CL_TAG_FLOAT_MASK) == CL_TAG_FLOAT) {
        return cl_untag_float(word);
    }
    if (!is_reference(word)) {
        return word == CL_TAG_NULL              ? any(nullptr)
               : cl_is_tagged_string(word) != 0 ? any(untagged_string(word))
                                                : any(word == CL_TAG_TRUE);
    }
    switch (kind_of(word)) {
    case CL_KIND_STRING:
        return shared_text(word).str();
    case CL_KIND_BOX_INTEGER:
        return box_bits(word);
    case CL_KIND_BOX_FLOAT:
        return std::bit_cast<double>(box_bits(word));
    default:
        return object(held);
    }
}

// The value of an element: raw bits, or a word that this session's call returned.
inline any value_of(const session &session, std::uint32_t slot_kind, std::uint64_t bits) {
    if (slot_kind != CL_SLOT_TAGGED) {
        return slot_kind == CL_SLOT_FLOAT64 ? any(std::bit_cast<double>(bits)) : any(static_cast<std::int64_t>(bits));
    }
    return value_of(bits, is_reference(bits) ? root::adopt(session, bits) : root());
}

[[noreturn]] inline void mismatch(const std::string &expected, const any &found) {
    throw type_conflict("expected " + expected + ", found " + describe(found));
}

// ---- the types of C++: which static type they are, and their values as any ----

// Each has: type, flags, type_name(), wrap (to any), unwrap (from any, throws type_conflict).
template <class Type> struct codec;

template <class Type>
concept value = requires(const Type &given, const any &found) {
    { codec<Type>::type } -> std::convertible_to<std::uint32_t>;
    { codec<Type>::wrap(given) } -> std::same_as<any>;
    { codec<Type>::unwrap(found) } -> std::same_as<Type>;
};

// What static_asserts say where a type has no codec.
#define COLORS_NO_VALUE                                                                                                \
    "shared memory has no such type: it has numbers, bool, std::string, std::optional of these, colors::ref<C> of a "  \
    "class C with COLORS_CLASS, containers, colors::object and colors::any"

// Without looking into the type, which may not be complete yet.
template <class Type>
inline constexpr bool shared_value = !(std::unsigned_integral<Type> || std::is_pointer_v<Type>) ||
                                     std::same_as<Type, bool> || std::same_as<Type, char16_t>;

struct plain_codec {
    static constexpr std::uint32_t flags = 0;
    static std::uint32_t type_name() { return 0; }
};

template <class Type>
concept shared_integer =
    std::same_as<Type, std::int8_t> || std::same_as<Type, std::int16_t> || std::same_as<Type, std::int32_t> ||
    std::same_as<Type, std::int64_t> || std::same_as<Type, long long> || std::same_as<Type, char16_t>;

// Raw places hold a type of C++ as it is.
template <class Type>
inline constexpr bool is_raw = shared_integer<Type> || std::floating_point<Type> || std::same_as<Type, bool>;

template <class Type>
inline constexpr std::uint32_t width_of = std::same_as<Type, char16_t> ? CL_FIELD_CHAR
                                          : sizeof(Type) == 1          ? CL_FIELD_INT8
                                          : sizeof(Type) == 2          ? CL_FIELD_INT16
                                          : sizeof(Type) == 4          ? CL_FIELD_INT32
                                                                       : 0;

// Throws number_overflow when an integer has no room.
template <class To, class From> To narrowed(From number) {
    auto to = static_cast<To>(number);
    if (static_cast<From>(to) != number || (number < From{}) != (to < To{})) {
        throw number_overflow("the integer " + std::to_string(number) + " is beyond the " +
                              std::to_string(8 * sizeof(To)) + " bits that it has room for");
    }
    return to;
}

template <shared_integer Type> struct codec<Type> : plain_codec {
    static constexpr std::uint32_t type = CL_TYPE_INTEGER;
    static constexpr std::uint32_t flags = width_of<Type>;
    static any wrap(Type number) { return static_cast<std::int64_t>(number); }
    static Type unwrap(const any &found) {
        const auto *number = std::get_if<std::int64_t>(&found);
        if (number == nullptr) {
            mismatch("an integer", found);
        }
        return narrowed<Type>(*number);
    }
};

template <std::floating_point Type>
    requires(sizeof(Type) <= sizeof(double))
struct codec<Type> : plain_codec {
    static constexpr std::uint32_t type = CL_TYPE_FLOAT;
    static constexpr std::uint32_t flags = sizeof(Type) == sizeof(float) ? CL_FIELD_FLOAT32 : 0;
    static any wrap(Type number) { return static_cast<double>(number); }
    static Type unwrap(const any &found) {
        double number = 0;
        if (const auto *integer = std::get_if<std::int64_t>(&found)) {
            number = static_cast<double>(*integer);
            if (*integer == std::numeric_limits<std::int64_t>::max() || static_cast<std::int64_t>(number) != *integer) {
                mismatch("a float", found);
            }
        } else if (const auto *real = std::get_if<double>(&found)) {
            number = *real;
        } else {
            mismatch("a float", found);
        }
        if (static_cast<double>(static_cast<Type>(number)) != number && number == number) {
            throw number_overflow("the float " + std::to_string(number) + " is no float of 32 bits");
        }
        return static_cast<Type>(number);
    }
};

template <> struct codec<bool> : plain_codec {
    static constexpr std::uint32_t type = CL_TYPE_BOOLEAN;
    static any wrap(bool truth) { return truth; }
    static bool unwrap(const any &found) {
        const bool *truth = std::get_if<bool>(&found);
        return truth != nullptr ? *truth : (mismatch("a boolean", found), false);
    }
};

// Null reads as "": std::optional<std::string> tells them apart.
template <> struct codec<std::string> : plain_codec {
    static constexpr std::uint32_t type = CL_TYPE_STRING;
    static any wrap(const std::string &text) { return text; }
    static std::string unwrap(const any &found) {
        const auto *text = std::get_if<std::string>(&found);
        if (text == nullptr && !found.is_null()) {
            mismatch("a string", found);
        }
        return text == nullptr ? std::string() : *text;
    }
};

template <class Type> struct codec<std::optional<Type>> {
    static constexpr std::uint32_t type = codec<Type>::type;
    static constexpr std::uint32_t flags = codec<Type>::flags | CL_FIELD_NULLABLE;
    static std::uint32_t type_name() { return codec<Type>::type_name(); }
    static any wrap(const std::optional<Type> &value) { return value ? codec<Type>::wrap(*value) : any(nullptr); }
    static std::optional<Type> unwrap(const any &found) {
        return found.is_null() ? std::optional<Type>() : codec<Type>::unwrap(found);
    }
};

template <> struct codec<any> : plain_codec {
    static constexpr std::uint32_t type = CL_TYPE_ANY;
    static constexpr std::uint32_t flags = CL_FIELD_NULLABLE;
    static any wrap(const any &value) { return value; }
    static any unwrap(const any &found) { return found; }
};

// Of handles of one kind of object, which say by fits() whether they can stand for it.
template <class Handle> class handle : public rooted {
  public:
    handle() noexcept = default;
    handle(std::nullptr_t) noexcept {}
    // Of any object of the kind. Throws type_conflict.
    explicit handle(object other) : rooted(std::move(other)) {
        if (reference() != 0 && !Handle::fits(reference())) {
            mismatch(Handle::expected(), any(*this));
        }
    }

  protected:
    handle(const handle &) noexcept = default;
    handle(handle &&) noexcept = default;
    handle &operator=(const handle &) noexcept = default;
    handle &operator=(handle &&) noexcept = default;
    ~handle() = default;
};

template <class Handle, std::uint32_t Type> struct handle_codec : plain_codec {
    static constexpr std::uint32_t type = Type;
    static any wrap(const Handle &handle) { return handle; }
    static Handle unwrap(const any &found) {
        if (found.is_null()) {
            return Handle(nullptr);
        }
        const auto *shared = std::get_if<object>(&found);
        if (shared == nullptr || !Handle::fits(shared->reference())) {
            mismatch(Handle::expected(), found);
        }
        return Handle(*shared);
    }
};

template <> struct codec<object> : plain_codec {
    static constexpr std::uint32_t type = CL_TYPE_ANY;
    static constexpr std::uint32_t flags = CL_FIELD_NULLABLE;
    static any wrap(const object &shared) { return shared; }
    static object unwrap(const any &found) {
        const auto *shared = std::get_if<object>(&found);
        if (shared == nullptr && !found.is_null()) {
            mismatch("an object", found);
        }
        return shared == nullptr ? object() : *shared;
    }
};

// A field, or an element by its index: reads as a value, and is assigned to.
template <class From>
concept place = std::remove_cvref_t<From>::is_place;
template <class From> struct plain {
    using type = From;
};
template <place From> struct plain<From> {
    using type = typename From::value_type;
};
template <class From> using plain_type = typename plain<std::remove_cvref_t<From>>::type;

template <class From> decltype(auto) read(From &&from) {
    if constexpr (place<From>) {
        return std::forward<From>(from)();
    } else {
        return std::forward<From>(from);
    }
}

// What may be given as a value of a type: numbers of the same sort, checked for their width, and what converts without
// a number that changes on the way.
template <class From>
concept number = (std::integral<From> || std::floating_point<From>) && !std::same_as<From, bool>;
template <class Type> struct unwrapped {
    using type = Type;
};
template <class Type> struct unwrapped<std::optional<Type>> {
    using type = Type;
};
template <class From, class To>
concept fits_raw = (shared_integer<To> && std::integral<From> && number<From>) ||
                   (std::floating_point<To> && number<From>) || (std::same_as<To, bool> && std::same_as<From, bool>) ||
                   (std::same_as<To, bool> && std::is_class_v<From> && std::convertible_to<From, bool>) ||
                   (shared_integer<To> && std::is_enum_v<From> && std::convertible_to<From, To>);
template <class From, class To>
concept fits_optional = !is_raw<To> && (std::same_as<From, To> || std::same_as<From, std::nullopt_t>);
template <class From, class To>
concept fits_text = std::same_as<To, std::string> && std::convertible_to<From, std::string_view>;
template <class From, class To>
concept assignable =
    (is_raw<typename unwrapped<To>::type> &&
     (fits_raw<From, typename unwrapped<To>::type> || fits_optional<From, To>)) ||
    (!is_raw<typename unwrapped<To>::type> &&
     (std::convertible_to<From, To> || fits_text<From, typename unwrapped<To>::type>) &&
     !(std::same_as<typename unwrapped<To>::type, std::string> && std::same_as<From, std::nullptr_t>));
template <class From, class To>
concept gives = assignable<plain_type<From>, To>;

// Whether a value that was read is the one that it is compared with; numbers by what they are, not as one's type.
template <class Type, class Other> bool is_same_value(const Type &read, const Other &other) {
    if constexpr (shared_integer<Type> && std::integral<Other>) {
        bool beyond = other > 0 && static_cast<std::uint64_t>(other) > std::uint64_t{INT64_MAX};
        return !beyond && static_cast<std::int64_t>(read) == static_cast<std::int64_t>(other);
    } else if constexpr (is_raw<Type> && std::is_arithmetic_v<Other>) {
        return static_cast<double>(read) == static_cast<double>(other);
    } else {
        return read == static_cast<Type>(other);
    }
}

// Throws number_overflow for an integer that is no such float, and for what is too large.
template <class To, class From> To to_float(From number) {
    auto to = static_cast<To>(number);
    bool same = true;
    if constexpr (std::integral<From>) {
        same = to < std::ldexp(To{1}, std::numeric_limits<From>::digits) && static_cast<From>(to) == number;
    } else {
        same = std::isfinite(to) || !std::isfinite(number);
    }
    if (!same) {
        throw number_overflow("the number " + std::to_string(number) + " is no float of " +
                              std::to_string(8 * sizeof(To)) + " bits");
    }
    return to;
}

template <class To, class From> To converted(From &&given) {
    using held = typename unwrapped<To>::type;
    if constexpr (place<From>) {
        return converted<To>(std::forward<From>(given)());
    } else if constexpr (is_raw<held> && std::is_enum_v<std::remove_cvref_t<From>>) {
        return converted<To>(static_cast<std::underlying_type_t<std::remove_cvref_t<From>>>(given));
    } else if constexpr (!is_raw<held> || !std::is_arithmetic_v<std::remove_cvref_t<From>>) {
        return To(std::forward<From>(given));
    } else if constexpr (std::same_as<held, bool>) {
        return To(given);
    } else if constexpr (shared_integer<held>) {
        return To(narrowed<held>(given));
    } else {
        return To(to_float<held>(given));
    }
}

template <class To, class From> any wrapped(From &&given) {
    return codec<To>::wrap(converted<To>(std::forward<From>(given)));
}

// ---- += and the like: integers exactly, or number_overflow ----

struct plus {
    static bool overflows(std::int64_t a, auto b, std::int64_t *sum) { return __builtin_add_overflow(a, b, sum); }
    static auto of(const auto &a, const auto &b) -> decltype(a + b) { return a + b; }
};
struct minus {
    static bool overflows(std::int64_t a, auto b, std::int64_t *rest) { return __builtin_sub_overflow(a, b, rest); }
    static auto of(const auto &a, const auto &b) -> decltype(a - b) { return a - b; }
};
struct times {
    static bool overflows(std::int64_t a, auto b, std::int64_t *product) {
        return __builtin_mul_overflow(a, b, product);
    }
    static auto of(const auto &a, const auto &b) -> decltype(a * b) { return a * b; }
};

template <class Operator, class Type, class By>
concept changeable = (number<Type> && number<By> && (std::floating_point<Type> || std::integral<By>)) ||
                     (!is_raw<Type> && !std::is_arithmetic_v<By> && requires(const Type &found, const By &by) {
                         { Operator::of(found, by) } -> std::convertible_to<Type>;
                     });
template <class Operator, class Place, class By>
concept changes = changeable<Operator, plain_type<Place>, plain_type<By>>;

template <class Operator, class Type, class By> Type computed(const Type &found, const By &by) {
    if constexpr (shared_integer<Type>) {
        std::int64_t result = 0;
        if (Operator::overflows(static_cast<std::int64_t>(found), +by, &result)) {
            throw number_overflow("the result with the integers " + std::to_string(found) + " and " +
                                  std::to_string(by) + " is beyond 64 bits; nothing was stored");
        }
        return narrowed<Type>(result);
    } else if constexpr (std::floating_point<Type>) {
        return to_float<Type>(Operator::of(found, static_cast<std::common_type_t<Type, By>>(by)));
    } else {
        return Operator::of(found, by);
    }
}

template <class Operator, place Place, class By> plain_type<Place> change(Place &&at, const By &by) {
    plain_type<Place> result = computed<Operator>(at.get(), by);
    std::forward<Place>(at) = result;
    return result;
}

} // namespace detail

// Of a field or an element: a read and a write. Return what was stored. Throw number_overflow.
template <detail::place Place, class By>
    requires detail::changes<detail::plus, Place, By>
auto operator+=(Place &&at, By &&by) {
    return detail::change<detail::plus>(std::forward<Place>(at), detail::read(std::forward<By>(by)));
}
template <detail::place Place, class By>
    requires detail::changes<detail::minus, Place, By>
auto operator-=(Place &&at, By &&by) {
    return detail::change<detail::minus>(std::forward<Place>(at), detail::read(std::forward<By>(by)));
}
template <detail::place Place, class By>
    requires detail::changes<detail::times, Place, By>
auto operator*=(Place &&at, By &&by) {
    return detail::change<detail::times>(std::forward<Place>(at), detail::read(std::forward<By>(by)));
}
template <detail::place Place>
    requires detail::changes<detail::plus, Place, int>
auto operator++(Place &&at) {
    return std::forward<Place>(at) += 1;
}
template <detail::place Place>
    requires detail::changes<detail::plus, Place, int>
auto operator--(Place &&at) {
    return std::forward<Place>(at) -= 1;
}

template <class Type> Type any::as() const {
    static_assert(detail::value<Type>, COLORS_NO_VALUE);
    return detail::codec<Type>::unwrap(*this);
}

} // namespace colors

#endif
