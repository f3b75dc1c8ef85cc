"""The tables of a run, in Markdown."""

import os
import platform
import time

PROGRAMS = ("now", "before")


def report(arguments, measured, paced, resident, soaked):
    parts = [headline(arguments), rates(measured)]
    if paced:
        parts.append(half_rates(paced))
    parts.append(memory(arguments, resident, soaked))
    return "\n\n".join(parts) + "\n"


def headline(arguments):
    return (
        f"{time.strftime('%Y-%m-%d')}, {os.cpu_count()} processors, {processor()}, Linux {platform.release()}, "
        f"{arguments.rounds} rounds of {arguments.seconds} s, {arguments.customers * arguments.cards_each} cards")


def processor():
    known = [line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")]
    return known[0] if known else "an unknown processor"


def rates(measured):
    """The last column compares with each limit of the operation at the same number of connections, or at any number if
    the limit has its own clients."""
    lines = [
        row(["operation", "connections", "measured", "a second", "p50 ms", "p99 ms", "service µs", "Postgres µs",
             "of the limit"]),
        "| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | --- |",
    ]
    for (operation, connections, program, what), run in measured.items():
        columns = [operation, connections or "–", f"{program}, {what}", f"{run.rate:,.0f}"]
        if program in PROGRAMS:
            limits = [
                f"{run.rate / limit.rate:.2f} {name}" for (other, count, kind, name), limit in measured.items()
                if kind not in PROGRAMS and other == operation and count in (connections, None)
            ]
            columns += [f"{run.p50:.2f}", f"{run.p99:.2f}", f"{run.service_cpu:.0f}", f"{run.postgres_cpu:.0f}"]
            columns.append(", ".join(limits))
        else:
            columns += [f"{run.p50:.2f}" if run.p50 else "", f"{run.p99:.2f}" if run.p99 else "", "", "", ""]
        lines.append(row(columns))
    return "\n".join(lines)


def half_rates(paced):
    lines = [
        "At half the rate, with requests that begin at random moments:", "",
        "| operation | connections | measured | wanted a second | reached | p50 ms | p99 ms |",
        "| --- | ---: | --- | ---: | ---: | ---: | ---: |",
    ]
    for (operation, connections, program, what), (wanted, run) in paced.items():
        lines.append(row([
            operation, connections, f"{program}, {what}", f"{wanted:,.0f}", f"{run.rate:,.0f}", f"{run.p50:.2f}",
            f"{run.p99:.2f}"]))
    return "\n".join(lines)


def memory(arguments, resident, soaked):
    head, line = ["program", "resident MB after the rounds"], ["---", "---:"]
    if soaked:
        head.append(f"after {arguments.soak} s of mixed load at 256 connections")
        line.append("---:")
    lines = [row(head), row(line)]
    for (program, sandbox), size in resident.items():
        more = [soaked[program, sandbox]] if soaked else []
        lines.append(row([f"{program}, sandbox {sandbox}", size, *more]))
    return "\n".join(lines)


def row(columns):
    return "| " + " | ".join(str(column) for column in columns) + " |"
