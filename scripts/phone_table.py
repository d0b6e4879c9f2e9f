"""What scripts/generate-phones writes: libphonenumber's metadata as one compact ASCII text.

The text is read by Sources/PhoneNumbers/Table, which says what its lines and fields are. Patterns
are translated here into programs of one or two letters an element, and every national prefix rule
is compared with Python's own regular expressions before it is written.
"""

import functools
import itertools
import random
import re
import sys

KINDS = {
    # In the order in which libphonenumber asks; the first that matches counts.
    "premium_rate": "P",
    "toll_free": "T",
    "shared_cost": "S",
    "voip": "V",
    "personal_number": "N",
    "pager": "G",
    "uan": "U",
    "voicemail": "W",
    "fixed_line": "F",
    "mobile": "M",
}
BOTH = "X"
MOST_DIGITS = 17
# How many numbers a prefix pattern is tried with before it is written in another form.
SAMPLES = 500
GROUPS = "ABCDEFGH"


class Unknown(Exception):
    """Something in the metadata that the table has no form for."""


def number(count):
    """A number from 0 to 30 as one character."""
    if not 0 <= count <= 30:
        raise Unknown(f"the number {count} does not fit one character")
    return chr(0x60 + count)


def place(index):
    """A place in a list as one character that is no separator."""
    if not 0 <= index <= 62:
        raise Unknown(f"a list is longer than 63: {index}")
    return chr(0x40 + index)


class Pattern:
    """A regular expression of the metadata: digits, classes, groups, alternatives, repetitions."""

    def __init__(self, text):
        self.text = text
        self.at = 0
        self.tree = self.alternatives()
        if self.at != len(text):
            raise Unknown(f"'{text}' has '{text[self.at]}' at {self.at}")

    def alternatives(self):
        found = [self.sequence()]
        while self.peek() == "|":
            self.at += 1
            found.append(self.sequence())
        return found[0] if len(found) == 1 else ("any", found)

    def sequence(self):
        items = []
        while self.peek() not in ("", "|", ")"):
            items.append(self.repeated(self.atom()))
        return ("all", items)

    def atom(self):
        one = self.take()
        if one.isdigit():
            return ("class", {int(one)})
        if one == "\\" and self.take() == "d":
            return ("class", set(range(10)))
        if one == "$":
            return ("end",)
        if one == "[":
            return ("class", self.members())
        if one == "(":
            captures = self.text[self.at : self.at + 2] != "?:"
            self.at += 0 if captures else 2
            inner = self.alternatives()
            if self.take() != ")":
                raise Unknown(f"'{self.text}' has no ')' at {self.at}")
            return ("capture", inner) if captures else inner
        raise Unknown(f"'{self.text}' has '{one}' at {self.at - 1}")

    def members(self):
        found = set()
        while self.peek() != "]":
            one = self.take()
            if one == "\\" and self.take() == "d":
                found |= set(range(10))
            elif self.peek() == "-":
                self.at += 1
                found |= set(range(int(one), int(self.take()) + 1))
            else:
                found.add(int(one))
        self.at += 1
        return found

    def repeated(self, atom):
        if self.peek() == "?":
            self.at += 1
            return ("times", 0, 1, atom)
        if self.peek() != "{":
            return atom
        end = self.text.index("}", self.at)
        least, _, most = self.text[self.at + 1 : end].partition(",")
        self.at = end + 1
        return ("times", int(least), int(most or least), atom)

    def peek(self):
        return self.text[self.at : self.at + 1]

    def take(self):
        self.at += 1
        return self.text[self.at - 1 : self.at]


def program(tree):
    """The tree as the text that Sources/PhoneNumbers/Table/DigitPattern.swift runs."""
    if tree[0] == "class":
        members = tree[1]
        if len(members) == 1:
            return str(min(members))
        if len(members) == 10:
            return number(1)
        high = sum(1 << (digit - 5) for digit in members if digit >= 5)
        low = sum(1 << digit for digit in members if digit < 5)
        return chr(0x40 + high) + chr(0x40 + low)
    if tree[0] == "any":
        return "(" + "|".join(program(part) for part in tree[1]) + ")"
    if tree[0] == "all":
        return joined_runs("".join(program(part) for part in tree[1]))
    if tree[0] == "capture":
        return program(tree[1]) if tree[1][0] == "any" else one_atom(program(tree[1]))
    if tree[0] == "times":
        return repetition(tree[1], tree[2], one_atom(program(tree[3])))
    raise Unknown(f"no program for {tree}")


