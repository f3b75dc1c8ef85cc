# The main commands are `make run` and `make test`. Both first install what is missing, on a Debian with only the Swift
# toolchain.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.SILENT:
.DEFAULT_GOAL := help
.PHONY: help run test build bench clean requirements

# A layer is a folder of tests. Layers run from the bottom to the top, each in its own process. The tests of one layer
# run in parallel. Layers run one after another, because two layers at once would only slow each other down. What
# concerns the whole repository runs first, because it is quick.
LAYERS := RepositoryTests $(filter-out RepositoryTests,$(notdir $(foreach neighbourhood, \
	Platform Wallets Money Issuer Merchants Sandbox Console Programs,$(sort $(wildcard Tests/$(neighbourhood)/*Tests)))))

# How many tests of a layer run at once. Each test has its own service and database, so more tests would only wait for
# each other.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH := 8

# These tests run alone. They keep all processors busy for a while, or expect that something takes less than a minute.
ALONE := SandboxContractTests.TenantIsolationTests ServiceTests.ConsoleInBrowserTests ServiceTests.DemoCommandTests
ALONE_TESTS := ^($(shell echo $(ALONE) | tr ' ' '|'))/

# Further options for `tessera serve`: make run OPTIONS='--port 9090'
OPTIONS ?=

help: ## Print this list
	sed -nE 's|^([a-z]+):[^#]*## (.*)|  make \1\t\2|p' $(MAKEFILE_LIST)

run: requirements ## Build, start the demo, print where everything is (Ctrl-C ends it)
	swift build
	exec "$$(swift build --show-bin-path)/tessera" serve --demo $(OPTIONS)

test: TESTING = yes
test: requirements .build/python/installed ## Build and run every test
	swift build --build-tests --explicit-target-dependency-import-check error
	printed=.build/tests.log
	: > "$$printed"
	failed=()
	for layer in $(LAYERS); do
		swift test --skip-build --disable-xctest --filter "^$$layer\." --skip "$(ALONE_TESTS)" 2>&1 | tee -a "$$printed" ||
			failed+=("$$layer")
	done
	for tests in $(ALONE); do
		swift test --skip-build --disable-xctest --filter "^$$tests/" 2>&1 | tee -a "$$printed" || failed+=("$$tests")
	done
	[ $${#failed[@]} -eq 0 ] || {
		# Failures are far above the end of the output, so they are printed again.
		grep --extended-regexp --after-context 8 'recorded an issue|unexpected signal|Fatal error' "$$printed" |
			grep --invert-match '^[◇✔]' >&2 || true
		echo "Failed: $${failed[*]}. The whole output is in $$printed." >&2
		exit 1
	}

build: requirements ## Build both programs for production, into .build/production
	mkdir -p .build/production
	for program in tessera tessera-core; do
		swift build --configuration release --static-swift-stdlib --product "$$program"
		# The debugging information is a file beside the program, where debuggers look for it. It is 40 % of the whole.
		built="$$(swift build --configuration release --show-bin-path)/$$program"
		shipped=".build/production/$$program"
		objcopy --only-keep-debug "$$built" "$$shipped.debug"
		objcopy --strip-debug --add-gnu-debuglink="$$shipped.debug" "$$built" "$$shipped"
	done

bench: BENCHING = yes
bench: requirements ## Measure instructions and rates on a quiet machine (docs/PERFORMANCE.md)
	swift build --configuration release --static-swift-stdlib --product tessera
	export TESSERA="$$(swift build --configuration release --show-bin-path)/tessera"
	swift build --configuration release --static-swift-stdlib --package-path Benchmarks
	limits="$$(swift build --configuration release --package-path Benchmarks --show-bin-path)"
	Benchmarks/instructions
	Benchmarks/run --constant "$$limits/ConstantAnswer" --primitives "$$limits/WalletBenchmark" $(OPTIONS)

clean: ## Remove what was built; the demo's data in .tessera stays
	rm -rf .build

# Installs third-party testers of HTTP APIs in their own directory.
.build/python/installed: Tests/Python/requirements.txt | requirements
	python3 -m venv --clear .build/python
	.build/python/bin/pip install --quiet --disable-pip-version-check --no-deps --requirement $<
	touch $@

# Checks what is installed before it asks for root, so a prepared machine needs no root and no network.
requirements:
	command -v swift > /dev/null || {
		echo 'There is no swift on the PATH. Tessera needs Swift 6.3 or newer: https://www.swift.org/install/linux/' >&2
		exit 1
	}
	missing=()
	command -v pkg-config > /dev/null || missing+=(pkg-config)
	pkg-config --exists libpq libcrypto 2> /dev/null || missing+=(libpq-dev libssl-dev)
	compgen -G '/usr/lib/postgresql/*/bin/initdb' > /dev/null || command -v initdb > /dev/null || missing+=(postgresql)
	# The tests also use third-party programs: Python's cryptography for proofs, a browser for pages, node for the contract
	# pack's scripts, Java for generators of clients and for Kotlin, and what clients are compiled with.
	if [ -n "$(TESTING)" ]; then
		python3 -c 'import cryptography' 2> /dev/null || missing+=(python3-cryptography)
		command -v chromium > /dev/null || missing+=(chromium)
		command -v node > /dev/null || missing+=(nodejs)
		command -v openssl > /dev/null || missing+=(openssl)
		command -v kotlinc > /dev/null || missing+=(kotlin)
		[ -e /usr/share/java/kotlinx-coroutines-core.jar ] || missing+=(libkotlinx-coroutines-java)
		[ -e /usr/share/java/atomicfu.jar ] || missing+=(libkotlinx-atomicfu-java)
		command -v java > /dev/null || missing+=(default-jre-headless)
		command -v tsc > /dev/null || missing+=(node-typescript)
		[ -e /usr/share/java/gson.jar ] || missing+=(libgoogle-gson-java)
		python3 -c 'import ensurepip' 2> /dev/null || missing+=(python3-venv)
	fi
	if [ -n "$(BENCHING)" ]; then
		for program in wrk valgrind openssl; do
			command -v "$$program" > /dev/null || missing+=("$$program")
		done
	fi
	[ $${#missing[@]} -gt 0 ] || exit 0
	command -v apt-get > /dev/null || {
		echo "Missing: $${missing[*]} (names of Debian packages), and no apt-get to install them with." >&2
		exit 1
	}
	as_root=()
	[ "$$(id -u)" = 0 ] || as_root=(sudo)
	[ "$$(id -u)" = 0 ] || command -v sudo > /dev/null || {
		echo "Missing: $${missing[*]}. As root run: apt-get install $${missing[*]}" >&2
		exit 1
	}
	echo "Installing $${missing[*]}" >&2
	# Tessera runs its own Postgres, so the cluster that Debian's package would start on port 5432 is not needed.
	no_cluster=/etc/postgresql-common/createcluster.d/tessera.conf
	"$${as_root[@]}" mkdir -p "$${no_cluster%/*}"
	echo 'create_main_cluster = false' | "$${as_root[@]}" tee "$$no_cluster" > /dev/null
	trap '"$${as_root[@]}" rm -f "$$no_cluster"' EXIT
	"$${as_root[@]}" apt-get update --quiet=2 >&2
	"$${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
		apt-get install --quiet=2 --yes --no-install-recommends "$${missing[@]}" >&2
