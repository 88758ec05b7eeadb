# SPDX-License-Identifier: GPL-3.0-or-later
# mmstep: the one Makefile. `make help` lists what it can do.
# A layer is a folder of src/; each becomes .build/lib<layer>.a, and a layer
# may include only the layers before it in LAYERS (make layers checks that).
# To add a file: put it into its layer's folder. To add a test: put NAME.c into
# tests/unit/LAYER/, with a main of its own.

LAYERS  := base model expr engine command scene report session view output screen app
PREFIX  ?= /usr/local
DESTDIR ?=
BUILD   ?= .build
CC      ?= gcc
OPT     ?= -O2 -g
WERROR  ?=
VERSION := 0.1.0

WARN    := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
           -Wmissing-prototypes -Wno-unused-parameter $(WERROR)
CPPFLAGS += -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 -Isrc -DMMSTEP_VERSION='"$(VERSION)"'
CFLAGS  := -std=c11 $(OPT) $(WARN) $(SAN)
# Linked in, since loading each shared library takes a 20th of a millisecond.
LDLIBS  := -Wl,-Bstatic -lyaml -ljansson -lutf8proc -Wl,-Bdynamic
UILIBS  := -lncursesw -ltinfo -lreadline

# ---- packages ---------------------------------------------------------------
BUILD_PACKAGES := gcc libc6-dev libncurses-dev libyaml-dev libreadline-dev \
                  libjansson-dev libutf8proc-dev
CHECK_PACKAGES := $(BUILD_PACKAGES) clang libclang-rt-14-dev libcmocka-dev \
                  python3 python3-pyte tmux valgrind strace asciinema
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

.DEFAULT_GOAL := all
.PHONY: all help deps deps-check play check unit prop screen-tests scene-tests \
        cli-tests docs-tests pty-tests asan soak bench fuzz layers format bless install \
        uninstall clean

help:
	@sed -n 's/^## //p' Makefile

## make            build ./mmstep (needs the build packages: make deps)
all: mmstep

# One apt-get call, and only if something is missing.
define install_packages
	@missing=$$(for p in $(1); do \
	  dpkg-query -W -f '$${Status}\n' $$p 2>/dev/null | grep -q 'ok installed' \
	    || echo $$p; done); \
	if [ -n "$$missing" ]; then \
	  echo "installing:" $$missing; \
	  $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -q \
	    --no-install-recommends $$missing >$(BUILD)/apt.log 2>&1 || \
	  { $(SUDO) apt-get update -q >>$(BUILD)/apt.log 2>&1 && \
	    $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -q \
	    --no-install-recommends $$missing >>$(BUILD)/apt.log 2>&1; } || \
	  { tail -n 5 $(BUILD)/apt.log >&2; exit 1; }; fi
endef

$(BUILD):
	@mkdir -p $@

## make deps       install missing packages for building
deps: | $(BUILD)
	$(call install_packages,$(BUILD_PACKAGES))

## make deps-check install missing packages for the tests too
deps-check: | $(BUILD)
	$(call install_packages,$(CHECK_PACKAGES))

