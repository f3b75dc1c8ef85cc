/** What can be done with a card now: each action of the service with its request. */
import { asBusiness, asCustomer, sandbox } from "./api.js";
import { words, sentence } from "./format.js";
import { addressIn } from "./people.js";

/** @type {Record<string, string>} */
const titles = {
    ACTIVATE: "Activate", LOCK: "Lock", UNLOCK: "Unlock", CANCEL: "Cancel", SET_PIN: "Set the PIN to 4071",
    CHANGE_PIN: "Change the PIN to 4071",
    RESET_PIN_CVV_RETRIES: "Reset the attempts",
};
/** @type {Record<string, string>} */
const eventTitles = {
    CHIP_AND_PIN: "Enter the right PIN", WRONG_PIN: "Enter a wrong PIN", DISPATCHED: "Give it to the post",
    DELIVERED: "Deliver it", SUSPEND: "Suspend", RESUME: "Resume", EXPIRE: "Expire",
        CLEAR_RETRIES: "Clear the attempts",
    REVIEW: "Review the application", APPROVE: "Approve", REJECT: "Reject",
};
const irreversible = ["CANCELLED", "REJECTED", "EXPIRED", "DAMAGED", "LOST"];

/**
 * The actions as moves.
 *
 * @param {Sandbox.WhyNotAnswer} answer
 * @param {CardService.Card} card
 * @param {Owner} owner
 * @param {string[]} trail
 * @returns {Move[]} `to` lists the statuses that a move leads to, and `request` is null for what this page does
 *   elsewhere.
 */
export function movesFrom(answer, card, owner, trail) {
    return answer.actions.map((entry) => {
        const { who, label, to, request } = moveOf(entry, card, owner, trail);
        return {
            who, label, to: to.filter((status) => status !== card.status), possible: entry.possible,
                reason: entry.reason,
            asks: Boolean(entry.asksForAuthentication), request,
                isFinal: to.some((status) => irreversible.includes(status)),
            operation: entry.operation,
        };
    });
}

/**
 * @typedef {object} Asking what an action asks for.
 * @property {string} [event]
 * @property {string} [status]
 * @property {string} [reason]
 * @property {string} [type]
 */

/**
 * @param {{ action?: string, operation?: string, asking?: Asking }} entry
 * @param {CardService.Card} card
 * @param {Owner} owner
 * @param {string[]} trail
 */
function moveOf({ action, operation, asking = {} }, card, owner, trail) {
    const path = `/v1/profile/prepaid/cards/${card.cardId}`;
    const back = statusBefore(trail, card.status);
    switch (operation) {
    case undefined:
        return event(asking.event ?? "", card, back);
    case "updateCard": {
        if (!asking.status) return customer(titles.CHANGE_PIN, [],
            asCustomer(owner, "PATCH", path, { json: { pin: "4071" } }));
        const label = titles[action ?? ""] ?? `Go back to ${words(asking.status)}`;
        return customer(label, [asking.status], asCustomer(owner, "PATCH", path, {
            json: { status: asking.status, statusReason: "Asked for in the console" },
        }));
    }
    case "activateCard":
        return customer(titles.ACTIVATE, ["ACTIVE"], asCustomer(owner, "POST", `${path}/activate`, {
            json: { lastFourDigits: card.lastFour, cvv: "$CVV" }, needsCVV: true,
        }));
    case "replaceCard": {
        const to = asking.reason === "RENEW" ? "EXPIRED" : asking.reason ?? "";
        const label = asking.reason === "RENEW" ? "Renew" : `Replace because it is ${words(asking.reason)}`;
        const address = card.cardType === "PHYSICAL" ? { deliveryAddress: card.deliveryAddress ?? addressIn("BG") }
            : {};
        return customer(label, [to], asCustomer(owner, "POST", `${path}/replace`,
            { json: { reason: asking.reason, ...address } }));
    }
    case "setPIN":
        return customer(titles.SET_PIN, [], asCustomer(owner, "PUT", `${path}/pin`, { json: { pin: "4071" } }));
    case "createSecureView":
        if (!asking.type || !["DETAILS", "PIN"].includes(asking.type)) break;
        return customer(`Show once: ${words(asking.type)}`, [], asCustomer({ ...owner, scope: "pci-dss-1" }, "POST",
            `${path}/secure-details`, { json: { type: asking.type } }));
    case "resetRetries":
        return customer(titles.RESET_PIN_CVV_RETRIES, [], asCustomer(owner, "POST", `${path}/retries/reset`));
    case "updateCustomerCard":
        return business(asking.status ?? "", card, owner, back);
    default:
    }
    return { who: "customer", label: `${sentence(readable(operation))}${detail(asking)}`, to: [], request: null };
}

/**
 * @param {string} label
 * @param {string[]} to
 * @param {ServiceRequest | null} request
 */
const customer = (label, to, request) => ({ who: "customer", label, to, request });

/**
 * @param {string} status
 * @param {CardService.Card} card
 * @param {Owner} owner
 * @param {string[]} back
 */
function business(status, card, owner, back) {
    const path = `/v1/customers/${owner.customerId}/prepaid/cards/${card.cardId}`;
    const request = asBusiness(owner.brand, "PATCH", path,
        { json: { status, statusReason: "Asked for in the console" } });
    return status === "ACTIVE"
        ? { who: "business", label: "End the suspension", to: back, request }
        : { who: "business", label: "Cancel", to: [status], request };
}

/**
 * @param {string} type
 * @param {CardService.Card} card
 * @param {string[]} back
 */
function event(type, card, back) {
    const first = card.cardType === "VIRTUAL" ? ["ACTIVE"] : ["ISSUED", "DIGITAL"];
    /** @type {Record<string, string[]>} */
    const ways = {
        SUSPEND: ["SUSPENDED"], RESUME: back, EXPIRE: ["EXPIRED"], REVIEW: ["PENDING"], APPROVE: first,
            REJECT: ["REJECTED"],
        CHIP_AND_PIN: card.status === "DIGITAL" ? ["ACTIVE"] : [],
    };
    return {
        who: "issuer", label: eventTitles[type] ?? sentence(type), to: ways[type] ?? [],
        request: sandbox("POST", `/cards/${card.cardId}/events`, { json: { type } }),
    };
}

/**
 * The last status before the present lock or suspension; every candidate if the history does not say.
 *
 * @param {string[]} trail
 * @param {string} status
 */
function statusBefore(trail, status) {
    const held = ["LOCKED", "SUSPENDED"];
    if (!held.includes(status)) return [];
    const before = [...trail].reverse().find((one) => !held.includes(one));
    return before ? [before] : ["ACTIVE", "ISSUED", "DIGITAL"];
}

/** @param {string} operation */
const readable = (operation) => operation.replace(/([A-Z])/g, " $1");

/** @param {Asking} asking */
function detail(asking) {
    const text = Object.values(asking).map(words).join(", ");
    return text ? `: ${text}` : "";
}
