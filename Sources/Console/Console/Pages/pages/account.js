/** One account: what moved, and what is held. */
import { el } from "../view.js";
import { sandbox, asBusiness } from "../api.js";
import { session } from "../session.js";
import { Panel } from "../panel.js";
import { Pages, table, facts } from "../table.js";
import { statusChip } from "../face.js";
import { money, time, sentence, words } from "../format.js";
import { customerWith, nameOf } from "../people.js";
import { refreshOn } from "../refresh.js";

/**
 * @param {{ accountId: string }} parameters
 * @param {AbortSignal} signal
 */
export default async function accountPage({ accountId }, signal) {
    const about = new Panel("Account");
    const read = asBusiness(session.brand, "GET", `/v1/accounts/${accountId}`, { expects: [403, 404] });
    about.reads("Get the account", read);
    /** @type {{ owner: Customer | null }} */
    const known = { owner: null };
    about.loader = () => about.load(async () => {
        const answer = await about.send(read);
        const account = answer.ok ? answer.body : null;
        const owner = account
            && (known.owner ?? await customerWith(account.customerId, (request) => about.send(request)));
        known.owner ??= owner;
        about.show(account ? facts([
            ["Balance", el("strong", {}, money(account.totalBalance, account.currencyCode))],
            ["Available", money(account.availableBalance, account.currencyCode)],
            ["Held", money(account.totalBalance - account.availableBalance, account.currencyCode)],
            ["Owner", el("a", { href: `#/customers/${account.customerId}` }, owner && nameOf(owner))],
            ["Opened", time(account.creationTime)],
        ]) : el("p", { class: "hint" },
            `The brand ${session.brand} has no account ${accountId}, so no balance is shown.`));
    });
    const [postings, holds, transactions] = [postingsPanel(accountId), holdsPanel(accountId),
        transactionsPanel(accountId)];
    const again = () => Promise.all([about.again(), postings.again(), holds.again(), transactions.again()]);
    await again();
    refreshOn(["payment"], (data) => !data.accountId || data.accountId === accountId, again, signal);
    return el("div", { class: "page" },
        el("p", { class: "crumbs" }, el("a", { href: "#/money" }, "Money"), known.owner
            ? [" / ", el("a", { href: `#/customers/${known.owner.customerId}` }, nameOf(known.owner))] : null),
        el("div", { class: "title" }, el("h1", {}, `Account ${accountId}`),
            el("a", { class: "button", href: `#/money/${accountId}/statement` }, "Statement")),
        about.element,
        postings.element, transactions.element, holds.element);
}

/**
 * @param {string} title
 * @param {string} hint
 * @param {string} label
 * @param {(range: PageRange) => ServiceRequest<any>} request
 * @param {string} member
 * @param {Column<any>[]} columns
 * @param {string} empty
 */
function list(title, hint, label, request, member, columns, empty) {
    const panel = new Panel(title, { class: "flush", hint });
    const pages = new Pages(panel, request, member, (rows) => table(title, columns, rows, empty), 15);
    panel.reads(label, pages.first);
    panel.show(pages.element);
    panel.loader = () => pages.load();
    return panel;
}

/** @param {string} accountId */
const postingsPanel = (accountId) => list("Entries", "the ledger's side of each movement",
    "List the account's postings",
    ({ limit, offset }) => sandbox("GET", `/accounts/${accountId}/postings`, { query: { limit, offset } }), "postings",
        [
        { title: "When", cell: (row) => time(row.date) },
        { title: "What", cell: (row) => (row.transactionType ? sentence(row.transactionType) : "Movement") },
        { title: "Other account", cell: (row) => words(row.otherAccount) },
        { title: "Amount", class: "number", cell: (row) =>
            `${row.direction === "DEBIT" ? "−" : "+"}${money(row.amount, row.currencyCode)}` },
        { title: "Balance", class: "number", cell: (row) => money(row.balance, row.currencyCode) },
    ], "No money has moved on this account yet.");

/** @param {string} accountId */
const holdsPanel = (accountId) => list("Holds", "kept for purchases", "List the account's holds",
    ({ limit, offset }) => sandbox("GET", `/accounts/${accountId}/holds`, { query: { limit, offset } }), "holds", [
        { title: "Since", cell: (row) => time(row.createdDate) },
        { title: "Until", cell: (row) => time(row.expiryDate) },
        { title: "Amount", class: "number", cell: (row) => money(row.amount, row.currencyCode) },
    ], "Nothing is held.");

/** @param {string} accountId */
const transactionsPanel = (accountId) => list("Transactions", "what the customer sees",
    "List the account's transactions",
    ({ limit, offset }) => asBusiness(session.brand, "GET", "/v2/transactions",
        { query: { accountId, limit, offset } }),
    "transactions", [
        { title: "When", cell: (row) => time(row.creationTime) },
        { title: "What", cell: (row) => [sentence(row.type), " ", statusChip(row.status)] },
        { title: "Amount", class: "number", cell: (row) =>
            `${row.direction === "DEBIT" ? "−" : "+"}${money(row.amount, row.currencyCode)}` },
        { title: "Balance", class: "number", cell: (row) => money(row.balance, row.currencyCode) },
    ], "No transaction yet.");
