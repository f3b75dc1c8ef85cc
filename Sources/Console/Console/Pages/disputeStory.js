/** The steps of the second tale: a purchase goes wrong. One dispute is won by a deadline, and another one is lost. */
import { sandbox, asCustomer, base64 } from "./api.js";
import { accountOf, call, customerNamed, fillUp } from "./storyCalls.js";
import * as scenes from "./disputeScenes.js";

const boris = { country: "BG", firstName: "Boris", lastName: "Petkov", mobile: "+359 881234577" };
const program = "DEMO-VIRTUAL-VISA-EEA";
const shoes = { amount: 4000, currencyCode: "EUR" };
const lamp = { amount: 2500, currencyCode: "EUR" };
const shoeShop = { name: "Shoe Shop", mcc: "5661", city: "London", country: "GB" };
const lampShop = { name: "Lamp Shop", mcc: "5719", city: "Wien", country: "AT" };
const day = 86_400;

/** @type {Story["steps"]} */
export const steps = [
    {
        name: "Purchase", title: "Boris buys shoes on the internet", does: "Buy the shoes",
        words: "Boris Petkov has 80 euros and a virtual card. He pays 40 euros for shoes, and the shop's bank collects "
            + "them. Only a payment that was collected can be disputed: what is held alone ends by itself.",
        async run(act, tale) {
            tale.claims = {};
            tale.began = (await act("The tale begins", sandbox("GET", "/clock"))).body.now;
            await giveMoneyBack(act, program);
            tale.customer = await customerNamed(boris, act);
            await fillUp(act, tale, 8000);
            const order = asCustomer(tale.customer, "POST", "/v1/profile/prepaid/cards",
                { json: { programName: program, currency: "EUR" } });
            tale.card = (await call(act, tale, "Boris orders a virtual card", order)).body;
            tale.payment = await buy(act, tale, shoes, shoeShop);
            tale.account = await balance(act, tale);
        },
        draw: (tale) => scenes.bought(tale, { ...shoes, merchant: shoeShop }),
    },
    {
        name: "Dispute", title: "The parcel does not arrive", does: "Dispute the purchase",
        words: "Three weeks later there is no parcel, and the shop does not answer. Boris disputes the payment in the "
            + "app and adds what he wrote to the shop. The program gives him the money at once, but not for good.",
        async run(act, tale) {
            await wait(act, 21, "Three weeks pass");
            await open(act, tale);
            const letter = "Dear Shoe Shop, my shoes have not arrived.";
            await call(act, tale, "He adds his letter to the shop", asCustomer(tale.customer, "POST",
                `/v1/profile/disputes/${tale.disputeId}/evidence`, {
                    json: { fileName: "letter.txt", mediaType: "text/plain", content: base64(letter) },
                }));
            await look(act, tale, 1);
        },
        draw: (tale) => scenes.claim(tale.claims[1]),
    },
    {
        name: "Chargeback", title: "The issuer charges back", does: "Charge the payment back",
        words: "The issuer's operator finds the claim plausible and charges the payment back: the scheme takes the "
            + "money from the shop's bank. From now on, the shop's bank has 30 days to answer.",
        async run(act, tale) {
            await take(act, tale, "ISSUER", "CHARGE_BACK", "The issuer's operator charges back");
            await look(act, tale, 2);
        },
        draw: (tale) => scenes.claim(tale.claims[2]),
    },
    {
        name: "Representment", title: "The shop presents it again", does: "Let 25 days pass",
        words: "After 25 days, the shop's bank presents the payment again, with a proof of delivery. The scheme "
            + "returns the money to it. Boris still has his, because the dispute is not over.",
        async run(act, tale) {
            await wait(act, 25, "25 days pass");
            await take(act, tale, "ACQUIRER", "REPRESENT", "The shop's bank answers",
                "The parcel was left at a neighbour's door.");
            await look(act, tale, 3);
        },
        draw: (tale) => scenes.claim(tale.claims[3]),
    },
    {
        name: "Pre-arbitration", title: "The issuer does not believe it", does: "Go to pre-arbitration",
        words: "The neighbour knows of no parcel. The issuer insists: pre-arbitration. The shop's bank can accept the "
            + "claim, and has 30 days for it. Otherwise the issuer can ask the scheme to decide.",
        async run(act, tale) {
            await take(act, tale, "ISSUER", "PRE_ARBITRATE", "The issuer's operator insists",
                "The neighbour knows of no parcel.");
            await look(act, tale, 4);
        },
        draw: (tale) => scenes.claim(tale.claims[4]),
    },
    {
        name: "Won", title: "Nobody answers: won", does: "Let the deadline pass",
        words: "The shop's bank lets its time pass, so the dispute is won. The service ends it by itself when the "
            + "clock has passed the deadline, and Boris keeps his 40 euros.",
        async run(act, tale) {
            await wait(act, 31, "31 days pass");
            await look(act, tale, 5);
        },
        draw: (tale) => scenes.claim(tale.claims[5]),
    },
    {
        name: "Lost", title: "Another one is lost", does: "Dispute a lamp",
        words: "Boris also disputes a lamp of 25 euros. This time the shop proves that he has it, with his own "
            + "signature. The issuer accepts the proof, and the account returns the money.",
        async run(act, tale) {
            tale.payment = await buy(act, tale, lamp, lampShop);
            await open(act, tale);
            await take(act, tale, "ISSUER", "CHARGE_BACK", "The issuer's operator charges back");
            await take(act, tale, "ACQUIRER", "REPRESENT", "The shop's bank answers at once",
                "The customer has signed for it.");
            await take(act, tale, "ISSUER", "ACCEPT", "The issuer's operator accepts the proof");
            await look(act, tale, 6);
        },
        draw: (tale) => scenes.claim(tale.claims[6]),
    },
    {
        name: "Statement", title: "And every step is in the statement", does: "Show the statement",
        words: "Each step that moved money is a transaction with its entry. The statement of account ends with the "
            + "balance, nothing is left in dispute, and the books balance.",
        async run(act, tale) {
            tale.account = await balance(act, tale);
            tale.statement = (await act("The app gets the statement of account", asCustomer(tale.customer, "GET",
                `/v1/profile/accounts/${tale.account.id}/statement`,
                { query: { startDate: tale.began, limit: 100 } }))).body;
            tale.ledger = (await act("The auditor draws up the trial balance", sandbox("GET", "/ledger"))).body;
        },
        draw: (tale) => scenes.statement(tale),
    },
];

