/** What a request has done, in people's words. */
import { el } from "./view.js";
import { words } from "./format.js";
import { gateways } from "./gateways.js";
import { bodyOf, cardName, customerName } from "./names.js";

/**
 * What operations do: to do it, and having done it. A star is the card.
 *
 * @type {Record<string, string[]>}
 */
const deeds = {
    issueToken: ["get a token", "got a token"],
    createCard: ["order a card", "ordered a card"], orderCards: ["order many cards", "ordered many cards"],
    updateCard: ["change *", "changed *"], activateCard: ["activate *", "activated *"],
    replaceCard: ["replace *", "replaced *"], setPIN: ["set the PIN of *", "set the PIN of *"],
    setWalletPIN: ["set the PIN of a wallet", "set the PIN of a wallet"],
    createWallet: ["create a wallet", "created a wallet"],
    resetRetries: ["allow the PIN of * again", "allowed the PIN of * again"],
    setCardControls: ["change the controls of *", "changed the controls of *"],
    showDetails: ["see the details of *", "saw the details of *"],
    createSecureView: ["see * on a page", "got a page that shows *"],
    tokenizeCard: ["add * to a wallet", "began to add * to a wallet"],
    updateTokenizationStatus: ["report the token of *", "reported the token of *"],
    listCards: ["list the cards", "listed the cards"], getCard: ["look at *", "looked at *"],
    listPrograms: ["see which cards there are", "saw which cards there are"],
    getProfile: ["open the profile", "opened the profile"],
    sendChallenge: ["get a code", "was sent a code or a question"],
    attemptAuthentication: ["authenticate", "authenticated, or tried to"],
    decideAuthentication: ["decide about an authentication", "decided about an authentication"],
    trustDevice: ["trust a device", "trusted a device"],
    distrustDevice: ["remove a trusted device", "removed a trusted device"],
    createTransfer: ["transfer money", "began a transfer"], createDeposit: ["deposit money", "began a deposit"],
    createWithdrawal: ["withdraw money", "began a withdrawal"],
    createDispute: ["dispute a payment", "disputed a payment"],
    withdrawDispute: ["withdraw a dispute", "withdrew a dispute"],
    addDisputeEvidence: ["add a file to a dispute", "added a file to a dispute"],
    getDisputeEvidence: ["look at a file about a dispute", "looked at a file about a dispute"],
    subscribeWebhook: ["subscribe to webhooks", "subscribed to webhooks"],
    unsubscribeWebhook: ["end a subscription", "ended a subscription"],
    resendWebhook: ["send a webhook again", "sent a webhook again"],
    authorize: ["charge", "charged"], capture: ["capture a payment", "captured a payment"],
    void: ["void a payment", "voided a payment"], refund: ["refund a payment", "refunded a payment"],
    token: ["get a token", "got a token"], graphQL: ["run a GraphQL operation", "ran a GraphQL operation"],
    return: ["send the customer back", "sent the customer back"],
    applePayOperations: ["get the addresses of Apple Pay", "got the addresses of Apple Pay"],
    submitApplePay: ["pay with Apple Pay", "paid with Apple Pay"],
    tokenize: ["tokenize a card number", "tokenized a card number"],
    inquire: ["look up a payment", "looked up a payment"],
    profile: ["store a customer's card", "stored a customer's card"], sigcap: ["add a signature", "added a signature"],
    settlestat: ["look at a settlement", "looked at a settlement"],
    funding: ["look at the funding", "looked at the funding"],
    deposit: ["look at the deposits", "looked at the deposits"], bin: ["look up a BIN", "looked up a BIN"],
    echo: ["see whether the gateway is there", "saw that the gateway is there"],
};

/**
 * The verbs that names of operations begin with, and having done it.
 *
 * @type {Record<string, string[]>}
 */
const verbs = {
    get: ["look at", "looked at"], list: ["look at", "looked at"], read: ["look at", "looked at"],
    view: ["look at", "looked at"], inquire: ["look up", "looked up"], create: ["create", "created"],
    update: ["update", "updated"], submit: ["submit", "submitted"], open: ["open", "opened"],
    answer: ["answer", "answered"], pay: ["pay", "paid"], close: ["close", "closed"], cancel: ["cancel", "cancelled"],
    void: ["void", "voided"], delete: ["delete", "deleted"], place: ["place", "placed"], lift: ["lift", "lifted"],
    validate: ["check", "checked"], test: ["test", "tested"],
};

/** What an update has changed, by the status that it sets. */
/** @type {Record<string, string[]>} */
const updates = {
    LOCKED: ["lock *", "locked *"], ACTIVE: ["unlock *", "unlocked *"], CANCELLED: ["cancel *", "cancelled *"],
    LOST: ["report * as lost", "reported * as lost"], DAMAGED: ["report * as damaged", "reported * as damaged"],
    SUSPENDED: ["suspend *", "suspended *"],
};

/** @param {string | undefined} operation */
const isUpdate = (operation) => /^updateC(ard|ustomerCard(V2)?)$/.test(operation ?? "");

