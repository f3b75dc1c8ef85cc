"""Bars of the measured rates, as SVG."""

COLOURS = {"before": "#d9822b", "now": "#2f6f9f"}
LIMIT = "#9aa5b1"


def bars(measured, connections):
    """One group for each operation, at one number of connections, with its limits below it."""
    rows = sorted(
        ((operation, program, what, run.rate)
         for (operation, count, program, what), run in measured.items() if count in (connections, None)),
        key=lambda row: (order(measured, row[0]), row[1] not in COLOURS))
    width, left, height, top = 860, 300, 22, 50
    longest = max(rate for *_, rate in rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{top + height * len(rows) + 20}" '
        'font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="#fff"/>',
        f'<text x="10" y="24" font-size="15">Requests a second, {connections} connections</text>',
    ]
    for number, (operation, program, what, rate) in enumerate(rows):
        y = top + number * height
        length = (width - left - 90) * rate / longest
        parts += [
            f'<text x="{left - 8}" y="{y + 13}" text-anchor="end">{operation}: {program}, {what}</text>',
            f'<rect x="{left}" y="{y}" width="{length:.0f}" height="16" fill="{COLOURS.get(program, LIMIT)}"/>',
            f'<text x="{left + length + 6:.0f}" y="{y + 13}">{rate:,.0f}</text>',
        ]
    return "\n".join(parts + ["</svg>"]) + "\n"


def order(measured, operation):
    """The primitives are measured first, so the order of the operations is that of the other rows."""
    operations = [name for name, _, program, _ in measured if program in COLOURS]
    return operations.index(operation)
