# Short names for what is done often. `make` lists them.

.DEFAULT_GOAL := help
.PHONY: help build package commands run tour test soak check generate format

# All of the package: without it there is what an app imports, and no more (docs/decisions/0027-one-manifest.md).
export PORTICO_HOST = 1

# Each test has servers and folders of its own, and spends much of its time waiting for them.
SIDE_BY_SIDE := -q -n 3 --dist worksteal

# What the tests of the contract plug in takes each worker two seconds to import.
WITHOUT_CONTRACT := -p no:schemathesis -p no:hypothesispytest

PURE_TESTS := StatechartTests|FlowMachineTests|SessionMachineTests|PhoneNumbersTests|FlowDefinitionTests|FlowRuntimeTests

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## build the release executables, and the page with the machine for the browser
	scripts/install-tools server
	scripts/build-release portico portico-bench portico-launch-probe
	scripts/web --portico .build/release/portico

package: ## build the Debian package, and try it in a Debian system of its own (as root)
	scripts/install-tools package
	scripts/build-release portico
	scripts/web --portico .build/release/portico
	scripts/debian-package
	.venv/bin/python -m pytest -q Tests/Package

commands: ## build portico without the identity server, for a Mac too: .build-commands/release/portico
	PORTICO_HOST=commands swift build -c release --scratch-path .build-commands --product portico

run: ## install what is missing, build, and serve the entry of an app at http://127.0.0.1:8080/
	scripts/run

tour: ## a first session in five steps, driven by a browser and explained; WATCH=1 in a window
	scripts/install-tools tour
	scripts/build-release portico
	.venv/bin/python scripts/tour $(if $(WATCH),--watch)

test: ## install what is missing, build, and run every test and check
	scripts/install-tools build-tests
	@echo "Building, while what else the tests need is installed"
	@(scripts/install-tools test && Tests/ForeignOracle/build .build/oracle) & installing=$$!; \
	  swift build --build-tests; built=$$?; wait $$installing && exit $$built
	@echo "Running the Swift tests, while the page is put together"
	@scripts/web --portico .build/debug/portico & page=$$!; \
	  PORTICO_SCXML_ORACLE=$(CURDIR)/.build/oracle/oracle scripts/swift-tests; tests=$$?; wait $$page && exit $$tests
	.venv/bin/python -m pytest $(SIDE_BY_SIDE) $(WITHOUT_CONTRACT) Tests/Web
	@scripts/check-style > .build/style.log 2>&1 & style=$$!; \
	  .venv/bin/python -m pytest $(SIDE_BY_SIDE) Tests/Server; tests=$$?; \
	  wait $$style; style=$$?; cat .build/style.log; [ $$tests = 0 ] && exit $$style

soak: ## all that takes long: foreign charts, fuzzers, kills, sanitizers; SOAK_MINUTES a part
	scripts/install-tools soak
	scripts/soak

check: ## house checks and the tests of layers 0 and 1; under a minute when built
	scripts/check-style
	swift test --disable-xctest --filter '$(PURE_TESTS)'

generate: ## write again what is generated from the flow documents and the language's tables
	scripts/generate

format: ## format all Swift sources in place
	swift format --in-place --parallel --recursive Package.swift Sources Benchmarks Tests Web Examples
