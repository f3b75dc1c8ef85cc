/** How disputes are written in lists, on their pages and in the story. */
import { el } from "./view.js";
import { statusChip } from "./face.js";
import { money, time, words } from "./format.js";

/** @typedef {Sandbox.NextDisputeStepAnswer} NextStep */

/** @type {Record<string, string>} */
export const actors = {
    CUSTOMER: "The customer", BUSINESS: "The brand", ISSUER: "The issuer", ACQUIRER: "The merchant's bank",
    SCHEME: "The scheme", CLOCK: "The clock",
};

/**
 * Who may take a step, and the step; then what has happened once it was taken.
 *
 * @type {Record<string, [string, string]>}
 */
const steps = {
    OPEN: ["Open a dispute", "opened the dispute"], CHARGE_BACK: ["Charge back", "charged the payment back"],
    REJECT: ["Reject the claim", "rejected the claim"],
    REPRESENT: ["Present the payment again", "presented the payment again"],
    PRE_ARBITRATE: ["Go to pre-arbitration", "went to pre-arbitration"],
    ARBITRATE: ["Go to arbitration", "went to arbitration"],
    RULE_FOR_ISSUER: ["Rule for the issuer", "ruled for the issuer"],
    RULE_FOR_ACQUIRER: ["Rule for the merchant's bank", "ruled for the merchant's bank"],
    WITHDRAW: ["Withdraw the dispute", "withdrew the dispute"], REFUND: ["Refund it", "sent a refund"],
    TIME_OUT: ["Move the clock past the deadline", "passed the deadline"],
};

/** @param {NextStep} step */
export function stepTitle({ actor, step }) {
    if (step === "ACCEPT") return actor === "ISSUER" ? "Accept the merchant's proof" : "Accept the claim";
    return steps[step]?.[0] ?? words(step);
}

/** @param {{ actor: string, step: string }} line */
function stepSentence({ actor, step }) {
    const taken = step === "ACCEPT" ? (actor === "ISSUER" ? "accepted the merchant's proof" : "accepted the claim")
        : steps[step]?.[1] ?? words(step);
    return `${actors[actor] ?? words(actor)} ${taken}`;
}

/**
 * The steps of a dispute, the newest first.
 *
 * @param {CardService.Dispute} dispute
 */
export function timeline({ history = [], currencyCode }) {
    return el("ol", { class: "timeline" }, [...history].reverse().map((line) => el("li", {},
        stepSentence(line), " ", statusChip(line.status),
        line.note ? el("div", { class: "hint" }, line.note) : null,
        el("div", { class: "when" }, time(line.time), ` · ${money(line.disputedAmount, currencyCode)} in dispute`))));
}

/**
 * A link to a dispute by its claim.
 *
 * @param {CardService.Dispute} dispute
 */
export const disputeLink = ({ id, amount, currencyCode }) =>
    el("a", { href: `#/disputes/${id}` }, money(amount, currencyCode));

/** @type {Column<CardService.Dispute>[]} */
export const disputeColumns = [
    { title: "Claim", class: "number", cell: (row) => disputeLink(row) },
    { title: "Status", cell: (row) => statusChip(row.status) },
    { title: "Why", cell: (row) => words(row.reason) },
    { title: "Deadline", cell: (row) => (row.deadline ? time(row.deadline) : "–") },
    { title: "Opened", cell: (row) => time(row.creationTime) },
];
