# Entry points for people. Each target first installs missing packages (scripts/install-tools), then calls Meson or a script.
# All build output goes to build/ or build-*/.

FUZZ_SECONDS ?= 600
PORT ?= 8080
export PREFIX FUZZ_SECONDS PORT

help: ## this list
	@echo "Muraille: three board games about walls. Type make and one of:"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-10s %s\n", $$1, $$2 }' Makefile

build: ## the program, as build/muraille, and the browser client, in build/web
	@scripts/install-tools build
	@scripts/install-tools terminal || echo "Without these there is no muraille play; the rest is complete." >&2
	@scripts/install-tools clang wasm web || echo "Without these there is no browser client; the rest is complete." >&2
	@test -d build || echo "Building ..."
	@scripts/build release
	@scripts/web --if-possible

play: build ## build it and play in the browser, at http://localhost:8080 (PORT=8080)
	@scripts/play

test: ## the quick tests, to run before a commit, in a few minutes; the last line counts them
	@scripts/install-tools build check clang wasm terminal web browser
	@scripts/test

test-all: ## all tests, in at most 45 minutes: also sanitizers, all browser tests, kills, analyzers, fuzzers, coverage
	@scripts/install-tools build check clang wasm terminal web browser coverage
	@scripts/test all

bench: ## measure the speed of the engine and the clients, next to the goals
	@scripts/install-tools build clang wasm terminal web browser
	@scripts/bench

profile: ## count the instructions of each function in random play
	@scripts/install-tools build profile
	@scripts/profile

fuzz: ## ten minutes (FUZZ_SECONDS=600) of libFuzzer for each target
	@scripts/install-tools build clang
	@scripts/fuzz

coverage: ## measure which lines of engine/ and record/ the tests reach; at least 97 %
	@scripts/install-tools build check coverage
	@scripts/coverage

install: build ## install to PREFIX (/usr/local, or that of the build), below DESTDIR if given
	@meson install -C build --no-rebuild --quiet $(if $(DESTDIR),--destdir "$(abspath $(DESTDIR))")
	@echo "Installed to $(DESTDIR)$$(sed -n 's/^prefix=//p' build/meson-private/muraille.pc)."

format: ## format the C code with clang-format
	@scripts/install-tools check
	@scripts/format --write

tidy: ## clang-tidy over all C code
	@scripts/install-tools build check clang
	@scripts/tidy

words: ## add new texts of the code to the catalogues in po/
	@scripts/install-tools check
	@scripts/translations --write

docs: build ## update the generated parts of docs/
	@tests/house.sh --write
	@tests/docs.sh --write

clean: ## remove all build output
	@rm -rf build build-*

.PHONY: help build play test test-all bench profile fuzz coverage install format tidy words docs clean
