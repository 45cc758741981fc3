# Runout's make targets. `make help` lists them.
#
# Two are all the set-up there is: `make run` and `make test` install what the machine lacks (Scripts/system-packages).

PREFIX  ?= /usr/local
DESTDIR ?=
ARGS    ?=
FILTER  ?=
FOR     ?=
SEED    ?=
ONLY    ?=
RUNS    ?=
RELEASES ?=
# Where another glibc lies that the program is to run with, and static libraries: Scripts/dist has it.
SYSROOT ?=
# Seconds after which `make test` stops, and names the tests that hang.
LIMIT   ?= 1200

# One form for everything (decision 0049): the tests run the program that people run, and what one target has built no
# other builds again. The libraries of Swift go into the program, which then starts faster and runs where there is no
# toolchain. What a debugger needs is left out of it and of the tests; `swift build` and `swift test` are the form for one.
STRIP   := -Xlinker -s
ifeq ($(shell uname -s),Darwin)
# Its linker has no such option any longer.
STRIP   :=
endif
RELEASE := -c release $(STRIP) -Xswiftc -gnone -Xswiftc -enable-testing
ifneq ($(shell uname -s),Darwin)
RELEASE += --static-swift-stdlib --disable-local-rpath -Xswiftc -I$(CURDIR)/.build/archives/testing/modules
# A generic type such as `Set<Style>` is asked for with the conformances it needs. By its name, as is the rule, the
# runtime looks for each of them among all that are linked, and that was a third of all instructions of a start.
RELEASE += -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
# What a session runs lies side by side (Scripts/order-functions). Only the toolchain's own linker can do that for
# functions by name; any other does without.
RELEASE += -Xswiftc -Xfrontend -Xswiftc -function-sections
ORDER := $(wildcard $(CURDIR)/Scripts/functions.order)
TOOLCHAIN := $(dir $(realpath $(shell command -v swiftc)))
ARCHIVES := $(CURDIR)/.build/archives
ifneq ($(wildcard $(TOOLCHAIN)ld.lld),)
RELEASE += -Xswiftc -use-ld=lld -Xlinker --no-warn-symbol-ordering $(ORDER:%=-Xlinker --symbol-ordering-file='%')
# Foundation brings the dates, numbers and sort orders of 700 languages, a third of the program's size. Runout uses none
# of them, so the linker gets an empty table in their place (Scripts/locale-data.c), and drops the full one.
LOCALES := $(shell grep -aom1 'icudt[0-9]*_dat' $(TOOLCHAIN)../lib/swift_static/linux/lib_FoundationICU.a 2>/dev/null | head -1)
ifneq ($(and $(LOCALES),$(wildcard $(TOOLCHAIN)clang)),)
LOCALE_DATA := $(ARCHIVES)/locale-data.o
RELEASE += -Xlinker $(LOCALE_DATA) -Xlinker --defsym -Xlinker $(LOCALES)=runout_no_locale_data
endif
ifneq ($(SYSROOT),)
RELEASE += -Xswiftc -Xclang-linker -Xswiftc --sysroot=$(SYSROOT) -Xswiftc -L$(SYSROOT)/static \
  -Xlinker $(SYSROOT)/old-glibc.o $(addprefix -Xlinker ,-ltinfo -lpthread -ldl -lutil -lrt)
# Addresses to be set at the start are listed in a bit each instead of 24 bytes, which glibc reads from 2.36 on.
else ifeq ($(shell printf '2.36\n%s\n' "$$(getconf GNU_LIBC_VERSION 2>/dev/null | cut -d' ' -f2)" | sort -V | head -1),2.36)
RELEASE += -Xlinker -z -Xlinker pack-relative-relocs
endif
endif
# The same for C++'s, where there is an archive of it: finding its symbols takes longer than all else that is done before
# the program's first instruction. And nothing ever looks for symbols in the program.
RELEASE += -Xlinker --no-export-dynamic
CXX_ARCHIVE := $(realpath $(shell cc -print-file-name=libstdc++.a 2>/dev/null))
ifneq ($(CXX_ARCHIVE),)
RELEASE += -Xswiftc -L$(ARCHIVES) -Xswiftc -Xclang-linker -Xswiftc -static-libgcc
endif
endif
BINARY := .build/release/runout
# SwiftPM writes the traits into every compiler's arguments in the order of a set, which is another one each time: without
# this, every other plan has all of our modules compiled again.
PLAN := SWIFT_DETERMINISTIC_HASHING=1
# What decodes pictures, in a process of its own: one file of C, which one line of the compiler builds in a second.
HELPER := .build/release/runout-pictures
HELPER_SOURCE := Helper/runout-pictures.c
PICTURE_FLAGS := -s
ifeq ($(shell uname -s),Darwin)
# The compiler does not look there by itself.
PICTURE_FLAGS := -I$$(brew --prefix)/include -L$$(brew --prefix)/lib
endif
PICTURES := [ $(HELPER) -nt $(HELPER_SOURCE) ] || \
  cc -O2 -Wall -Wextra -Werror -o $(HELPER) $(HELPER_SOURCE) -ljpeg -lpng -lwebp $(PICTURE_FLAGS)
