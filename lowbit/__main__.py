"""Command line of the book's numbers.

python -m lowbit gemm --gpu H100 --m 1 --n 8192 --k 8192 --format fp8
"""

import argparse
import os
import sys

from lowbit import cli_format, cli_gemm, cli_quantize

# each: add(commands) its options, run(args) -> text to print
COMMANDS = [cli_gemm, cli_format, cli_quantize]


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
        print(args.run(args), flush=True)
    except ValueError as problem:
        print(problem, file=sys.stderr)
        return 2
    except BrokenPipeError:  # `| head` has read enough; nothing more goes out, not at exit either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


if __name__ == "__main__":
    sys.exit(main())