# ---- program ----------------------------------------------------------------
SRCS := $(foreach l,$(LAYERS),$(wildcard src/$(l)/*.c))
OBJS := $(SRCS:src/%.c=$(BUILD)/%.o)
LIBS := $(foreach l,$(LAYERS),$(if $(wildcard src/$(l)/*.c),$(BUILD)/lib$(l).a))
DATA := $(sort $(wildcard scenes/*.yaml assets/*.yaml assets/machines/*.yaml))

define layer_rule
$(BUILD)/lib$(1).a: $(patsubst src/%.c,$(BUILD)/%.o,$(wildcard src/$(1)/*.c))
	@rm -f $$@
	@ar rcs $$@ $$^
endef
$(foreach l,$(LAYERS),$(eval $(call layer_rule,$(l))))

# The libraries of a layer and of all below it, in link order.
below = $(if $(filter $(1),$(firstword $(2))),$(1),$(firstword $(2)) $(call below,$(1),$(wordlist 2,99,$(2))))
reverse = $(if $(1),$(call reverse,$(wordlist 2,99,$(1))) $(firstword $(1)))
layer_libs = $(foreach l,$(call reverse,$(call below,$(1),$(LAYERS))),$(filter $(BUILD)/lib$(l).a,$(LIBS)))

$(BUILD)/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

# Scenes and assets are part of the program: assets/embed.c writes them as C.
$(BUILD)/embed: assets/embed.c | $(BUILD)
	$(CC) -std=c11 -O1 -o $@ $<
$(BUILD)/data.c: $(BUILD)/embed $(DATA)
	$(BUILD)/embed $(DATA) >$@.new && mv $@.new $@
$(BUILD)/data.o: $(BUILD)/data.c src/base/data.h
	$(CC) $(CPPFLAGS) -std=c11 $(OPT) $(SAN) -c $< -o $@

mmstep $(BUILD)/mmstep: $(LIBS) $(BUILD)/data.o
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(call layer_libs,app) $(BUILD)/data.o $(UILIBS) $(LDLIBS)

-include $(OBJS:.o=.d)

## make play       install what is missing, build, open the tour
# With as many jobs as there are cores, unless make was told how many.
JOBS = $(if $(findstring -j,$(MAKEFLAGS)),,-j$(shell getconf _NPROCESSORS_ONLN))
play: deps
	@$(MAKE) -q mmstep >/dev/null 2>&1 || \
	  echo "building mmstep, about a minute on two cores"
	@$(MAKE) --no-print-directory -s $(JOBS) mmstep
	@./mmstep play tour

# ---- tests ------------------------------------------------------------------
# Unit and property tests are one program, linked once: `$(BUILD)/test model/lock`
# runs tests/unit/model/lock.c, whose main has the name test_model_lock there.
TESTS := $(foreach l,$(LAYERS),$(patsubst tests/unit/%.c,%,$(wildcard tests/unit/$(l)/*.c))) \
         $(patsubst tests/%.c,%,$(wildcard tests/prop/*.c))
TEST_OBJS := $(TESTS:%=$(BUILD)/t/%.o) $(BUILD)/t/all.o
compile_test = @mkdir -p $(@D) && $(CC) $(CPPFLAGS) $(CFLAGS) $(2) -Wno-missing-prototypes \
               -Dmain=test_$(subst /,_,$(1)) -MMD -MP -c $< -o $@

$(BUILD)/t/prop/%.o: tests/prop/%.c
	$(call compile_test,prop/$*)
# A unit test's own code costs more to optimise than to run.
$(BUILD)/t/%.o: tests/unit/%.c
	$(call compile_test,$*,-O0)
$(BUILD)/t/list.h: Makefile $(wildcard tests/unit/* tests/prop)
	@mkdir -p $(@D)
	@for t in $(TESTS); do echo "TEST($$t, test_$$(echo $$t | tr / _))"; done >$@
$(BUILD)/t/all.o: tests/all.c $(BUILD)/t/list.h
	@$(CC) $(CPPFLAGS) $(CFLAGS) -I$(BUILD)/t -c $< -o $@
$(BUILD)/test: $(TEST_OBJS) $(call layer_libs,app) $(BUILD)/data.o
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(TEST_OBJS) $(call layer_libs,app) $(BUILD)/data.o \
	  -lcmocka $(UILIBS) $(LDLIBS)
-include $(TEST_OBJS:.o=.d)

## make check      install what the tests need, build, run every test
check: deps-check
	@$(MAKE) --no-print-directory -s $(JOBS) all
	@$(MAKE) --no-print-directory -s layers
	@BUILD=$(BUILD) MAKE="$(MAKE)" WERROR="$(WERROR)" tests/run check

## make unit       the unit tests alone (make prop, screen-tests, scene-tests, cli-tests,
##                 docs-tests, pty-tests likewise)
unit prop screen-tests scene-tests cli-tests docs-tests pty-tests: all
	@BUILD=$(BUILD) MAKE="$(MAKE)" tests/run $@

# A program on the screen layer alone, driven in pseudo-terminals.
$(BUILD)/screen_demo: tests/pty/screen_demo.c $(call layer_libs,screen) $(BUILD)/data.o
	$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $< $(call layer_libs,screen) $(BUILD)/data.o $(UILIBS) $(LDLIBS)

## make asan       unit and property tests under address and undefined-behaviour sanitizers
asan:
	@$(MAKE) --no-print-directory BUILD=.build/asan CC=clang OPT="-O1 -g" \
	  SAN="-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer" \
	  .build/asan/test
	@BUILD=.build/asan MAKE="$(MAKE)" tests/run asan

## make soak       the longer runs: more seeds, more states, valgrind, fuzzing for minutes
soak: deps-check all
	@BUILD=$(BUILD) MAKE="$(MAKE)" tests/run soak

## make bench      speed against the targets, and beside gdb's record where gdb is
##                 (BENCH="history gdb" chooses parts: programs model history session chart interrupt gdb)
BENCH ?=
bench: all
	@$(MAKE) --no-print-directory -s $(BUILD)/bench $(BUILD)/bench_loop
	@BENCH_LOOP=$(BUILD)/bench_loop $(BUILD)/bench ./mmstep $(BENCH)

$(BUILD)/bench: $(filter-out tests/bench/loop.c,$(wildcard tests/bench/*.c)) $(wildcard tests/bench/*.h) $(call layer_libs,output) $(BUILD)/data.o
	$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.c,$^) $(call layer_libs,output) $(BUILD)/data.o $(LDLIBS)
# What gdb records: as written, a line at a time.
$(BUILD)/bench_loop: tests/bench/loop.c tests/bench/loop.h
	$(CC) -std=c11 -O0 -g -o $@ $<

## make fuzz       libFuzzer on the readers, expressions and commands (FUZZ_SECONDS=60 each)
FUZZ_SECONDS ?= 60
fuzz:
	@FUZZ_SECONDS=$(FUZZ_SECONDS) MAKE="$(MAKE)" tests/run fuzz

FUZZERS := $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz/%,$(wildcard tests/fuzz/*.c))
build-fuzzers: $(FUZZERS)
.PHONY: build-fuzzers
$(BUILD)/fuzz/%: tests/fuzz/%.c $(call layer_libs,output) $(BUILD)/data.o
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -fsanitize=fuzzer -o $@ $< $(call layer_libs,output) $(BUILD)/data.o $(LDLIBS)

## make layers     check that each layer includes only what stands below it
layers:
	@tests/layers $(LAYERS)

## make format     clang-format over the lines changed since the last commit
format:
	@git diff -U0 --no-color HEAD -- '*.c' '*.h' | clang-format-diff -p1 -i

## make bless      rewrite the golden frames and the documents' blocks; read the diff
bless: all
	@BUILD=$(BUILD) MAKE="$(MAKE)" tests/run bless

## make install    DESTDIR and PREFIX as usual; make uninstall takes it away
install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/doc/mmstep/docs
	install -m 755 mmstep $(DESTDIR)$(PREFIX)/bin/mmstep
	install -m 644 README.md LICENSE $(DESTDIR)$(PREFIX)/share/doc/mmstep
	install -m 644 docs/*.md $(DESTDIR)$(PREFIX)/share/doc/mmstep/docs
uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/mmstep
	rm -rf $(DESTDIR)$(PREFIX)/share/doc/mmstep

## make clean      take away what was built
clean:
	rm -rf .build mmstep
