/**
 * Finds what somebody may mean, kind by kind. Each question goes to the service with an index or a bounded list behind
 * it, so a search costs the same however much is stored.
 */
import { sandbox, send } from "./api.js";
import { session } from "./session.js";
import { schemeName } from "./face.js";
import { phoneKinds } from "./device.js";
import { count, money, words } from "./format.js";
import { legible, nameOf } from "./people.js";
import { purpose } from "./purposes.js";
import { breakKinds } from "./breakWords.js";
import { rulesPath } from "./ruleWords.js";

const mostOfAKind = 5;
const mostPayments = 100;
const memoryMilliseconds = 10_000;
const identifier = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What can be searched, for people. */
export const searchable = [
    "a customer's name or id", "the last four digits of a card, or of its token on a phone",
    "the id of a card, a phone, a payment, a dispute, a break, an authentication or a webhook",
    "a request's number or id",
    "a shop's name or number, or a payment's order", "a program's name", "an operation, such as createCard",
    "a status or an error code, such as 409 or 5269",
];

/**
 * The suggestions for a term: a list of { kind, found }, where each found has `title`, `words` and `path`.
 *
 * @param {string} term
 */
export async function suggestions(term) {
    const asked = finders.filter(({ fits }) => fits(term));
    const answers = await Promise.all(asked.map(({ find }) => find(term).catch(() => [])));
    return asked.map(({ kind }, index) => ({ kind, found: answers[index].filter(Boolean).slice(0, mostOfAKind + 1) }))
        .filter(({ found }) => found.length);
}

