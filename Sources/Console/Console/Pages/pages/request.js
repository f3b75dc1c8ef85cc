/** One request of the journal: what was asked, what was answered, and why. */
import { el } from "../view.js";
import { sandbox } from "../api.js";
import { command } from "../drawer.js";
import { curlOf, explanations } from "../curl.js";
import { gateways } from "../gateways.js";
import { exampleCredentials } from "../merchants.js";
import { Panel } from "../panel.js";
import { session } from "../session.js";
import { emptiness, facts } from "../table.js";
import { pretty, time } from "../format.js";

/** A panel that shows the request which was chosen, and invites to choose one. */
export function requestPanel() {
    const panel = new Panel("Request");
    /** @type {ChosenRequest | null} */
    let chosen = null;
    const read = () => sandbox("GET", "/requests", { query: { number: chosen?.number } });
    panel.reads("Find the request", () => (chosen ? read() : null));

    function invite() {
        chosen = null;
        panel.showRows(() => emptiness("Choose a request to see what was asked, what was answered, and why."));
    }

    /** @param {ChosenRequest} entry of the list, or only its `number`. */
    function show(entry) {
        chosen = entry;
        return panel.load(async () => {
            const full = entry.headers ? entry : (await panel.send(read())).body.requests[0];
            // Another row may have been chosen meanwhile.
            if (chosen !== entry) return;
            panel.showRows(() => (full ? requestDetail(panel, full)
                : emptiness(`The journal has no request ${entry.number}. It keeps the last 10,000, or fewer if they `
                    + "are long, until it is cleared or the service ends.")));
        });
    }

    invite();
    return { element: panel.element, show, invite };
}

/**
 * @param {Panel} panel
 * @param {JournalEntry} full
 */
function requestDetail(panel, full) {
    return [
        el("p", { class: "request-line" }, el("strong", {}, full.method), " ", el("code", {}, full.path)),
        facts([
            ["Status", el("span", { class: `status s${String(full.status ?? 0)[0]}` }, full.status
                ?? "connection reset")],
            ["Operation", full.operation], ["When", time(full.time)],
            ["Took", full.milliseconds === undefined ? null : `${full.milliseconds} ms`],
            full.code ? [(full.status ?? 0) >= 400 ? "Error code" : "Code", el("code", {}, full.code)] : null,
            full.gateway ? ["Gateway", gateways[full.gateway]?.title ?? full.gateway] : null,
            full.customerId ? ["Customer", el("a", { href: `#/customers/${full.customerId}` }, full.customerId)] : null,
            full.tool ? ["Sent by", full.tool === "console" ? "a console" : "a command of tessera"] : null,
            cardLink(full), eventLink(full), faultOf(full),
            ["Address", el("a", { href: `#/requests/${full.number}` }, `#/requests/${full.number}`)],
            ["Request id", el("code", {}, full.requestId)],
        ]),
        full.explanation ? el("div", { class: "note" }, el("strong", {}, "Why SCA was refused: "),
            typeof full.explanation === "string" ? full.explanation : pretty(full.explanation)) : null,
        block("Query", full.query), block("Headers", full.headers),
        block("Request", full.body ?? (full.bodyBytes ? `${full.bodyBytes} bytes` : null)),
        block("Answer", full.answer),
        el("h3", {}, "As curl"), commandsOf(panel, full),
    ];
}

/**
 * The request again, behind what gets its token.
 *
 * @param {Panel} panel
 * @param {JournalEntry} entry
 */
function commandsOf(panel, entry) {
    const request = asRequest(entry);
    panel.rows.add("Send the request again", request);
    const { text, before } = curlOf(request);
    const hints = [request.explanation, explanations(text)].filter(Boolean).join(" ");
    return [hints ? el("p", { class: "hint" }, hints) : null, before ? command(before, "First, a token") : null,
        command(text, `${entry.method} ${entry.path}`)];
}

/** @param {JournalEntry} entry */
function cardLink({ pathParameters }) {
    const cardId = pathParameters?.cardId;
    return cardId ? ["Card", el("a", { href: `#/cards/${cardId}` }, "Open the card")] : null;
}

