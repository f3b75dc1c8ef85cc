/** Customers with their brands, the owners of cards, and where people live. */
import { sandbox, Problem } from "./api.js";

/**
 * A customer, with the brand whose clients act for them.
 *
 * @param {string} customerId
 * @param {Send} send
 */
export async function customerWith(customerId, send) {
    const answer = await send(customerRequest(customerId));
    const customer = answer.body.customers.find((one) => one.customerId === customerId);
    if (customer) return customer;
    throw new Problem({
        ...answer, status: 404,
        body: { title: "Not Found", detail: `There is no customer ${customerId} in this sandbox.` },
    });
}

/** @param {string} customerId */
export const customerRequest = (customerId) => sandbox("GET", "/customers",
    { query: { search: customerId, limit: 10 } });

/**
 * @param {string} cardId
 * @param {Send} send
 */
export async function ownerOf(cardId, send) {
    const { body } = await send(sandbox("GET", `/cards/${cardId}`));
    return { customerId: body.customerId, brand: body.brand };
}

/** @param {{ firstName?: string, lastName?: string, customerId: string }} person */
export const nameOf = ({ firstName, lastName, customerId }) =>
    legible([firstName, lastName].filter(Boolean).join(" "), customerId);

/**
 * A name that leads to its page, or the id if there is nothing in the name that could be seen.
 *
 * @param {string} name
 * @param {string} id
 */
export const legible = (name, id) => (/[\p{L}\p{N}\p{P}\p{S}]/u.test(name) ? name : id);

/**
 * Where a physical card is sent, if nobody says where.
 *
 * @param {string} countryCode
 */
export function addressIn(countryCode) {
    return countryCode === "US"
        ? { address1: "50 W North Temple", city: "Salt Lake City", state: "UT", countryCode, postalCode: "84150" }
        : { address1: "Tsarigradsko Shose 73", city: "Sofia", countryCode, postalCode: "1000" };
}
