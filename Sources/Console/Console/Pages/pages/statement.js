/** The statement of an account for a period, and the documents of it. */
import { el } from "../view.js";
import { asBusiness } from "../api.js";
import { session } from "../session.js";
import { Panel } from "../panel.js";
import { formIn } from "../form.js";
import { emptiness, facts, table } from "../table.js";
import { now } from "../clock.js";
import { count, day, money, sentence, time, words } from "../format.js";
import { note, query } from "../router.js";
import { refreshOn } from "../refresh.js";

const pageLimit = 50;

/** @typedef {{ startDate: string, endDate: string }} Days of a period, such as 2026-11-01. */

/**
 * @param {{ accountId: string }} parameters
 * @param {AbortSignal} signal
 */
export default async function statementPage({ accountId }, signal) {
    const panel = new Panel("Statement", { hint: "of the account in a period" });
    const entries = new Panel("Entries", { class: "flush", hint: "oldest first" });
    const period = daysIn(query());
    /** @param {string} [after] the last entry of the page before. */
    const read = (after) => requestFor(accountId, period, "", { query: { limit: pageLimit, after } });
    /** @type {CardService.StatementEntry[]} */
    let listed = [];
    /** @param {CardService.Statement} statement */
    const show = (statement) => {
        listed.push(...statement.entries);
        entries.showRows(() => [
            table("Entries", entryColumns(statement.currencyCode), listed, "Nothing has moved in this period."),
            statement.next ? el("div", { class: "pages" }, entries.rows.button({
                label: "More entries", done: "More entries are listed.", request: read(statement.next),
                then: ({ body }) => show(body),
            })) : null,
        ]);
    };
    const values = el("div", {});
    const form = formIn(panel, {
        label: "Show", name: "Show the period", done: "The statement is shown.", kind: "",
        fields: [
            { name: "startDate", label: "From", type: "date", value: period.startDate, required: true },
            { name: "endDate", label: "To", type: "date", value: period.endDate, required: true, hint: "included" },
        ],
        request: ({ startDate, endDate }) => {
            Object.assign(period, { startDate, endDate });
            return read();
        },
        then: ({ body }) => {
            note(`/money/${accountId}/statement?${new URLSearchParams(period)}`, { replaces: true });
            begin(body);
        },
    });
    /** @param {CardService.Statement | null} statement */
    const begin = (statement) => {
        listed = [];
        values.replaceChildren(statement ? statementFacts(statement) : emptiness(
            `The brand ${session.brand} has no account ${accountId}.`));
        if (statement) show(statement);
        else entries.show();
    };
    panel.show(form, values);
    panel.loader = () => panel.load(async () => {
        const answer = await panel.send({ ...read(), expects: [403, 404] });
        begin(answer.ok ? answer.body : null);
    });
    await panel.again();
    refreshOn(["payment", "clock"], (data) => !data.accountId || data.accountId === accountId, () => panel.again(),
        signal);
    return el("div", { class: "page" },
        el("p", { class: "crumbs" }, el("a", { href: "#/money" }, "Money"), " / ",
            el("a", { href: `#/money/${accountId}` }, `Account ${accountId}`)),
        el("div", { class: "title" }, el("h1", {}, `Statement of account ${accountId}`)),
        panel.element, documentsPanel(accountId, period).element, entries.element);
}

/**
 * The days in an address, or the present month.
 *
 * @param {URLSearchParams} asked
 * @returns {Days}
 */
function daysIn(asked) {
    const today = now().toISOString().slice(0, 10);
    /** @param {string} name */
    const dayOf = (name) => /^\d{4}-\d\d-\d\d$/.exec(asked.get(name) ?? "")?.[0];
    return { startDate: dayOf("startDate") ?? `${today.slice(0, 8)}01`, endDate: dayOf("endDate") ?? today };
}

/**
 * @param {string} accountId
 * @param {Days} days
 * @param {string} form of the statement: nothing for a page of JSON, otherwise the end of the path.
 * @param {RequestOptions} options
 * @returns {ServiceRequest}
 */
function requestFor(accountId, { startDate, endDate }, form, { query: more, ...options }) {
    return asBusiness(session.brand, "GET", `/v1/accounts/${accountId}/statement${form}`, {
        ...options, query: { startDate: `${startDate}T00:00:00Z`, endDate: `${endDate}T23:59:59Z`, ...more },
    });
}

/** @param {CardService.Statement} statement */
function statementFacts({ currencyCode, openingBalance, closingBalance, totals, isFinal, ...statement }) {
    const fees = (totals?.fees ?? []).map((fee) => `${words(fee.paymentReason)} ${money(fee.amount, currencyCode)}`);
    return facts([
        ["Before", money(openingBalance, currencyCode)],
        ["Received", totals && [money(totals.credits, currencyCode), hint(count(totals.numberOfCredits, "credit"))]],
        ["Paid", totals && [money(totals.debits, currencyCode), hint(count(totals.numberOfDebits, "debit"))]],
        fees.length ? ["Fees in it", fees.join(", ")] : null,
        ["Afterwards", el("strong", {}, money(closingBalance, currencyCode))],
        ["Period", `${day(statement.startDate)} to ${day(statement.endDate)}`],
        ["It", isFinal ? "stays as it is" : "still changes"],
        ["Customer", el("a", { href: `#/customers/${statement.customerId}` }, statement.customerId)],
    ]);
}

/** @param {string} text */
const hint = (text) => el("div", { class: "hint" }, text);

/**
 * @param {string} currency
 * @returns {Column<CardService.StatementEntry>[]}
 */
const entryColumns = (currency) => [
    { title: "Entry", cell: (row) => row.entryReference },
    { title: "When", cell: (row) => time(row.bookingTime) },
    { title: "What", cell: (row) => (row.type ? sentence(row.type) : "Movement") },
    { title: "Amount", class: "number", cell: (row) =>
        `${row.direction === "DEBIT" ? "−" : "+"}${money(row.amount, currency)}` },
    { title: "Balance", class: "number", cell: (row) => money(row.balance, currency) },
];

/**
 * The documents of the statement. A link cannot send the token that they need, so a button fetches each and saves it.
 *
 * @param {string} accountId
 * @param {Days} period which changes while the page is shown.
 */
function documentsPanel(accountId, period) {
    const panel = new Panel("Documents", { hint: "of the whole period" });
    const forms = [
        { label: "JSON", form: "", type: "application/json", ending: "json", query: { limit: 100 } },
        { label: "CSV", form: "/csv", type: "text/csv", ending: "csv" },
        { label: "camt.053", form: "/camt053", type: "text/xml", ending: "xml" },
        { label: "A page to print", form: "/page", type: "text/html", ending: "html" },
    ];
    panel.show(el("div", { class: "buttons" }, forms.map(({ label, form, type, ending, query: more }) => panel.button({
        label, name: `Save the statement: ${label}`, done: "The document is saved.",
        request: () => requestFor(accountId, period, form, { query: more, headers: { Accept: type } }),
        then: ({ text }) => save(text, type,
            `statement-${accountId}-${period.startDate}-${period.endDate}.${ending}`),
    }))), el("p", { class: "hint" },
        "JSON has the first 100 entries. A browser prints the page, or saves it as a PDF."));
    return panel;
}

/**
 * Saves a text as a file, as the browser saves any download.
 *
 * @param {string} text
 * @param {string} type
 * @param {string} name
 */
function save(text, type, name) {
    const url = URL.createObjectURL(new Blob([text], { type }));
    el("a", { href: url, download: name }).click();
    URL.revokeObjectURL(url);
}
