/**
 * The gateways at which shops charge. Each has the `title` and the `wallets` that the service names, `words` about it,
 * whether it `takesCards`, `voidsCaptures` until they are cleared, and `canAuthenticate` if a shop can demand 3-D
 * Secure.
 *
 * `pay(send, shop, order)` charges an order of { merchantId, gateway, amount, currencyCode, order, authenticates } with
 * a `token` on a phone or with a `cardId`, and returns the gateway's `words`, and the `page` on which the customer must
 * authenticate first, if there is one. `authentication(payment)` is that page of an earlier payment. `follow` lists
 * what can follow a payment. `tokenRequest(credentials)` asks for the token of a shop, if the gateway has such tokens.
 *
 * `methods` names what needs no card. An order of one has its name as `method`, and begins with the request
 * `begins(shop, order)`. It waits for its provider, whose page is `provider(payment)`.
 */
import { cardpointe } from "./gateways/cardpointe.js";
import { dintero } from "./gateways/dintero.js";
import { moneyhash } from "./gateways/moneyhash.js";
import { stitch } from "./gateways/stitch.js";

/** @type {Record<string, Gateway>} */
export const gateways = Object.fromEntries(Object.entries({ stitch, cardpointe, dintero, moneyhash })
    .map(([name, gateway]) => [name, Object.assign(gateway, { title: name, wallets: [] })]));

/** @param {About} about the answer of GET /sandbox/about. */
export function nameGateways(about) {
    for (const { name, title, wallets } of about.gateways ?? []) {
        // Phones say APPLE_PAY, and merchants' keys APPLE.
        const named = { title, wallets: wallets.map((wallet) => `${wallet}_PAY`) };
        if (gateways[name]) Object.assign(gateways[name], named);
    }
}