/** @type {{ kind: string, fits: (term: string) => boolean, find: (term: string) => Promise<any[]> }[]} */
const finders = [
    { kind: "By its id", fits: (term) => identifier.test(term), find: byId },
    { kind: "Cards", fits: (term) => /^\d{4}$/.test(term), find: cards },
    { kind: "Customers", fits: (term) => !identifier.test(term) && /[\p{L}\p{N}]/u.test(term), find: customers },
    { kind: "Statuses and codes", fits: (term) => status.test(term) || /^(\d{4}|[A-Z]{2,}-[A-Z0-9-]+)$/i.test(term),
        find: answers },
    { kind: "Requests", fits: (term) => /^#?\d{1,9}$/.test(term) || isRequestId(term), find: requests },
    { kind: "Operations", fits: (term) => /^[a-z]{3,}$/i.test(term), find: operations },
    { kind: "Shops", fits: (term) => term.length > 2, find: shops },
    { kind: "Programs", fits: (term) => term.length > 2 && !identifier.test(term), find: programs },
    { kind: "Payments", fits: (term) => term.length > 3 && !identifier.test(term), find: payments },
];

/** A status that the service answers, or all of a class. */
const status = /^([245]xx|20[0124]|30[24]|4(0[0-9]|1[0-7]|2[2689])|431|50[0234])$/i;

/** @param {string} term */
const isRequestId = (term) => term.length > 5 && /\d/.test(term) && /^[\w.:-]+$/.test(term);

/**
 * @template {string} Path
 * @param {Path} path
 * @param {RequestOptions["query"]} query
 */
const read = async (path, query = {}) => (await send(sandbox("GET", path, { query }))).body;

/**
 * The answer, or null if there is no such thing.
 *
 * @template {string} Path
 * @param {Path} path
 */
async function found(path) {
    const answer = await send(sandbox("GET", path, { expects: [400, 403, 404] }));
    return answer.ok ? answer.body : null;
}

/** Lists that change little are asked for once in a while. */
const remembered = new Map();

/**
 * @template {string} Path
 * @param {Path} path
 * @param {RequestOptions["query"]} query
 * @returns {Promise<BodyOf<Sandbox.Bodies, "GET", Path>>}
 */
async function list(path, query = {}) {
    const key = session.prefix + path;
    const kept = remembered.get(key);
    if (kept && kept.until > performance.now()) return kept.body;
    const body = read(path, query);
    remembered.set(key, { body, until: performance.now() + memoryMilliseconds });
    body.catch(() => remembered.delete(key));
    return body;
}

/**
 * The kinds of objects that a UUID can name.
 *
 * @param {string} id
 */
function byId(id) {
    const place = id.toLowerCase();
    return Promise.all([
        found(`/cards/${place}`).then((card) => card && cardFound({ card })),
        found(`/phones/${place}`).then((phone) => phone && {
            title: `A phone: ${phoneKinds[phone.kind] ?? phone.kind}`, words: `of ${phone.customerId}`,
            path: `/phones/${place}`,
        }),
        found(`/payments/${place}`).then((payment) => payment && paymentFound(payment)),
        found(`/disputes/${place}`).then((seen) => seen && {
            title: `Dispute of ${money(seen.dispute.amount, seen.dispute.currencyCode)}`,
            words: [seen.ownerName, words(seen.dispute.status)].join(", "), path: `/disputes/${place}`,
        }),
        found(`/clearing/breaks/${place}`).then((seen) => seen && {
            title: "A break of a clearing file", words: breakKinds[seen.break.kind].title,
            path: `/money/breaks/${place}`,
        }),
        found(`/authentication-events/${place}`).then((event) => event && {
            title: "An authentication", words: [purpose(event), words(event.status)].join(", "),
            path: `/events/${place}`,
        }),
        found(`/webhooks/deliveries/${place}`).then((delivery) => delivery && {
            title: "A webhook", words: `${delivery.eventType}, ${words(delivery.status)}`, path: `/webhooks/${place}`,
        }),
    ]);
}

/** @param {string} lastFour */
async function cards(lastFour) {
    return (await read("/cards", { lastFour })).cards.map(cardFound);
}

/** @param {{ card: Sandbox.LocatedCardAnswer, tokenLastFour?: string }} found */
const cardFound = ({ card, tokenLastFour }) => ({
    title: `${schemeName(card.scheme)} •• ${card.lastFour}`,
    words: [tokenLastFour ? `pays as •• ${tokenLastFour}` : null, card.ownerName, words(card.status)]
        .filter(Boolean).join(", "),
    path: `/cards/${card.cardId}`,
});

/** @param {string} term */
async function customers(term) {
    const { customers: people, meta } = await read("/customers", { search: term, limit: mostOfAKind });
    const more = meta.numberOfRecords > mostOfAKind ? [{
        title: `All customers that match “${term}”`, words: count(meta.numberOfRecords, "customer"),
        path: `/customers?search=${encodeURIComponent(term)}`,
    }] : [];
    return [...people.map((customer) => ({
        title: nameOf(customer),
        words: `${customer.customerId}, ${customer.brand}, ${count(customer.cardCount, "card")}`,
        path: `/customers/${customer.customerId}`,
    })), ...more];
}

/** @param {string} term */
async function requests(term) {
    const number = /^#?(\d{1,9})$/.exec(term)?.[1];
    const query = number ? { number } : { requestId: term, limit: mostOfAKind };
    return Number(number) === 0 ? [] : (await read("/requests", query)).requests.map(requestFound);
}

/** @param {JournalEntry} request */
const requestFound = (request) => ({
    title: `Request ${request.number}`,
    words: `${request.operation ?? `${request.method} ${request.path}`}, ${request.status ?? "reset"}`,
    path: `/requests/${request.number}`,
});

/**
 * The requests that were answered so, if there are any.
 *
 * @param {string} term
 */
async function answers(term) {
    if (status.test(term)) {
        return [{ title: `Requests with the status ${term.toLowerCase()}`, words: "in the journal",
            path: `/requests?status=${term.replace(/xx$/i, "")}` }];
    }
    const code = term.toUpperCase();
    const { meta } = await read("/requests", { code, limit: 1 });
    return meta.numberOfRecords ? [{ title: `Requests with the code ${code}`,
        words: count(meta.numberOfRecords, "request"), path: `/requests?search=${encodeURIComponent(code)}` }] : [];
}

/** @param {string} term */
async function operations(term) {
    const { operations: own, gateways } = await list("/coverage");
    const names = [own, ...gateways.map((gateway) => gateway.operations)]
        .flatMap(({ counts, missing }) => [...Object.keys(counts), ...missing]);
    const wanted = term.toLowerCase();
    return [...new Set(names)].filter((name) => name.toLowerCase().includes(wanted)).sort().slice(0, mostOfAKind)
        .map((name) => ({ title: name, words: "its requests", path: `/requests?search=${name}` }));
}

/** @param {string} term */
async function shops(term) {
    const { merchants } = await list("/merchants");
    const wanted = term.toLowerCase();
    return merchants.filter(({ name, merchantId }) => name.toLowerCase().includes(wanted) || merchantId === term)
        .slice(0, mostOfAKind).map((merchant) => ({
            title: legible(merchant.name, merchant.merchantId), words: `${merchant.merchantId}, ${merchant.city}`,
            path: `/shops/${merchant.merchantId}`,
        }));
}

/**
 * Programs, whose controls have a page.
 *
 * @param {string} term
 */
async function programs(term) {
    const { programs: found } = await read("/programs", { search: term, limit: mostOfAKind });
    return found.map(({ programName, brand }) => ({
        title: programName, words: `its rules, ${brand}`, path: rulesPath(programName),
    }));
}

/**
 * Among the latest payments of all shops, by the shop's own name for it or by its reference.
 *
 * @param {string} term
 */
async function payments(term) {
    const { payments: latest } = await list("/payments", { limit: mostPayments });
    const wanted = term.toLowerCase();
    return latest.filter(({ reference, externalReference = "" }) => reference === term
        || externalReference.toLowerCase().includes(wanted)).slice(0, mostOfAKind).map(paymentFound);
}

/** @param {Payment} payment */
const paymentFound = (payment) => ({
    title: `Payment of ${money(payment.amount, payment.currencyCode)}`,
    words: [payment.externalReference, words(payment.status)].filter(Boolean).join(", "),
    path: `/payments/${payment.id}`,
});
