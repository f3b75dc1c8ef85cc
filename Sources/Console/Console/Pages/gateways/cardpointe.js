/** Payments at CardPointe: CardSecure makes a token of what was typed or what a phone gave; the gateway charges it. */
import { asMerchant } from "../api.js";
import { decimal, month, refused, sealedBy, shortYear, typed } from "../checkout.js";

/** @type {UnnamedGateway} */
export const cardpointe = {
    takesCards: true, voidsCaptures: true,
    words: "CardSecure makes a token of the card's number or of what the phone gave, so that the shop never keeps "
        + "either, and the gateway charges the token. A refund is possible once the shop's day has ended; before that, "
        + "void the payment.",
    async pay(send, shop, order) {
        const charged = order.token ? await byPhone(send, shop, order) : await byCard(send, shop, order);
        return { words: words(await ask(send, shop, "/cardconnect/rest/auth", {
            merchid: shop.merchantId, ...charged.members, amount: decimal(order), currency: order.currencyCode,
            orderid: order.order, capture: "N",
        }, charged.secrets)) };
    },
    follow: Object.fromEntries(["capture", "void", "refund"].map((name) => [name, following(name)])),
};

/**
 * @param {string} name of what follows a payment.
 * @returns {Follow}
 */
function following(name) {
    return (send, shop, payment) => ask(send, shop, `/cardconnect/rest/${name}`, {
        merchid: shop.merchantId, retref: payment.reference,
        ...(name === "void" ? {} : { amount: decimal(payment) }),
    }).then(words);
}

/**
 * @param {Send} send
 * @param {Shop} shop
 * @param {Order} order
 */
async function byPhone(send, shop, order) {
    const data = await sealedBy(send, order);
    const isApple = order.wallet === "APPLE_PAY";
    const devicedata = isApple ? appleData(data) : JSON.stringify(data);
    const { token } = await ask(send, shop, "/cardsecure/api/v1/ccn/tokenize", {
        encryptionhandler: isApple ? "EC_APPLE_PAY" : "EC_GOOGLE_PAY", devicedata,
    }, { PAYMENT_DATA: devicedata });
    return { members: { account: token }, secrets: {} };
}

/**
 * @param {Send} send
 * @param {Shop} shop
 * @param {Order} order
 */
async function byCard(send, shop, order) {
    const { pan, cvv, expiry } = await typed(send, order);
    const { token } = await ask(send, shop, "/cardsecure/api/v1/ccn/tokenize", { account: pan }, { PAN: pan });
    return {
        members: { account: token, cvv2: cvv, expiry: `${month(expiry)}${shortYear(expiry)}`, ecomind: "E" },
        secrets: { CVV: cvv },
    };
}

/**
 * Apple's paymentData as CardSecure takes it: the data, and labelled members in their order.
 *
 * @param {{ data: string, signature: string, header: Record<string, string> }} sealed
 */
function appleData({ data, signature, header }) {
    const members = [["ectype", "apple"], ["ecsig", signature], ["eckey", header.ephemeralPublicKey],
        ["ectid", header.transactionId], ["echash", header.applicationData ?? ""],
        ["ecpublickeyhash", header.publicKeyHash]];
    return [data, ...members.map(([name, value]) => `${name}=${value}`)].join("&");
}

/**
 * @param {Send} send
 * @param {Shop} shop
 * @param {string} path
 * @param {any} json
 * @param {Record<string, string | undefined>} secrets
 */
async function ask(send, { credentials }, path, json, secrets = {}) {
    const { username: id, password: secret, isPublished } = credentials.cardpointe;
    const { body } = await send(asMerchant("POST", `/cardpointe${path}`, {
        json, basic: { id, secret, isPublished, secretName: "PASSWORD" }, secrets,
    }));
    if (body.errorcode) throw refused("CardSecure", `${body.errorcode}: ${body.message}`);
    return body;
}

/** @param {any} body */
const words = (body) => [body.respproc, body.respcode, body.resptext].filter(Boolean).join(" ");
