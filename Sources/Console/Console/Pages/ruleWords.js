/** How drafts of controls, and the payments that they would change, are written for people. */
import { el } from "./view.js";
import { table } from "./table.js";
import { cardLink } from "./names.js";
import { money, time, words } from "./format.js";

/**
 * The address of a program's rules. A name may have any character, so it is no part of the path.
 *
 * @param {string} program
 */
export const rulesPath = (program) => `/rules/program?name=${encodeURIComponent(program)}`;

/** @param {string | undefined} status of a draft that is not over. */
export const draftChip = (status) => (status
    ? el("span", { class: `chip ${status === "SHADOW" ? "good" : ""}` }, status === "SHADOW" ? "in shadow" : "draft")
    : "–");

/** @type {Column<Sandbox.RuleDifferenceAnswer>[]} */
const columns = [
    { title: "When", cell: ({ receivedDate }) => time(receivedDate) },
    { title: "Amount", class: "number", cell: ({ amount, currencyCode }) => money(amount, currencyCode) },
    { title: "Where", cell: ({ mcc, country }) => `category ${mcc} in ${country}` },
    { title: "Was answered", cell: ({ recordedCode, recordedReason }) => answered(recordedCode, recordedReason) },
    { title: "By the draft", cell: ({ draftCode, draftReason, asksPartner }) => [answered(draftCode, draftReason),
        asksPartner ? el("div", { class: "hint" }, "if the partner approves") : null] },
    { title: "Card", cell: ({ cardId, networkReference }) => [cardLink(cardId, "Its card"),
        el("div", { class: "hint" }, el("code", {}, networkReference))] },
];

/**
 * @param {string} code
 * @param {string | undefined} reason
 */
const answered = (code, reason) => [el("strong", {}, code), reason ? ` ${words(reason)}` : ""];

/**
 * The payments that a draft would change.
 *
 * @param {Sandbox.RuleDifferenceAnswer[]} rows
 * @param {unknown} empty what is shown without any.
 */
export const differenceTable = (rows, empty) => table("Changed payments", columns, rows, empty);
