/** How the breaks of clearing files are written for people. */
import { el } from "./view.js";
import { cardLink } from "./names.js";

/**
 * A title for lists, and what has happened.
 *
 * @type {Record<Sandbox.ClearingBreakAnswer["kind"], { title: string, meaning: string }>}
 */
export const breakKinds = {
    UNKNOWN: { title: "Unknown payment", meaning: "No payment has the id that the line names." },
    AMOUNT: { title: "Another amount", meaning: "The lines of the payment collect more than was authorized, or less "
        + "although the last one came, or another currency." },
    DOUBLED: { title: "Collected twice", meaning: "The line's reference was used before, or all of the payment was "
        + "collected before." },
    STATUS: { title: "Nothing to collect", meaning: "The payment was declined or reversed, or is a refund." },
    UNBOOKED: { title: "Could not be booked", meaning: "The issuer could not book the line, for example because there "
        + "is no exchange rate." },
    MISSING: { title: "Not collected", meaning: "No file has collected the payment in time." },
};

/**
 * The card that the payment was made with, and where.
 *
 * @param {Sandbox.LocatedBreakAnswer} row
 */
export const paymentLink = ({ cardId, merchantName }) => (cardId
    ? [cardLink(cardId, "Its card"), merchantName ? el("div", { class: "hint" }, merchantName) : null] : "–");

/**
 * The line of a file.
 *
 * @param {Sandbox.ClearingBreakAnswer} found
 */
export const lineOf = ({ line, fileReference, networkReference }) => (line
    ? [el("code", {}, networkReference),
        el("div", { class: "hint" }, `line ${line} of `, el("code", {}, fileReference))]
    : "–");
