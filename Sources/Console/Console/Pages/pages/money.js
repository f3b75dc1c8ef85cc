/** Money: the books of the issuer, payments of all shops, exchange rates. */
import { el } from "../view.js";
import { sandbox } from "../api.js";
import { Panel } from "../panel.js";
import { formIn, valuesOf } from "../form.js";
import { Pages, table } from "../table.js";
import { money, time, sentence } from "../format.js";
import { refreshOn } from "../refresh.js";
import { go } from "../router.js";
import { legible } from "../people.js";
import { gateways } from "../gateways.js";
import { paymentStatus } from "./shop.js";

/**
 * @param {unknown} _
 * @param {AbortSignal} signal
 */
export default async function moneyPage(_, signal) {
    const ledger = ledgerPanel();
    const payments = allPayments();
    const rates = ratesPanel();
    const find = findPanel();
    await Promise.all([ledger.again(), payments.again(), rates.again()]);
    refreshOn(["payment", "reset"], () => true, () => Promise.all([ledger.again(), payments.again()]), signal);
    return el("div", { class: "page" },
        el("div", { class: "title" }, el("h1", {}, "Money")),
        el("p", { class: "lead" },
            "Behind the balances is a ledger with double entry. Every cent comes from somewhere and goes somewhere. ",
            "A scheme collects by a ", el("a", { href: "#/money/clearing" }, "clearing file"),
            ", and what differs is a ", el("a", { href: "#/money/breaks" }, "break"), ". The ",
            el("a", { href: "#/rules" }, "rules"), " of a program say which payments its cards may make."),
        payments.element,
        el("div", { class: "columns wide-left" }, ledger.element,
            el("div", { class: "stack" }, find.element, rates.element)));
}

/**
 * A line of the trial balance. Its amount is on one side, and a total has both.
 *
 * @typedef {object} LedgerRow
 * @property {string} [account]
 * @property {string} meaning
 * @property {string} currencyCode
 * @property {string} [DEBIT]
 * @property {string} [CREDIT]
 * @property {boolean} [isTotal]
 */

function ledgerPanel() {
    const panel = new Panel("Trial balance", { class: "flush" });
    const read = sandbox("GET", "/ledger");
    panel.reads("Draw up the trial balance", read);
    const verdict = el("span", {});
    panel.tools.append(verdict);
    panel.loader = () => panel.load(async () => {
        const { body } = await panel.send(read);
        verdict.className = `chip ${body.isBalanced ? "good" : "bad"}`;
        verdict.textContent = body.isBalanced ? "balanced" : "not balanced";
        /** @type {LedgerRow[]} */
        const lines = body.accounts.map((line) => ({ ...line, [line.side]: line.balance }));
        /** @type {LedgerRow[]} */
        const totals = body.totals.map((total) => ({
            meaning: "Total", currencyCode: total.currencyCode, DEBIT: total.debit, CREDIT: total.credit, isTotal: true,
        }));
        panel.show(table("Trial balance", [
            { title: "Account", cell: (line) => (line.isTotal ? el("strong", {}, line.meaning)
                : [accountName(line.account ?? ""), el("div", { class: "hint" }, line.meaning)]) },
            { title: "Currency", cell: (line) => line.currencyCode },
            { title: "Debit", class: "number", cell: (line) => amount(line, "DEBIT") },
            { title: "Credit", class: "number", cell: (line) => amount(line, "CREDIT") },
        ], [...lines, ...totals], "No money has moved yet. Load some at a customer."));
    });
    return panel;
}

/**
 * An account of the ledger may belong to something, as scheme:visa does.
 *
 * @param {string} account
 */
function accountName(account) {
    const [kind, owner] = account.split(":");
    return owner ? [`${sentence(kind)} `, el("code", {}, owner)] : sentence(kind);
}

/**
 * @param {LedgerRow} line
 * @param {"DEBIT" | "CREDIT"} side
 */
function amount(line, side) {
    if (line[side] === undefined) return "";
    const text = money(line[side], line.currencyCode);
    return line.isTotal ? el("strong", {}, text) : text;
}

function allPayments() {
    const panel = new Panel("Payments in shops", { class: "flush", hint: "through the gateways, newest first" });
    const shops = sandbox("GET", "/merchants");
    const names = new Map();
    /** @param {PageRange} range */
    const read = ({ limit, offset }) => sandbox("GET", "/payments", { query: { limit, offset } });
    const pages = new Pages(panel, read, "payments", (rows) => table("Payments", [
        { title: "Amount", class: "number", cell: (row) => money(row.amount, row.currencyCode) },
        { title: "Status", cell: paymentStatus },
        { title: "When", cell: (row) => time(row.createdDate) },
        { title: "Shop", cell: (row) => el("a", { href: `#/shops/${row.merchantId}` },
            names.get(row.merchantId) ?? row.merchantId) },
        { title: "Gateway", cell: (row) => gateways[row.gateway]?.title ?? row.gateway },
    ], rows, "No payment has come through a gateway yet."), 10);
    panel.reads("List the payments of all merchants", pages.first);
    panel.reads("List the merchants, for their names", shops);
    panel.show(pages.element);
    panel.loader = () => panel.load(async () => {
        for (const { merchantId, name } of (await panel.send(shops)).body.merchants) names.set(
            merchantId, legible(name, merchantId));
        await pages.load();
    });
    return panel;
}

function findPanel() {
    const panel = new Panel("Find an account");
    panel.show(formIn(panel, {
        label: "Open", name: "Open an account", kind: "",
        fields: [{ name: "accountId", label: "Account id", value: "", placeholder: "100000001", required: true,
            longest: 30 }],
        request: ({ accountId }) => (accountId ? sandbox("GET",
            `/accounts/${encodeURIComponent(accountId)}/postings`, { query: { limit: 1 } }) : null),
        run: (own, request) => own.send(request), then: (_, form) => {
            if (form.isConnected) go(`/money/${valuesOf(form).accountId}`);
        },
    }), el("p", { class: "hint" }, "The pages of customers and cards lead to their accounts, too."));
    return panel;
}

function ratesPanel() {
    const panel = new Panel("Exchange rates", { class: "flush" });
    const read = sandbox("GET", "/exchange-rates");
    const list = el("div", {});
    panel.reads("List the exchange rates", read);
    panel.show(list, formIn(panel, {
        label: "Set the rate", done: "Rate set", kind: "",
        fields: [
            { name: "from", label: "From", value: "USD", longest: 3, required: true },
            { name: "to", label: "To", value: "EUR", longest: 3, required: true },
            { name: "rate", label: "Rate", value: "0.92", longest: 20, required: true },
        ],
        request: (typed) => sandbox("PUT", "/exchange-rates", { json: typed }), then: () => panel.again(),
    }));
    panel.loader = () => panel.load(async () => {
        const { body } = await panel.send(read);
        list.replaceChildren(table("Exchange rates", [
            { title: "From", cell: (rate) => rate.from }, { title: "To", cell: (rate) => rate.to },
            { title: "Rate", class: "number", cell: (rate) => rate.rate },
        ], body.rates, "No rate yet: a payment in another currency is declined."));
    });
    return panel;
}
