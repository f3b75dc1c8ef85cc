/** Names of people and cards for lines that only have their ids. Each is asked for once, and only a few at a time. */
import { el } from "./view.js";
import { sandbox, send } from "./api.js";
import { session } from "./session.js";
import { listen } from "./stream.js";
import { schemeName } from "./face.js";
import { customerRequest, nameOf } from "./people.js";

const mostAtOnce = 4;
const mostKept = 2_000;
/** By tenant, kind and id; null while it is asked for, and for what has no name. */
const known = new Map();
let running = 0;

// After a reset, the same ids are other people's. A new customer has no name that was known.
listen(["reset"], (events) => { if (events.some(({ kind }) => kind === "reset")) known.clear(); });

/**
 * Calls with a name, now or once it is known. If too many are asked for at once, it is not called: what is drawn again
 * asks again.
 *
 * @param {string} kind
 * @param {string} id
 * @param {() => Promise<any>} ask
 * @param {(found: any) => void} take
 */
function name(kind, id, ask, take) {
    const key = `${session.tenant ?? ""}/${kind}/${id}`;
    if (known.has(key)) {
        const value = known.get(key);
        if (value instanceof Promise) value.then((found) => found && take(found));
        else if (value) take(value);
        return;
    }
    if (running >= mostAtOnce) return;
    running += 1;
    const asked = ask().catch(() => null).then((found) => {
        running -= 1;
        if (known.get(key) === asked) known.set(key, found);
        return found;
    });
    if (known.size >= mostKept) known.clear();
    known.set(key, asked);
    asked.then((found) => found && take(found));
}

/**
 * A customer's first name.
 *
 * @param {string} id
 * @param {(found: any) => void} take
 */
export function customerName(id, take) {
    name("customer", id, async () => {
        const { customers } = (await send(customerRequest(id))).body;
        const customer = customers.find(({ customerId }) => customerId === id);
        return customer ? customer.firstName || nameOf(customer) : null;
    }, take);
}

/**
 * A card, such as Mastercard •• 8268.
 *
 * @param {string} id
 * @param {(found: any) => void} take
 */
export function cardName(id, take) {
    name("card", id, async () => {
        const answer = await send(sandbox("GET", `/cards/${id}`, { expects: [403, 404] }));
        return answer.ok ? `${schemeName(answer.body.scheme)} •• ${answer.body.lastFour}` : null;
    }, take);
}

/**
 * A link to a card, with its network and last digits once they are known.
 *
 * @param {string} id
 * @param {string} until the text until then.
 */
export function cardLink(id, until) {
    const link = el("a", { href: `#/cards/${id}` }, until);
    cardName(id, (found) => { link.textContent = found; });
    return link;
}

/**
 * What a request of an update has sent, which its event does not tell.
 *
 * @param {JournalEntry} entry
 * @param {(found: any) => void} take
 */
export function bodyOf({ number, requestId, body }, take) {
    if (body) return take(body);
    name("body", `${number} ${requestId}`, async () => {
        const { requests } = (await send(sandbox("GET", "/requests", { query: { number } }))).body;
        return requests.find((/** @type {JournalEntry} */ one) => one.requestId === requestId)?.body ?? null;
    }, take);
}
