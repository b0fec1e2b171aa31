# Everything here works on a fresh Debian machine with Go, git and make: each target gets
# what else it needs, or names it at once. `make help` lists the targets.

STATICCHECK = go run honnef.co/go/tools/cmd/staticcheck@v0.8.2
VERSION    ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
KILLS      ?= 200
STEPS      ?= 10000

# What makes a build from nothing cheap: no C compiler, no tables for debuggers (which -s -w
# would drop anyway; stack traces do not need them), and a compiler that collects no garbage below
# 1 GiB (for SQLite it takes as much anyway). Not for go run: the bot would inherit that.
QUICK = CGO_ENABLED=0 GOGC=off GOMEMLIMIT=1GiB
SMALL = -gcflags=all=-dwarf=false

.PHONY: help
help: ## what there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{sub(/[$$][(]KILLS[)]/, "$(KILLS)", $$2); sub(/[$$][(]STEPS[)]/, "$(STEPS)", $$2); printf "  make %-12s %s\n", $$1, $$2}' Makefile

.PHONY: build
build: ## bin/keepsake, static
	$(QUICK) go build -trimpath $(SMALL) -ldflags "-s -w -X main.version=$(VERSION)" -o bin/keepsake ./cmd/keepsake

.PHONY: dist
dist: ## dist/: static binaries for six systems, SHA256SUMS, a list of what is inside
	scripts/dist.sh dist

.PHONY: pin
pin: ## the digests of the images in Dockerfile and compose files, as the registries say today
	@scripts/pin.sh

.PHONY: dist-check
dist-check: ## builds the bot twice, in two folders with two caches: the same bytes
	@scripts/dist-check.sh

.PHONY: build-cost
build-cost: ## CPU seconds of a build from nothing: as make does it, and as a plain go run does
	@scripts/build-cost.sh

.PHONY: demo
demo: build ## talk to the bot in a browser, with nothing to set up
	bin/keepsake demo

.PHONY: test
test: cc ## all tests on both databases, race detector wherever goroutines run, coverage of every package
	scripts/coverage.sh

.PHONY: cc
cc:
	@scripts/need.sh cc "the race detector" gcc libc6-dev

.PHONY: kill
kill: ## $(KILLS) kills on each database, and a quarter as many restores after one: nothing lost, nothing twice
	KEEPSAKE_KILLS=$(KILLS) go test -count=1 -timeout 120m -v -run 'TestKill' ./internal/kill ./app

.PHONY: load
load: ## 1,000 chats, a flooding one, a burst of 10,000: turns per second, memory, fairness; requests and pages with 100,000 memories
	KEEPSAKE_LOAD=1 go test -count=1 -timeout 60m -v ./internal/load

.PHONY: stress
stress: ## full disk, damaged file, killed PostgreSQL, bad models, bad Telegram, 20 minutes of steady talk
	KEEPSAKE_STRESS=1 go test -count=1 -timeout 60m -v ./internal/stress

.PHONY: privacy
privacy: ## $(STEPS) random steps in groups and private chats: nobody's words where they may not be
	KEEPSAKE_PRIVACY_STEPS=$(STEPS) go test -count=1 -timeout 4h -v -run 'TestPrivacy' ./internal/privacy

.PHONY: bench
bench: ## what a turn costs apart from the model, and recall beside a flat loop and chromem-go, on both databases
	KEEPSAKE_BENCH=1 go test -count=1 -timeout 20m -v ./internal/bench

.PHONY: compare
compare: ## BASE=commit: CPU a turn and turns per second of that commit and of this tree, in one paired run
	@scripts/compare.sh "$(BASE)"

.PHONY: quality
quality: ## how well recall finds, on a labelled set in six languages
	KEEPSAKE_QUALITY=1 go test -count=1 -timeout 60m -v ./internal/quality

.PHONY: quality-real
quality-real: ## the same with a real sentence encoder on this machine (Python, fetched once; see the script)
	@scripts/real-encoder.sh $(MAKE) --no-print-directory quality

.PHONY: longtalk
longtalk: ## FORMAT=locomo|longmemeval|beam DATA=path: evidence recall on conversations of months; MODEL=name lets it answer and judge (docs/longtalk.md)
	KEEPSAKE_LONGTALK_FORMAT="$(or $(FORMAT),-)" KEEPSAKE_LONGTALK_DATA="$(if $(DATA),$(abspath $(DATA)))" KEEPSAKE_LONGTALK_LIMIT="$(LIMIT)" KEEPSAKE_LONGTALK_MODEL="$(MODEL)" KEEPSAKE_LONGTALK_JUDGE="$(JUDGE)" go test -count=1 -timeout 24h -v -run 'TestLongTalk$$' ./internal/longtalk

