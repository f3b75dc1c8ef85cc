/** Payments at Dintero: the shop's server makes a session, its app pays it, and the server changes the transaction. */
import { asMerchant } from "../api.js";
import { refused, sealedBy } from "../checkout.js";

const product = "dintero_psp.applepay";

/** @type {UnnamedGateway} */
export const dintero = {
    takesCards: false,
    words: "The shop's server makes a session. The app asks it what to do, submits what the iPhone gave, and pays; it "
        + "has no credentials of its own. Then the server captures.",
    async pay(send, shop, order) {
        const session = await server(send, shop, "POST", "/v1/sessions", { json: sessionOf(order) });
        const { operations } = await app(send, `/v1/view/${session.id}/payments/${product}`, {});
        const submit = new URL(operations[0].href);
        const token = submit.searchParams.get("access_token") ?? "";
        const event = JSON.stringify({ payment: { token: { paymentData: await sealedBy(send, order) } } });
        const agreed = await app(send, pathOf(submit), {
            json: { payment_data: event, reference: order.order },
            headers: { Authorization: token },
            secrets: { PAYMENT_DATA: JSON.stringify(event).slice(1, -1), ACCESS_TOKEN: token },
        });
        const paid = await app(send, `/v1/sessions/${session.id}/pay`,
            { json: { payment_product_type: product, psp_transaction_id: agreed.transaction_id } });
        if (paid.error) return { words: [paid.error, paid.error_details?.[0]?.code].filter(Boolean).join(": ") };
        const id = new URL(paid.redirect_url).searchParams.get("transaction_id");
        return { words: (await server(send, shop, "GET", `/v1/transactions/${id}`)).status };
    },
    tokenRequest,
    follow: Object.fromEntries(["capture", "void", "refund"].map((name) => [name, following(name)])),
};

/**
 * @param {string} name of what follows a payment.
 * @returns {Follow}
 */
function following(name) {
    return async (send, shop, payment) => {
        const [transaction] = await server(send, shop, "GET", "/v1/transactions",
            { query: { merchant_reference: payment.externalReference } });
        if (!transaction) throw refused("Dintero", "It has no transaction of this order.");
        const changed = await server(send, shop, "POST", `/v1/transactions/${transaction.id}/${name}`,
            { json: name === "void" ? {} : { amount: payment.amount } });
        return changed.status;
    };
}

/** @param {Order} order */
function sessionOf({ amount, currencyCode, order }) {
    return {
        url: { return_url: "shop://done?initial_recipient=merchant" },
        order: { amount, currency: currencyCode, merchant_reference: order,
            items: [{ id: "goods", line_id: "1", amount }] },
        configuration: { channel: "in_app", dintero_psp: { applepay: { enabled: true } } },
    };
}

/** @param {{ account_id: string, client_id: string, client_secret: string, isPublished?: boolean }} credentials */
function tokenRequest({ account_id: account, client_id: id, client_secret: secret, isPublished }) {
    return asMerchant("POST", `/dintero/v1/accounts/${account}/auth/token`, {
        json: { grant_type: "client_credentials", audience: `https://api.dintero.com/v1/accounts/${account}` },
        basic: { id, secret, isPublished, secretName: "CLIENT_SECRET" },
    });
}

/**
 * @param {Send} send
 * @param {Shop} shop
 * @param {string} method
 * @param {string} path
 * @param {RequestOptions} options
 */
async function server(send, { credentials }, method, path, options = {}) {
    const token = await send(tokenRequest(credentials.dintero));
    return (await send(asMerchant(method, `/dintero${path}`, { ...options, bearer: token.body.access_token }))).body;
}

/**
 * What the app sends, which has no credentials.
 *
 * @param {Send} send
 * @param {string} path
 * @param {RequestOptions} options
 */
async function app(send, path, options) {
    return (await send(asMerchant("POST", `/dintero${path}`, options))).body;
}

/**
 * An operation says its whole address; the page may only call where it came from.
 *
 * @param {{ pathname: string }} url
 */
const pathOf = ({ pathname }) => pathname.slice(pathname.indexOf("/dintero/") + "/dintero".length);
