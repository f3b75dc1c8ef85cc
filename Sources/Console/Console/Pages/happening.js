/** What happens in the service, as lines for people. It is kept while other pages are shown. */
import { el } from "./view.js";
import { sandbox, send } from "./api.js";
import { listen } from "./stream.js";
import { words } from "./format.js";
import { now } from "./clock.js";
import { wallets } from "./device.js";
import { cardLink, customerName } from "./names.js";
import { channelOf, deed, ending, shortened, statusOf } from "./sayings.js";

const longest = 60;
/** The request for what happened before the console was opened. */
export const newestRequests = sandbox("GET", "/requests", { query: { limit: 200 } });

/**
 * The latest events, the newest first.
 *
 * @type {ServiceEvent[]}
 */
let latest = [];
/** @type {Promise<void>} */
let beginning = Promise.resolve();

listen(null, (events) => keep([...events].reverse().filter(({ kind, data }) => isTold(kind, data))));

/** Begins with what the journal has, for example in another tenant. */
export function beginAgain() {
    latest = [];
    const own = send(newestRequests)
        .then(({ body }) => {
            // Another tenant may have been entered meanwhile.
            if (own !== beginning) return;
            const known = new Set(latest.map(({ data }) => data.number));
            const earlier = /** @type {JournalEntry[]} */ (body.requests)
                .filter(({ method, number }) => method !== "GET" && !known.has(number));
            latest = [...latest, ...earlier.map((data) => ({ kind: "request", data }))].slice(0, longest);
        })
        // The page of the requests shows what fails.
        .catch(() => {});
    beginning = own;
}

/** The lines for what happened last, the newest first. */
export async function happened() {
    await beginning;
    return latest.map(line);
}

/** @param {ServiceEvent[]} events */
function keep(events) {
    if (events.some(({ kind }) => kind === "reset")) latest = [];
    const arrival = now().toISOString();
    latest = [...events.map(({ kind, data }) => ({ kind, data: { arrival, ...data } })), ...latest].slice(0, longest);
}

/**
 * Nobody wants to read of what is only read, such as by this page, or twice of a request to a gateway.
 *
 * @param {string} kind
 * @param {any} data
 */
function isTold(kind, data) {
    if (kind === "request") return data.method !== "GET";
    return tellers[kind] && !data.isBeginning && !(kind === "payment" && data.gateway);
}

/** @type {Record<string, (data: any) => unknown>} */
const tellers = {
    request: (data) => [deed(data), " · ", statusOf(data), ending(data) ? `, ${ending(data)}` : "", " ",
        el("a", { class: "path", href: `#/requests/${data.number}`, title: data.path },
            `${data.method} ${shortened(data.path)}`)],
    message: (data) => [person(data), " got ", el("a", { href: "#/inbox" }, channelOf(data.channel))],
    webhook: (data) => [el("a", { href: `#/webhooks/${data.deliveryId}` }, "A webhook"),
        ` to ${data.owner}: ${words(data.outcome)}`],
    card: (data) => [card(data), ` went from ${words(data.from)} to ${words(data.to)}`],
    token: (data) => [`A token${data.walletType ? ` in ${wallets[data.walletType] ?? data.walletType}` : ""} `,
        data.cardId ? ["of ", card(data), " "] : null, "is now ", el("strong", {}, words(data.state ?? data.status))],
    payment: (data) => ["The issuer answered ", el("strong", {}, data.responseCode), " to a payment with ",
        card(data)],
    clock: (data) => [el("a", { href: "#/sandbox/clock" }, "The clock"), ` shows ${data.now ?? ""}`],
    reset: () => ["The sandbox was reset"],
    gap: () => ["Some events were missed"],
};

/** @param {{ cardId: string }} event */
const card = ({ cardId }) => cardLink(cardId, "A card");

/** @param {{ customerId: string }} event */
function person({ customerId }) {
    if (!customerId) return "A customer";
    const link = el("a", { href: `#/customers/${customerId}` }, customerId);
    customerName(customerId, (name) => { link.textContent = name; });
    return link;
}

/** @param {ServiceEvent} event */
function line({ kind, data }) {
    const moment = data.time ?? data.createdDate ?? data.date ?? data.arrival;
    return el("li", {}, el("time", { datetime: moment }, moment.slice(11, 19)), el("span", { class: "chip" }, kind),
        el("span", { class: "what" }, tellers[kind](data)));
}
