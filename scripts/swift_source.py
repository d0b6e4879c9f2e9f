"""What the house checks share: reading Swift sources and the table of layers."""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

OPENING_OF_STRING = re.compile(r'(#*)("""|")')


def code_only(source):
    """The source with comments and string literals blanked out, line for line.

    What stands inside an interpolation is code and stays.
    """
    out = []
    # Where we are: ("code", depth of parentheses) or ("string", number of #, quote).
    stack = [["code", 0]]
    position = 0

    def blank(count):
        nonlocal position
        piece = source[position : position + count]
        out.append("".join("\n" if character == "\n" else " " for character in piece))
        position += count

    def keep(count=1):
        nonlocal position
        out.append(source[position : position + count])
        position += count

    while position < len(source):
        if stack[-1][0] == "string":
            _, hashes, quote = stack[-1]
            if source.startswith(quote + "#" * hashes, position):
                blank(len(quote) + hashes)
                stack.pop()
            elif source.startswith("\\" + "#" * hashes + "(", position):
                blank(1 + hashes)
                keep()
                stack.append(["code", 1])
            elif source.startswith("\\" + "#" * hashes, position):
                blank(2 + hashes)
            elif source[position] == "\n" and quote == '"':
                stack.pop()  # never closed: the compiler says so, we read on
            else:
                blank(1)
            continue

        if source.startswith("//", position):
            end = source.find("\n", position)
            blank((end if end >= 0 else len(source)) - position)
        elif source.startswith("/*", position):
            blank(length_of_block_comment(source, position))
        elif opening := OPENING_OF_STRING.match(source, position):
            stack.append(["string", len(opening[1]), opening[2]])
            blank(len(opening[0]))
        else:
            if len(stack) > 1 and source[position] in "()":
                stack[-1][1] += 1 if source[position] == "(" else -1
                if stack[-1][1] == 0:
                    stack.pop()
            keep()
    return "".join(out)


def length_of_block_comment(source, start):
    """Block comments nest in Swift."""
    depth, position = 0, start
    while position < len(source):
        pair = source[position : position + 2]
        if pair in ("/*", "*/"):
            depth += 1 if pair == "/*" else -1
            position += 2
            if depth == 0:
                return position - start
        else:
            position += 1
    return len(source) - start


@dataclass(frozen=True)
class Layer:
    """One line of arrows.table: what one of our targets may import."""

    target: str
    number: int
    ours: frozenset
    foreign: frozenset
    line: int


def read_table(root):
    """The lines of arrows.table by target name, in the order of the file."""
    path = root / "scripts" / "arrows.table"
    if not path.is_file():
        give_up(f"{path}: not there; it lists what each target may import")
    table = {}
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        line = line.partition("#")[0]
        if not line.strip():
            continue
        fields = [field.strip() for field in line.split(":")]
        if len(fields) != 4 or not fields[1].isdigit() or fields[0] in table:
            give_up(
                f"{path}:{number}: expected 'target : layer : our targets : other modules', once a target"
            )
        table[fields[0]] = Layer(
            target=fields[0],
            number=int(fields[1]),
            ours=frozenset(fields[2].split()),
            foreign=frozenset(fields[3].split()),
            line=number,
        )
    return table


def give_up(message):
    """The check could not be made; that is no pass."""
    print(message, file=sys.stderr)
    sys.exit(2)


def finish(name, problems, checked):
    """Prints what was found and leaves with the status that says whether anything was."""
    for problem in problems:
        print(problem)
    if problems:
        print(f"{name}: {len(problems)} to repair, {checked} looked at")
        sys.exit(1)
    print(f"{name}: {checked} looked at, nothing to repair")


def root_folder(argument):
    return Path(argument).resolve() if argument else Path(__file__).resolve().parent.parent
