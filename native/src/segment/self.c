/* SPDX-License-Identifier: Apache-2.0 */
#include "self.h"

cl_client cl_self = {.memory = -1, .socket = -1, .area = -1, .vm = -1};
