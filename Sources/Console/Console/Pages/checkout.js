/** What a shop's server and app need at every gateway: what a phone gives, what is typed, how amounts are written. */
import { sandbox } from "./api.js";
import { majorUnits } from "./format.js";

/**
 * The request for what the phone's wallet seals to the merchant's key at a gateway.
 *
 * @param {Order} order
 */
export function sealing({ phoneId, token, merchantId, gateway, amount, currencyCode }) {
    return sandbox("POST", `/phones/${phoneId}/tokens/${token}/payments`,
        { json: { merchantId, gateway, amount, currencyCode } });
}

/**
 * The request for what is printed on a card.
 *
 * @param {Order} order
 */
export const printing = ({ cardId }) => sandbox("GET", `/cards/${cardId}/plastic`);

/**
 * What the phone gives to the app: an object, which each gateway takes in a form of its own.
 *
 * @param {Send} send
 * @param {Order} order
 */
export async function sealedBy(send, order) {
    return /** @type {ServiceAnswer} */ (await send(sealing(order))).body.paymentData;
}

/**
 * What the customer types.
 *
 * @param {Send} send
 * @param {Order} order
 */
export async function typed(send, order) {
    return (await send(printing(order))).body;
}

/** @param {unknown} data */
export const inBase64 = (data) => btoa(JSON.stringify(data));

/** @param {{ amount: number, currencyCode: string }} price */
export const decimal = ({ amount, currencyCode }) => majorUnits(amount, currencyCode);
/** @param {{ year: number }} expiry */
export const shortYear = ({ year }) => String(year).slice(-2);
/** @param {{ month: number }} expiry */
export const month = (expiry) => String(expiry.month).padStart(2, "0");

/**
 * @param {string} who
 * @param {string} words
 */
export const refused = (who, words) => Object.assign(new Error(words || "It gives no reason."),
    { title: `${who} refuses this` });
