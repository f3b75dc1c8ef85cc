/** The clearing of a day: its file, and the breaks that booking it finds. */
import { el, fill } from "../view.js";
import { sandbox } from "../api.js";
import { Panel } from "../panel.js";
import { fieldOf, formIn, inputsOf } from "../form.js";
import { now } from "../clock.js";
import { emptiness, table } from "../table.js";
import { count, money, words } from "../format.js";

/** @type {Record<string, string>} */
const differences = {
    AMOUNT: "the amount is not the authorized one", AUTHORIZATION_UNKNOWN: "no authorization has this id",
    CURRENCY: "the authorization is in another currency", STATUS: "there is nothing to collect",
    REFERENCE_TAKEN: "another message had this reference", MALFUNCTION: "the issuer could not book it",
};

export default async function clearingPage() {
    const panel = new Panel("Clearing file", { hint: "what a scheme collects for a day" });
    const breaks = new Panel("Breaks", { class: "flush", hint: "lines that differ from the books" });
    const file = fieldOf({ name: "file", label: "File", lines: 8, required: true, width: "whole",
        hint: "CSV. You can change it before you book it; TOTAL and END must add up." });
    const booking = formIn(panel, {
        label: "Book", name: "Book the clearing file", done: "The file is booked.",
        fields: [file],
        request: (typed) => sandbox("POST", "/clearing-file", { text: typed.file, type: "text/csv" }),
        then: ({ body }) => show(breaks, body),
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
    breaks.show(emptiness("Book a file to see which of its lines differ from the authorizations."));
    await panel.load(async () => { text.value = (await panel.send(read(today))).text; });
    return el("div", { class: "page" },
        el("p", { class: "crumbs" }, el("a", { href: "#/money" }, "Money")),
        el("div", { class: "title" }, el("h1", {}, "Clearing")),
        el("p", { class: "lead" }, "Terminals ask before they hand over the goods; the money is collected afterwards. "
            + "The file has every approved payment of the day that nobody has collected yet."),
        panel.element, breaks.element);
}

/**
 * @param {Panel} panel
 * @param {Sandbox.ClearingReportAnswer} report
 */
function show(panel, { lines, totals }) {
    const found = lines.filter(({ difference }) => difference);
    panel.show(
        table("Breaks", columns, found, lines.length ? `${count(lines.length, "line")} booked, without a break.`
            : "The file has no line: nothing waits for its clearing."),
        fill(el("p", { class: "pages hint" }), totals.map((total) =>
            `${words(total.outcome)}: ${count(total.count, "line")}, ${money(total.amount, total.currencyCode)}`)
            .join(" · ")));
}

/** @type {Column<Sandbox.ClearingLineAnswer>[]} */
const columns = [
    { title: "Line", cell: (row) => row.line },
    { title: "Reference", cell: (row) => el("code", {}, row.networkReference) },
    { title: "Amount", class: "number", cell: (row) => money(row.amount, row.currencyCode) },
    { title: "Authorized", class: "number", cell: (row) => (row.authorizedAmount === undefined ? "–"
        : money(row.authorizedAmount, row.authorizedCurrencyCode ?? row.currencyCode)) },
    { title: "Why", cell: (row) => [differences[row.difference ?? ""] ?? words(row.difference),
        el("div", { class: "hint" }, words(row.outcome))] },
];