/**
 * The same operation of a customer and of a backend has one meaning, and so has the one of each gateway.
 *
 * @param {JournalEntry} entry
 * @param {any} body
 */
function deedOf({ operation, gateway, method, path }, body) {
    if (!operation) return [`call ${method} ${shortened(path)}`, `called ${method} ${shortened(path)}`];
    if (isUpdate(operation) && body?.status) return updates[body.status] ?? deeds.updateCard;
    const name = withoutGateway(operation, gateway).replace(/V2$/, "");
    const plain = name.replace(/Customer(?=[A-Z])/, "").replace("CustomerCard", "Card")
        .replace(/By[A-Z].*$/, "");
    return deeds[name] ?? deeds[plain] ?? called(plain);
}

/**
 * `createIntent` of `moneyHashCreateIntent`.
 *
 * @param {string} operation
 * @param {string} [gateway]
 */
function withoutGateway(operation, gateway = "") {
    if (!gateway || !operation.toLowerCase().startsWith(gateway)) return operation;
    const own = operation.slice(gateway.length);
    return own[0].toLowerCase() + own.slice(1);
}

/**
 * An operation without words of its own: who calls `getBulkOrder` has looked at the bulk order.
 *
 * @param {string} operation
 */
function called(operation) {
    const [first, ...rest] = operation.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase().split(" ");
    const known = rest.length ? verbs[first] : null;
    return known ? known.map((verb) => `${verb} the ${rest.join(" ")}`) : [`call ${operation}`, `called ${operation}`];
}

/**
 * Who has done what, as text nodes. Names come into them once they are known.
 *
 * @param {JournalEntry} entry of the journal, or the event of a request.
 */
export function deed(entry) {
    const place = el("span", {});
    const isDone = entry.status !== undefined && entry.status < 400;
    /** @param {any} body */
    const write = (body) => {
        const [to, having] = deedOf(entry, body);
        const [before, after] = (isDone ? having : `wanted to ${to}`).split("*");
        const isOnCard = after !== undefined;
        place.replaceChildren(who(entry), " ", before, isOnCard ? card(entry) : "", after ?? "",
            ...(isBackend(entry) && entry.customerId && !isOnCard ? [" for ", customer(entry)] : []));
    };
    write(entry.body);
    if (isUpdate(entry.operation) && !entry.body) bodyOf(entry, write);
    return place;
}

/** @param {JournalEntry} entry */
const isBackend = ({ gateway, path }) => !gateway
    && /\/v2\/|\/customers\/|\/webhooks\/|\/bulk|\/v1\/(accounts|sca)\//.test(path);

/** @param {JournalEntry} entry */
function who(entry) {
    if (entry.gateway) return `A shop at ${gateways[entry.gateway]?.title ?? entry.gateway}`;
    if (entry.operation === "issueToken") return "An app";
    if (isBackend(entry)) return "A backend";
    return entry.customerId ? customer(entry) : "Somebody";
}

/** @param {JournalEntry} entry */
function customer({ customerId = "" }) {
    const name = document.createTextNode(customerId);
    customerName(customerId, (found) => { name.data = found; });
    return name;
}

/** @param {JournalEntry} entry */
function card({ path, pathParameters }) {
    const id = pathParameters?.cardId ?? /\/cards\/([0-9a-f-]{36})/.exec(path)?.[1];
    if (!id) return "a card";
    const name = document.createTextNode("a card");
    cardName(id, (found) => { name.data = found; });
    return name;
}

/**
 * How it ended, behind the status: nothing if it was done.
 *
 * @param {JournalEntry} entry
 */
export function ending({ status, code, fault }) {
    const strike = fault ? "by a planned fault" : null;
    if (status === undefined) return ["the connection was reset", strike].filter(Boolean).join(" ");
    if (status < 400) return strike ?? "";
    const why = code === "DW-SCA-REQUIRED" ? "asked to authenticate" : code ? `refused with ${code}` : "refused";
    return [why, strike].filter(Boolean).join(" ");
}

/**
 * A path whose ids and middle are cut, so that its beginning and its end can be seen.
 *
 * @param {string} path
 * @param {number} longest
 */
export function shortened(path, longest = 46) {
    const plain = path.replace(/^\/digitalwallets/, "")
        .replace(/([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "$1…");
    if (plain.length <= longest) return plain;
    const beginning = Math.floor(longest / 4);
    return `${plain.slice(0, beginning)}…${plain.slice(beginning + 1 - longest)}`.replace(/…+/g, "…");
}

/**
 * The status of a request as a coloured number.
 *
 * @param {JournalEntry} entry
 */
export const statusOf = ({ status }) => el("span", { class: `status s${String(status ?? 0)[0]}` }, status ?? "reset");

/**
 * A message of an event, in words.
 *
 * @param {string} channel
 */
export const channelOf = (channel) => (channel ? `a message by ${words(channel)}` : "a code for a token");
