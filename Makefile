# The main commands are `make run` and `make test`. Both first install what is missing, on a Debian with only the Swift
# toolchain.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.SILENT:
.DEFAULT_GOAL := help
.PHONY: help run check test torture failover soak fuzz races build package package-test bench clean requirements

# Every `make` builds with the same options, so that none builds again what another one has built. Debugging information
# takes an eighth of the time, and lld links in a third of the time that the toolchain's default takes. To debug:
# swift build --scratch-path .build-debug
BUILD_OPTIONS := -debug-info-format none -Xswiftc -use-ld=lld --only-use-versions-from-resolved-file
# The toolchain leaves a folder in the temporary directory each time it runs.
BUILD := mkdir -p .build/tmp && TMPDIR=$(CURDIR)/.build/tmp swift build $(BUILD_OPTIONS)

# Which tests run: make test LAYER='LedgerTests IssuingTests'
LAYER ?=

# Third-party testers in directories of their own.
TESTERS := .build/python/installed .build/jest/installed

# Which readers are tried, and how long each: make fuzz READER='json graphql' FUZZ_SECONDS=60
READER ?=
FUZZ_SECONDS ?= 600

# The layers that share values between threads: the event loops of listeners, and threads of our own.
THREADED := HTTPServiceTests ISO8583Tests PostgresTests WebhooksTests CardSecretsTests TrafficControlTests

# Further options for `tessera serve`: make run OPTIONS='--port 9090'
OPTIONS ?=

help: ## Print this list
	sed -nE 's|^([a-z-]+):[^#]*## (.*)|  make \1\t\2|p' $(MAKEFILE_LIST)

run: Package.resolved ## Build, start the demo, print where everything is (Ctrl-C ends it)
	$(BUILD) --product tessera
	exec .build/debug/tessera serve --demo $(OPTIONS)

check: CHECKING = yes
check: Package.resolved ## Build, run the tests of the repository and those of LAYER: some seconds after a small change
	$(BUILD) --build-tests
	Tests/run RepositoryTests CardsTests $(LAYER)

test: TESTING = yes
test: Package.resolved $(TESTERS) ## Build and run every test, or those of LAYER='LedgerTests CardsTests'
	$(BUILD) --build-tests
	Tests/run $(LAYER)

torture: TESTING = yes
torture: Package.resolved $(TESTERS) ## Run the kills, random histories and races for hours instead of seconds
	$(BUILD) --build-tests
	status=0
	TORTURE=yes TORTURE_ROUNDS=300 PAYMENT_ROUNDS=1600 MODEL_STEPS=4000 KILLED_STEPS=20000 KILLED_ROUNDS=100 \
		GRAPHQL_NOISE=100000 RESTORED_HISTORIES=10 FOREIGN_DAYS=365 \
		STATEMENT_CUSTOMERS=1000 STATEMENT_DAYS=365 STORM_SEEDS=200 BACKTEST_MESSAGES=100000 \
		Tests/run LedgerTests IssuingTests MerchantsHostingTests ServiceTests || status=$$?
	grep '^torture ' .build/tests.log || true
	exit $$status

failover: TESTING = yes
failover: Package.resolved ## Kill, freeze and cut off the primary of two Postgres servers, ten times each
	$(BUILD) --build-tests
	status=0
	FAILOVER_ROUNDS=10 Tests/run ServiceTests.FailoverTests || status=$$?
	grep '^failover ' .build/tests.log || true
	exit $$status

soak: TESTING = yes
soak: Package.resolved $(TESTERS) ## Let third-party testers make up fifty times as many requests
	$(BUILD) --build-tests
	SOAK=yes Tests/run ServiceTests

fuzz: Package.resolved ## Let libFuzzer make up bytes for each reader of what strangers send, ten minutes each
	cp Package.resolved Tests/Fuzzing/Package.resolved
	swift build $(BUILD_OPTIONS) --package-path Tests/Fuzzing --scratch-path .build-fuzz --configuration release \
		--sanitize fuzzer -Xswiftc -enable-testing --product Fuzz
	FUZZ_SECONDS=$(FUZZ_SECONDS) Tests/Fuzzing/run $(READER)

races: Package.resolved ## Run the layers that share values between threads under ThreadSanitizer
	mkdir -p .build-races
	"$$(dirname "$$(command -v swift)")/clang" -O1 -shared -fPIC -o .build-races/mutex.so Tests/Races/mutex.c
	swift build $(BUILD_OPTIONS) --scratch-path .build-races --sanitize thread --build-tests
	status=0
	SCRATCH=.build-races PRELOADED="$(CURDIR)/.build-races/mutex.so" Tests/run $(or $(LAYER),$(THREADED)) || status=$$?
	echo "$$(grep -c '^WARNING: ThreadSanitizer' .build-races/tests.log || true) races in .build-races/tests.log"
	exit $$status

build: Package.resolved ## Build both programs for production, into .build/production
	Packaging/build tessera tessera-core

