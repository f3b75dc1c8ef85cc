/** Checks whether the journal has the requests that a test expects, and shows those that nearly match. */
import { el, fill } from "../view.js";
import { sandbox } from "../api.js";
import { Panel } from "../panel.js";
import { formIn } from "../form.js";
import { pretty } from "../format.js";
import { table } from "../table.js";

const example = { operation: "updateCard", times: 1, where: { status: 200, body: { status: "LOCKED" } } };

export function verifyPanel() {
    const panel = new Panel("Verify", { hint: "was it called as expected?" });
    const result = el("div", { "aria-live": "polite" });
    panel.show(formIn(panel, {
        label: "Verify", done: "Checked", kind: "",
        fields: [{
            name: "expectation", label: "Expectation", lines: 9, value: pretty(example), width: "whole",
            hint: 'Only requests of clients count; those of this page do with "tool": "console" in where.',
        }],
        incomplete: "This is no JSON.",
        request: ({ expectation }) => {
            try {
                return sandbox("POST", "/requests/verify", { json: JSON.parse(expectation) });
            } catch {
                return null;
            }
        },
        then: ({ body }) => fill(result, outcome(body)),
    }), result);
    return panel;
}

/** @param {Sandbox.VerificationAnswer} answer */
function outcome({ holds, matches, nearMisses }) {
    return [
        el("p", { class: `note ${holds ? "good" : ""}` }, el("strong", {}, holds ? "It holds: " : "It does not hold: "),
            `${matches} matching.`),
        nearMisses.map(({ differences, request }) => el("details", { class: "entry" },
            el("summary", {}, "Nearly: ", el("code", {}, `${request.method} ${request.path}`)),
            table("Differences", [
                { title: "Where", cell: (row) => el("code", {}, row.criterion) },
                { title: "Wanted", cell: (row) => el("code", {}, JSON.stringify(row.wanted) ?? "absent") },
                { title: "Found", cell: (row) => el("code", {}, JSON.stringify(row.found) ?? "absent") },
            ], differences))),
    ];
}
