# Outflank. `make run` plays a sample event on this machine, `make test` runs every check.

export CARGO_TERM_COLOR ?= auto
DATA ?= data
LISTEN ?= 127.0.0.1:8080

.PHONY: slow run test bench lint test-engine test-services test-api test-browser web build tools clean

## Install what is missing, build the server and the web app, and hold the sample event.
run: build
	exec target/release/outflank serve --data $(DATA) --listen $(LISTEN) --sample-event

## Install what the suites need, and run everything.
test: tools lint test-engine test-services test-api test-browser
	@echo "every suite passed"

build: web
	cargo build --release --locked -p outflank

## The web app; the server embeds what is built here.
web: tools-web web/dist/index.html

web/dist/index.html: $(shell find web/src web/public -type f 2>/dev/null) web/index.html web/package-lock.json web/vite.config.ts
	cd web && npm ci --no-audit --no-fund && npm run build

.PHONY: tools-web tools
tools-web:
	@scripts/install-tools rust node

tools:
	@scripts/install-tools rust node xz chromium

lint: web
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	cd web && npm run check

test-engine:
	cargo test --locked -p outflank-othello -p outflank-tournament -p outflank-formats

test-services:
	cargo test --locked -p outflank-proto -p outflank-journal -p outflank-live -p outflank-runtime \
		-p outflank-identity -p outflank-pairing -p outflank-play -p outflank-standings -p outflank-ratings \
		-p outflank-gateway -p outflank-client -p outflank

## The binary through its public faces: a whole event, bad input, crashes.
test-api: web
	cargo build --locked -p outflank
	cargo test --locked -p outflank-tests -- --nocapture --test-threads 1
	cargo test --locked -p outflank-fuzz

## Whole journeys in Chromium.
test-browser: web
	cargo build --locked -p outflank
	cd tests/browser && npm ci --no-audit --no-fund && npm test

## What the engine costs: last lines are `figure NAME VALUE UNIT`.
bench:
	cargo bench --locked -p outflank-tournament --bench standings
	cargo bench --locked -p outflank-tournament --bench pairing
	cargo build --release --locked -p outflank
	cargo bench --locked -p outflank-tests --bench relay
	cargo bench --locked -p outflank-tests --bench spectators
	cargo bench --locked -p outflank-tests --bench clocks

## Hours: every size of event under every rule set, bad input without end, changes to the code that a test
## must notice. OUTFLANK_SLOW_SECONDS bounds each test, OUTFLANK_MUTANTS_SECONDS the changes.
slow: slow-tests crash fuzz mutants

.PHONY: slow-tests crash fuzz mutants
# Not the release profile: it would not notice a sum that overflows.
slow-tests:
	cargo test --locked -p outflank-othello -p outflank-tournament -- --ignored --nocapture --test-threads 1

## kill -9 in the middle of every kind of act, 200 times (KILLS changes that).
crash:
	cargo build --locked -p outflank
	KILLS=$(or $(KILLS),200) cargo test --locked -p outflank-tests --test crash_acts -- --nocapture
	MOVES=10000 cargo test --locked -p outflank-tests --test forged_pongs -- --nocapture

## Ten million executions of every target (RUNS changes that); TARGETS names some.
fuzz:
	RUNS=$(or $(RUNS),10000000) scripts/fuzz $(TARGETS)

mutants:
	@scripts/install-tools rust mutants
	scripts/mutants

clean:
	cargo clean
	rm -rf web/dist web/node_modules tests/browser/node_modules
