/** The eight steps of the first tale of the guided story. Each does real calls, and adds what it made to the tale. */
import { sandbox, asBusiness, asCustomer } from "./api.js";
import { session } from "./session.js";
import { messagesOf } from "./provisioning.js";
import { received } from "./receiver.js";
import { addressIn } from "./people.js";
import { accountOf, call, customerNamed, fillUp } from "./storyCalls.js";
import * as scenes from "./scenes.js";

const eventTypes = ["/prepaid/card/status/events", "/prepaid/card/tokenization/events", "/transactions/events"];
const price = { amount: 1250, currencyCode: "EUR" };
const bakery = { name: "Bakery Sunrise", mcc: "5462", city: "Sofia", country: "BG" };

/**
 * A step: `does` is what the button says; `run(act, tale)` does it, where `act(words, request)` sends a request and
 * tells what happened; `draw(tale)` shows the result.
 */
export const steps = [
    {
        name: "Order", title: "Anna orders a card", does: "Order the card",
        words: "The partner's backend subscribes to what will happen. Anna Nowak is a customer with 60 euros. Her app "
            + "lists the cards that she can have, and orders a physical one.",
        /**
         * @param {Act} act
         * @param {Tale} tale
         */
        async run(act, tale) {
            await subscribe(act, tale);
            tale.customer = await customerNamed(anna, act);
            await fillUp(act, tale, 6000);
            await act("Anna's app lists the cards that she can have",
                asCustomer(tale.customer, "GET", "/v1/profile/prepaid/programs"));
            const { body } = await call(act, tale, "Anna's app orders the card", asCustomer(tale.customer, "POST",
                "/v1/profile/prepaid/cards", {
                    json: {
                        programName: "SKRILL-PHYSICAL-MC-EEA", currency: "EUR", deliveryAddress: addressIn("BG"),
                    },
                }));
            tale.card = body;
        },
        draw: scenes.ordered,
    },
    {
        name: "Deliver", title: "The post delivers it", does: "Deliver the card",
        words: "The card is printed and sent. Here the sandbox plays the post. Nobody can pay with it yet, on its "
            + "way or in a letter box: it is issued, but not active.",
        /**
         * @param {Act} act
         * @param {Tale} tale
         */
        async run(act, tale) {
            await event(act, tale, "DISPATCHED", "The post takes the card");
            await event(act, tale, "DELIVERED", "The card is in Anna's letter box");
            const answer = await act("She reads what is printed on it", plastic(tale));
            tale.post = { dispatchedDate: answer.body.dispatchedDate, deliveredDate: answer.body.deliveredDate };
        },
        draw: scenes.delivered,
    },
    {
        name: "Activate", title: "Anna activates it", does: "Activate the card",
        words: "The app asks for two things that only somebody with the card can know: its last four digits and the "
            + "security code on its back. After three wrong attempts the card would be suspended.",
        /**
         * @param {Act} act
         * @param {Tale} tale
         */
        async run(act, tale) {
            const { body } = await act("She looks at the card again", plastic(tale));
            const activation = asCustomer(tale.customer, "POST", `${cardPath(tale)}/activate`, {
                json: { lastFourDigits: body.pan.slice(-4), cvv: body.cvv }, secrets: { CVV: body.cvv },
            });
            tale.card = (await call(act, tale, "The app activates the card", activation)).body ?? tale.card;
            await again(act, tale);
        },
        draw: scenes.activated,
    },
    {
        name: "Lock", title: "She locks it, and proves that it is she", does: "Lock the card",
        words: "Anna cannot find her card and locks it in the app. The bank must know that it is really she: strong "
            + "customer authentication. The service answers 401 with an event, sends a code, and accepts the call "
            + "when the code was entered.",
        /**
         * @param {Act} act
         * @param {Tale} tale
         */
        async run(act, tale) {
            tale.message = null;
            const lock = statusRequest(tale, "LOCKED", "Mislaid");
            await call(act, tale, "The app locks the card, now with the proof", lock);
            await again(act, tale);
            const refused = await act("Somebody tries to pay with it",
                sandbox("GET", `/cards/${tale.card.cardId}/actions/purchase`, { query: { amount: 100 } }));
            tale.refused = { responseCode: refused.body.responseCode, meaning: refused.body.meaning };
            tale.lockedFace = { ...tale.card };
            const unlock = statusRequest(tale, "ACTIVE", "Found again");
            await call(act, tale, "She finds it and unlocks it, now with a new code", unlock);
            await again(act, tale);
        },
        draw: scenes.locked,
    },
    {
        name: "Apple Pay", title: "The card goes into Apple Pay", does: "Add it to the iPhone",
        words: "Anna adds the card to the Wallet of her iPhone. The issuer encrypts it so that only this iPhone and "
            + "the network can read it. The network then makes a token: another number, which only this phone can use.",
        /**
         * @param {Act} act
         * @param {Tale} tale
         */
        async run(act, tale) {
            const answer = await act("Anna has an iPhone", sandbox("POST", "/phones", {
                json: { customerId: tale.customer.customerId, kind: "IPHONE" },
            }));
            /** @type {Trip} */
            const trip = { phone: answer.body, card: tale.card, customer: tale.customer };
            for (const message of messagesOf(trip)) await message.run((request) => act(message.title, request), trip);
            tale.phone = trip.phone;
            tale.token = /** @type {PhoneToken} */ (trip.token);
        },
        draw: scenes.inWallet,
    },
    {
        name: "Pay", title: "She pays in a shop", does: "Hold the iPhone to the terminal",
        words: "In a bakery, Anna holds her iPhone to the terminal. The network asks the issuer, which checks token, "
            + "card, cryptogram, limits and money, one after the other. The bakery's bank usually collects in the "
            + "evening; here it does so at once.",
        /**
         * @param {Act} act
         * @param {Tale} tale
         */
        async run(act, tale) {
            const answer = await act("The terminal asks for 12.50 EUR", sandbox("POST",
                `/cards/${tale.card.cardId}/payments`, {
                    json: { ...price, dpanRef: tale.token.issuerTokenId, panEntryMethod: "CONTACTLESS",
                        merchant: bakery },
                }));
            tale.payment = answer.body;
            await act("The bakery's bank collects the money", sandbox("POST", `/cards/${tale.card.cardId}/payments`, {
                json: { kind: "CLEARING", authorizationId: answer.body.authorizationId },
            }));
        },
        draw: (/** @type {Tale} */ tale) => scenes.paid(tale, { ...price, merchant: bakery }),
    },
    {
        name: "Webhook", title: "The backend has heard of all of it", does: "See what has arrived",
        words: "The partner's backend learned of each change by a signed webhook. The receiver is built in, so "
            + "nobody has to write one; it keeps headers and bodies. This page checks each signature.",
        /**
         * @param {Act} act
         * @param {Tale} tale
         */
        async run(act, tale) {
            tale.received = await received(act, tale.receiver, eventTypes.length + 2);
        },
        draw: scenes.webhooks,
    },
    {
        name: "Statement", title: "And here is the statement", does: "Show the statement",
        words: "Every cent is accounted for: the customer sees the purchase, and the books of the issuer balance.",
        /**
         * @param {Act} act
         * @param {Tale} tale
         */
        async run(act, tale) {
            const profile = asCustomer(tale.customer, "GET", "/v1/profile", { query: { include: "ACCOUNTS" } });
            tale.account = accountOf((await act("The app shows the balance", profile)).body);
            const list = asCustomer(tale.customer, "GET", "/v1/profile/transactions", { query: { limit: 20 } });
            const { transactions } = (await act("The app lists the transactions", list)).body;
            const purchases = asCustomer(tale.customer, "GET", "/v1/profile/authorizations", { query: { limit: 20 } });
            const { authorizations } = (await act("It asks where Anna paid", purchases)).body;
            tale.transactions = transactions.map((one) => ({
                ...one, merchantName: authorizations.find(({ slipId }) => slipId === one.slipId)?.merchantName,
            }));
            tale.ledger = (await act("The auditor draws up the trial balance", sandbox("GET", "/ledger"))).body;
        },
        draw: scenes.statement,
    },
];

