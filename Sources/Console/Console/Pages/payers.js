/** Who can pay in a shop: customers with their phones, and a first card for somebody who has none. */
import { asCustomer, sandbox } from "./api.js";
import { session } from "./session.js";
import { nameOf } from "./people.js";
import { phoneKinds } from "./device.js";
import { messagesOf } from "./provisioning.js";
import { protectedCall, proveByCode } from "./sca.js";

const mostPhones = 100;
const mostCustomers = 100;
export const phonesRequest = sandbox("GET", "/phones", { query: { limit: mostPhones } });
export const customersRequest = sandbox("GET", "/customers", { query: { limit: mostCustomers } });

/**
 * The newest customers, those with something in a wallet first.
 *
 * @param {Send} send
 * @returns {Promise<string[][]>} a list of [customerId, words].
 */
export async function payers(send) {
    const [{ body: { phones } }, { body: { customers } }] = await Promise.all(
        [send(phonesRequest), send(customersRequest)]);
    const owners = Map.groupBy(phones, ({ customerId }) => customerId);
    const names = new Map(phones.map(({ customerId, ownerName }) => [customerId, ownerName]));
    for (const customer of customers) names.set(customer.customerId, nameOf(customer));
    /** @param {string} id */
    const tokens = (id) => (owners.get(id) ?? []).reduce((sum, { tokenCount }) => sum + tokenCount, 0);
    const ids = [...names.keys()].sort((one, other) => Math.sign(tokens(other)) - Math.sign(tokens(one)));
    return ids.map((id) => [id, `${names.get(id) || id}: ${phonesOf(owners.get(id))}`]);
}

/** @param {Sandbox.ListedPhoneAnswer[]} phones */
function phonesOf(phones = []) {
    const kinds = phones.map(({ kind, tokenCount }) =>
        `${phoneKinds[kind] ?? kind}${tokenCount ? "" : " (empty)"}`);
    return kinds.length ? [...new Set(kinds)].join(", ") : "no phone";
}

/**
 * Who pays unless somebody else is chosen: the customer that was shown last, or the first with a card in a wallet.
 *
 * @param {string[][]} list
 */
export const firstPayer = (list) => list.find(([id]) => id === session.chosenCustomerId)?.[0] ?? list[0]?.[0]
    ?? session.customerId;

/** @type {Record<string, string>} */
const kindOf = { APPLE_PAY: "IPHONE", GOOGLE_PAY: "PIXEL", SAMSUNG_PAY: "GALAXY" };

/**
 * What a customer of this country may have: the first program for virtual cards.
 *
 * @param {Customer} customer
 */
const programsRequest = (customer) => asCustomer(customer, "GET", "/v1/profile/prepaid/programs",
    { query: { cardType: "VIRTUAL" } });

/**
 * Gives a customer money, a card, and the card on a phone that a gateway takes.
 *
 * @param {Send} send
 * @param {Customer} customer
 * @param {string} walletType
 */
export async function givePurse(send, customer, walletType) {
    /** @param {ServiceRequest} request */
    const play = (request) => protectedCall(send, customer, request, proveByCode);
    const [program] = (await send(programsRequest(customer))).body.programs;
    if (!program) throw new Error("No program for virtual cards is for the customer's country.");
    const currency = program.currencies.includes("EUR") ? "EUR" : program.currencies[0];
    await send(sandbox("POST", `/customers/${customer.customerId}/load`,
        { json: { amount: 10_000, currencyCode: currency } }));
    const { body: card } = await play(asCustomer(customer, "POST", "/v1/profile/prepaid/cards", { json: {
        programName: program.name, currency,
        ...(customer.countryCode === "US" ? { termsAndConditionsAccepted: true, eDisclosureAccepted: true } : {}),
    } }));
    const { body: phone } = await send(sandbox("POST", "/phones",
        { json: { customerId: customer.customerId, kind: kindOf[walletType] } }));
    const trip = { phone, card, customer };
    for (const message of messagesOf(trip)) await message.run(send, trip);
}
