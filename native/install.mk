# SPDX-License-Identifier: Apache-2.0
# make install    to PREFIX, below DESTDIR: libcolors with a soname, colorsd, the headers, a CMake package, a pkg-config file
#
# What is installed finds its parts from where it is, so it may be moved as a whole. ./colors uses build/ and nothing of this.

VERSION = 0.1.0
SONAME_VERSION = 0
PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR = $(PREFIX)/include
INSTALL ?= install
INSTALLED = $(BUILD)/installed
# From the folder of libraries to the prefix.
UP = $(shell realpath -m --relative-to=$(LIBDIR) $(PREFIX))

$(INSTALLED)/libcolors.so.$(VERSION): $(LIBRARY_OBJECTS)
	@mkdir -p $(@D)
	$(CC) $(FLAGS) -shared -Wl,-soname,libcolors.so.$(SONAME_VERSION) -Wl,-Bsymbolic-functions -Wl,-z,nodelete $(LINK) -o $@ $^

.PHONY: install
install: all $(INSTALLED)/libcolors.so.$(VERSION)
	$(INSTALL) -d $(addprefix $(DESTDIR),$(BINDIR) $(LIBDIR)/cmake/colors $(LIBDIR)/pkgconfig $(INCLUDEDIR)/colors)
	$(INSTALL) $(BUILD)/colorsd $(DESTDIR)$(BINDIR)/colorsd
	$(INSTALL) -m 755 $(INSTALLED)/libcolors.so.$(VERSION) $(DESTDIR)$(LIBDIR)
	ln -sf libcolors.so.$(VERSION) $(DESTDIR)$(LIBDIR)/libcolors.so.$(SONAME_VERSION)
	ln -sf libcolors.so.$(SONAME_VERSION) $(DESTDIR)$(LIBDIR)/libcolors.so
	$(INSTALL) -m 644 include/*.h include/*.hpp $(DESTDIR)$(INCLUDEDIR)
	$(INSTALL) -m 644 include/colors/*.hpp $(DESTDIR)$(INCLUDEDIR)/colors
	for file in colors-config.cmake colors-config-version.cmake colors.pc; do \
	    case $$file in *.pc) folder=pkgconfig ;; *) folder=cmake/colors ;; esac; \
	    sed 's:@VERSION@:$(VERSION):; s:@SONAME_VERSION@:$(SONAME_VERSION):; s:@UP@:$(UP):' packages/$$file.in \
	        > $(DESTDIR)$(LIBDIR)/$$folder/$$file && chmod 644 $(DESTDIR)$(LIBDIR)/$$folder/$$file || exit 1; \
	done
