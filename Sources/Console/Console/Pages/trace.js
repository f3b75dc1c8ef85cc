/** What every check of a payment has found. */
import { el } from "./view.js";
import { words, sentence } from "./format.js";

const marks = { PASSED: "✓", FAILED: "×", REDUCED: "≈", SKIPPED: "·" };

/** @param {Sandbox.TraceLineAnswer[]} trace */
export function traceList(trace) {
    return el("ol", { class: "trace", "aria-label": "The checks of the payment" },
        trace.map((line) => el("li", { class: line.outcome },
        el("span", { class: "verdict", "aria-hidden": "true" }, marks[line.outcome] ?? ""),
        el("span", {}, sentence(line.check)),
        el("span", {}, words(line.outcome), line.reason ? `: ${words(line.reason)}` : "", line.code ? ` (${line.code})`
            : ""))));
}

/**
 * Approved or not, in one line.
 *
 * @param {{ responseCode: string, meaning?: string, isApproved: boolean }} answer
 */
export function verdict({ responseCode, meaning, isApproved }) {
    return el("p", {}, el("span", { class: `chip ${isApproved ? "good" : "bad"}` }, responseCode), " ",
        sentence(meaning ?? ""));
}