def one_atom(text):
    is_class = len(text) == 2 and all("@" <= letter <= "_" for letter in text)
    is_group = text.startswith("(") and matching(text) == len(text) - 1
    return text if len(text) == 1 or is_class or is_group else f"({text})"


def matching(text):
    depth = 0
    for index, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return index
    raise Unknown(f"'{text}' has an open group")


def repetition(least, most, atom):
    # A run of equal digits is shorter written out; of any digits it is one letter.
    if atom == number(1):
        head = number(least) if least else ""
        rest = most - least
        return head + ("" if rest == 0 else "?a" if rest == 1 else "{" + number(0) + number(rest) + "a")
    if (least, most) == (0, 1):
        return "?" + atom
    if least == most and len(atom) * least <= len(atom) + 3:
        return atom * least
    return "{" + number(least) + number(most) + atom


def joined_runs(text):
    """Joins neighbouring runs of any digits: `ab` is `c`, where neither is what is repeated."""
    out = ""
    index = 0
    while index < len(text):
        letter = text[index]
        if letter == "{":
            out += text[index : index + 3]
            index += 3
        elif letter == "?":
            out += letter
            index += 1
        elif number(1) <= letter <= number(MOST_DIGITS):
            run = 0
            while index < len(text) and number(1) <= text[index] <= number(MOST_DIGITS):
                run += ord(text[index]) - 0x60
                index += 1
            out += number(run)
            continue
        else:
            out += letter
            index += 1
            continue
        # The atom behind a repetition stays as it is.
        if text[index] == "(":
            end = index + matching(text[index:]) + 1
        else:
            end = index + (2 if "@" <= text[index] <= "_" else 1)
        out += text[index:end]
        index = end
    return out


@functools.cache
def compiled(text):
    tree = Pattern(text).tree
    written = program(tree)
    # The alternatives of a whole pattern need no group.
    return written[1:-1] if tree[0] == "any" else written


def prefix_rules(text, has_transform):
    """National prefixes: ordered rules; the first that matches counts, with its longest match.

    Where there is a transform, the last group is kept, between `<` and `>`.
    """
    tree = Pattern(text).tree
    rules = []
    for branch in tree[1] if tree[0] == "any" else [tree]:
        for variant in variants(branch):
            rules.append(rule(variant, has_transform))
    rules = [one for one in rules if one]
    check_rules(text)
    return "/".join(rules)


def variants(sequence):
    """An optional group that captures, and what is optional before it, each present or not."""
    items = sequence[1]
    if not any(has_capture(item) and item[0] == "times" for item in items):
        return [items]
    choices = []
    for item in items:
        if item[0] == "times" and item[1:3] == (0, 1):
            inner = item[3]
            choices.append([inner[1] if inner[0] == "all" else [inner], []])
        else:
            choices.append([[item]])
    return [list(itertools.chain(*parts)) for parts in itertools.product(*choices)]


def has_capture(tree):
    if tree[0] == "capture":
        return True
    children = {"any": lambda: tree[1], "all": lambda: tree[1], "times": lambda: [tree[3]]}
    return any(has_capture(child) for child in children.get(tree[0], lambda: [])())


def rule(items, has_transform):
    last = max((i for i, item in enumerate(items) if item[0] == "capture"), default=None)
    out = ""
    for index, item in enumerate(items):
        if item[0] == "end":
            if index != len(items) - 1:
                raise Unknown("an end before the end of a prefix rule")
            out += "$"
        elif index == last and has_transform:
            out += "<" + program(item[1]) + ">"
        else:
            out += program(item)
    return out


