/** How a card gets into a phone's wallet: the messages in their order, each with what it is for. */
import { asCustomer, sandbox } from "./api.js";
import { protectedCall } from "./sca.js";

const walletTypes = { IPHONE: "APPLE_PAY", PIXEL: "GOOGLE_PAY", GALAXY: "SAMSUNG_PAY" };

/**
 * The messages that add a card to a phone.
 *
 * @param {{ phone: { kind: string, activeWalletId?: string } }} trip has the phone, the card and the customer;
 *   each message adds to it what the next one needs.
 * @returns messages of { title, words, run(send, trip) }; `run` returns what happened, in a sentence.
 */
export function messagesOf(trip) {
    const { phone } = trip;
    const begin = phone.kind === "IPHONE" ? [askIPhone] : phone.activeWalletId ? [askWallet] : [makeWallet, askWallet];
    return [...begin, tokenize, push, identify, report];
}

const makeWallet = {
    title: "The phone gets a wallet",
    words: "This Pixel has no wallet yet. The app asks Google Play services to make one (createWallet).",
    /**
     * @param {Send} send
     * @param {Trip} trip
     */
    async run(send, trip) {
        trip.phone = (await send(sandbox("POST", `/phones/${trip.phone.phoneId}/wallet`))).body;
        return `The wallet has the id ${trip.phone.activeWalletId}.`;
    },
};

const askIPhone = {
    title: "The iPhone gives certificates and a nonce",
    words: "Wallet hands the app two certificates, which lead to Apple's root, a nonce, and the nonce's signature. "
        + "The issuer encrypts the card for the key in the first certificate, so that only this iPhone can open it.",
    /**
     * @param {Send} send
     * @param {Trip} trip
     */
    async run(send, trip) {
        const { body } = await send(sandbox("POST", `/phones/${trip.phone.phoneId}/certificates`, { json: {} }));
        trip.device = body;
        return `The phone's nonce is ${body.nonce}.`;
    },
};

const askWallet = {
    title: "The app asks for the phone and the wallet",
    words: "The app reads the phone's stable id and the id of its wallet. The issuer binds the card to both.",
    /**
     * @param {Send} send
     * @param {Trip} trip
     */
    async run(send, trip) {
        trip.phone = (await send(sandbox("GET", `/phones/${trip.phone.phoneId}`))).body;
        return `The phone is ${trip.phone.stableHardwareId}, the wallet ${trip.phone.activeWalletId}.`;
    },
};

const tokenize = {
    title: "The app asks the issuer for the encrypted card",
    words: "The Card service checks what the phone sent, and encrypts the card: for the network, and for an iPhone "
        + "also for the phone itself. The app cannot read it.",
    /**
     * @param {Send} send
     * @param {Trip} trip
     */
    async run(send, trip) {
        const { leafCertificate, subordinateCertificate, nonce, nonceSignature } = trip.device ?? {};
        const walletType = walletTypes[trip.phone.kind];
        const json = walletType === "APPLE_PAY"
            ? { walletType, leafCertificate, subordinateCertificate, nonce, nonceSignature }
            : {
                walletType, clientDeviceId: trip.phone.stableHardwareId,
                clientWalletAccountId: trip.phone.activeWalletId,
            };
        const path = `/v1/profile/prepaid/cards/${trip.card.cardId}/tokenizations`;
        const answer = await protectedCall(send, trip.customer, asCustomer(trip.customer, "POST", path, { json }));
        trip.sealed = answer.body;
        return `A card that ends in ${answer.body.cardLastDigits} came back, encrypted.`;
    },
};

const push = {
    title: "The wallet gives it to the network",
    words: "The wallet checks what it can and forwards the rest. The network opens it with its keys, compares phone, "
        + "nonce and age, asks the issuer, and makes a token: another number that only this phone can pay with.",
    /**
     * @param {Send} send
     * @param {Trip} trip
     */
    async run(send, trip) {
        const { body } = await send(pushRequest(trip));
        trip.steps = body.steps;
        trip.token = body.token;
        if (body.verdict === "PASSED" && body.token) {
            return `The token pays as •••• ${body.token.dpanLastFour}.`;
        }
        const failed = body.steps.find((/** @type {Sandbox.ExplainedStepAnswer} */ step) => step.verdict === "FAILED");
        throw Object.assign(new Error(failed?.cause ?? "The network has refused the card."), {
            title: "The network refuses the card", code: failed?.failure,
        });
    },
};

/**
 * A trip without an encrypted card is refused by the service.
 *
 * @type {Partial<CardService.CardTokenization>}
 */
const noCard = {};

/** @param {Omit<Trip, "sealed"> & { sealed?: Partial<CardService.CardTokenization> }} trip */
function pushRequest({ phone, device, sealed = noCard }) {
    const path = `/phones/${phone.phoneId}/push`;
    if (!device) {
        const { opaquePaymentCard, tokenProvider } = sealed;
        return sandbox("POST", path, { json: { opaquePaymentCard, tokenProvider } });
    }
    const { encryptedPassData, ephemeralPublicKey, activationData, cardLastDigits } = sealed;
    const { devicePrivateKey, nonce, nonceSignature } = device;
    return sandbox("POST", path, {
        json: {
            encryptedPassData, ephemeralPublicKey, activationData, cardLastDigits, devicePrivateKey, nonce,
            nonceSignature,
        },
        secrets: { DEVICE_KEY: devicePrivateKey },
    });
}

const identify = {
    title: "The network may ask for a code",
    words: "If the network has doubts, the cardholder gets a code and enters it in the wallet.",
    /**
     * @param {Send} send
     * @param {Trip} trip
     */
    async run(send, trip) {
        if (trip.token?.tokenState !== "NEEDS_IDENTITY_VERIFICATION") return "It had no doubts, so no code was needed.";
        trip.token = (await enterCode(send, trip.phone, trip.token)).body;
        return "The cardholder entered the code that was in the inbox.";
    },
};

/**
 * Reads the network's code in the inbox of the phone's owner, and enters it in the wallet.
 *
 * @param {Send} send
 * @param {Phone} phone
 * @param {PhoneToken} token
 */
export async function enterCode(send, phone, token) {
    const { body } = await send(sandbox("GET", "/messages", { query: { customerId: phone.customerId } }));
    const message = body.messages.find((one) => one.issuerTokenId === token.issuerTokenId);
    if (!message) throw Object.assign(new Error("The inbox has no code for this token."), { title: "No code" });
    const path = `/phones/${phone.phoneId}/tokens/${token.issuerTokenId}/verification`;
    return send(sandbox("POST", path, { json: { code: message.code } }));
}

const report = {
    title: "The app reports the token to the issuer",
    words: "From now on the token follows its card: it is suspended while the card is locked, and deleted when the "
        + "card ends. The Card service sends the webhook ENROLLMENT_SUCCESSFUL.",
    /**
     * @param {Send} send
     * @param {Trip} trip
     */
    async run(send, trip) {
        const walletType = walletTypes[trip.phone.kind];
        const json = {
            dpanRef: trip.token?.issuerTokenId, walletType, status: "COMPLETED",
            ...(walletType === "GOOGLE_PAY" ? { walletId: trip.phone.activeWalletId } : {}),
        };
        const path = `/v1/profile/prepaid/cards/${trip.card.cardId}/tokenizations`;
        await protectedCall(send, trip.customer, asCustomer(trip.customer, "PUT", path, { json }));
        return `The issuer knows the token ${trip.token?.issuerTokenId}.`;
    },
};
