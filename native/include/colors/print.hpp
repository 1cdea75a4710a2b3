// SPDX-License-Identifier: Apache-2.0
// Texts of values and references, as Java's toString makes them: for people, not to be read back. And std::hash.
#ifndef COLORS_PRINT_HPP
#define COLORS_PRINT_HPP

#include <charconv>

#include "equality.hpp"

namespace colors {

namespace detail {

inline std::string text_of(double number) {
    char text[32];
    std::string digits(text, std::to_chars(text, text + sizeof text, number).ptr);
    return digits.find_first_not_of("-0123456789") == std::string::npos ? digits + ".0" : digits;
}

// Writes a value, with what is in containers; a container that is in itself is written once.
class printer {
  public:
    void put(const any &value) {
        switch (value.index()) {
        case 0:
            text_ += "null";
            break;
        case 1:
            text_ += std::get<bool>(value) ? "true" : "false";
            break;
        case 2:
            text_ += std::to_string(std::get<std::int64_t>(value));
            break;
        case 3:
            text_ += text_of(std::get<double>(value));
            break;
        case 4:
            text_ += std::get<std::string>(value);
            break;
        default:
            put(std::get<object>(value).reference());
        }
    }

    std::string take() { return std::move(text_); }

  private:
    // Of an object that the caller keeps alive.
    void put(std::uint64_t reference) {
        switch (type_of(reference)) {
        case CL_TYPE_LIST:
            put_all(reference, "[]", [&] { put_elements(elements_of(reference)); });
            break;
        case CL_TYPE_SET:
        case CL_TYPE_MAP:
            put_all(reference, type_of(reference) == CL_TYPE_MAP ? "{}" : "[]", [&] { put_entries(reference); });
            break;
        case CL_TYPE_BINARY:
            text_ += "binary of " + std::to_string(header_of(reference).length) + " bytes";
            put_identity(reference);
            break;
        case CL_TYPE_STRING:
            text_ += shared_text(reference).str();
            break;
        default:
            put_object(reference);
        }
    }

    template <class Parts> void put_all(std::uint64_t reference, const char *brackets, Parts &&put_parts) {
        text_ += brackets[0];
        if (std::find(around_.begin(), around_.end(), reference) != around_.end()) {
            text_ += "...";
        } else {
            around_.push_back(reference);
            put_parts();
            around_.pop_back();
        }
        text_ += brackets[1];
    }

    void put_elements(const std::vector<any> &elements) {
        const char *before = "";
        for (const any &element : elements) {
            text_ += std::exchange(before, ", ");
            put(element);
        }
    }

    void put_entries(std::uint64_t reference) {
        const char *before = "";
        entries all(reference);
        for (const cl_entry &entry : all) {
            text_ += std::exchange(before, ", ");
            put(all.value(entry.key));
            if (type_of(reference) == CL_TYPE_MAP) {
                text_ += "=";
                put(all.value(entry.value));
            }
        }
    }

    void put_object(std::uint64_t reference) {
        if (value_field(reference) != nullptr) {
            text_ += text_of_value(reference);
            return;
        }
        text_ += class_of_value(reference);
        put_identity(reference);
    }

    void put_identity(std::uint64_t reference) {
        char text[16];
        std::snprintf(text, sizeof text, "@%x", granules_of(reference) * 31);
        text_ += text;
    }

    std::string text_{};
    std::vector<std::uint64_t> around_{}; // the containers that are being written
};

} // namespace detail

// `company.Employee@2a40`, `[1, 2.5, three]`, `{key=value}`, `binary of 16 bytes@2a40`, `null`.
inline std::string to_string(const any &value) {
    detail::printer printer;
    printer.put(value);
    return printer.take();
}

template <class Stream, class Value>
    requires(std::same_as<Value, any> || std::derived_from<Value, detail::rooted>) &&
            requires(Stream &stream, const std::string &text) { stream << text; }
Stream &operator<<(Stream &stream, const Value &value) {
    stream << to_string(value);
    return stream;
}

} // namespace colors

// As `==` compares: references by identity, colors::any by docs/equality.md.
template <std::derived_from<colors::detail::rooted> Reference> struct std::hash<Reference> {
    std::size_t operator()(const Reference &of) const noexcept {
        return std::hash<std::uint64_t>()(of.reference() >> CL_GRANULE_SHIFT);
    }
};
template <> struct std::hash<colors::any> {
    std::size_t operator()(const colors::any &value) const { return colors::detail::hash_of(value); }
};

#endif
