/** What a customer wants to do who must authenticate. */
import { words } from "./format.js";

/**
 * The operations that can be protected.
 *
 * @type {Record<string, string>}
 */
const purposes = {
    ISSUE_TOKEN: "sign in", CREATE_CARD: "order a card", UPDATE_CARD: "lock, unlock or cancel a card",
    ACTIVATE_CARD: "activate a card", REPLACE_CARD: "replace a card", SET_PIN: "set a PIN",
    RESET_RETRIES: "allow a PIN again", CARD_DETAILS: "see a card's details", SECURE_DETAILS: "see a card's details",
    TOKENIZE_CARD: "add a card to a wallet", COMPLETE_TOKENIZATION: "finish adding a card to a wallet",
    CARD_CONTROLS: "change a card's controls", CREATE_TRANSFER: "transfer money", CREATE_WITHDRAWAL: "withdraw money",
    DISPUTE_PAYMENT: "dispute a payment",
    TRUST_DEVICE: "trust a device",
};

/**
 * What a message or an event is for.
 *
 * @param {{ about?: string, operation?: string, issuerTokenId?: string, eventId?: string, status?: string }} asked
 */
export function purpose({ about, operation, issuerTokenId, eventId, status }) {
    if (about) return `To pay ${about}`;
    if (issuerTokenId) return "To add a card to a wallet";
    if (operation) return `To ${purposes[operation] ?? words(operation)}`;
    return eventId && !status ? "For something that is over" : "To pay on the internet";
}
