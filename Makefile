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

# One form for everything: the tests run the program that people run, and what one target has built no other builds again.
RELEASE := $(shell SYSROOT='$(SYSROOT)' Scripts/release-flags)
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
	@SYSROOT='$(SYSROOT)' Scripts/release-flags --prepare

build-tests: archives
	@Scripts/system-packages --for test
	@Scripts/is-built --begin
	@$(PLAN) LIBRARY_PATH=$(CURDIR)/.build/archives/testing/libraries Scripts/step build .build/tests-build.log swift build --build-tests --disable-xctest $(RELEASE)
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
	Scripts/generate-json-manual
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
	Scripts/install '$(DESTDIR)$(PREFIX)'

dist: ## Build the tarball for Linux on x86_64, .build/dist, from the last commit
	@Scripts/dist

packages: dist ## Build the tarball, and of it a .deb, an .rpm, and recipes for Arch and Homebrew
	@Scripts/packages

site: ## Build the page, .build/site, of README, manual, documents and the guide to the SDK
	@Scripts/site

uninstall: ## Remove what `make install` put under PREFIX
	Scripts/install --remove '$(DESTDIR)$(PREFIX)'

clean: ## Remove everything that was built
	rm -rf .build
