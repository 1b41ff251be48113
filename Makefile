# Two jobs: `make play` and `make test`. Each sets up everything it needs first.

# The system's own Python is a twentieth faster than one that pyenv compiles.
PYTHON ?= $$(for one in /usr/bin/python3 python3; do \
  $$one -c 'import sys, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; done; echo $$one)
VENV := .venv
BIN := $(VENV)/bin
RUN := $(BIN)/companion
.DEFAULT_GOAL := help
.PHONY: help play test club test-box deb coverage test-long golden screenshots moving-picture figures check train translations lock sbom clean

help:
	@echo "make play    referee a game; without a camera every move is tapped, and the shelf shows a filmed evening"
	@echo "make test    style, types, who imports whom, and all tests"
	@echo "make club    try a club: a broker, a database and three tables that play by themselves, all on this machine"
	@echo "make coverage  all tests once more, counting the lines and branches they reach (much slower)"
	@echo "make test-long  ten thousand whole games of every game, thousands of evenings for the referee, every table at every state in a browser, and many more random trials (some hours)"
	@echo "make test-box  the package on a Debian of its own: installed offline, killed, hung, brought up to date, taken back (some minutes; as root)"
	@echo "make golden  write the playthroughs in tests/golden anew, after a change of the rules that is meant"
	@echo "make screenshots  write the pictures of the main screens in tests/browser/screenshots anew where the screens changed, and say which did"
	@echo "make moving-picture  record the moving picture of the README anew: a fault on a film, and its call on the page (some minutes)"
	@echo "make figures  measure what takes a few minutes and write docs/figures.md; all of it (hours): ARGS=--long; all runs of a bench: ARGS='vision PHOTOS=DIR', only the page: ARGS=--page"
	@echo "make check   style, types and imports only"
	@echo "make train   train the dice reader anew (an hour and more; with photographs: ARGS='dice --photos DIR'); the card reader with ARGS=cards, the reader of printed cards with ARGS=printed (an hour each), of numbers on cards with ARGS=numbers (a quarter of an hour); how surely pieces on boards are told with ARGS='boards --photos DIR'"
	@echo "make translations  collect the sentences of the house and of every game for the translators, and compile what is translated"
	@echo "make deb     build the Debian package in dist: companion_<version>_amd64.deb; for a Raspberry Pi: ARGS='--architecture arm64'"
	@echo "make lock    lock the dependencies anew"
	@echo "make sbom    write sbom.json: the packages of the lock with versions and digests (CycloneDX)"
	@echo "Pass arguments to play with ARGS, for example: make play ARGS='--lang en --camera none'"

play: $(VENV)/.run
	@$(RUN) play $(ARGS)

# Bytecode is kept, also where the environment says otherwise: what is installed is compiled when it is first used.
export PYTHONDONTWRITEBYTECODE =

# The tests wait now and then (for a browser, for a program to start), so that three at once keep two cores busy. What they
# write lies in memory where there is room: a journal waits for the disk at every entry, which on a real one costs 6 ms.
test: export TMPDIR := $(shell df -k /dev/shm 2>/dev/null | awk '$$4 > 2000000 {at = "/dev/shm"} END {print ENVIRON["TMPDIR"] ? ENVIRON["TMPDIR"] : at}')
# What pictures took of the memory is kept for the next ones: to clear it anew each time was a tenth of all.
test: export MALLOC_MMAP_THRESHOLD_ := 1000000000
test: export MALLOC_TRIM_THRESHOLD_ := 2000000000
test: export MALLOC_TOP_PAD_ := 67108864
# In the order in which tests/conftest.py has put them, what takes long first; xdist would begin with what are many.
# The checks run beside the tests, which wait now and then, and are told after them (first and alone: make check).
# Where the tests are not compiled yet, one process does it before three would each do it again.
test: $(VENV)/.test
	@checks=$$(mktemp); nice $(MAKE) --no-print-directory check > $$checks 2>&1 & checking=$$!; \
	  ls tests/__pycache__/conftest.*-pytest-*.pyc > /dev/null 2>&1 || $(BIN)/python -m pytest --collect-only -q > /dev/null; \
	  $(BIN)/python -m pytest -n 3 --dist loadgroup --no-loadscope-reorder $(ARGS); tested=$$?; \
	  wait $$checking; checked=$$?; cat $$checks; rm $$checks; exit $$((tested || checked))

club: $(VENV)/.club
	@$(RUN) club --try $(ARGS)

coverage: $(VENV)/.test
	@$(BIN)/python -m pytest -n 2 --dist loadgroup --no-loadscope-reorder --cov --cov-report=term $(ARGS)

# Single tests play thousands of evenings: what hangs is given up after four hours.
test-long: $(VENV)/.test
	@COMPANION_LONG=1 $(BIN)/python -m pytest -n 2 --dist loadgroup -o faulthandler_timeout=14400 tests/companion tests/browser tests/end_to_end tests/faults tests/security tests/web/test_canary.py $(ARGS)

# On a busy machine: COMPANION_BOX_PATIENCE=4. The tree and the wheels stay in /var/tmp/companion-box.
test-box: $(VENV)/.test
	@.ci/system-packages requirements/debian-box.txt
	@COMPANION_BOX=1 PYTHONPATH=. $(BIN)/python -m pytest -q -s tests/box $(ARGS)

golden: $(VENV)/.test
	@PYTHONPATH=. $(BIN)/python -m tests.golden.write
	@git --no-pager diff --stat -- tests/golden

screenshots: $(VENV)/.test
	@COMPANION_SCREENSHOTS=write $(BIN)/python -m pytest -q -s tests/browser/test_screenshots.py $(ARGS)
	@git --no-pager diff --stat -- tests/browser/screenshots

moving-picture: $(VENV)/.test
	@$(BIN)/python -m companion.bench.moving_picture docs/referee.webp $(ARGS)

figures: $(VENV)/.run
	@$(BIN)/python -m companion.bench.figures $(ARGS)
	@git --no-pager diff --stat -- docs

check: $(VENV)/.test
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check -q .
	@$(BIN)/mypy
	@PYTHONPATH=. $(BIN)/lint-imports --no-cache | tail -n 3

deb: $(VENV)/.test
	@PYTHONPATH=. $(BIN)/python -m hardware.appliance.build_deb $(ARGS)

train: $(VENV)/.train
	@PYTHONPATH=. $(VENV)-train/bin/python -m vision.training $(or $(ARGS),dice)

translations: $(VENV)/.test
	@PYTHONPATH=. $(BIN)/python -m companion.languages.collecting

lock: $(VENV)/.test
	@$(BIN)/pip install -q uv
	@cd requirements && for set in run club dev; do \
	  ../$(BIN)/uv pip compile -q --upgrade --generate-hashes --universal --python-version 3.11 --no-annotate --no-strip-extras \
	    --custom-compile-command "make lock" $$set.in -o $$set.txt; done

sbom:
	@$(or $(wildcard $(BIN)/python),python3) .ci/sbom.py requirements/run.txt > sbom.json

clean:
	@rm -rf $(VENV) $(VENV)-train .venv-home-assistant build dist *.egg-info

# ---- set-up: system packages where we may install them, then the locked Python packages; what of them is used is
# compiled when it is first imported: a third of the time that installing takes goes into what nobody imports

$(VENV)/.run: requirements/run.txt requirements/debian-run.txt pyproject.toml
	@.ci/system-packages requirements/debian-run.txt python3-venv
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-compile --require-hashes -r requirements/run.txt
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.club: requirements/club.txt requirements/debian-club.txt $(VENV)/.run
	@.ci/system-packages requirements/debian-club.txt
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-compile --require-hashes -r requirements/club.txt
	@touch $@

$(VENV)/.test: requirements/dev.txt requirements/debian-test.txt $(VENV)/.run
	@.ci/system-packages requirements/debian-test.txt
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-compile --require-hashes -r requirements/dev.txt
	@touch $@

# A Home Assistant for its own test, of the version that this Python takes; it fetches what else it needs when it starts.
.venv-home-assistant: requirements/home-assistant.in
	@$(PYTHON) -m venv $@
	@$@/bin/python -m pip install -q --disable-pip-version-check -r requirements/home-assistant.in
	@touch $@

$(VENV)/.train: requirements/train.in $(VENV)/.run
	@test -x $(VENV)-train/bin/python || $(PYTHON) -m venv $(VENV)-train
	@$(VENV)-train/bin/python -m pip install -q --disable-pip-version-check -r requirements/train.in
	@touch $@
