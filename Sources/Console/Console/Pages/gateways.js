/**
 * The gateways at which shops charge. Each has a `title`, `words` about it, the `wallets` it takes, whether it
 * `takesCards`, `voidsCaptures` until they are cleared, and `canAuthenticate` if a shop can demand 3-D Secure.
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

export const gateways = { stitch, cardpointe, dintero, moneyhash };
