/** Payments at MoneyHash: the shop's server makes an intent and sends on what the app got from the phone. */
import { asMerchant } from "../api.js";
import { decimal, inBase64, month, sealedBy, shortYear, typed } from "../checkout.js";
import { session } from "../session.js";

/** @type {UnnamedGateway} */
export const moneyhash = {
    takesCards: true,
    methods: {
        CASH_OUTLET: "Cash Outlet", MOBILE_WALLET: "Mobile Wallet", PAYPAL: "Paypal",
        CASH_ON_DELIVERY: "Cash On Delivery", M_PESA: "M-Pesa", MOBILE_MONEY: "Mobile Money",
        CRYPTO_WALLET: "Crypto Wallet",
    },
    begins: (shop, order) => making(shop, order),
    words: "The shop's server makes an intent, and the app selects how to pay it. The receipt is what the phone gave.",
    async pay(send, shop, order) {
        const intent = (await send(making(shop, order))).body.data;
        const selected = await ask(send, shop, `/external/payments/intents/${intent.id}/update-method/`,
            { payment_method: order.method ?? (order.token ? order.wallet : "CARD") });
        const pay = order.method ? byProvider : order.token ? byPhone : byCard;
        const paid = await pay(send, shop, order, intent, selected);
        const reason = paid.state_details?.provider_error_code;
        const told = [paid.state, reason, ...(paid.transaction?.external_action_message ?? [])];
        const page = paid.state_details?.url ?? null;
        return order.method ? { words: told.filter(Boolean).join(": "), provider: page }
            : { words: told.filter(Boolean).join(": "), page };
    },
    /** The page of the provider at which a payment waits for its customer. */
    provider: ({ id, method }) => (pages.includes(method ?? "") && session.about?.merchantsUrl
        ? `${session.about.merchantsUrl}/moneyhash/payments/provider/${id}/` : null),
    follow: Object.fromEntries(["capture", "void", "refund"].map((name) => [name, following(name)])),
};

/**
 * @param {string} name of what follows a payment.
 * @returns {Follow}
 */
function following(name) {
    return async (send, shop, payment) => {
        const changed = await ask(send, shop, `/payments/transactions/${payment.id}/${name}/`,
            name === "void" ? {} : { amount: Number(decimal(payment)) });
        return changed.transaction?.status ?? changed.state;
    };
}

/** Methods whose providers have pages. */
const pages = ["PAYPAL", "CRYPTO_WALLET"];

/**
 * A customer whom providers can use; the fields have MoneyHash's names.
 *
 * @type {Record<string, string>}
 */
const person = {
    first_name: "Ivana", last_name: "Petrova", email: "ivana@example.com", phone_number: "+254 700 000 001",
    mobile_wallet_number: "+20 100 000 0001", address: "Sandbox Street 1",
};

/**
 * A provider takes money at once; a card is only charged by a capture.
 *
 * @param {Shop} shop
 * @param {Order} order
 */
const making = (shop, order) => asking(shop, "/payments/intent/", {
    amount: Number(decimal(order)), amount_currency: order.currencyCode,
    operation: order.method ? "purchase" : "authorize", use_direct_api: true, merchant_reference: order.order,
});

/**
 * The provider begins at once, or after it knows what it asks for.
 *
 * @param {Send} send
 * @param {Shop} shop
 * @param {Order} order
 * @param {{ id: string }} intent
 * @param {any} selected
 */
async function byProvider(send, shop, order, { id }, selected) {
    if (selected.state !== "FORM_FIELDS") return selected;
    /** @type {{ name: string }[]} */
    const fields = selected.state_details.billing_fields;
    return ask(send, shop, `/direct/payments/intents/${id}/billing/`,
        { billing_data: Object.fromEntries(fields.map(({ name }) => [name, person[name]])) });
}

/**
 * @param {Send} send
 * @param {Shop} shop
 * @param {Order} order
 * @param {{ id: string }} intent
 */
async function byPhone(send, shop, order, { id }) {
    const receipt = inBase64(await sealedBy(send, order));
    return ask(send, shop, `/payments/intent/${id}/receipt/`, { receipt }, { PAYMENT_DATA: receipt });
}

/**
 * @param {Send} send
 * @param {Shop} shop
 * @param {Order} order
 * @param {{ id: string }} intent
 */
async function byCard(send, shop, order, { id }) {
    const { pan, cvv, expiry } = await typed(send, order);
    return ask(send, shop, `/direct/payments/intents/${id}/card/`, {
        card_number: pan, expiry_month: month(expiry), expiry_year: shortYear(expiry), cvv,
    }, { PAN: pan, CVV: cvv });
}

/**
 * @param {Send} send
 * @param {Shop} shop
 * @param {string} path
 * @param {any} json
 * @param {Record<string, string | undefined>} secrets
 */
async function ask(send, shop, path, json, secrets = {}) {
    return (await send(asking(shop, path, json, secrets))).body.data;
}

/**
 * @param {Shop} shop
 * @param {string} path
 * @param {any} json
 * @param {Record<string, string | undefined>} secrets
 */
function asking({ credentials }, path, json, secrets = {}) {
    const { api_key: key, isPublished } = credentials.moneyhash;
    return asMerchant("POST", `/moneyhash/api/v1.1${path}`, {
        json, headers: { "X-Api-Key": key }, secrets: { ...secrets, ...(isPublished ? {} : { API_KEY: key }) },
    });
}