# Not by `swift test`, which plans the build once more and would hand all that on to the tests.
RUN_TESTS = .build/release/runoutPackageTests.xctest --testing-library swift-testing $(if $(FILTER),--filter '$(FILTER)')
ifeq ($(shell uname -s),Darwin)
RUN_TESTS = swift test -c release --skip-build --disable-xctest $(if $(FILTER),--filter '$(FILTER)')
endif

BINDIR   := $(DESTDIR)$(PREFIX)/bin
SHAREDIR := $(DESTDIR)$(PREFIX)/share

STATE_HOME := $(or $(XDG_STATE_HOME),$(HOME)/.local/state)

.DEFAULT_GOAL := help
.PHONY: help run build archives dist packages site check-interface build-tests test check check-sanitized fuzz siege soak record docs pictures bench log install uninstall clean

help: ## List these targets
	@awk 'BEGIN { FS = ":.*## " } /^[a-z][a-z-]*:.*## / { printf "  make %-16s%s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@printf '\n'; printf '  %s\n' \
	  'ARGS="…"          after `make run`: further arguments, for example ARGS="--size 80x24"' \
	  'FILTER=name       after `make test`: only the tests whose name matches' \
	  'FOR=60            after `make fuzz`: seconds for each target; after `make soak`: in all' \
	  'ONLY=toml,keys    after `make fuzz`: some of the targets; RUNS=1000000 for so many inputs each' \
	  'RELEASES=100000   after `make soak`: a smaller catalogue' \
	  'PREFIX=/usr/local after `make install`, DESTDIR= in front of it'

run: ## Build Runout and start it on the demo catalogue
	@Scripts/is-built $(RELEASE) || $(MAKE) --no-print-directory build
	@exec $(BINARY) --source demo $(ARGS)

build: archives ## Build the program, .build/release/runout
	@Scripts/is-built --begin
	@$(PLAN) Scripts/step build .build/release.log swift build --product runout $(RELEASE)
	@$(PICTURES)
	@Scripts/is-built --done $(RELEASE)

archives:
	@Scripts/system-packages --for run
	@$(if $(ARCHIVES),mkdir -p $(ARCHIVES))
	@$(if $(CXX_ARCHIVE),ln -sf $(CXX_ARCHIVE) $(ARCHIVES)/libstdc++.a)
	@$(if $(LOCALE_DATA),$(TOOLCHAIN)clang -O2 -c -o $(LOCALE_DATA) Scripts/locale-data.c)
	@$(if $(ARCHIVES),Scripts/link-testing $(realpath $(TOOLCHAIN)../lib) $(ARCHIVES)/testing)

build-tests: archives
	@Scripts/system-packages --for test
	@Scripts/is-built --begin
	@$(PLAN) LIBRARY_PATH=$(ARCHIVES)/testing/libraries Scripts/step build .build/tests-build.log swift build --build-tests --disable-xctest $(RELEASE)
	@$(PICTURES)
	@Scripts/is-built --done $(RELEASE)

test: build-tests ## Run every test, those in a real terminal included
	@NO_COLOR=1 SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=16 Scripts/step test .build/tests.log --limit $(LIMIT) \
	  $(RUN_TESTS)

check: test ## Run the tests, then format, lint and the documents
	@Scripts/system-packages --for check
	swift format lint --strict --recursive --parallel Sources Tests Resources Fuzzing/Sources Examples/*/Sources Package.swift \
	  Fuzzing/Package.swift Examples/*/Package.swift
	Scripts/check-scripts
	Scripts/check-comments
	Scripts/check-words
	Scripts/check-examples
	Scripts/check-documents
	Scripts/test-install
	Tests/Distribution/test-release

