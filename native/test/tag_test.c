/* SPDX-License-Identifier: Apache-2.0 */
/* Tagged words: every value comes back, and no two kinds share a word. */
#include <math.h>
#include <string.h>

#include "check.h"
#include "object.h"

static bool is_same(double a, double b) {
    return memcmp(&a, &b, sizeof a) == 0; /* tells -0.0 from 0.0 and knows NaN */
}

static bool is_float_word(uint64_t word) {
    return (word & CL_TAG_FLOAT_MASK) == CL_TAG_FLOAT;
}

static void integers(void) {
    const int64_t good[] = {0, 1, -1, 2, -2, 1000000007, INT32_MAX, INT32_MIN, (1ll << 62) - 1, -(1ll << 62)};
    const int64_t boxed[] = {INT64_MAX, INT64_MIN, 1ll << 62, -(1ll << 62) - 1};
    uint64_t word;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        CHECK(cl_tag_integer(good[i], &word) && (word & CL_TAG_INTEGER_BIT) != 0 && cl_untag_integer(word) == good[i]);
    }
    for (size_t i = 0; i < sizeof boxed / sizeof boxed[0]; i++) {
        CHECK(!cl_tag_integer(boxed[i], &word));
    }
}

static void floats(void) {
    const double good[] = {0.0, 1.0, -1.0, 0.1, -3.5e70, 1e77, -1e-76, 3.141592653589793, 1e15};
    const double boxed[] = {-0.0, 1e300, -1e300, 5e-324, HUGE_VAL, -HUGE_VAL, 1e-77};
    uint64_t word;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        CHECK(cl_tag_float(good[i], &word) && is_float_word(word) && is_same(cl_untag_float(word), good[i]));
    }
    for (size_t i = 0; i < sizeof boxed / sizeof boxed[0]; i++) {
        CHECK(!cl_tag_float(boxed[i], &word));
    }
    CHECK(!cl_tag_float(__builtin_nan(""), &word));
    CHECK(cl_tag_float(0.0, &word) && word == CL_TAG_FLOAT_ZERO);
}

/* All exponents, both signs, edge and random mantissas: what fits comes back bit for bit, and the range is as declared.
 */
static void float_range(void) {
    uint64_t seed = 1;
    for (uint64_t top = 0; top < 4096; top++) {
        const uint64_t mantissas[] = {0, 1, (1ull << 52) - 1, check_random(&seed) >> 12};
        for (int i = 0; i < 4; i++) {
            uint64_t bits = top << 52 | mantissas[i];
            uint64_t word;
            double value;
            memcpy(&value, &bits, sizeof value);
            bool fits = cl_tag_float(value, &word);
            int exponent = (int)(top & 2047) - 1023;
            bool inside = exponent >= -255 && exponent < 257 && bits != 0x3000000000000000ull;
            CHECK(fits == (inside || bits == 0));
            CHECK(!fits || (is_float_word(word) && is_same(cl_untag_float(word), value)));
        }
    }
}

static void strings(void) {
    const char *const good[] = {"", "a", "seven77", "\xc3\xbf\xc3\xa9\xc2\x80\x7f\xc3\xbf\xc3\xbf\xc3\xbf"};
    const char *const large[] = {"8 chars.", "\xc4\x80", "\xe2\x82\xac", "a\xff", "\xf0\x9f\x98\x80"};
    char text[14];
    uint64_t word;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        CHECK(cl_tag_string(good[i], strlen(good[i]), &word) && cl_is_tagged_string(word) &&
              cl_word_is_valid(cl_word_of(word)));
        CHECK(cl_untag_string(word, text) == strlen(good[i]) && memcmp(text, good[i], strlen(good[i])) == 0);
    }
    for (size_t i = 0; i < sizeof large / sizeof large[0]; i++) {
        CHECK(!cl_tag_string(large[i], strlen(large[i]), &word));
    }
    uint64_t other;
    CHECK(cl_tag_string("a\0b", 3, &word) && cl_untag_string(word, text) == 3 && memcmp(text, "a\0b", 3) == 0);
    CHECK(cl_tag_string("a", 1, &word) && cl_tag_string("a\0", 2, &other) && word != other);
    CHECK(cl_tag_string("ab", 2, &word) && word == 0x6261a8);
}

static void validity(void) {
    CHECK(cl_word_is_valid(cl_word_of(0)) && cl_word_is_valid(cl_word_of(1)) && cl_word_is_valid(cl_word_of(2)) &&
          cl_word_is_valid(cl_word_of(CL_TAG_FALSE)) && cl_word_is_valid(cl_word_of(CL_TAG_TRUE)));
    CHECK(cl_word_is_valid(cl_word_of(0x1000)) && cl_word_is_valid(cl_word_of(UINT64_MAX)));
    CHECK(!cl_word_is_valid(cl_word_of(CL_TAG_FAILED)) && !cl_word_is_valid(cl_word_of(20)) &&
          !cl_word_is_valid(cl_word_of(0x1008)) && !cl_word_is_valid(cl_word_of(0x100c)));
    CHECK(!cl_is_tagged_string(CL_TAG_VACANT) && !cl_word_is_valid(cl_word_of(CL_TAG_VACANT)) &&
          cl_word_is_valid(cl_word_of(CL_TAG_STRING)));
    CHECK(!cl_word_is_valid(cl_word_of(CL_TAG_STRING | 0x100)) &&
          !cl_word_is_valid(cl_word_of(0x6261a8 | 1ull << 24))); /* behind the end */
}

int main(void) {
    check_begin("tag");
    RUN(integers);
    RUN(floats);
    RUN(float_range);
    RUN(strings);
    RUN(validity);
    return check_end();
}
