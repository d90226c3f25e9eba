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
	@scripts/install-tools rust checks schemathesis node xz jq chromium postgres redis promtool kubernetes engines

## Install what the suites need, and run everything to its end: the last line is `N passed, N failed`.
test: tools web
	scripts/gate

## The quick gate, for while one works: format, lints, types, tests inside the sources, the engine.
check: tools-web web
	@scripts/install-tools checks xz
	scripts/gate quick

## One part of it: `scripts/gate --list` names them.
.PHONY: test-units test-engine test-services test-simulation test-system test-browser test-attacks test-deploy
test-units test-engine test-services test-simulation test-system test-deploy: test-%: tools web
	scripts/gate $*

test-browser: tools web
	scripts/gate build browser

test-attacks: tools web
	scripts/gate build attacks

## What the engine and the server cost: last lines are `figure NAME VALUE UNIT`. Of moves beside the bare and the fair
## yardstick: OUTFLANK_BEFORE=FILE measures another build in the same rounds, SYSTEM_CALLS=1 counts calls by strace.
.PHONY: bench
bench:
	cargo bench --locked -p outflank-proto --bench json
	cargo bench --locked -p outflank-tournament --bench standings
	cargo bench --locked -p outflank-tournament --bench pairing
	cargo bench --locked -p outflank-tournament --bench papp
	cargo bench --locked -p outflank-rating-list --bench ratings
	cargo bench --locked -p outflank-journal --bench commit
	cargo build --release --locked -p outflank
	cargo bench --locked -p outflank-tests --bench relay
	cargo bench --locked -p outflank-tests --bench spectators
	cargo bench --locked -p outflank-tests --bench clocks
	cargo bench --locked -p outflank-tests --bench split
	cargo bench --locked -p outflank-tests --bench archive

## What this program leaves behind, for later ones to open: a new folder under tests/fixtures (FIXTURES), never one that is there.
.PHONY: fixtures
fixtures:
	FIXTURES=$(abspath $(or $(FIXTURES),$(error make fixtures FIXTURES=tests/fixtures/VERSION))) \
		$(SYSTEM) --ignored the_fixtures_of_this_program

## Where chance lives, an hour of it (SECONDS): new seeds, long chaos with bounds for clocks, a busy machine, properties
## with many cases, mutants, fuzzing, coverage. `scripts/soak --list` names its parts; each can be made alone, below.
.PHONY: soak
soak: tools web
	scripts/soak

# One build serves these and the gate: clippy compiles the workspace (scripts/gate).
LINTED = RUSTC_WORKSPACE_WRAPPER=$$(rustc --print sysroot)/bin/clippy-driver CLIPPY_ARGS=-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__
WORKSPACE = $(LINTED) cargo test --locked --workspace
SYSTEM = $(WORKSPACE) --bin outflank --test system -- --nocapture --test-threads 1

.PHONY: properties slow-tests simulate simulate-evenings simulate-controls seeds chaos-long crash mirrors failover move timed memory attacks
## Properties with CASES (10,000) cases by a new seed, or SEED.
properties:
	PROPTEST_CASES=$(or $(CASES),10000) PROPTEST_RNG_SEED=$(or $(SEED),$(shell date +%s)) $(WORKSPACE) --test engine
	# Each of its cases is one of every message.
	PROPTEST_CASES=$$(($(or $(CASES),10000) / 40)) PROPTEST_RNG_SEED=$(or $(SEED),$(shell date +%s)) $(WORKSPACE) --test proto

## Whole events of every size, bad input without end: OUTFLANK_SLOW_SECONDS bounds each test.
slow-tests:
	$(WORKSPACE) --test engine -- --ignored --nocapture --test-threads 1

## Play and pairing over a journal and a network that fail by seed: new seeds for SECONDS (180), from FIRST_SEED on if
## that is given. A seed that fails is named; SEED=n sees it again.
simulate:
	SIMULATION_SECONDS=$(or $(SECONDS),180) $(WORKSPACE) --test simulation -- --ignored --nocapture --exact \
		$(if $(SEED),search::one_seed,search::new_seeds)