/**
 * The program's other terms stay.
 *
 * @param {Act} act
 * @param {string} name of the program.
 */
async function giveMoneyBack(act, name) {
    const path = /** @type {const} */ (`/programs/${encodeURIComponent(name)}/payment-terms`);
    const terms = (await act("The issuer looks at the program's terms", sandbox("GET", path))).body;
    await act("The program gives the money back while a dispute lasts",
        sandbox("PUT", path, { json: { ...terms, provisionalCredit: true } }));
}

/**
 * A purchase on the internet that is collected at once.
 *
 * @param {Act} act
 * @param {Tale} tale
 * @param {{ amount: number, currencyCode: string }} price
 * @param {{ name: string }} merchant
 */
async function buy(act, tale, price, merchant) {
    const path = /** @type {const} */ (`/cards/${tale.card.cardId}/payments`);
    const { body } = await act(`Boris pays at ${merchant.name}`, sandbox("POST", path,
        { json: { ...price, panEntryMethod: "ECOMMERCE", merchant } }));
    await act("The shop's bank collects the money", sandbox("POST", path,
        { json: { kind: "CLEARING", authorizationId: body.authorizationId } }));
    return body;
}

/**
 * @param {Act} act
 * @param {Tale} tale
 */
async function open(act, tale) {
    const claim = asCustomer(tale.customer, "POST", "/v1/profile/disputes", {
        json: { authorizationId: tale.payment.authorizationId, reason: "NOT_RECEIVED",
            description: "I have waited for three weeks." },
    });
    tale.disputeId = (await call(act, tale, "Boris disputes the payment", claim)).body.id;
}

/**
 * @param {Act} act
 * @param {Tale} tale
 * @param {string} actor
 * @param {string} step
 * @param {string} words
 * @param {string} [note] for the history.
 */
const take = (act, tale, actor, step, words, note) => act(words,
    sandbox("POST", `/disputes/${tale.disputeId}/steps`, { json: { actor, step, ...(note ? { note } : {}) } }));

/**
 * @param {Act} act
 * @param {number} days
 * @param {string} words
 */
const wait = (act, days, words) => act(words, sandbox("PUT", "/clock", { json: { advanceSeconds: days * day } }));

/**
 * Keeps the dispute as it is after a step, with the balance.
 *
 * @param {Act} act
 * @param {Tale} tale
 * @param {number} index of the step.
 */
async function look(act, tale, index) {
    const read = asCustomer(tale.customer, "GET", `/v1/profile/disputes/${tale.disputeId}`);
    const dispute = (await act("The app shows the dispute", read)).body;
    tale.claims = { ...tale.claims, [index]: { dispute, account: await balance(act, tale) } };
}

/**
 * @param {Act} act
 * @param {Tale} tale
 */
async function balance(act, tale) {
    const profile = asCustomer(tale.customer, "GET", "/v1/profile", { query: { include: "ACCOUNTS" } });
    return accountOf((await act("The app shows the balance", profile)).body);
}