@functools.cache
def check_rules(text):
    """That ordered rules with longest matches find what the regular expression finds."""
    tree = Pattern(text).tree
    split = []
    for branch in tree[1] if tree[0] == "any" else [tree]:
        for variant in variants(branch):
            split.append([re_text(item) for item in variant])
    draw = random.Random(text)
    whole = re.compile(text)
    for _ in range(SAMPLES):
        digits = sample(tree, draw) + "".join(draw.choices("0123456789", k=draw.randrange(9)))
        if draw.random() < 0.3 and digits:
            digits = digits[: draw.randrange(len(digits)) + 1]
        found = whole.match(digits)
        expected = found.end() if found else 0
        ends = 0
        for parts in split:
            pattern = re.compile("".join(parts))
            fits = [end for end in range(len(digits) + 1) if pattern.fullmatch(digits[:end])]
            if parts and parts[-1] == "$":
                fits = [end for end in fits if end == len(digits)]
            if fits:
                ends = max(fits)
                break
        if ends != expected:
            raise Unknown(f"'{text}' takes {expected} of {digits}, its rules take {ends}")


@functools.cache
def check_longest(text):
    """That the regular expression takes the longest of its matches."""
    pattern = Pattern(text)
    draw = random.Random(text)
    whole = re.compile(text)
    for _ in range(SAMPLES):
        digits = sample(pattern.tree, draw) + "".join(draw.choices("0123456789", k=4))
        found = whole.match(digits)
        longest = max((end for end in range(len(digits) + 1) if whole.fullmatch(digits[:end])), default=None)
        if (found.end() if found else None) != longest:
            raise Unknown(f"'{text}' does not take its longest match of {digits}")


def re_text(tree):
    if tree[0] == "class":
        return "[" + "".join(str(digit) for digit in sorted(tree[1])) + "]"
    if tree[0] == "end":
        return "$"
    if tree[0] == "any":
        return "(?:" + "|".join(re_text(part) for part in tree[1]) + ")"
    if tree[0] == "all":
        return "(?:" + "".join(re_text(part) for part in tree[1]) + ")"
    if tree[0] == "capture":
        return re_text(tree[1])
    return "(?:" + re_text(tree[3]) + "){" + f"{tree[1]},{tree[2]}" + "}"


def sample(tree, draw):
    if tree[0] == "class":
        return str(draw.choice(sorted(tree[1])))
    if tree[0] == "end":
        return ""
    if tree[0] == "any":
        return sample(draw.choice(tree[1]), draw)
    if tree[0] == "all":
        return "".join(sample(part, draw) for part in tree[1])
    if tree[0] == "capture":
        return sample(tree[1], draw)
    return "".join(sample(tree[3], draw) for _ in range(draw.randint(tree[1], tree[2])))


def lengths(values):
    return "".join(number(value) for value in values if value > 0)


