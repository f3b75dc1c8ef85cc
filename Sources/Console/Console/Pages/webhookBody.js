/** What the body of a webhook says. */
import { money, words } from "./format.js";

/**
 * The type of a webhook's event, from the member that only its body has.
 *
 * @param {any} body
 */
export function typeOf(body) {
    if (body.newStatus) return "/prepaid/card/status/events";
    if (body.enrollmentStatus) return "/prepaid/card/tokenization/events";
    if (body.tokenAction) return "/prepaid/card/token/events";
    if (body.partnerAnswer) return "/prepaid/card/authorization/events";
    if (body.messageId) return "/prepaid/customer/message/events";
    return "/transactions/events";
}

/** @param {{ type: string, direction: string }} transaction */
function kindOf({ type, direction }) {
    if (type !== "PREPAID_CARD") return words(type);
    return direction === "CREDIT" ? "refund" : "card payment";
}

/**
 * What has happened, in a few words; nothing if it is not known.
 *
 * @param {any} body
 */
export function summary(body) {
    if (body.newStatus) return body.oldStatus ? `${words(body.oldStatus)} → ${words(body.newStatus)}`
        : words(body.newStatus);
    if (body.enrollmentStatus) return words(body.enrollmentStatus);
    if (body.tokenAction) return words(body.tokenAction);
    if (body.messageId) return `${words(body.channel)} to ${body.customerId}`;
    if (body.transaction) {
        const { amount, currencyCode } = body.transaction;
        return `${kindOf(body.transaction)} of ${money(amount, currencyCode)}`;
    }
    return "";
}
