/** How a shop's server and app charge a payment at each gateway. */
import { asMerchant, sandbox } from "./api.js";
import { majorUnits } from "./format.js";

const stitchFields = `id state { __typename ... on TransactionPending { reason }
  ... on TransactionFailure { reason } }`;

const stitchMembers = {
    APPLE_PAY: ({ dpan, expiry, cryptogram, eci }) => ["applePay", {
        applicationPrimaryAccountNumber: dpan, applicationExpirationDate: `${shortYear(expiry)}${month(expiry)}01`,
        secure3DPaymentData: { onlinePaymentCryptogram: cryptogram, eciIndicator: eci },
    }],
    GOOGLE_PAY: ({ dpan, expiry, cryptogram, eci }) => ["googlePay", {
        primaryAccountNumber: dpan, expirationYear: expiry.year, expirationMonth: expiry.month, cryptogram,
        eciIndicator: eci,
    }],
    SAMSUNG_PAY: ({ dpan, expiry, cryptogram, eci }) => ["samsungPay", {
        tokenPrimaryAccountNumber: dpan, tokenExpirationDate: `${shortYear(expiry)}${month(expiry)}`, cryptogram,
        eciIndicator: eci,
    }],
};

const shortYear = ({ year }) => String(year).slice(-2);
const month = (expiry) => String(expiry.month).padStart(2, "0");

/**
 * The gateways. `pay(send, shop, order)` charges an order of { amount, currencyCode, order } with a `token` on a phone
 * or with a typed card, and returns the gateway's words. `follow` lists what can follow a payment.
 */
export const gateways = {
    stitch: {
        title: "Stitch", takes: "phone",
        words: "The shop's app opens what the phone gave, and the shop's server sends it to Stitch. The amount is "
            + "held until the shop captures it.",
        async pay(send, shop, order) {
            const payment = await cryptogram(send, order);
            const [member, input] = stitchMembers[payment.wallet](payment);
            const methods = { [member]: { ...input, preAuthorization: { enabled: true } } };
            const answer = await stitch(send, shop, "initiateTransaction", "TransactionInitiateInput!", {
                amount: stitchMoney(order), nonce: order.order, externalReference: order.order, paymentMethods: methods,
            }, { PHONE_NUMBER: payment.dpan, CRYPTOGRAM: payment.cryptogram });
            return stitchWords(answer);
        },
        follow: {
            capture: (send, shop, payment) => stitch(send, shop, "continueTransaction", "TransactionContinueInput!", {
                transactionId: payment.id, amount: stitchMoney(payment),
            }).then(stitchWords),
            void: (send, shop, payment) => stitch(send, shop, "cancelTransaction", "TransactionCancelInput!", {
                transactionId: payment.id,
            }).then(stitchWords),
            refund: (send, shop, payment) => stitch(send, shop, "refundTransactionInitiate",
                "RefundTransactionInitiateInput!", {
                    originalPaymentId: payment.id, refundInput: {
                        amount: stitchMoney(payment), reason: "requested_by_user", nonce: `refund-${payment.id}`,
                    },
                }).then(stitchWords),
        },
    },
    cardpointe: {
        title: "CardPointe", takes: "card",
        words: "The customer types the card's number. CardSecure makes a token of it, so that the shop never keeps the "
            + "number, and the gateway charges the token.",
        async pay(send, shop, order) {
            const plastic = (await send(sandbox("GET", `/cards/${order.cardId}/plastic`))).body;
            const tokenized = await cardpointe(send, shop, "/cardsecure/api/v1/ccn/tokenize", {
                account: plastic.pan,
            }, { PAN: plastic.pan });
            return cardpointeWords(await cardpointe(send, shop, "/cardconnect/rest/auth", {
                merchid: shop.merchantId, account: tokenized.token, cvv2: plastic.cvv,
                expiry: `${month(plastic.expiry)}${shortYear(plastic.expiry)}`, amount: decimal(order),
                currency: order.currencyCode, orderid: order.order, ecomind: "E", capture: "N",
            }, { CVV: plastic.cvv }));
        },
        follow: Object.fromEntries(["capture", "void", "refund"].map((name) => [name, (send, shop, payment) =>
            cardpointe(send, shop, `/cardconnect/rest/${name}`, {
                merchid: shop.merchantId, retref: payment.reference,
                    ...(name === "void" ? {} : { amount: decimal(payment) }),
            }).then(cardpointeWords)])),
    },
    dintero: {
        title: "Dintero", takes: null,
        words: "Dintero takes Apple Pay in an app. The command tessera phone pay "
            + "makes what the wallet gives to the app.",
        follow: Object.fromEntries(["capture", "void", "refund"].map((name) => [name, (send, shop, payment) =>
            dintero(send, shop, `/v1/transactions/${payment.id}/${name}`,
                name === "void" ? {} : { amount: payment.amount })])),
    },
};

const decimal = ({ amount, currencyCode }) => majorUnits(amount, currencyCode);
const stitchMoney = (order) => ({ quantity: Number(decimal(order)), currency: order.currencyCode });

/** What the phone gives: the token's number, and a cryptogram for this payment. */
async function cryptogram(send, { phoneId, token, amount, currencyCode }) {
    const path = `/phones/${phoneId}/tokens/${token}/cryptograms`;
    return (await send(sandbox("POST", path, { json: { amount, currencyCode } }))).body;
}

async function stitch(send, { credentials }, mutation, type, input, secrets) {
    const { client_id: id, client_secret: secret, isPublished } = credentials.stitch;
    const token = await send(asMerchant("POST", "/stitch/connect/token", {
        form: {
            grant_type: "client_credentials", client_id: id, client_secret: secret,
            scope: "transaction_initiate client_refund", audience: "https://secure.stitch.money/connect/token",
        },
        secrets: isPublished ? {} : { CLIENT_SECRET: secret },
    }));
    const query = `mutation Shop($input: ${type}) { ${mutation}(input: $input) { ${stitchFields} } }`;
    const { body } = await send(asMerchant("POST", "/stitch/graphql", {
        json: { query, variables: { input } },
        bearer: token.body.access_token, secrets,
    }));
    if (body.data?.[mutation]) return body.data[mutation];
    throw refused("Stitch", body.errors?.map(({ message }) => message).join(" "));
}

const stitchWords = ({ state }) => [state.__typename.replace("Transaction", ""), state.reason].filter(Boolean)
    .join(": ");

async function cardpointe(send, { credentials }, path, json, secrets = {}) {
    const { username: id, password: secret, isPublished } = credentials.cardpointe;
    const { body } = await send(asMerchant("POST", `/cardpointe${path}`, {
        json, basic: { id, secret, isPublished, secretName: "PASSWORD" }, secrets,
    }));
    if (body.errorcode) throw refused("CardSecure", `${body.errorcode}: ${body.message}`);
    return body;
}

const cardpointeWords = (body) => [body.respproc, body.respcode, body.resptext].filter(Boolean).join(" ");

async function dintero(send, { credentials }, path, json) {
    const { account_id: account, client_id: id, client_secret: secret, isPublished } = credentials.dintero;
    const token = await send(asMerchant("POST", `/dintero/v1/accounts/${account}/auth/token`, {
        json: { grant_type: "client_credentials", audience: `https://api.dintero.com/v1/accounts/${account}` },
        basic: { id, secret, isPublished, secretName: "CLIENT_SECRET" },
    }));
    const { body } = await send(asMerchant("POST", `/dintero${path}`, { json, bearer: token.body.access_token }));
    return body.status;
}

const refused = (who, words) => Object.assign(new Error(words ?? "It gives no reason."),
    { title: `${who} refuses this` });
