// SPDX-License-Identifier: Apache-2.0
// What the tests of colors.hpp have in common, beside the harness.
#ifndef TEST_CPP_HPP
#define TEST_CPP_HPP

#include <colors.hpp>
#include <cstdio>
#include <thread>

#include "check.h"
#include "daemon.h"

// To the segment of all tests; its daemon is started when there is none.
inline void attach(bool read_only = false) {
    if (daemon_pid("cpp") == 0) {
        daemon_start("cpp", nullptr);
    }
    colors::attach({.segment = "cpp", .program = "test", .autostart = false, .read_only = read_only});
}

// Whether an operation fails by this exception, whose text has these words.
template <class Exception, class Operation> bool refuses(Operation operation, const char *words) {
    try {
        operation();
        std::printf("  was accepted: %s\n", words);
    } catch (const Exception &refused) {
        if (std::string_view(refused.what()).find(words) != std::string_view::npos) {
            return true;
        }
        std::printf("  expected \"%s\", got: %s\n", words, refused.what());
    }
    return false;
}

#endif