siege: ## Kill the program at each step, then besiege it over an account that lies, FOR=600 seconds, SEED=number
	@Scripts/system-packages --for check
	RUNOUT_KILL_AT_EACH_STEP=1 $(MAKE) --no-print-directory test FILTER=Killed
	FOR='$(FOR)' SEED='$(SEED)' Tests/Siege/siege $(BINARY)

check-sanitized: ## Run the unit tests under the address and the thread sanitizer
	@Scripts/system-packages --for test
	Scripts/check-sanitized $(if $(FILTER),--filter '$(FILTER)')

check-interface: ## Say what has changed in the SDK's interface since the last release
	@Scripts/check-interface

fuzz: ## Give made-up bytes to everything that reads bytes from outside
	@Scripts/system-packages --for test
	Scripts/fuzz $(if $(FOR),--for $(FOR)) $(if $(RUNS),--runs $(RUNS)) $(if $(ONLY),--only $(ONLY))

soak: build ## Go through every page of a large catalogue for twenty minutes, and see that nothing grows
	Scripts/soak $(if $(FOR),--for $(FOR)) $(if $(RELEASES),--releases $(RELEASES))

record: build-tests ## Write the screens and documents that the tests compare with
	RECORD_SCREENS=1 $(RUN_TESTS)

docs: build ## Bring the documents in step with the code, and build those of the SDK
	Scripts/record-screens
	Scripts/fill-documents
	Scripts/generate-failures
	Scripts/generate-manual
	Scripts/changelog
	Scripts/document-sdk

pictures: build ## Take the pictures in README.md, in an xterm on a display of its own; ARGS=--gallery those of all pages
	Scripts/record-pictures $(ARGS)

bench: build ## Measure, and print the table of Benchmarks/README.md
	@if [ -x Benchmarks/run ]; then exec Benchmarks/run $(ARGS); else echo 'There is no Benchmarks/run yet.' >&2; exit 1; fi

log: ## Follow the log of a running Runout
	@mkdir -p '$(STATE_HOME)/runout' && exec tail -n 50 -F '$(STATE_HOME)/runout/runout.log'

# `sudo make install` finds no toolchain in root's PATH, so what is built already is taken as it is.
install: ## Install the program, its resources, manual and completions under PREFIX
	@if [ -n "$$SUDO_USER" ] && [ -x $(BINARY) ]; then :; else $(MAKE) --no-print-directory build; fi
	install -d '$(BINDIR)' '$(SHAREDIR)/runout' '$(SHAREDIR)/man/man1'
	install -m 755 $(BINARY) '$(BINDIR)/runout'
	install -d '$(DESTDIR)$(PREFIX)/libexec/runout'
	install -m 755 $(HELPER) '$(DESTDIR)$(PREFIX)/libexec/runout/runout-pictures'
	cd Resources && find Demo -type f ! -name '.*' \
	  -exec sh -c 'for f; do install -d "$$0/$$(dirname "$$f")" && install -m 644 "$$f" "$$0/$$f" || exit 1; done' '$(abspath $(SHAREDIR))/runout' {} +
	install -m 644 man/runout.1 '$(SHAREDIR)/man/man1/runout.1'
	install -d '$(SHAREDIR)/bash-completion/completions' '$(SHAREDIR)/zsh/site-functions' '$(SHAREDIR)/fish/vendor_completions.d'
	$(BINARY) --generate-completion-script bash >'$(SHAREDIR)/bash-completion/completions/runout'
	$(BINARY) --generate-completion-script zsh >'$(SHAREDIR)/zsh/site-functions/_runout'
	$(BINARY) --generate-completion-script fish >'$(SHAREDIR)/fish/vendor_completions.d/runout.fish'

dist: ## Build the tarball for Linux on x86_64, .build/dist, from the last commit
	@Scripts/dist

packages: dist ## Build the tarball, and of it a .deb, an .rpm, and recipes for Arch and Homebrew
	@Scripts/packages

site: ## Build the page, .build/site, of README, manual, documents and the guide to the SDK
	@Scripts/site

uninstall: ## Remove what `make install` put under PREFIX
	rm -f '$(BINDIR)/runout' '$(SHAREDIR)/man/man1/runout.1' '$(SHAREDIR)/bash-completion/completions/runout' \
	  '$(SHAREDIR)/zsh/site-functions/_runout' '$(SHAREDIR)/fish/vendor_completions.d/runout.fish'
	rm -rf '$(SHAREDIR)/runout' '$(DESTDIR)$(PREFIX)/libexec/runout'

clean: ## Remove everything that was built
	rm -rf .build
