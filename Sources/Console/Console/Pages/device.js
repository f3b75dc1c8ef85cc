/** Phones: their names, and the picture of one with what is in its wallet. */
import { el } from "./view.js";
import { cardFace } from "./face.js";

/** @type {Record<string, string>} */
export const phoneKinds = { IPHONE: "iPhone", PIXEL: "Pixel", GALAXY: "Galaxy" };
/**
 * What somebody pays with, by the type of the wallet.
 *
 * @type {Record<string, string>}
 */
export const wallets = { APPLE_PAY: "Apple Pay", GOOGLE_PAY: "Google Pay", SAMSUNG_PAY: "Samsung Pay" };
/**
 * The app on the phone.
 *
 * @type {Record<string, string>}
 */
const walletNames = { APPLE_PAY: "Wallet", GOOGLE_PAY: "Google Wallet", SAMSUNG_PAY: "Samsung Wallet" };

/**
 * @param {{ kind: string, walletType: string }} phone
 * @param {{ card: FaceOfCard, token: { dpanLastFour: string, tokenState: string } }[]} passes of { card, token }.
 */
export function devicePicture(phone, passes) {
    const shown = passes.slice(0, 4);
    return el("div", { class: `device ${phone.kind.toLowerCase()}` },
        el("div", { class: "island", "aria-hidden": "true" }),
        el("div", { class: "wallet-name" }, walletNames[phone.walletType]),
        shown.length
            ? shown.map(({ card, token }) => el("div", { class: "pass" }, cardFace({
                ...card, lastFour: token.dpanLastFour, status: token.tokenState,
            }, {})))
            : el("p", { class: "none" }, "No card in this wallet yet"),
        el("div", { class: "home", "aria-hidden": "true" }));
}

/**
 * What the face of a token needs, if only the token is known.
 *
 * @param {PhoneToken} token
 */
export function cardOfToken(token) {
    return {
        scheme: token.cardNetwork === "CARD_NETWORK_MASTERCARD" ? "MC" : "VISA", cardType: "VIRTUAL",
        programName: `•••• ${token.fpanLastFour}`, lastFour: token.dpanLastFour, status: token.tokenState,
    };
}
