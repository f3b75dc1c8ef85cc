/** The clearing of a day: its file, and how many of its lines differ from the books. */
import { el } from "../view.js";
import { sandbox } from "../api.js";
import { Panel } from "../panel.js";
import { formIn, inputsOf } from "../form.js";
import { now } from "../clock.js";
import { emptiness } from "../table.js";
import { breakKinds } from "../breakWords.js";
import { count } from "../format.js";

export default async function clearingPage() {
    const panel = new Panel("Clearing file", { hint: "what a scheme collects for a day" });
    const outcome = new Panel("Outcome", { hint: "of the file that was loaded last" });
    const booking = formIn(panel, {
        label: "Book", name: "Book the clearing file", done: "The file is booked.",
        fields: [
            { name: "file", label: "File", lines: 8, required: true, width: "whole",
                hint: "CSV. You can change it before you book it; TOTAL and END must add up." },
            { name: "reference", label: "Reference", value: "", longest: 100, placeholder: "VISA-2026-11-30",
                hint: "The sender's name of the file. It may be empty." },
        ],
        request: ({ file, reference }) => sandbox("POST", "/clearing-file",
            { query: { reference }, text: file, type: "text/csv" }),
        then: ({ body }) => outcome.show(summary(body)),
    });
    const text = /** @type {HTMLTextAreaElement} */ (/** @type {unknown} */ (inputsOf(booking)
        .find(({ name }) => name === "file")));
    /** @param {string} date */
    const read = (date) => sandbox("GET", "/clearing-file", { query: { date }, headers: { Accept: "text/csv" } });
    const today = now().toISOString().slice(0, 10);
    panel.show(formIn(panel, {
        label: "Make the file", done: "The file is made.", kind: "",
        fields: [{ name: "date", label: "Day, UTC", type: "date", value: today, required: true }],
        request: ({ date }) => read(date), then: (answer) => { text.value = answer.text; },
    }), el("h3", { class: "apart" }, "Book it"), booking);
    outcome.show(emptiness("Book a file to see how many of its lines differ from the authorizations."));
    await panel.load(async () => { text.value = (await panel.send(read(today))).text; });
    return el("div", { class: "page" },
        el("p", { class: "crumbs" }, el("a", { href: "#/money" }, "Money")),
        el("div", { class: "title" }, el("h1", {}, "Clearing")),
        el("p", { class: "lead" }, "Terminals ask before they hand over the goods; the money is collected afterwards. "
            + "The file has every approved payment of the day that nobody has collected yet. What differs from the "
            + "books becomes a ", el("a", { href: "#/money/breaks" }, "break"), "."),
        panel.element, outcome.element);
}

/** @param {Sandbox.ClearingLoadAnswer} load */
function summary({ reference, lines, takenBefore, agreeing, breaks }) {
    if (takenBefore && takenBefore === lines) {
        return el("p", {}, "The same file was loaded before as ", el("code", {}, reference), ": nothing has changed.");
    }
    const found = breaks.map(({ kind, count: number }) => `${breakKinds[kind].title}: ${number}`).join(" · ");
    return [
        el("p", {}, el("code", {}, reference), `: ${count(lines, "line")}, of which ${agreeing} agree.`),
        breaks.length ? el("p", {}, `${found}. `, el("a", { href: "#/money/breaks" }, "Explain the breaks"))
            : el("p", {}, "No line differs from the books."),
    ];
}
