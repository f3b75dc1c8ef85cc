/** The disputes of all customers. */
import { el } from "../view.js";
import { sandbox } from "../api.js";
import { Panel } from "../panel.js";
import { Pages, table } from "../table.js";
import { fieldOf } from "../form.js";
import { disputeColumns } from "../disputeWords.js";
import { sentence } from "../format.js";
import { refreshOn } from "../refresh.js";

const statuses = ["OPEN", "CHARGEBACK", "REPRESENTED", "PRE_ARBITRATION", "ARBITRATION", "WON", "LOST", "WITHDRAWN"];

/** @type {Column<Sandbox.LocatedDisputeAnswer>[]} */
const columns = [
    { title: "Customer", cell: ({ dispute, ownerName }) => el("a", { href: `#/customers/${dispute.customerId}` },
        ownerName) },
    ...disputeColumns.map(({ cell, ...column }) => ({
        ...column, cell: (/** @type {Sandbox.LocatedDisputeAnswer} */ { dispute }) => cell(dispute),
    })),
    { title: "Brand", cell: ({ brand }) => brand },
];

/**
 * @param {unknown} _
 * @param {AbortSignal} signal
 */
export default async function disputesPage(_, signal) {
    const panel = new Panel("Disputes", { class: "flush", hint: "newest first" });
    let status = "";
    /** @param {PageRange} range */
    const read = ({ limit, offset }) => sandbox("GET", "/disputes", { query: { status, limit, offset } });
    const pages = new Pages(panel, read, "disputes", (rows) => table("Disputes", columns, rows, status
        ? "No dispute is in this status." : "Nobody has disputed a payment yet. A card's page lists its payments: "
            + "clear one, then dispute it."));
    panel.reads("List the disputes", () => pages.first);
    const filter = fieldOf({
        name: "status", label: "Status", value: status, options: [["", "All"],
            ...statuses.map((word) => [word, sentence(word)])],
        onchange: ({ target }) => {
            status = target.value;
            pages.load(1);
        },
    });
    panel.show(el("div", { class: "filters" }, filter), pages.element);
    await pages.load();
    refreshOn(["request", "clock", "reset"], concernsDisputes, () => pages.load(), signal);
    return el("div", { class: "page" },
        el("div", { class: "title" }, el("h1", {}, "Disputes")),
        el("p", { class: "lead" }, "Claims about payments that were cleared. Here you can also be the issuer, the "
            + "merchant's bank and the scheme. ",
        el("a", { href: "#/story/dispute/1" }, "The guided story"), " plays one to its end."),
        panel.element);
}

/**
 * Whether an event can change a dispute: a request that takes a step or adds a file, or the clock, which ends those
 * whose deadline has passed.
 *
 * @param {any} data of an event.
 */
export const concernsDisputes = ({ operation }) =>
    !operation || /^(create|withdraw|add)(Customer)?Dispute/.test(operation);
