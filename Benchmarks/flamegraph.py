"""A flame graph of perf's samples, as SVG."""

import shutil
import subprocess
from html import escape

WIDTH, ROW, TOP = 1600, 17, 40
CHARACTER = 6.8
# Narrower bars cannot be seen.
NARROWEST = 1.5
# Where a program enters the kernel, on x86 and on ARM.
ENTRIES = ("entry_", "asm_", "el0")
COLOURS = {"kernel": "#9aa5b1", "thread": "#555", "Swift": "#d9822b", "C": "#2f6f9f"}


class Frame:
    """A function with those that it called, as a tree."""

    def __init__(self, name):
        self.name, self.samples, self.callees = name, 0, {}

    def add(self, stack):
        self.samples += 1
        if stack:
            self.callees.setdefault(stack[0], Frame(stack[0])).add(stack[1:])

    @property
    def depth(self):
        return 1 + max((callee.depth for callee in self.callees.values()), default=0)


def fold(samples):
    """The tree of all samples: in each, perf prints the thread and then the functions, the innermost first. Threads
    whose names differ only by a number do the same work."""
    root = Frame("all")
    for sample in samples.strip().split("\n\n"):
        thread, *lines = sample.split("\n")
        functions = [line.split(maxsplit=1)[1] for line in lines if len(line.split(maxsplit=1)) == 2]
        root.add([thread.strip().rstrip("-#0123456789"), *reversed(functions)])
    return root


def draw(root, title):
    names = readable(root)
    depth = root.depth
    height = TOP + depth * ROW + 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" font-family="monospace" '
        'font-size="11">',
        '<rect width="100%" height="100%" fill="#fff"/>',
        f'<text x="10" y="24" font-size="15" font-family="sans-serif">{escape(title)}: {root.samples:,} samples</text>',
    ]

    def bar(frame, level, left, kind):
        width = (WIDTH - 20) * frame.samples / root.samples
        if width < NARROWEST:
            return
        name, y = names.get(frame.name, frame.name), TOP + (depth - level - 1) * ROW
        parts.append(
            f'<g><title>{escape(name)}: {frame.samples / root.samples:.2%}</title>'
            f'<rect x="{left:.1f}" y="{y}" width="{width:.1f}" height="{ROW - 1}" fill="{COLOURS[kind]}" '
            f'fill-opacity="{0.65 if level % 2 else 0.8}"/>'
            f'<text x="{left + 3:.1f}" y="{y + 12}">{escape(name[:int((width - 4) / CHARACTER)])}</text></g>')
        for callee in sorted(frame.callees.values(), key=lambda callee: callee.name):
            bar(callee, level + 1, left, kind_of(callee.name, kind, level))
            left += (WIDTH - 20) * callee.samples / root.samples

    bar(root, 0, 10, "thread")
    return "\n".join(parts + ["</svg>"]) + "\n"


def kind_of(name, caller, level):
    """What a kernel's function calls is the kernel's, too. Names of Swift begin with $s."""
    if level == 0:
        return "thread"
    if caller == "kernel" or name.startswith(ENTRIES):
        return "kernel"
    return "Swift" if name.startswith("$s") else "C"


def readable(root):
    """The functions of Swift as they are written in its source."""
    names, frames = set(), [root]
    while frames:
        frame = frames.pop()
        names.add(frame.name)
        frames += frame.callees.values()
    mangled = sorted(name for name in names if name.startswith("$s"))
    if not mangled or not shutil.which("swift"):
        return {}
    shown = subprocess.run(
        ["swift", "demangle", "--simplified"], input="\n".join(mangled), check=True, capture_output=True, text=True)
    return dict(zip(mangled, shown.stdout.split("\n")))
