# Outflank. `make run` plays a sample event on this machine, `make test` runs every check.

export CARGO_TERM_COLOR ?= auto
# Where rustup puts a toolchain, and where the tools of the checks are.
export PATH := $(CURDIR)/target/tools/bin:$(or $(CARGO_HOME),$(HOME)/.cargo)/bin:$(PATH)
DATA ?= data
LISTEN ?= 127.0.0.1:8080

.PHONY: run build web test check tools tools-web

## Install what is missing, build the server and the web app, and hold the sample event.
run: build
	exec target/release/outflank serve --data $(DATA) --listen $(LISTEN) --sample-event

build: web
	cargo build --release --locked -p outflank

## The web app; the server embeds what is built here.
web: tools-web web/dist/index.html

web/dist/index.html: $(shell find web/src web/public -type f 2>/dev/null) web/index.html web/package-lock.json web/vite.config.ts
	scripts/install-packages web
	cd web && npm run build

tools-web:
	@scripts/install-tools rust node

tools:
	@scripts/install-tools rust checks node xz chromium postgres redis

## Install what the suites need, and run everything to its end: the last line is `N passed, N failed`.
test: tools web
	scripts/gate

## The quick gate, for while one works: format, lints, types, tests inside the sources, the engine.
check: tools-web web
	@scripts/install-tools checks xz
	scripts/gate quick

## One part of it: `scripts/gate --list` names them.
.PHONY: test-units test-engine test-services test-simulation test-system test-browser test-deploy
test-units test-engine test-services test-simulation test-system test-deploy: test-%: tools web
	scripts/gate $*

test-browser: tools web
	scripts/gate build browser

## What the engine costs: last lines are `figure NAME VALUE UNIT`.
bench:
	cargo bench --locked -p outflank-tournament --bench standings
	cargo bench --locked -p outflank-tournament --bench pairing
	cargo bench --locked -p outflank-journal --bench commit
	cargo build --release --locked -p outflank
	cargo bench --locked -p outflank-tests --bench relay
	cargo bench --locked -p outflank-tests --bench spectators
	cargo bench --locked -p outflank-tests --bench clocks
	cargo bench --locked -p outflank-tests --bench split

## Hours: every size of event under every rule set, bad input without end, changes to the code that a test
## must notice. OUTFLANK_SLOW_SECONDS bounds each test, OUTFLANK_MUTANTS_SECONDS the changes.
slow: slow-tests crash chaos simulate-long fuzz move restore mutants

.PHONY: slow-tests crash simulate-long fuzz move restore mutants
# Not the release profile: it would not notice a sum that overflows.
slow-tests:
	cargo test --locked -p outflank-othello -p outflank-tournament -- --ignored --nocapture --test-threads 1

## kill -9 in the middle of every kind of act, 200 times (KILLS changes that).
crash: compile
	KILLS=$(or $(KILLS),200) $(WORKSPACE) --test crash_acts -- --nocapture
	MOVES=10000 $(WORKSPACE) --test forged_pongs -- --nocapture

## Half an hour of seeds.
simulate-long:
	$(MAKE) simulate SECONDS=1800

## An event of a hundred players moved to another server in the middle of a round.
move: compile
	$(WORKSPACE) --test moved_events -- --nocapture --ignored

## A history of GAMES games (100,000 unless given) copied, made anew and verified byte for byte.
restore:
	GAMES=$(or $(GAMES),100000) cargo bench --locked -p outflank --bench restore

## Links, processes and stores fail while games are played, for SECONDS (3600): nothing acknowledged is lost. Faults come
## a third as often as in the short run, so that games come to their end. Then what one failure alone costs: Redis 100
## times, 20 rolling restarts. SEED repeats a run.
.PHONY: chaos load
chaos:
	@scripts/install-tools rust postgres redis
	cargo build --release --locked -p outflank
	CHAOS_SECONDS=$(or $(SECONDS),3600) CHAOS_EVENTS=6 CHAOS_ENTRANTS=16 CHAOS_PAUSE_MS=2000 \
		cargo test --release --locked -p outflank-tests --test chaos -- --ignored --nocapture
	FAILOVERS=10 REDIS_FAILURES=50 ROLLING_RESTARTS=20 \
		cargo test --release --locked -p outflank-tests --test failover -- --ignored --nocapture

## A deployment of an OLDER program (its path) becomes one of this program under play, process by process, and back.
.PHONY: upgrade older
upgrade: older compile
	OLDER=$(abspath $(OLDER)) $(WORKSPACE) --test upgrade -- --ignored --nocapture

older:
	@$(or $(and $(wildcard $(OLDER)),true),$(error "$(OLDER)" is no older program: make upgrade OLDER=PATH))

## Steady load on the embedded server, for SECONDS (300): what an acknowledgement takes, and whether memory grows.
load:
	@scripts/install-tools rust
	cargo build --release --locked -p outflank
	LOAD_SECONDS=$(or $(SECONDS),300) cargo bench --locked -p outflank-tests --bench load

## Ten million executions of every target (RUNS changes that); TARGETS names some.
fuzz:
	RUNS=$(or $(RUNS),10000000) scripts/fuzz $(TARGETS)

mutants:
	@scripts/install-tools rust mutants
	scripts/mutants

clean:
	cargo clean
	rm -rf web/dist web/node_modules tests/browser/node_modules deploy/check/node_modules
