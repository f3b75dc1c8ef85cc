/** The pictures of the second tale: the purchase, the dispute after each step, the statement. */
import { el } from "./view.js";
import { cardFace, statusChip } from "./face.js";
import { timeline } from "./disputeWords.js";
import { money, sentence, time } from "./format.js";
import { table } from "./table.js";

/**
 * @param {Tale} tale
 * @param {{ amount: number, currencyCode: string, merchant: { name: string, city: string } }} price
 */
export function bought({ card, customer, account }, { amount, currencyCode, merchant }) {
    return el("div", { class: "stage" },
        cardFace(card, { holder: `${customer.firstName} ${customer.lastName}`, href: `#/cards/${card.cardId}` }),
        el("div", { class: "receipt" },
            el("strong", {}, merchant.name), el("span", {}, merchant.city),
            el("span", { class: "sum" }, money(amount, currencyCode)),
            lineOf("Left", money(account.totalBalance, currencyCode))));
}

/** @param {Claim} claim */
export function claim({ dispute, account }) {
    const { currencyCode } = dispute;
    return el("div", { class: "stage" },
        el("div", { class: "receipt" },
            el("span", {}, "Dispute ", statusChip(dispute.status)),
            el("span", { class: "sum" }, money(dispute.amount, currencyCode)),
            lineOf("In dispute", money(dispute.disputedAmount, currencyCode)),
            lineOf("Given to Boris", money(dispute.creditedAmount, currencyCode)),
            lineOf("His balance", money(account.totalBalance, currencyCode)),
            lineOf("Deadline", dispute.deadline ? time(dispute.deadline) : "none"),
            el("a", { href: `#/disputes/${dispute.id}` }, "Open the dispute")),
        timeline(dispute));
}

/**
 * @param {string} name
 * @param {unknown} value
 */
const lineOf = (name, value) => el("div", { class: "line" }, el("span", {}, name), el("span", {}, value));

/** @param {Tale} tale */
export function statement({ account, statement: { currencyCode, entries, closingBalance }, ledger, claims }) {
    return el("div", { class: "stack" },
        el("div", { class: "receipt" },
            el("span", {}, "Balance"), el("span", { class: "sum" }, money(account.totalBalance, currencyCode)),
            lineOf("The statement ends with", money(closingBalance, currencyCode)),
            lineOf("Books", ledger.isBalanced ? "balanced" : "not balanced")),
        table("Entries", [
            { title: "What", cell: (row) => sentence(row.type) },
            { title: "Amount", class: "number", cell: (row) =>
                `${row.direction === "DEBIT" ? "−" : "+"}${money(row.amount, currencyCode)}` },
            { title: "Balance", class: "number", cell: (row) => money(row.balance, currencyCode) },
            { title: "When", cell: (row) => time(row.bookingTime) },
        ], entries, "No entry yet."),
        el("p", { class: "note good" }, "That was the tale: one dispute is won, and one is lost. Look at ",
            el("a", { href: `#/disputes/${claims[5].dispute.id}` }, "the first"), ", at ",
            el("a", { href: `#/disputes/${claims[6].dispute.id}` }, "the second"), ", or at ",
            el("a", { href: `#/money/${account.id}/statement` }, "the statement of the account"), "."));
}