/** @param {JournalEntry} entry */
function eventLink({ pathParameters }) {
    const eventId = pathParameters?.eventId;
    return eventId ? ["Authentication", el("a", { href: `#/events/${eventId}` }, "Open the event")] : null;
}

/** @param {JournalEntry} entry */
function faultOf({ fault, faults }) {
    const text = faults?.join(", ") ?? fault;
    return text ? ["Fault", el("a", { class: "chip warn", href: "#/sandbox/faults" }, text)] : null;
}

/**
 * @param {string} title
 * @param {unknown} value
 */
function block(title, value) {
    if (value === null || value === undefined) return null;
    return el("details", { class: "entry", open: title !== "Headers" }, el("summary", {}, title),
        el("pre", { tabindex: "0", "aria-label": title }, pretty(value)));
}

/**
 * The request again. What the journal has hidden is a variable.
 *
 * @param {JournalEntry} entry
 * @returns {ServiceRequest}
 */
function asRequest(entry) {
    const body = bodyOf(entry);
    return {
        area: entry.gateway ? "merchants" : "public", method: entry.method,
        // The journal has the path behind the gateway's own.
        path: entry.gateway ? `/${entry.gateway}${entry.path}` : entry.path,
        query: entry.query, ...callerOf(entry), ...body, explanation: explanationOf(entry, body.secrets),
    };
}

/**
 * Who calls: with a token that the commands before get, or with credentials.
 *
 * @param {JournalEntry} entry
 * @returns {Partial<ServiceRequest>}
 */
function callerOf({ headers, gateway, path, customerId, body }) {
    const authorization = headers?.Authorization ?? "";
    if (authorization.startsWith("Bearer")) {
        if (gateway) {
            return { bearer: "hidden", tokenRequest: gateways[gateway]?.tokenRequest?.(exampleCredentials()[gateway]) };
        }
        const isBusiness = authorization.includes("business") || /\/v2\/|\/customers\/|\/webhooks\//.test(path);
        if (isBusiness) return { as: { kind: "business", brand: session.brand } };
        return customerId ? { as: { kind: "customer", brand: session.brand, customerId } }
            : { bearer: "hidden", bearerName: "TOKEN" };
    }
    if (!authorization.startsWith("Basic")) return {};
    const brand = /\/auth\/brands\/([^/]+)\/token$/.exec(path)?.[1];
    if (!brand) return { basic: { id: "$CLIENT_ID", secret: "" } };
    const { app, backend } = session.clients(brand);
    const client = body?.grant_type === "client_credentials" ? backend : app;
    return { basic: { ...client, isPublished: session.arePublished(brand) } };
}

/**
 * @param {JournalEntry} entry
 * @returns {Partial<ServiceRequest>}
 */
function bodyOf({ gateway, headers, body }) {
    if (!body || typeof body !== "object") return {};
    /** @type {Record<string, string>} */
    const secrets = {};
    const filled = JSON.parse(JSON.stringify(body), (name, value) => {
        if (value !== "hidden") return value;
        const isWalletToken = gateway && name === "token";
        const variable = isWalletToken ? "PAYMENT_DATA" : /^\d*$/.test(name) ? "HIDDEN"
            : name.replace(/([a-z])([A-Z])/g, "$1_$2").replace(/\W/g, "_").toUpperCase();
        secrets[variable] = `hidden ${variable}`;
        return secrets[variable];
    });
    const isForm = headers?.["Content-Type"]?.startsWith("application/x-www-form-urlencoded");
    return { [isForm ? "form" : "json"]: filled, secrets };
}

/**
 * What somebody must know who sends the request again.
 *
 * @param {JournalEntry} entry
 * @param {Record<string, string | undefined>} secrets
 */
function explanationOf({ gateway, method, headers }, secrets = {}) {
    const names = Object.keys(secrets).map((name) => `$${name}`).join(", ");
    return [
        names ? `The journal hides ${names}.` : null,
        headers?.["SCA-Authorization"]
            ? "The proof of the customer was good for one request, so the answer is now a 401 with a new event." : null,
        gateway && headers?.Authorization?.startsWith("Bearer")
            ? "The token is that of the demo's shop; another merchant has credentials of its own." : null,
        gateway && method !== "GET" ? "What the gateway takes only once, such as a nonce, needs a new value." : null,
    ].filter(Boolean).join(" ");
}
