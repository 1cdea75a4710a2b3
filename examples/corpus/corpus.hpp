// SPDX-License-Identifier: Apache-2.0
// What the programs of the corpus have in common in C++. Program.java, corpus.py and corpus.js say the same in the
// other languages. A program has a part write, which makes shared objects and publishes them, a part read, which finds
// them and may change them, and maybe a part check, which looks again in the process that wrote.
#ifndef CORPUS_HPP
#define CORPUS_HPP

#include <algorithm>
#include <colors.hpp>
#include <iostream>

namespace corpus {

using part = void (*)();

struct program {
    std::string_view name;
    part write, read, check;
};

// Those that were compiled in.
inline std::vector<program> &programs() {
    static std::vector<program> all;
    return all;
}

inline bool add(const program &added) {
    programs().push_back(added);
    return true;
}

inline void run(const program &of, std::string_view name) {
    part part = name == "write" ? of.write : name == "read" ? of.read : name == "check" ? of.check : nullptr;
    if (part == nullptr) {
        throw std::invalid_argument("the parts are write, read and check, not " + std::string(name));
    }
    part();
}

// Runs the parts that are named, or all of them.
inline int main(int count, char **arguments) {
    std::vector<std::string_view> parts(arguments + 1, arguments + count);
    for (std::string_view name : parts.empty() ? std::vector<std::string_view>{"write", "read", "check"} : parts) {
        run(programs().front(), name);
    }
    return 0;
}

inline void nothing() {}

inline void publish(std::string_view key, const colors::any &value) {
    colors::repository<>(key).set(value);
}

template <class Type = colors::object> Type find(std::string_view key) {
    return colors::repository<Type>(key).get();
}

inline void say(std::string_view text) {
    std::cout << text << std::endl;
}

// The fields, by name: their order is not promised.
inline std::vector<colors::shared_field> fields(const colors::object &thing) {
    auto all = colors::shared_type_of(thing).fields;
    std::ranges::sort(all, {}, &colors::shared_field::name);
    return all;
}

// The static type of a field, or "none" when the object's version has no such field.
inline std::string type_of(const colors::object &thing, std::string_view name) {
    for (const colors::shared_field &field : fields(thing)) {
        if (field.name == name) {
            return field.type;
        }
    }
    return "none";
}

inline std::string hexadecimal(std::uint64_t bits, int digits = 0) {
    char text[20];
    std::snprintf(text, sizeof text, "%0*llx", digits, static_cast<unsigned long long>(bits));
    return text;
}

inline std::string quote(std::string_view text) {
    std::string quoted = "\"";
    for (std::size_t at = 0; at < text.size();) {
        auto first = static_cast<unsigned char>(text[at++]);
        std::uint32_t point = first < 0x80   ? first
                              : first < 0xe0 ? first & 0x1f
                              : first < 0xf0 ? first & 0xf
                                             : first & 7;
        for (; at < text.size() && (text[at] & 0xc0) == 0x80; at++) {
            point = point << 6 | (text[at] & 0x3f);
        }
        quoted +=
            point >= ' ' && point <= '~' ? std::string(1, static_cast<char>(point)) : "\\u{" + hexadecimal(point) + "}";
    }
    return quoted + '"';
}

inline std::string truth(bool is_true) {
    return is_true ? "true" : "false";
}

// Integers in decimal, floats as the 16 digits of their bits, strings in ASCII, objects as their class.
inline std::string text(const colors::any &value) {
    switch (value.index()) {
    case 0:
        return "null";
    case 1:
        return truth(std::get<bool>(value));
    case 2:
        return std::to_string(std::get<std::int64_t>(value));
    case 3: {
        double number = std::get<double>(value);
        return number != number ? "nan" : hexadecimal(std::bit_cast<std::uint64_t>(number), 16);
    }
    case 4:
        return quote(std::get<std::string>(value));
    default:
        return std::get<colors::object>(value).class_name();
    }
}

template <std::ranges::input_range Range> std::string texts(Range &&elements) {
    std::string all;
    for (const auto &element : elements) {
        all += (all.empty() ? "" : " ") + text(element);
    }
    return all;
}

// Prints a field: its static type, and its value in a form that all languages can print alike.
inline void show(const colors::object &thing, std::string_view name) {
    say(std::string(name) + ": " + type_of(thing, name) + " " + text(thing.get(name)));
}

// Runs what must fail, and prints how it did.
template <class Operation> void attempt(const std::string &what, Operation operation) {
    try {
        operation();
        say(what + ": accepted");
    } catch (const colors::type_conflict &) {
        say(what + ": type conflict");
    } catch (const colors::shared_memory_error &) {
        say(what + ": refused");
    }
}

// Runs what must fail with this error, and prints whether it did.
template <class Error = colors::shared_memory_error, class Operation> std::string refusal(Operation operation) {
    try {
        operation();
        return "accepted";
    } catch (const Error &) {
        return "refused";
    }
}

template <class Error = colors::shared_memory_error, class Operation>
void refuse(const std::string &what, Operation operation) {
    say(what + ": " + refusal<Error>(operation));
}

} // namespace corpus

// At the end of a program, whose parts are functions of the namespace of its name.
#ifdef CORPUS_DRIVE
#define CORPUS_MAIN
#else
#define CORPUS_MAIN                                                                                                    \
    int main(int count, char **arguments) {                                                                            \
        return corpus::main(count, arguments);                                                                         \
    }
#endif
#define CORPUS_PROGRAM(NAME, ...)                                                                                      \
    static const bool NAME##_added = corpus::add({#NAME, NAME::write, NAME::read, __VA_ARGS__});                       \
    CORPUS_MAIN

#endif
