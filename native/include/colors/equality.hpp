// SPDX-License-Identifier: Apache-2.0
// The one equality and hash of keys and elements in shared containers, for all languages: docs/equality.md. Objects are
// compared by identity, with the hash that a program which compares them by value may have left in their header.
#ifndef COLORS_EQUALITY_HPP
#define COLORS_EQUALITY_HPP

#include <cstdio>

#include "shape.hpp"

namespace colors::detail {

std::uint32_t hash_of(const any &value);
bool is_equal(const any &a, const any &b);

inline std::uint32_t hash_of_long(std::int64_t number) noexcept {
    auto bits = static_cast<std::uint64_t>(number);
    return static_cast<std::uint32_t>(bits ^ bits >> 32);
}

inline std::uint32_t hash_of_double(double number) noexcept {
    if (number == std::rint(number) && number >= -0x1p63 && number < 0x1p63) {
        return hash_of_long(static_cast<std::int64_t>(number));
    }
    return hash_of_long(number != number ? 0x7ff8000000000000 : std::bit_cast<std::int64_t>(number));
}

// ---- values that are small objects: docs/values.md ----

inline bool is_number_class(std::string_view name) noexcept {
    return name == "colors.BigInteger" || name == "colors.Decimal";
}

// The one declared string field of such an object, nullptr for any other one.
inline const cl_field *value_field(std::uint64_t reference) noexcept {
    const cl_shape &shape = shape_of(reference);
    if (shape.kind != CL_KIND_OBJECT || shape.field_count != 1 || shape.removed_count != 0) {
        return nullptr;
    }
    const cl_field &field = shape.fields[0];
    static constexpr std::string_view reserved[] = {"BigInteger",    "Decimal",   "UUID",    "Instant",
                                                    "LocalDateTime", "LocalDate", "Duration"};
    std::string_view name = name_of(shape.class_entity);
    bool is_reserved = name.starts_with("colors.") &&
                       std::find(std::begin(reserved), std::end(reserved), name.substr(7)) != std::end(reserved);
    bool fits = field.type == CL_TYPE_STRING && (field.flags & CL_FIELD_DECLARED) != 0 &&
                name_of(field.name) == (is_reserved ? "text" : "Enum.name");
    return fits ? &field : nullptr;
}

inline std::string text_of_value(std::uint64_t reference) {
    return load_field(reference, shape_of(reference), *value_field(reference)).as<std::string>();
}

inline std::string_view class_of_value(std::uint64_t reference) noexcept {
    return name_of(shape_of(reference).class_entity);
}

// A number exactly: 0.digits times 10 to the exponent, without zeros at either end; zero has no digits.
struct exact_number {
    bool negative = false;
    std::string digits{};
    long long exponent = 0;
    friend bool operator==(const exact_number &, const exact_number &) = default;

    static exact_number of(std::string_view text) {
        exact_number number;
        std::size_t at = 0;
        if (text.starts_with('-') || text.starts_with('+')) {
            number.negative = text[at++] == '-';
        }
        bool fraction = false;
        for (; at < text.size() && text[at] != 'E' && text[at] != 'e'; at++) {
            if (text[at] == '.') {
                fraction = true;
            } else {
                number.exponent += number.digits.empty() && text[at] == '0' ? -static_cast<int>(fraction) : !fraction;
                if (!number.digits.empty() || text[at] != '0') {
                    number.digits += text[at];
                }
            }
        }
        number.exponent += at < text.size() ? std::strtoll(std::string(text.substr(at + 1)).c_str(), nullptr, 10) : 0;
        number.digits.erase(number.digits.find_last_not_of('0') + 1);
        return number.digits.empty() ? exact_number() : number;
    }

