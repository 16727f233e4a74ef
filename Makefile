# The commands of this repository by short names: `make` lists them. Versions of tools stand here alone: .ci/run
# calls these targets.

golangci_lint := go run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
workflowcheck := go run go.temporal.io/sdk/contrib/tools/workflowcheck@v0.6.0
govulncheck := go run golang.org/x/vuln/cmd/govulncheck@v1.1.4
kustomize := go run sigs.k8s.io/kustomize/kustomize/v5@v5.4.3
kubectl_validate := go run sigs.k8s.io/kubectl-validate@v0.0.4
versitygw := github.com/versity/versitygw/cmd/versitygw@v1.8.0
cyclonedx := go run -trimpath github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.10.0

# The newest whose schemas kubectl-validate has.
kubernetes := 1.30

VERSION ?= $(shell git describe --tags --always --dirty)
GOVULNDB ?= https://vuln.go.dev

.PHONY: help run test test-all lint vulncheck manifests faults ledgerless rolling bench generate pictures dist versitygw

help: # Lists the targets.
	@sed -n 's/^\([a-z-]*\):[^#]* # \(.*\)/\1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 12

run: # Runs everything in one process: API, workers, database, Temporal, an inbox.
	go run ./cmd/litmus up

test: # Runs the tests, request and answer in the test's own process.
	go test ./...

test-all: # Runs them against the built binary too, with every outage, signal and browser.
	LITMUS_TEST_PROCESS=0 go test ./e2e
	LITMUS_TEST_PROCESS=1 go test -timeout 30m ./...

RUNS ?= 10

faults: # Kills parts of the service at random, RUNS times, and looks whether everything is true: two minutes each.
	LITMUS_TEST_PROCESS=1 LITMUS_TEST_FAULTS=$(RUNS) go test ./e2e -count=1 -run '^TestFaults$$' -v -timeout 4h

ledgerless: # Builds a program without a ledger by planted faults, and fails unless make faults does with it.
	dir=$$(mktemp -d) && trap 'rm -rf $$dir' EXIT && go run ./internal/faults -overlay $$dir \
	-only '^store: (a letter that is done is sent again|the ledger of an interview is not read)$$' && \
	{ GOFLAGS=-overlay=$$dir/overlay.json $(MAKE) faults RUNS=1 >$$dir/log 2>&1 || true; } && \
	grep -e '^    faults.*_test.go:' -e '^--- ' $$dir/log && grep -q -e '--- FAIL: TestFaults' $$dir/log

FROM ?= HEAD~1

rolling: # Rolls api and workers from the build of the commit FROM to this tree's and back, under load.
	LITMUS_TEST_PROCESS=1 LITMUS_TEST_ROLLING=$(FROM) go test ./e2e -count=1 -run '^TestRolling$$' -v -timeout 1h

lint: # Runs the linters (.golangci.yml) and the check that workflows are deterministic.
	$(golangci_lint) run && cd bench/river && $(golangci_lint) run
	$(workflowcheck) -config .ci/workflowcheck.yml ./workflows/...

vulncheck: # Looks for known vulnerabilities in what is linked.
	$(govulncheck) -db $(GOVULNDB) -scan package ./...

manifests: # Checks deploy/kubernetes, as kustomize makes it, by the schemas of Kubernetes.
	built=$$(mktemp --suffix .yaml) && trap 'rm -f $$built' EXIT && \
	$(kustomize) build deploy/kubernetes >$$built && $(kubectl_validate) --version $(kubernetes) $$built

versitygw: # Installs the S3-compatible store that tests of files start.
	go install $(versitygw)

bench: # Measures what users feel and what it costs: about two hours.
	go run ./bench

generate: # Makes the Go client and its samples anew from api/openapi.yaml, docs/schema.sql, the list of tools.
	go generate ./client
	go run ./internal/schema >docs/schema.sql
	go test ./tools -run '^TestToolTable$$' -update

pictures: # Makes the pictures of the README anew, from the demonstration, in Chromium.
	go run ./internal/screenshots

dist: # Makes dist/litmus-VERSION-OS-ARCH.tar.gz (.zip) and SHA256SUMS; VERSION names the release.
	go run ./internal/release -version $(VERSION) -sbom '$(cyclonedx)'