/**
 * Subscribes to the story's events. Those of an earlier story end first, because a brand can have only a few.
 *
 * @param {Act} act
 * @param {Tale} tale
 */
async function subscribe(act, tale) {
    const { brand } = session;
    const receivers = `${(session.about?.sandboxUrl ?? location.origin).replace(/\/sandbox$/, "")}/sandbox/receivers/`;
    const { body } = await act("The backend looks at its subscriptions",
        sandbox("GET", "/webhooks/subscriptions", { query: { limit: 100 } }));
    /** @param {Sandbox.OwnedSubscriptionAnswer} subscription */
    const isEarlier = ({ owner, url }) => owner === brand && url?.startsWith(`${receivers}story-`);
    // The list begins with the newest. The latest story may go on in another window.
    for (const { id } of body.subscriptions.filter(isEarlier).slice(eventTypes.length)) {
        await act("It ends one of an earlier story", asBusiness(brand, "DELETE", `/v1/webhooks/subscriptions/${id}`));
    }
    tale.receiver = `story-${Date.now().toString(36)}`;
    tale.subscriptions = [];
    for (const eventType of eventTypes) {
        const made = await act(`The backend subscribes to ${eventType}`, asBusiness(brand, "POST",
            "/v1/webhooks/subscriptions", { json: { eventType, url: receivers + tale.receiver } }));
        tale.subscriptions.push({ id: made.body.id, eventType, signingKey: made.body.signingKey ?? "" });
    }
}

const anna = { country: "BG", firstName: "Anna", lastName: "Nowak", mobile: "+359 881234500" };

/** @param {Tale} tale */
const cardPath = (tale) => `/v1/profile/prepaid/cards/${tale.card.cardId}`;

/** @param {Tale} tale */
const plastic = (tale) => sandbox("GET", `/cards/${tale.card.cardId}/plastic`);

/**
 * @param {Act} act
 * @param {Tale} tale
 * @param {string} type
 * @param {string} words
 */
const event = (act, tale, type, words) =>
    act(words, sandbox("POST", `/cards/${tale.card.cardId}/events`, { json: { type } }));

/**
 * @param {Tale} tale
 * @param {string} status
 * @param {string} statusReason
 */
const statusRequest = (tale, status, statusReason) =>
    asCustomer(tale.customer, "PATCH", cardPath(tale), { json: { status, statusReason } });

/**
 * @param {Act} act
 * @param {Tale} tale
 */
async function again(act, tale) {
    tale.card = (await act("The app shows the card", asCustomer(tale.customer, "GET", cardPath(tale)))).body;
}