## The same for evenings of casual play.
simulate-evenings:
	SIMULATION_SECONDS=$(or $(SECONDS),180) $(WORKSPACE) --test simulation -- --ignored --nocapture --exact \
		$(if $(SEED),search::one_evening,search::new_evenings)

## Every control of the simulation by seeds that are new to it.
simulate-controls:
	$(WORKSPACE) --test simulation -- --ignored --nocapture controls::new_seeds evenings::new_evenings

## Chooses the seeds of the gate anew; an hour.
seeds:
	$(WORKSPACE) --test simulation -- --ignored --nocapture choice::

## A deployment that fails under play for SECONDS (300) by a new seed, its clocks judged by the clients' own times, and
## deployments broken on purpose. SEED draws the same faults again.
chaos-long:
	SEED=$(or $(SEED),$(shell date +%s)) CHAOS_SECONDS=$(or $(SECONDS),300) TIGHT_CLOCKS=1 $(SYSTEM) --include-ignored chaos::

## kill -9 in the middle of every kind of act, KILLS (200) times; 10,000 plies with forged pongs.
crash:
	KILLS=$(or $(KILLS),200) TIGHT_CLOCKS=1 $(SYSTEM) crash
	MOVES=10000 $(SYSTEM) forged_pongs::

## KILLS (200) of the server and of who mirrors its rating files while EVENTS (170) publish six versions each, and of a
## server that tells of publications.
mirrors:
	KILLS=$(or $(KILLS),200) EVENTS=$(or $(EVENTS),170) SEED=$(or $(SEED),$(shell date +%s)) $(SYSTEM) pulled::kills webhooks::kills

## What one failure alone costs those who play: of each process, of Postgres (FAILOVERS, 1), of Redis (REDIS_FAILURES, 4),
## of restarts in good order (ROLLING_RESTARTS).
failover:
	$(SYSTEM) --ignored failover::

## An event of a hundred players moved to another server in the middle of a round.
move:
	$(SYSTEM) --ignored moved_events::

## Every operation of the API under EXAMPLES (100) requests by a new seed, or SEED, and what their answers lead on to.
attacks:
	@scripts/install-tools schemathesis
	$(LINTED) cargo build --locked --workspace --bin outflank
	scripts/attack-api --whole --examples $(or $(EXAMPLES),100) --seed $(or $(SEED),$(shell date +%s))

## What the event's and a table's page cost a phone of the middle class on a slow line: bytes of script, times, layout shift,
## and the page's work while a whole game is watched, beside a bare board's. Wants a machine that does nothing else.
.PHONY: bench-pages
bench-pages: web
	@scripts/install-tools rust chromium
	@scripts/install-packages tests/browser
	cargo build --release --locked -p outflank
	cd tests/browser && npm run --silent contract && OUTFLANK_BINARY=$(CURDIR)/target/release/outflank npx playwright test --config bench.config.ts

## A picture of every page, wide and on a phone, light and dark, in tests/browser/artefacts/pages: to be looked at.
.PHONY: pictures
pictures: web
	@scripts/install-tools rust chromium
	@scripts/install-packages tests/browser
	cargo build --locked -p outflank
	cd tests/browser && npm run --silent contract && npx playwright test --config pictures.config.ts

## What an idle socket takes of a gateway's memory.
memory:
	$(WORKSPACE) --test gateway -- --ignored --nocapture an_idle_socket_costs_little

## The services' tests over real time TIMES (20) times; those of whole deployments have parts of the soak of their own.
timed:
	$(LINTED) cargo nextest run --locked --workspace --profile timed --stress-count $(or $(TIMES),20)

## How much of each crate the tests run through, in per cent of its lines.
.PHONY: coverage
coverage: tools web
	@scripts/install-tools coverage
	scripts/coverage

## A history of GAMES games (100,000 unless given) copied, made anew and verified byte for byte.
.PHONY: restore
restore:
	GAMES=$(or $(GAMES),100000) cargo bench --locked -p outflank --bench restore

