"""Command line of the book's numbers.

python -m lowbit gemm --gpu H100 --m 1 --n 8192 --k 8192 --format fp8
"""

import argparse
import sys

from lowbit import cli_gemm

COMMANDS = [cli_gemm]  # each: add(commands) its options, run(args) -> text to print


class Parser(argparse.ArgumentParser):
    def error(self, message):
        self.exit(2, f"{message[0].upper()}{message[1:]}. See {self.prog} --help.\n")


def parser():
    top = Parser(prog="python -m lowbit", description=__doc__.splitlines()[0])
    commands = top.add_subparsers(dest="command", required=True, parser_class=Parser)
    for command in COMMANDS:
        command.add(commands)
    return top


def main(argv=None):
    args = parser().parse_args(argv)
    try:
        print(args.run(args))
    except ValueError as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