    static exact_number of(double real) {
        char text[800];
        std::snprintf(text, sizeof text, "%.766e", real); // a double has at most 767 digits
        return of(std::string_view(text));
    }
};

inline std::optional<exact_number> number_of(const any &value) {
    if (const auto *integer = std::get_if<std::int64_t>(&value)) {
        return exact_number::of(std::to_string(*integer));
    }
    if (const auto *real = std::get_if<double>(&value)) {
        return std::isfinite(*real) ? std::optional(exact_number::of(*real)) : std::nullopt;
    }
    const auto *shared = std::get_if<object>(&value);
    return shared != nullptr && value_field(shared->reference()) != nullptr &&
                   is_number_class(class_of_value(shared->reference()))
               ? std::optional(exact_number::of(text_of_value(shared->reference())))
               : std::nullopt;
}

inline std::uint32_t hash_of_value(std::uint64_t reference) {
    std::string text = text_of_value(reference);
    std::string_view name = class_of_value(reference);
    if (!is_number_class(name)) {
        return 31 * hash_of(utf16_of(name)) + hash_of(utf16_of(text));
    }
    exact_number number = exact_number::of(text);
    auto count = static_cast<long long>(number.digits.size());
    if (number.exponent >= count && number.exponent <= 19) { // integral, of 64 bits maybe
        std::string digits = number.digits + std::string(static_cast<std::size_t>(number.exponent - count), '0');
        errno = 0;
        long long integer = std::strtoll(((number.negative ? "-" : "") + digits).c_str(), nullptr, 10);
        if (errno == 0) {
            return hash_of_long(integer);
        }
    }
    double nearest = std::strtod(text.c_str(), nullptr);
    return number.digits.empty() ? 0 : hash_of_long(std::bit_cast<std::int64_t>(nearest));
}

// ---- frozen containers: by their elements ----

inline bool is_frozen(std::uint32_t kind) noexcept {
    return kind == CL_KIND_TUPLE || kind == CL_KIND_FROZEN_SET || kind == CL_KIND_BYTES;
}

inline std::string_view bytes_of(std::uint64_t reference) noexcept {
    const cl_object_header &header = header_of(reference);
    return {reinterpret_cast<const char *>(&header + 1), header.length};
}

inline bool is_no_key(std::uint64_t, void *) {
    return false;
}

// The entries of a map or set at one time. Two may have one object, which adopt() for the first must leave in the log
// for the second: so no session is the outermost one while this lives.
class entries {
  public:
    explicit entries(std::uint64_t reference) {
        cl_found seen{};
        cl_map_find(session_.slot(), reference, 0, is_no_key, nullptr, &seen);
        for (seen.entry = 0; seen.entry < (seen.head & CL_HEAD_COUNT_MASK); seen.entry++) {
            cl_entry entry{};
            failure failed;
            std::int32_t done = failed.check(cl_map_entry(session_.slot(), reference, &seen, &entry, failed));
            session_.called();
            if (done == CL_STALE) {
                all_.clear();
                cl_map_find(session_.slot(), reference, 0, is_no_key, nullptr, &seen);
                seen.entry = UINT32_MAX; // + 1: the first
            } else if (entry.key != CL_TAG_VACANT) {
                all_.push_back(entry);
            }
        }
    }

    auto begin() const noexcept { return all_.begin(); }
    auto end() const noexcept { return all_.end(); }
    any value(std::uint64_t word) const { return value_of(session_, CL_SLOT_TAGGED, word); }

