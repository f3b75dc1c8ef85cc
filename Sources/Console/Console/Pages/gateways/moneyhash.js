/** Payments at MoneyHash: the shop's server makes an intent and sends on what the app got from the phone. */
import { asMerchant } from "../api.js";
import { decimal, inBase64, month, sealedBy, shortYear, typed } from "../checkout.js";

export const moneyhash = {
    title: "MoneyHash", wallets: ["APPLE_PAY", "GOOGLE_PAY"], takesCards: true,
    words: "The shop's server makes an intent, and the app selects how to pay it. The receipt is what the phone gave.",
    async pay(send, shop, order) {
        const intent = await ask(send, shop, "/payments/intent/", {
            amount: Number(decimal(order)), amount_currency: order.currencyCode, operation: "authorize",
            use_direct_api: true, merchant_reference: order.order,
        });
        await ask(send, shop, `/external/payments/intents/${intent.id}/update-method/`,
            { payment_method: order.token ? order.wallet : "CARD" });
        const paid = order.token ? await byPhone(send, shop, order, intent) : await byCard(send, shop, order, intent);
        const reason = paid.state_details?.provider_error_code;
        return { words: [paid.state, reason].filter(Boolean).join(": "), page: paid.state_details?.url ?? null };
    },
    follow: Object.fromEntries(["capture", "void", "refund"].map((name) => [name, async (send, shop, payment) => {
        const changed = await ask(send, shop, `/payments/transactions/${payment.id}/${name}/`,
            name === "void" ? {} : { amount: Number(decimal(payment)) });
        return changed.transaction?.status ?? changed.state;
    }])),
};

async function byPhone(send, shop, order, { id }) {
    const receipt = inBase64(await sealedBy(send, order));
    return ask(send, shop, `/payments/intent/${id}/receipt/`, { receipt }, { PAYMENT_DATA: receipt });
}

async function byCard(send, shop, order, { id }) {
    const { pan, cvv, expiry } = await typed(send, order);
    return ask(send, shop, `/direct/payments/intents/${id}/card/`, {
        card_number: pan, expiry_month: month(expiry), expiry_year: shortYear(expiry), cvv,
    }, { PAN: pan, CVV: cvv });
}

async function ask(send, { credentials }, path, json, secrets = {}) {
    const { api_key: key, isPublished } = credentials.moneyhash;
    const { body } = await send(asMerchant("POST", `/moneyhash/api/v1.1${path}`, {
        json, headers: { "X-Api-Key": key }, secrets: { ...secrets, ...(isPublished ? {} : { API_KEY: key }) },
    }));
    return body.data;
}
