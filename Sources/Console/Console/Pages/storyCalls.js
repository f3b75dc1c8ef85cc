/** The calls that the tales of the guided story have in common: their customers, money, and authentication. */
import { sandbox, asBusiness } from "./api.js";
import { session } from "./session.js";
import { protectedCall, proveByCode } from "./sca.js";
import { addressIn } from "./people.js";
import { money } from "./format.js";

/** @typedef {{ country: string, firstName: string, lastName: string, mobile: string }} Newcomer */

const currency = "EUR";

/**
 * The story has opened one account.
 *
 * @param {CardService.Profile} profile
 */
export const accountOf = (profile) => /** @type {CardService.Account[]} */ (profile.accounts)[0];

/**
 * The customer of an earlier story, or a new one.
 *
 * @param {Newcomer} person
 * @param {Act} act
 */
export const customerNamed = async (person, act) => await earlier(person, act) ?? await newCustomer(person, act);

/**
 * The customer of an earlier story, whose cards and phones are taken away, so that no story adds another one and each
 * begins with an empty purse. Null if there is none.
 *
 * @param {Newcomer} person
 * @param {Act} act
 */
async function earlier(person, act) {
    const { brand } = session;
    const { customers } = (await act(`The backend looks whether it knows ${person.firstName}`,
        sandbox("GET", "/customers", { query: { search: person.firstName, brand, limit: 100 } }))).body;
    const found = customers.find(({ lastName, mobile, countryCode }) => lastName === person.lastName
        && mobile === person.mobile && countryCode === person.country);
    if (!found) return null;
    const customer = { customerId: found.customerId, brand, firstName: found.firstName, lastName: found.lastName };
    session.customerId = found.customerId;
    const { phones } = (await act("There are phones of an earlier story",
        sandbox("GET", "/phones", { query: { customerId: found.customerId, limit: 100 } }))).body;
    for (const { phoneId } of phones) await act("One is erased", sandbox("DELETE", `/phones/${phoneId}`));
    const path = `/v1/customers/${found.customerId}/prepaid/cards`;
    const { cards } = (await act("And cards", asBusiness(brand, "GET", path, { query: { limit: 50 } }))).body;
    for (const { cardId, status } of cards) {
        if (ended.includes(status)) continue;
        await act("One is cancelled", asBusiness(brand, "PATCH", `${path}/${cardId}`,
            { json: { status: "CANCELLED", statusReason: "An earlier story" } }));
    }
    return customer;
}

const ended = ["CANCELLED", "EXPIRED", "LOST", "DAMAGED", "REJECTED"];

/**
 * Puts so much on the customer's account that it has this amount. An earlier story may have left something.
 *
 * @param {Act} act
 * @param {Tale} tale
 * @param {number} amount in cents.
 */
export async function fillUp(act, { customer }, amount) {
    const { body: accounts } = await act("The backend looks at the balance", asBusiness(customer.brand, "GET",
        "/v2/accounts", { query: { customerId: customer.customerId } }));
    const balance = accounts.find(({ currencyCode }) => currencyCode === currency)?.availableBalance ?? 0;
    const missing = amount - balance;
    if (missing <= 0) return;
    await act(`The bank transfer of ${money(missing, currency)} arrives`, sandbox("POST",
        `/customers/${customer.customerId}/load`, { json: { amount: missing, currencyCode: currency } }));
}

/**
 * @param {Newcomer} person
 * @param {Act} act
 */
async function newCustomer(person, act) {
    const { body } = await act(`${person.firstName} becomes a customer`, sandbox("POST", "/customers", {
        json: { ...person, address: { ...addressIn(person.country) } },
    }));
    session.customerId = body.customerId;
    return { customerId: body.customerId, brand: body.brand, firstName: body.firstName, lastName: body.lastName };
}

/**
 * A customer's call. If the service demands it, the customer reads the code in the inbox and enters it.
 *
 * @param {Act} act
 * @param {Tale} tale
 * @param {string} words
 * @param {ServiceRequest<any>} request
 */
export function call(act, tale, words, request) {
    /** @param {ServiceRequest<any>} one */
    const told = (one) => act(sentenceOf(one, words), one);
    return protectedCall(told, tale.customer, request, (send, customer, event) =>
        proveByCode(send, customer, event, (message) => { tale.message ??= message; }));
}

/**
 * What a request of the authentication does, in words.
 *
 * @param {ServiceRequest<any>} request
 * @param {string} words
 */
function sentenceOf(request, words) {
    if (request.path.endsWith("/challenges")) return "The app asks for a code";
    if (request.path.endsWith("/messages")) return "The customer reads the code in the inbox";
    if (request.path.endsWith("/attempts")) return "The customer enters the code";
    return request.headers?.["SCA-Authorization"] ? words : words.split(",")[0];
}
