# Everything runs in .venv, which the first target that needs it makes.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test test-all tournament torture check format samples golden docs bench look clean

demo: .venv/runtime ## the main job on a copy of a sample game
	@rm -rf demo && mkdir demo && cp -R games/g42 demo/g42
	@echo "A file with mistakes, and the answer that its sender gets:"
	@echo "    adjudicate check demo/g42 tests/samples/wrong/dora.yaml --seat dora"
	@$(BIN)/adjudicate check demo/g42 tests/samples/wrong/dora.yaml --seat dora || true
	@echo
	@echo "A copy of games/g42 with four players' files for turn 7 in its inbox. Running:"
	@echo "    adjudicate demo/g42 --turn 7"
	@$(BIN)/adjudicate demo/g42 --turn 7
	@echo
	@echo "Dora's report as text:   demo/g42/turns/0007/reports/dora.txt"
	@echo "The same for a browser:  demo/g42/turns/0007/reports/dora.html"

test: .venv/develop ## all tests but the slow ones
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not slow and not long"

test-all: test ## the slow ones too
	$(BIN)/python -m pytest -n 2 --dist worksteal -m slow

tournament: .venv/develop ## a whole game of each kind by mail, through real servers (some minutes each)
	$(BIN)/python -m pytest -n 2 --dist worksteal -m long

torture: .venv/develop ## kills, cut power, failing disks, rivals, tampers, hostile input (well over an hour): the table of docs/reliability.md
	@mkdir -p build
	PYTHONPATH=tests $(BIN)/python -m torture --keep build/torture.rows

check: .venv/develop ## formatter, linter, types, import contract, tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(MAKE) test

format: .venv/develop
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

samples: .venv/develop ## builds the sample games again, through the program
	$(BIN)/python tests/samples/build.py games

golden: samples ## renews everything that tests compare byte for byte; look at the difference before committing
	$(BIN)/python tests/golden/regenerate.py

docs: .venv/develop ## the pages made from the code and the cases
	$(BIN)/python tests/docs/rulings_page.py
	$(BIN)/python tests/docs/proof_example.py
	$(BIN)/python tests/docs/catan_pages.py
	$(BIN)/python tests/secrecy/outputs.py

bench: .venv/develop ## prints the figures of docs/performance.md
	$(BIN)/python bench/turn_start.py
	$(BIN)/python bench/turn_start.py --game games/caravan --turn 65
	$(BIN)/python bench/start_stages.py
	$(BIN)/python bench/many_games.py
	$(BIN)/python bench/many_status.py
	$(BIN)/python bench/house.py
	$(BIN)/python bench/report_length.py
	$(BIN)/python bench/page_size.py
	$(BIN)/python bench/random_games.py
	$(BIN)/python bench/catan_kernel.py
	$(BIN)/python bench/mutated_files.py
	$(BIN)/python bench/turn_growth.py
	$(BIN)/python bench/turn_sixty.py
	$(BIN)/python bench/verify_speed.py
	$(BIN)/python bench/waits.py
	$(BIN)/python bench/post_office.py

look: .venv/develop ## photographs of reports on a phone, on a desktop, by night and in grey, and measures of them (needs Chromium)
	$(BIN)/python bench/look_at_reports.py look games/*
	$(BIN)/python bench/readme_pictures.py look
	$(BIN)/python bench/measure_pages.py games/*/turns/*/reports/*.html look/*-replay.html

clean:
	rm -rf .venv demo look

.venv/runtime: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	$(BIN)/python -m compileall -q adjudicator
	@touch $@

.venv/develop: .venv/runtime pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@
