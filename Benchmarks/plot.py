"""Bars of the measured rates, as SVG."""

COLOURS = {"pgbench": "#9aa5b1", "before": "#d9822b", "now": "#2f6f9f"}


def bars(measured, connections):
    """One group for each operation, at the middle number of connections."""
    middle = sorted(connections)[len(connections) // 2]
    rows = [
        (operation, program, what, run.rate)
        for (operation, count, program, what), run in measured.items() if count in (middle, None)
    ]
    width, left, height, top = 860, 300, 22, 50
    longest = max(rate for *_, rate in rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{top + height * len(rows) + 20}" '
        'font-family="sans-serif" font-size="12">',
        f'<text x="10" y="24" font-size="15">Requests a second, {middle} connections</text>',
    ]
    for number, (operation, program, what, rate) in enumerate(rows):
        y = top + number * height
        length = (width - left - 90) * rate / longest
        parts += [
            f'<text x="{left - 8}" y="{y + 13}" text-anchor="end">{operation}: {program}, {what}</text>',
            f'<rect x="{left}" y="{y}" width="{length:.0f}" height="16" fill="{COLOURS.get(program, "#555")}"/>',
            f'<text x="{left + length + 6:.0f}" y="{y + 13}">{rate:,.0f}</text>',
        ]
    return "\n".join(parts + ["</svg>"]) + "\n"
