# Bits and Bandwidth. `make serve` to read, `make test` to check everything.
PYTHON ?= python3
.PHONY: data help serve book test bench record snapshots format colab clean

help:
	@echo "make serve    build the book and serve it on 127.0.0.1 (PORT=8000)"
	@echo "make book     build it into _build/html, without serving"
	@echo "make test     everything CI checks"
	@echo "make bench    page weight, time to a usable widget, the model's errors, rounding"
	@echo "make format   format Python, strip the notebooks"
	@echo "make record   run the labs here and keep their outputs in labs/recorded"
	@echo "make data     write lowbit's facts and formulas into the widgets' JavaScript"
	@echo "make snapshots keep the still pictures for readers without JavaScript"
	@echo "make colab    check that installing on Colab's versions changes none of them"
	@echo "make clean    remove what was built; .venv stays"

serve book test bench record format:
	@command -v "$(PYTHON)" >/dev/null || { echo "No $(PYTHON) here: install Python 3.11 or newer, or name one: make $@ PYTHON=python3.12"; exit 1; }
	@"$(PYTHON)" book/build.py $@

data:
	@"$(PYTHON)" book/build.py data

snapshots: book
	@.venv/bin/python tools/snapshots.py

colab:
	@"$(PYTHON)" tools/check_colab.py

clean:
	rm -rf _build _executed .pytest_cache .ruff_cache
