// SPDX-License-Identifier: Apache-2.0
// CoLoRS for C++20, header only, over colors.h: docs/cpp.md. Link with libcolors.
#ifndef COLORS_HPP
#define COLORS_HPP

#include "colors/array.hpp"
#include "colors/channel.hpp"
#include "colors/map.hpp"
#include "colors/print.hpp"
#include "colors/repository.hpp"

#endif
