/** The open breaks of clearing files, and what schemes are owed. */
import { el, fill } from "../view.js";
import { sandbox } from "../api.js";
import { Panel } from "../panel.js";
import { fieldOf } from "../form.js";
import { emptiness, table } from "../table.js";
import { breakKinds, lineOf, paymentLink } from "../breakWords.js";
import { count, money } from "../format.js";
import { now } from "../clock.js";
import { refreshOn } from "../refresh.js";
import { schemeName } from "../face.js";

/** @type {Column<Sandbox.LocatedBreakAnswer>[]} */
const columns = [
    { title: "Difference", cell: (row) => el("a", { href: `#/money/breaks/${row.break.breakId}` },
        breakKinds[row.break.kind].title) },
    { title: "Age", cell: (row) => count(row.break.ageDays, "day") },
    { title: "Collected", class: "number", cell: ({ break: { amount, currencyCode } }) =>
        (currencyCode ? money(amount, currencyCode) : "–") },
    { title: "Authorized", class: "number", cell: ({ break: { authorizedAmount, authorizedCurrencyCode } }) =>
        (authorizedCurrencyCode ? money(authorizedAmount, authorizedCurrencyCode) : "–") },
    { title: "Payment", cell: paymentLink },
    { title: "Line", cell: (row) => lineOf(row.break) },
];

/**
 * @param {unknown} _
 * @param {AbortSignal} signal
 */
export default async function breaksPage(_, signal) {
    const [breaks, positions] = [breaksPanel(), positionsPanel()];
    const again = () => Promise.all([breaks.again(), positions.again()]);
    await again();
    refreshOn(["payment", "clock", "reset"], () => true, again, signal);
    return el("div", { class: "page" },
        el("p", { class: "crumbs" }, el("a", { href: "#/money" }, "Money"), " · ",
            el("a", { href: "#/money/clearing" }, "Clearing")),
        el("div", { class: "title" }, el("h1", {}, "Breaks")),
        el("p", { class: "lead" }, "A break is a difference between what schemes collect and the issuer's books. "
            + "Somebody explains each one. A payment that nobody collects becomes a break, too: move the ",
        el("a", { href: "#/sandbox/clock" }, "clock"), " by five days."),
        breaks.element, positions.element);
}

function breaksPanel() {
    const panel = new Panel("Open breaks", { class: "flush", hint: "oldest first" });
    const list = el("div", {});
    let kind = "";
    /**
     * The last break of each page before this one.
     *
     * @type {string[]}
     */
    let places = [];
    const read = () => sandbox("GET", "/clearing/breaks", { query: { kind, after: places.at(-1) } });
    panel.reads("List the open breaks", read);
    /** @param {string[]} wanted */
    const turn = (wanted) => {
        places = wanted;
        return panel.again();
    };
    panel.loader = () => panel.load(async () => {
        const { breaks, next } = (await panel.send(read())).body;
        fill(list, table("Open breaks", columns, breaks, kind ? "No open break is of this kind."
            : "Nothing differs: every line agrees with its payment."),
        places.length || next ? el("div", { class: "pages" },
            el("button", { type: "button", disabled: !places.length, onclick: () => turn(places.slice(0, -1)) },
                "Previous"),
            el("span", { class: "hint" }, `Page ${places.length + 1}`),
            el("button", { type: "button", disabled: !next, onclick: () => turn([...places, next ?? ""]) }, "Next"))
            : null);
    });
    panel.show(el("div", { class: "filters" }, fieldOf({
        name: "kind", label: "Difference", value: kind,
        options: [["", "All"], ...Object.entries(breakKinds).map(([word, { title }]) => [word, title])],
        onchange: ({ target }) => {
            kind = target.value;
            turn([]);
        },
    })), list);
    return panel;
}

function positionsPanel() {
    const panel = new Panel("Owed to schemes", { class: "flush", hint: "by the files of a day" });
    const list = el("div", {});
    let date = now().toISOString().slice(0, 10);
    const read = () => sandbox("GET", "/clearing/positions", { query: { date } });
    panel.reads("List the positions of a day", read);
    panel.loader = () => panel.load(async () => {
        const { positions } = (await panel.send(read())).body;
        fill(list, positions.length ? table("Positions", positionColumns, positions)
            : emptiness("No file came on this day."));
    });
    panel.show(el("div", { class: "filters" }, fieldOf({
        name: "date", label: "Day, UTC", type: "date", value: date,
        onchange: ({ target }) => {
            if (!target.value) return;
            date = target.value;
            panel.again();
        },
    })), list);
    return panel;
}

/** @type {Column<Sandbox.PositionAnswer>[]} */
const positionColumns = [
    { title: "Scheme", cell: (row) => schemeName(row.scheme) },
    { title: "Lines", class: "number", cell: (row) => row.lines },
    { title: "Collected", class: "number", cell: (row) => money(row.amount, row.currencyCode) },
    { title: "Interchange", class: "number", cell: (row) => money(row.interchange, row.currencyCode) },
    { title: "Losses", class: "number", cell: (row) => money(row.losses, row.currencyCode) },
    { title: "Owed", class: "number", cell: (row) => el("strong", {}, money(row.net, row.currencyCode)) },
];
