// SPDX-License-Identifier: Apache-2.0
// Strings: UTF-8 in std::string, Latin-1 or UTF-16 in the segment.
#ifndef COLORS_TEXT_HPP
#define COLORS_TEXT_HPP

#include <cstring>

#include "roots.hpp"

namespace colors::detail {

inline void append_utf8(std::string &text, std::uint32_t point) {
    auto add = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
    if (point < 0x80) {
        add(point);
    } else if (point < 0x800) {
        add(0xc0 | point >> 6);
        add(0x80 | (point & 0x3f));
    } else if (point < 0x10000) {
        add(0xe0 | point >> 12);
        add(0x80 | (point >> 6 & 0x3f));
        add(0x80 | (point & 0x3f));
    } else {
        add(0xf0 | point >> 18);
        add(0x80 | (point >> 12 & 0x3f));
        add(0x80 | (point >> 6 & 0x3f));
        add(0x80 | (point & 0x3f));
    }
}

// The text of a string object that the caller keeps alive; it never changes. Throws type_conflict for half a pair of
// UTF-16, which UTF-8 has no bytes for.
class shared_text {
  public:
    explicit shared_text(std::uint64_t reference) noexcept
        : head_(at<cl_string_head>(reference)), bytes_(reinterpret_cast<const unsigned char *>(&head_ + 1)),
          units_(is_latin1() ? head_.header.length : head_.header.length / 2) {}

    std::uint32_t hash() const noexcept { return head_.hash; }
    std::uint32_t units() const noexcept { return units_; }
    std::uint32_t unit(std::uint32_t index) const noexcept {
        if (is_latin1()) {
            return bytes_[index];
        }
        std::uint16_t unit;
        std::memcpy(&unit, bytes_ + 2 * std::size_t{index}, sizeof unit);
        return unit;
    }

    std::string str() const {
        std::string text;
        text.reserve(head_.header.length);
        for (std::uint32_t i = 0; i < units_; i++) {
            std::uint32_t point = unit(i);
            if ((point & 0xf800) == 0xd800) {
                std::uint32_t low = i + 1 < units_ ? unit(i + 1) : 0;
                if (point >= 0xdc00 || (low & 0xfc00) != 0xdc00) {
                    throw type_conflict("the string has half a pair of UTF-16 at unit " + std::to_string(i) +
                                        ", which std::string cannot hold as UTF-8");
                }
                point = 0x10000 + ((point & 0x3ff) << 10) + (low & 0x3ff);
                i++;
            }
            append_utf8(text, point);
        }
        return text;
    }

  private:
    bool is_latin1() const noexcept { return head_.encoding == CL_ENCODING_LATIN1; }

    const cl_string_head &head_;
    const unsigned char *bytes_;
    std::uint32_t units_;
};

// The UTF-16 units of valid UTF-8. Throws shared_memory_error where it is not.
inline std::u16string utf16_of(std::string_view text) {
    std::u16string units;
    for (std::size_t at = 0; at < text.size();) {
        auto first = static_cast<unsigned char>(text[at]);
        std::size_t more = first < 0x80 ? 0 : (first & 0xe0) == 0xc0 ? 1 : (first & 0xf0) == 0xe0 ? 2 : 3;
        bool valid = (first < 0x80 || (first >= 0xc2 && first <= 0xf4)) && at + more < text.size();
        std::uint32_t point = more == 0 ? first : first & (0x3fu >> more);
        for (std::size_t i = 1; valid && i <= more; i++) {
            auto next = static_cast<unsigned char>(text[at + i]);
            valid = (next & 0xc0) == 0x80;
            point = point << 6 | (next & 0x3f);
        }
        static constexpr std::uint32_t least[] = {0, 0x80, 0x800, 0x10000};
        if (!valid || point < least[more] || point > 0x10ffff || (point & 0xfffff800) == 0xd800) {
            throw shared_memory_error(reason::argument, "the text is not valid UTF-8 at byte " + std::to_string(at) +
                                                            " of " + std::to_string(text.size()));
        }
        if (point > 0xffff) {
            units += static_cast<char16_t>(0xd7c0 + (point >> 10));
            point = 0xdc00 | (point & 0x3ff);
        }
        units += static_cast<char16_t>(point);
        at += more + 1;
    }
    return units;
}

// java.lang.String.hashCode
inline std::uint32_t hash_of(std::u16string_view units) noexcept {
    std::uint32_t hash = 0;
    for (char16_t unit : units) {
        hash = hash * 31 + unit;
    }
    return hash;
}

inline bool is_string_object(std::uint64_t word) noexcept {
    return is_reference(word) && kind_of(word) == CL_KIND_STRING;
}

inline std::string untagged_string(std::uint64_t word) {
    char text[14];
    return {text, cl_untag_string(word, text)};
}

// The word of a string, short ones without an object.
inline std::uint64_t word_of_text(const session &session, std::string_view text) {
    std::uint64_t word;
    if (cl_tag_string(text.data(), text.size(), &word)) {
        return word;
    }
    failure failed;
    word = failed.check(cl_string(session.slot(), text.data(), text.size(), failed));
    session.called();
    session.get().made(2 * text.size());
    return word;
}

} // namespace colors::detail

#endif