package: PACKAGING = yes
package: Package.resolved ## Make a Debian package and a tarball of both programs, in .build/package
	Packaging/build tessera tessera-core
	Packaging/pack .build/package .build/production/tessera .build/production/tessera-core

package-test: INSTALLING = yes
package-test: package ## As root: install the packages into a clean Debian, and follow the first pages of both there
	Packaging/test .build/package

bench: BENCHING = yes
bench: Package.resolved ## Measure instructions and rates on a quiet machine (docs/PERFORMANCE.md)
	Packaging/build tessera
	export TESSERA="$(CURDIR)/.build/release/tessera"
	swift build --configuration release --static-swift-stdlib --package-path Benchmarks
	limits="$$(swift build --configuration release --package-path Benchmarks --show-bin-path)"
	Benchmarks/instructions
	Benchmarks/run --constant "$$limits/ConstantAnswer" --primitives "$$limits/WalletBenchmark" $(OPTIONS)

clean: ## Remove what was built; the demo's data in .tessera stays
	rm -rf .build

# SwiftPM uses the versions in this file and no others. The list of them is committed; this file is not, because a copy
# of a repository may have other commits. Every build needs it, and it needs the requirements.
Package.resolved: Packaging/dependencies | requirements
	Packaging/resolve > $@.new
	mv $@.new $@

# Installs third-party testers of HTTP APIs in their own directory.
.build/python/installed: Tests/Python/requirements.txt | requirements
	python3 -m venv --clear .build/python
	.build/python/bin/pip install --quiet --disable-pip-version-check --no-deps --requirement $<
	touch $@

# Unpacks Jest from Debian's packages, which can be installed only beside Debian's own node. That one also looks for
# modules in Debian's folders; any other finds them here, where they are beside each other.
.build/jest/installed: | requirements
	rm -rf .build/jest
	mkdir -p .build/jest/{lists,cache/archives}/partial
	cd .build/jest
	apt=(-o "Dir::State::lists=$$PWD/lists" -o "Dir::Cache=$$PWD/cache" -o Acquire::Languages=none -o APT::Sandbox::User=)
	apt-get "$${apt[@]}" --quiet=2 update
	relations=(--no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances)
	needed="$$(apt-cache "$${apt[@]}" depends --recurse "$${relations[@]}" jest | grep -E '^(jest|node-)')"
	apt-get "$${apt[@]}" --quiet=2 download $$(sort --unique <<< "$$needed")
	for package in *.deb; do dpkg-deb --extract "$$package" unpacked; done
	mv unpacked/usr/share/nodejs node_modules
	rm -r unpacked lists cache *.deb
	sed -i 's/, \.\.\.process\.config\.variables\.node_relative_path[^]]*\]/]/' node_modules/jest-*/build/*.js
	touch installed

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
	# The tests also use third-party programs: Python's cryptography for proofs, a browser for pages, a module for
	# keys, a balancer, a pooler, Java for generators of clients, for Kotlin and for fixtures, and what clients are
	# compiled with.
	if [ -n "$(TESTING)" ]; then
		python3 -c 'import cryptography' 2> /dev/null || missing+=(python3-cryptography)
		command -v chromium > /dev/null || missing+=(chromium)
		command -v openssl > /dev/null || missing+=(openssl)
		command -v softhsm2-util > /dev/null || missing+=(softhsm2)
		command -v pkcs11-tool > /dev/null || missing+=(opensc)
		[ -x /usr/sbin/haproxy ] || missing+=(haproxy)
		[ -x /usr/sbin/pgbouncer ] || missing+=(pgbouncer)
		command -v kotlinc > /dev/null || missing+=(kotlin)
		[ -e /usr/share/java/kotlinx-coroutines-core.jar ] || missing+=(libkotlinx-coroutines-java)
		[ -e /usr/share/java/atomicfu.jar ] || missing+=(libkotlinx-atomicfu-java)
		command -v javac > /dev/null || missing+=(default-jdk-headless)
		[ -e /usr/share/java/gson.jar ] || missing+=(libgoogle-gson-java)
		[ -e /usr/share/java/junit-platform-console.jar ] || missing+=(junit5)
		python3 -c 'import ensurepip' 2> /dev/null || missing+=(python3-venv)
	fi
	# For the console's JavaScript, the contract pack's scripts and the client in TypeScript.
	if [ -n "$(CHECKING)$(TESTING)" ]; then
		command -v node > /dev/null || missing+=(nodejs)
		command -v tsc > /dev/null || missing+=(node-typescript)
	fi
	if [ -n "$(PACKAGING)$(TESTING)" ]; then
		command -v python3 > /dev/null || missing+=(python3)
		command -v dpkg-shlibdeps > /dev/null || missing+=(dpkg-dev)
	fi
	if [ -n "$(INSTALLING)" ]; then
		command -v debootstrap > /dev/null || missing+=(debootstrap)
		command -v ip > /dev/null || missing+=(iproute2)
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
