// SPDX-License-Identifier: Apache-2.0
// CoLoRS for C++20, header only, over colors.h: docs/cpp.md. Link with libcolors.
#ifndef COLORS_HPP
#define COLORS_HPP

#if __cplusplus < 202002L
#error "colors.hpp needs C++20: compile with -std=c++20, or a later one"
#elif !defined(__cpp_exceptions)
#error "colors.hpp tells errors by exceptions: compile without -fno-exceptions, or use colors.h"
#else
#include "colors/array.hpp"
#include "colors/channel.hpp"
#include "colors/copy.hpp"
#include "colors/map.hpp"
#include "colors/print.hpp"
#include "colors/repository.hpp"
#endif

#endif