class Table:
    """Collects the shared lists while the lines of the territories are written."""

    def __init__(self):
        self.layouts = []
        self.rules = []

    def line(self, data, is_main):
        transform = data.national_prefix_transform_rule
        general = data.general_desc
        fields = [
            data.id + str(data.country_code),
            lengths(general.possible_length) + " " + lengths(general.possible_length_local_only),
            self.idd(data.international_prefix),
            prefix_rules(data.national_prefix_for_parsing, bool(transform))
            if data.national_prefix_for_parsing
            else "",
            self.transform(data, transform),
            compiled(data.leading_digits) if data.leading_digits else "",
            compiled(general.national_number_pattern),
        ]
        fields += self.kinds(data)
        # Numbers are written as the main territory of their calling code writes them.
        if is_main:
            fields += self.formats(data)
        return ";".join(fields)

    def idd(self, text):
        if not text:
            return ""
        check_longest(text)
        return compiled(text)

    def transform(self, data, transform):
        if not transform:
            return ""
        groups = re.compile(data.national_prefix_for_parsing).groups
        found = re.fullmatch(r"(\d*)\\(\d)", transform)
        if not found or int(found[2]) != groups:
            raise Unknown(f"{data.id}: the transform '{transform}' is not digits and the last group")
        # "." says that there is one, also where it adds nothing.
        return "." + found[1]

    def kinds(self, data):
        found = []
        parts = {name: getattr(data, name) for name in KINDS}
        for name, letter in KINDS.items():
            desc = parts[name]
            if desc is None or not desc.national_number_pattern:
                continue
            fixed = parts["fixed_line"]
            if name == "mobile" and fixed and self.same(desc, fixed):
                continue
            mobile = parts["mobile"]
            if name == "fixed_line" and mobile and self.same(desc, mobile):
                letter = BOTH
            own = lengths(desc.possible_length)
            found.append(letter + own + ":" + compiled(desc.national_number_pattern))
        return found

    @staticmethod
    def same(one, other):
        return (one.national_number_pattern, one.possible_length) == (
            other.national_number_pattern,
            other.possible_length,
        )

    def formats(self, data):
        rows = []
        keys = []
        for one in data.number_format:
            rows.append("#" + self.layout(one) + self.rule(one) + self.digits(one))
            keys.append((one.pattern, tuple(one.leading_digits_pattern)))
        for one in data.intl_number_format:
            if one.national_prefix_formatting_rule or one.national_prefix_optional_when_formatting:
                raise Unknown(f"{data.id}: an international format has a national prefix")
            key = (one.pattern, tuple(one.leading_digits_pattern))
            if key in keys:
                rows.append("+" + self.layout(one) + place(keys.index(key)))
            else:
                rows.append("*" + self.layout(one) + self.rule(one) + self.digits(one))
        return rows

    def layout(self, one):
        text = re.sub(r"\\(\d)", lambda found: GROUPS[int(found[1]) - 1], one.format)
        return self.shared(self.layouts, text)

    def rule(self, one):
        rule = one.national_prefix_formatting_rule or ""
        text = rule.replace("\\1", "A")
        if one.national_prefix_optional_when_formatting:
            text += "!"
        if one.domestic_carrier_code_formatting_rule is not None:
            text += "~"
        return self.shared(self.rules, text)

    @staticmethod
    def shared(values, text):
        if re.search(r"[;\n]", text):
            raise Unknown(f"'{text}' has a separator of the table")
        if text not in values:
            values.append(text)
        return place(values.index(text))

    def digits(self, one):
        groups = re.fullmatch(r"(?:\(\\d(?:\{\d+(?:,\d+)?\})?\))+", one.pattern)
        if not groups:
            raise Unknown(f"the format '{one.pattern}' is not made of groups of digits")
        out = ""
        for least, most in re.findall(r"\(\\d(?:\{(\d+)(?:,(\d+))?\})?\)", one.pattern):
            low = int(least or 1)
            high = int(most or low)
            out += number(low) if low == high else "-" + number(low) + number(high)
        return out + "".join("," + compiled(text) for text in one.leading_digits_pattern)


def table_text(phonenumbers):
    """The whole table: four lines for all, and one for each territory, by calling code."""
    table = Table()
    lines = []
    codes = phonenumbers.COUNTRY_CODE_TO_REGION_CODE
    for code in sorted(codes):
        for index, region in enumerate(codes[code]):
            if region == "001":
                data = phonenumbers.PhoneMetadata.metadata_for_nongeo_region(code)
            else:
                data = phonenumbers.PhoneMetadata.metadata_for_region(region)
            lines.append(table.line(data, index == 0))
    head = ["phones 1", phonenumbers.__version__, ";".join(table.layouts), ";".join(table.rules)]
    text = "\n".join(head + lines) + "\n"
    if not text.isascii() or '"' in text or "\\#" in text:
        raise Unknown("the table has what a Swift literal cannot hold")
    return text


def main(output):
    try:
        import phonenumbers
    except ImportError:
        print(
            "generate-phones: the Python package 'phonenumbers' is not there; run"
            " scripts/install-tools test and then .venv/bin/python scripts/generate-phones",
            file=sys.stderr,
        )
        return 1
    try:
        text = table_text(phonenumbers)
    except Unknown as unknown:
        print(f"generate-phones: {unknown}; the table needs a form for it", file=sys.stderr)
        return 1
    output(text, phonenumbers.__version__)
    return 0
