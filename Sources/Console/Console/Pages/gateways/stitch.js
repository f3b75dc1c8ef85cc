/** Payments at Stitch, over GraphQL. */
import { asMerchant } from "../api.js";
import { session } from "../session.js";
import { decimal, inBase64, refused, sealedBy } from "../checkout.js";

const fields = `id state { __typename ... on TransactionPending { reason }
  ... on TransactionFailure { reason } }`;

/** @type {Record<string, string>} */
const members = { APPLE_PAY: "applePay", GOOGLE_PAY: "googlePay", SAMSUNG_PAY: "samsungPay" };

/**
 * Where Stitch sends customers of the sandbox's merchants after 3-D Secure: to the console, or, because Stitch leads
 * only to https from a machine to another, to an address where nobody answers.
 */
const redirect = /^https?:\/\/(127(\.\d+){3}|localhost)(:|$)/.test(location.origin)
    ? `${location.origin}/returned` : "https://example.com/payment";

/** @type {UnnamedGateway} */
export const stitch = {
    takesCards: false, canAuthenticate: true,
    words: "The shop's server sends what the phone gave to Stitch. The amount is held until the shop captures it.",
    async pay(send, shop, order) {
        const token = inBase64(await sealedBy(send, order));
        const method = { preAuthorization: { enabled: true },
            ...(order.authenticates ? { requireSecure3d: true } : {}) };
        const sold = await mutate(send, shop, "initiateTransaction", "TransactionInitiateInput!", {
            amount: money(order), nonce: order.order, externalReference: order.order, token,
            paymentMethods: { [members[order.wallet ?? ""]]: method },
        }, { PAYMENT_DATA: token });
        return { words: words(sold), page: isWaiting(sold) ? authentication(sold) : null };
    },
    tokenRequest,
    /** The page on which the customer authenticates for a payment that waits for that. */
    authentication,
    follow: {
        capture: (send, shop, payment) => mutate(send, shop, "continueTransaction", "TransactionContinueInput!", {
            transactionId: payment.id, amount: money(payment),
        }).then(words),
        void: (send, shop, payment) => mutate(send, shop, "cancelTransaction", "TransactionCancelInput!", {
            transactionId: payment.id,
        }).then(words),
        refund: (send, shop, payment) => mutate(send, shop, "refundTransactionInitiate",
            "RefundTransactionInitiateInput!", {
                originalPaymentId: payment.id, refundInput: {
                    amount: money(payment), reason: "requested_by_user", nonce: `refund-${payment.id}`,
                },
            }).then(words),
    },
};

/** @param {{ amount: number, currencyCode: string }} order */
const money = (order) => ({ quantity: Number(decimal(order)), currency: order.currencyCode });

/**
 * The interactionUrl of a transaction on the merchants' own port, whose pages a browser may open from anywhere.
 *
 * @param {{ id: string }} transaction
 */
function authentication({ id }) {
    const merchantsUrl = session.about?.merchantsUrl;
    return merchantsUrl ? `${merchantsUrl}/stitch/3ds/${id}?redirect_uri=${encodeURIComponent(redirect)}` : null;
}

/** @param {{ state: any }} transaction */
const isWaiting = ({ state }) => state.reason === "waitingFor3dSecure";

/** @param {{ client_id: string, client_secret: string, isPublished?: boolean }} credentials */
function tokenRequest({ client_id: id, client_secret: secret, isPublished }) {
    return asMerchant("POST", "/stitch/connect/token", {
        form: {
            grant_type: "client_credentials", client_id: id, client_secret: secret,
            scope: "transaction_initiate client_refund", audience: "https://secure.stitch.money/connect/token",
        },
        secrets: isPublished ? {} : { CLIENT_SECRET: secret },
    });
}

/**
 * @param {Send} send
 * @param {Shop} shop
 * @param {string} mutation
 * @param {string} type
 * @param {any} input
 * @param {Record<string, string | undefined>} [secrets]
 */
async function mutate(send, { credentials }, mutation, type, input, secrets) {
    const token = await send(tokenRequest(credentials.stitch));
    const query = `mutation Shop($input: ${type}) { ${mutation}(input: $input) { ${fields} } }`;
    const { body } = await send(asMerchant("POST", "/stitch/graphql", {
        json: { query, variables: { input } }, bearer: token.body.access_token, secrets,
    }));
    if (body.data?.[mutation]) return body.data[mutation];
    throw refused("Stitch", body.errors?.map((/** @type {Error} */ { message }) => message).join(" "));
}

/** @type {Record<string, string>} */
const meanings = {
    authorizationNotFinalised: "Approved, and held until a capture",
    waitingFor3dSecure: "The customer must confirm the payment first",
};

/**
 * What Stitch says, and what that means.
 *
 * @param {{ state: any }} transaction
 */
function words({ state }) {
    const said = [state.__typename.replace("Transaction", ""), state.reason].filter(Boolean).join(": ");
    const meaning = meanings[state.reason];
    return meaning ? `${meaning} (${said})` : said;
}