  private:
    session outermost_{};
    session session_{};
    std::vector<cl_entry> all_{};
};

inline std::vector<any> elements_of(std::uint64_t reference) {
    std::vector<any> elements;
    if (kind_of(reference) == CL_KIND_FROZEN_SET) {
        entries all(reference);
        for (const cl_entry &entry : all) {
            elements.push_back(all.value(entry.key));
        }
        return elements;
    }
    session session;
    std::uint32_t count = cl_list_count(reference);
    for (std::uint32_t i = 0; i < count; i++) {
        cl_element element{};
        failure failed;
        failed.check(cl_list_get(session.slot(), reference, i, &element, failed));
        session.called();
        elements.push_back(value_of(session, element.kind, element.bits));
    }
    return elements;
}

inline std::uint32_t hash_of_frozen(std::uint64_t reference, std::uint32_t kind) {
    std::uint32_t hash = kind == CL_KIND_FROZEN_SET ? 2 : 1;
    if (kind == CL_KIND_BYTES) {
        for (char byte : bytes_of(reference)) {
            hash = 31 * hash + static_cast<std::uint32_t>(static_cast<signed char>(byte));
        }
        return hash;
    }
    for (const any &element : elements_of(reference)) {
        std::uint32_t own = hash_of(element);
        hash = kind == CL_KIND_TUPLE ? 31 * hash + own : hash + (own ^ own >> 16) * 0x9E3779B1u;
    }
    return hash;
}

inline bool are_equal_frozen(std::uint64_t a, std::uint64_t b, std::uint32_t kind) {
    if (kind == CL_KIND_BYTES) {
        return bytes_of(a) == bytes_of(b);
    }
    std::vector<any> left = elements_of(a);
    std::vector<any> right = elements_of(b);
    return kind == CL_KIND_TUPLE
               ? std::equal(left.begin(), left.end(), right.begin(), right.end(), is_equal)
               : left.size() == right.size() && std::is_permutation(left.begin(), left.end(), right.begin(), is_equal);
}

// ---- all ----

inline std::uint32_t hash_of(const object &shared) {
    std::uint64_t reference = shared.reference();
    std::uint32_t kind = kind_of(reference);
    if (is_frozen(kind)) {
        return hash_of_frozen(reference, kind);
    }
    if (value_field(reference) != nullptr) {
        return hash_of_value(reference);
    }
    std::uint32_t kept = kind == CL_KIND_OBJECT ? load(header_of(reference).key_hash) : 0;
    return kept != 0 ? kept : granules_of(reference) * 31;
}

inline std::uint32_t hash_of(const any &value) {
    switch (value.index()) {
    case 0:
        return 0;
    case 1:
        return std::get<bool>(value) ? 1231 : 1237;
    case 2:
        return hash_of_long(std::get<std::int64_t>(value));
    case 3:
        return hash_of_double(std::get<double>(value));
    case 4:
        return hash_of(utf16_of(std::get<std::string>(value)));
    default:
        return hash_of(std::get<object>(value));
    }
}

inline bool are_equal_objects(const object &a, const object &b) {
    if (a == b) {
        return true;
    }
    std::uint32_t kind = kind_of(a.reference());
    if (is_frozen(kind)) {
        return kind == kind_of(b.reference()) && are_equal_frozen(a.reference(), b.reference(), kind);
    }
    return value_field(a.reference()) != nullptr && value_field(b.reference()) != nullptr &&
           class_of_value(a.reference()) == class_of_value(b.reference()) &&
           text_of_value(a.reference()) == text_of_value(b.reference());
}

// Integers and floats exactly; NaN is equal to NaN.
inline bool are_equal_numbers(const any &a, const any &b) {
    if (a.index() == b.index() && a.index() == 2) {
        return std::get<std::int64_t>(a) == std::get<std::int64_t>(b);
    }
    if (a.index() == b.index() && a.index() == 3) {
        double left = std::get<double>(a);
        double right = std::get<double>(b);
        return left == right || (left != left && right != right);
    }
    auto left = number_of(a);
    return left.has_value() && left == number_of(b);
}

inline bool is_equal(const any &a, const any &b) {
    bool numeric = (a.index() == 2 || a.index() == 3) && (b.index() == 2 || b.index() == 3);
    if (a.index() != b.index() || numeric) {
        return are_equal_numbers(a, b);
    }
    switch (a.index()) {
    case 0:
        return true;
    case 1:
        return std::get<bool>(a) == std::get<bool>(b);
    case 4:
        return std::get<std::string>(a) == std::get<std::string>(b);
    default:
        return are_equal_objects(std::get<object>(a), std::get<object>(b)) || are_equal_numbers(a, b);
    }
}

} // namespace colors::detail

namespace colors {

inline bool operator==(const any &a, const any &b) {
    return detail::is_equal(a, b);
}

} // namespace colors

#endif
