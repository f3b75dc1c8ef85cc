/** What a shop's server and app need at every gateway: what a phone gives, what is typed, how amounts are written. */
import { sandbox } from "./api.js";
import { majorUnits } from "./format.js";

/** The request for what the phone's wallet seals to the merchant's key at a gateway. */
export function sealing({ phoneId, token, merchantId, gateway, amount, currencyCode }) {
    return sandbox("POST", `/phones/${phoneId}/tokens/${token}/payments`,
        { json: { merchantId, gateway, amount, currencyCode } });
}

/** The request for what is printed on a card. */
export const printing = ({ cardId }) => sandbox("GET", `/cards/${cardId}/plastic`);

/** What the phone gives to the app: an object, which each gateway takes in a form of its own. */
export async function sealedBy(send, order) {
    return (await send(sealing(order))).body.paymentData;
}

/** What the customer types. */
export async function typed(send, order) {
    return (await send(printing(order))).body;
}

export const inBase64 = (data) => btoa(JSON.stringify(data));

export const decimal = ({ amount, currencyCode }) => majorUnits(amount, currencyCode);
export const shortYear = ({ year }) => String(year).slice(-2);
export const month = (expiry) => String(expiry.month).padStart(2, "0");

export const refused = (who, words) => Object.assign(new Error(words || "It gives no reason."),
    { title: `${who} refuses this` });
