"""What a function of a WebAssembly module consists of: where its blocks begin, which of them ran, and the
module without the ones that did not. Knows the instructions for which scripts/embedded compiles, and refuses others."""

import hashlib

CUSTOM, IMPORT, GLOBAL, EXPORT, CODE = 0, 2, 6, 7, 10
#: An instruction that stops the machine; the end of a function.
UNREACHABLE, END = b"\x00", 0x0B
IF, ELSE, BRANCH_IF = 0x04, 0x05, 0x0D
OPENING = (0x02, 0x03, IF)


class Module:
    """A module's sections, in order; functions are numbered as the module itself numbers them."""

    head = b"\0asm\1\0\0\0"

    def __init__(self, data):
        if data[:8] != self.head:
            raise ValueError("no WebAssembly module")
        self.sections = []
        place = 8
        while place < len(data):
            length, begin = number(data, place + 1)
            self.sections.append((data[place], data[begin : begin + length]))
            place = begin + length
        if any(kind == IMPORT for kind, _ in self.sections):
            raise ValueError("a module that imports something")
        self.functions = []
        code = self.content(CODE)
        count, place = number(code, 0)
        for _ in range(count):
            length, begin = number(code, place)
            place = begin + length
            self.functions.append(code[begin:place])

    def content(self, wanted):
        return next(content for kind, content in self.sections if kind == wanted)

    def replacing(self, contents):
        """The bytes of the module with other contents of some sections."""
        sections = (section(kind, contents.get(kind, content)) for kind, content in self.sections)
        return self.head + b"".join(sections)


def number(data, place):
    """A number in LEB128, and where it ends."""
    value = shift = 0
    while True:
        byte = data[place]
        place += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, place


def coded(value):
    """A number in LEB128."""
    data = b""
    while value > 127:
        data += bytes([value & 127 | 128])
        value >>= 7
    return data + bytes([value])


def counted(data):
    """Bytes behind their count."""
    return coded(len(data)) + data


def section(kind, content):
    return bytes([kind]) + counted(content)


def begin(body):
    """Where the code of a function begins, behind its variables."""
    count, place = number(body, 0)
    for _ in range(count):
        place = number(body, place)[1] + 1
    return place


def instructions(body):
    """Each instruction's first byte, and where it begins and ends."""
    place = begin(body)
    while place < len(body):
        start, code = place, body[place]
        yield code, start, (place := _end(body, code, place + 1))


def _end(body, code, place):
    numbers = 0
    if code in OPENING:
        return place + 1 if body[place] & 0xC0 == 0x40 else number(body, place)[1]
    if code == 0x0E:  # br_table
        numbers, place = number(body, place)
        numbers += 1
    elif code in (0x11, *range(0x28, 0x3F)):  # call_indirect, loads and stores
        numbers = 2
    elif code in (0x0C, BRANCH_IF, 0x10, *range(0x20, 0x27), 0x3F, 0x40, 0x41, 0x42):
        numbers = 1
    elif code in (0x43, 0x44):  # constants of floating point
        return place + (4 if code == 0x43 else 8)
    elif code == 0xFC:
        kind, place = number(body, place)
        if kind > 11:
            raise ValueError(f"instruction 0xfc {kind}")
        numbers = (2, 1, 2, 1)[kind - 8] if kind > 7 else 0
    elif not (code in (0x00, 0x01, ELSE, END, 0x0F, 0x1A, 0x1B) or 0x45 <= code <= 0xC4):
        raise ValueError(f"instruction {code:#x}")
    for _ in range(numbers):
        place = number(body, place)[1]
    return place


def blocks(body):
    """Where what runs may differ from what ran before: at the begin, behind `if`, `else`, `br_if` and `end`."""
    ends = (end for code, _, end in instructions(body) if code in (IF, ELSE, BRANCH_IF, END))
    return [begin(body), *(end for end in ends if end < len(body))]


def shape(body):
    """Tells bodies apart, whatever the numbers are of what they refer to."""
    codes = bytes(code for code, _, _ in instructions(body))
    return hashlib.sha256(codes).hexdigest()[:8]


def unused(body, ran):
    """The parts of a body that never run, as pairs of begin and end.

    `ran` has the numbers of the blocks that did. What stands between a block that did not and the end of what
    encloses it cannot be reached without it.
    """
    if 0 not in ran:
        return [(begin(body), len(body) - 1)]
    numbers = {place: index for index, place in enumerate(blocks(body))}
    parts = []
    start = None
    depth = 0
    for code, first, end in instructions(body):
        if start is not None:
            if code in OPENING:
                depth += 1
            elif depth == 0 and code in (ELSE, END):
                parts.append((start, first))
                start = None
            elif code == END:
                depth -= 1
        if start is None and end in numbers and numbers[end] not in ran:
            start, depth = end, 0
    return parts


def counting(module):
    """The module with a global for each block, 1 once it ran; exported as `#FUNCTION.BLOCK`."""
    globals_, exports = module.content(GLOBAL), module.content(EXPORT)
    count, behind_count = number(globals_, 0)
    names, functions = [], []
    for index, body in enumerate(module.functions):
        changed, last = b"", 0
        for block, start in enumerate(blocks(body)):
            changed += body[last:start] + b"\x41\x01\x24" + coded(count + len(names))
            names.append(f"#{index}.{block}".encode())
            last = start
        functions.append(counted(changed + body[last:]))
    exported = [counted(name) + b"\x03" + coded(count + index) for index, name in enumerate(names)]
    before, behind_exports = number(exports, 0)
    return module.replacing({
        GLOBAL: coded(count + len(names)) + globals_[behind_count:] + b"\x7f\x01\x41\x00\x0b" * len(names),
        EXPORT: coded(before + len(names)) + exports[behind_exports:] + b"".join(exported),
        CODE: coded(len(functions)) + b"".join(functions),
    })