## Links, processes and stores fail while games are played, for SECONDS (3600): nothing acknowledged is lost. Faults come
## a third as often as in the short run, so that games come to their end. Then what one failure alone costs: Redis 100
## times, 20 rolling restarts. SEED repeats a run.
.PHONY: chaos load
chaos:
	@scripts/install-tools rust postgres redis
	cargo build --release --locked -p outflank
	SEED=$(or $(SEED),$(shell date +%s)) CHAOS_SECONDS=$(or $(SECONDS),3600) TIGHT_CLOCKS=1 \
		CHAOS_EVENTS=6 CHAOS_ENTRANTS=16 CHAOS_PAUSE_MS=2000 \
		cargo test --release --locked -p outflank-tests --test system -- \
		--include-ignored --nocapture --test-threads 1 chaos::
	FAILOVERS=10 REDIS_FAILURES=50 ROLLING_RESTARTS=20 \
		cargo test --release --locked -p outflank-tests --test system -- --ignored --nocapture failover::

## So many SEEKERS (2000) of casual games come and go over three instances of pairing while those are killed: nobody is
## booked twice. Prints how long they waited for a match, and how long two who fit waited together. SEED repeats a run.
.PHONY: seekers
seekers:
	@scripts/install-tools rust postgres redis
	cargo build --release --locked -p outflank
	SEEKERS=$(or $(SEEKERS),2000) SEED=$(or $(SEED),$(shell date +%s)) \
		cargo test --release --locked -p outflank-tests --test system -- --exact --nocapture \
		seekers::nobody_is_booked_twice_however_many_seek_and_whoever_is_killed

## A deployment of an OLDER program (its path) becomes one of this program under play, process by process, and back.
.PHONY: upgrade older
upgrade: older
	OLDER=$(abspath $(OLDER)) $(SYSTEM) --ignored upgrade::

older:
	@$(or $(and $(wildcard $(OLDER)),true),$(error "$(OLDER)" is no older program: make upgrade OLDER=PATH))

## What a server takes: the scenarios of docs/load.md, or those that SCENARIO names (`make load SCENARIO=round-start`):
## crowd, round-start, hot-game, standings-rush, reconnect-storm, hostile-mix, casual-mix, steady. Their sizes are variables of the
## environment: SECONDS (300; 1800 for the long soak) and GAMES (500) of the steady rounds, INTERVAL_MS (2000) between the
## moves of a game, SPECTATORS (2000), PLAYERS (1000), SOCKETS (10000) before the hot game, STORM_GAMES (500), HOSTILE (140)
## and the rest in docs/load.md. Last lines are `figure NAME VALUE UNIT`, and `aim NAME met` or `MISSED`.
load:
	@scripts/install-tools rust
	cargo build --release --locked -p outflank
	cargo build --release --locked -p outflank-tests --bin load
	SCENARIO="$(SCENARIO)" LOAD_SECONDS=$(or $(SECONDS),300) target/release/load

## Causes what each alert watches for, on real servers under a real Prometheus, and follows its page of the runbook: about
## twelve minutes, ALERT names some. And what the journal's appends cost Postgres.
.PHONY: alerts journal-costs
alerts:
	@scripts/install-tools rust postgres redis prometheus
	cargo build --release --locked -p outflank
	scripts/fire-alerts $(ALERT)
journal-costs:
	@scripts/install-tools postgres
	scripts/measure-journal

## Ten million executions of every target (RUNS changes that), or SECONDS of each; TARGETS names some.
.PHONY: fuzz mutants clean
fuzz:
	RUNS=$(or $(RUNS),$(if $(SECONDS),-1,10000000)) SECONDS_EACH=$(or $(SECONDS),0) scripts/fuzz $(TARGETS)

## Changes to the code that a test must notice; OUTFLANK_MUTANTS_SECONDS bounds them.
mutants:
	@scripts/install-tools rust mutants
	scripts/mutants

clean:
	cargo clean
	rm -rf web/dist web/node_modules tests/browser/node_modules deploy/check/node_modules
