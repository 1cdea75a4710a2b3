# SPDX-License-Identifier: Apache-2.0
# Flags of all C here, and of benchmarks/native. ci/test-hardening holds that the programs have what HARDENING and LINK ask for.

GCC := $(if $(findstring clang,$(shell $(CC) --version)),,yes)
MACHINE := $(firstword $(subst -, ,$(shell $(CC) -dumpmachine)))

WARNINGS = -Wall -Wextra -Wundef -Wconversion -Wsign-conversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
	-Wold-style-definition -Wvla -Wformat=2 -Wpointer-arith -Wdouble-promotion \
	$(if $(GCC),$(GCC_WARNINGS),$(CLANG_WARNINGS)) -Werror
GCC_WARNINGS = -Warith-conversion -Wlogical-op -Wduplicated-cond -Wduplicated-branches -Wjump-misses-init -Wtrampolines
CLANG_WARNINGS = -Wno-string-conversion # CHECK(!"what")

# Of C++ (colors.hpp).
CXX_WARNINGS = -Wall -Wextra -Wpedantic -Wundef -Wconversion -Wsign-conversion -Wshadow -Wformat=2 -Werror

# A sanitizer has checks of its own instead. Systems that set a level of _FORTIFY_SOURCE set a lower one.
HARDENING = -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3 -fstack-protector-strong -fstack-clash-protection $(BRANCHES)
ifneq ($(filter x86_64 i%86,$(MACHINE)),)
BRANCHES = -fcf-protection
else ifeq ($(MACHINE),aarch64)
BRANCHES = -mbranch-protection=standard
endif
LINK = -Wl,-z,relro,-z,now,-z,noexecstack