.PHONY: eval
eval: ## plays labelled dialogues with MODEL at OPENAI_BASE_URL and scores what it did (docs/models.md); SAMPLE=40 plays a part, RESUME=1 goes on with a run that was stopped; MODEL=oracle needs no endpoint
	KEEPSAKE_EVAL_SAMPLE=$(SAMPLE) KEEPSAKE_EVAL_SEED=$(SEED) KEEPSAKE_EVAL_RESUME=$(RESUME) KEEPSAKE_EVAL=$(or $(MODEL),oracle) KEEPSAKE_EVAL_OUT=$(CURDIR)/coverage/eval go test -count=1 -timeout 24h -v -run 'TestEvaluate$$' ./internal/eval

.PHONY: eval-real
eval-real: ## the same with a small real model on this machine (Python, 1.1 GB, fetched once; see the script); REAL_MODEL=gemma is a confused one
	@scripts/real-model.sh $(MAKE) --no-print-directory eval MODEL=$(if $(filter gemma,$(REAL_MODEL)),gemma3-270m,qwen2.5-coder-1.5b) SAMPLE=$(or $(SAMPLE),12) KEEPSAKE_EVAL_PARALLEL=1

.PHONY: hour
hour: ## the demo's conversations for MINUTES=60 with a small real model on this machine, or with MODEL at OPENAI_BASE_URL: is the bot kind and safe with it? (docs/models.md)
	@mkdir -p coverage
	@$(if $(MODEL),,scripts/real-model.sh) $(MAKE) --no-print-directory hour-played MODEL=$(or $(MODEL),$(if $(filter gemma,$(REAL_MODEL)),gemma3-270m,qwen2.5-coder-1.5b))

.PHONY: hour-played
hour-played:
	KEEPSAKE_HOUR=$(or $(MINUTES),60) KEEPSAKE_HOUR_MODEL="$(MODEL)" KEEPSAKE_HOUR_OUT=$(CURDIR)/coverage/hour.txt go test -count=1 -timeout 24h -v -run 'TestHour$$' ./demo

.PHONY: eval-record
eval-record: ## the same, and keeps what the model said, so that make test can replay it
	KEEPSAKE_EVAL_RECORD=1 $(MAKE) --no-print-directory eval

.PHONY: eval-diff
eval-diff: ## A=run.json B=run.json: what two runs of make eval did differently
	KEEPSAKE_EVAL_A="$(abspath $(A))" KEEPSAKE_EVAL_B="$(abspath $(B))" go test -count=1 -v -run 'TestCompare$$' ./internal/eval

.PHONY: secrets
secrets: ## how well secrets are recognised, on a labelled set in twenty-four languages
	KEEPSAKE_SECRETS=1 go test -count=1 -timeout 20m -v ./internal/secretset

.PHONY: grounds
grounds: ## did the person say it? 9,699 labelled cases in 15 languages, with good, obedient and broken judges
	KEEPSAKE_GROUNDS=1 go test -count=1 -timeout 120m -v -run 'TestGrounds|TestSet' ./internal/groundset

.PHONY: obedient
obedient: ## over 4,300 attacks on a model that obeys all it reads: no fact, no task, no command; EACH=24 plays so many by each carrier
	KEEPSAKE_OBEDIENT=1 KEEPSAKE_OBEDIENT_EACH=$(EACH) go test -count=1 -timeout 2h -v -run TestObedient ./internal/obedient

.PHONY: web
web: ## the demo, the page of a memory and /docs in a real headless Chromium, each page also checked by axe
	@scripts/need.sh chromium "the browser tests" chromium
	KEEPSAKE_AXE="$$(scripts/axe.sh)" go test -tags web -count=1 -timeout 10m ./demo/... ./page
	KEEPSAKE_AXE="$$(scripts/axe.sh)" go test -tags web -count=1 -timeout 10m -run InABrowser ./web

.PHONY: api
api: ## 100,000 random requests to the HTTP interface, on both databases: no 5xx, no answer outside of the document
	KEEPSAKE_API_REQUESTS=100000 go test -count=1 -timeout 30m -v -run TestRandomRequests ./web

.PHONY: lint
lint: ## gofmt, vet, staticcheck
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); \
	if [ -n "$$unformatted" ]; then echo "not gofmt-ed (make fmt):"; echo "$$unformatted"; exit 1; fi
	go vet ./...
	go vet -tags failpoint ./...
	go vet -tags web ./demo/... ./page ./web ./internal/chromium
	$(STATICCHECK) ./...

.PHONY: fmt
fmt: ## format the code
	gofmt -w $$(git ls-files '*.go')

.PHONY: clean
clean: ## what was built and measured here
	rm -rf bin coverage dist
