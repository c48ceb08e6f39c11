# The front door. Each target first sees to it that what it needs is installed (scripts/need), then hands over to
# Meson or to a script; what is built lands in build/.

FUZZ_SECONDS ?= 600
PORT ?= 8080
export PREFIX FUZZ_SECONDS PORT

help: ## this list
	@echo "Muraille: three board games about walls. Type make and one of:"
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  %-10s %s\n", $$1, $$2 }' Makefile

build: ## the program, as build/muraille, and the browser client, in build/web
	@scripts/need build
	@scripts/need terminal || echo "Without these there is no muraille play; the rest is complete." >&2
	@scripts/need clang wasm web || echo "Without these there is no browser client; the rest is complete." >&2
	@test -d build || echo "Building ..."
	@scripts/build release
	@scripts/web --if-possible

play: build ## build it and play in the browser, at http://localhost:8080 (PORT=8080)
	@scripts/play

test: ## every check there is; the last line counts them
	@scripts/need build check clang wasm terminal web browser coverage
	@scripts/test

bench: ## how fast the engine and the clients are, next to the goals
	@scripts/need build clang wasm terminal web browser
	@scripts/bench

profile: ## instructions each function takes in random play
	@scripts/need build profile
	@scripts/profile

fuzz: ## ten minutes (FUZZ_SECONDS=600) of libFuzzer for each target
	@scripts/need build clang
	@scripts/fuzz

coverage: ## which lines of engine/ and record/ the tests reach; at least 97 %
	@scripts/need build check coverage
	@scripts/coverage

install: build ## to PREFIX (/usr/local, or that of the build), below DESTDIR if given
	@meson install -C build --no-rebuild --quiet $(if $(DESTDIR),--destdir "$(abspath $(DESTDIR))")
	@echo "Installed to $(DESTDIR)$$(sed -n 's/^prefix=//p' build/meson-private/muraille.pc)."

format: ## lay out the C code as .clang-format says
	@scripts/need check
	@scripts/format --write

tidy: ## clang-tidy over all C code
	@scripts/need build check clang
	@scripts/tidy

words: ## bring the texts of the code into the catalogues of po/
	@scripts/need check
	@scripts/words --write

docs: build ## bring the generated parts of README.md and docs/ up to date
	@tests/house.sh --write
	@tests/docs.sh --write

clean: ## remove everything that was built
	@rm -rf build build-*

.PHONY: help build play test bench profile fuzz coverage install format tidy words docs clean
