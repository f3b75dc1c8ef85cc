/** One request of the journal: what was asked, what was answered, and why. */
import { el } from "../view.js";
import { sandbox } from "../api.js";
import { command } from "../drawer.js";
import { curlOf } from "../curl.js";
import { facts } from "../table.js";
import { pretty, time } from "../format.js";

export function requestDetail(panel, entry) {
    const read = sandbox("GET", "/requests", { query: { requestId: entry.requestId, limit: 1 } });
    panel.actions.length = 0;
    panel.reads("Find the request", read);
    panel.shown = entry;
    return panel.load(async () => {
        const full = entry.headers ? entry : (await panel.send(read)).body.requests[0] ?? entry;
        // Another row may have been chosen meanwhile.
        if (panel.shown !== entry) return;
        panel.show(el("p", { class: "request-line" }, el("strong", {}, full.method), " ", el("code", {}, full.path)),
            facts([
                ["Status", el("span", { class: `status s${String(full.status ?? 0)[0]}` }, full.status
                    ?? "connection reset")],
                ["Operation", full.operation], ["When", time(full.time)],
                ["Took", full.milliseconds === undefined ? null : `${full.milliseconds} ms`],
                full.code ? ["Error code", el("code", {}, full.code)] : null,
                full.gateway ? ["Gateway", full.gateway] : null,
                full.customerId ? ["Customer", el("a", { href: `#/customers/${full.customerId}` }, full.customerId)]
                    : null,
                cardLink(full), faultOf(full),
            ]),
            full.explanation ? el("div", { class: "note" }, el("strong", {}, "Why SCA was refused: "),
                typeof full.explanation === "string" ? full.explanation : pretty(full.explanation)) : null,
            block("Query", full.query), block("Headers", full.headers),
            block("Request", full.body ?? (full.bodyBytes ? `${full.bodyBytes} bytes` : null)),
                block("Answer", full.answer),
            el("h3", {}, "As curl"), command(curlOf(asRequest(full)).text, `${full.method} ${full.path}`));
    });
}

function cardLink({ pathParameters }) {
    const cardId = pathParameters?.cardId;
    return cardId ? ["Card", el("a", { href: `#/cards/${cardId}` }, "Open the card")] : null;
}

function faultOf({ fault, faults }) {
    const text = faults?.join(", ") ?? fault;
    return text ? ["Fault", el("span", { class: "chip warn" }, text)] : null;
}

function block(title, value) {
    if (value === null || value === undefined) return null;
    return el("details", { class: "entry", open: title !== "Headers" }, el("summary", {}, title),
        el("pre", { tabindex: "0", "aria-label": title }, pretty(value)));
}

/** The request again, with a variable in the place of what the journal has hidden. */
function asRequest(entry) {
    const authorization = entry.headers?.Authorization ?? "";
    const isBusiness = authorization.includes("business") || /\/v2\/|\/customers\/|\/webhooks\//.test(entry.path);
    const area = entry.gateway ? "merchants" : "public";
    const isObject = entry.body !== undefined && typeof entry.body === "object";
    const isForm = entry.headers?.["Content-Type"]?.startsWith("application/x-www-form-urlencoded");
    const body = isObject ? { [isForm ? "form" : "json"]: entry.body } : {};
    const basic = authorization.startsWith("Basic") ? { basic: { id: "$CLIENT_ID", secret: "" } } : {};
    const bearer = authorization.startsWith("Bearer")
        ? { bearer: "hidden", bearerName: entry.gateway ? "GATEWAY_TOKEN" : isBusiness ? "BUSINESS" : "TOKEN" } : {};
    // The journal has the path behind the gateway's own.
    const path = entry.gateway ? `/${entry.gateway}${entry.path}` : entry.path;
    return { area, method: entry.method, path, query: entry.query, ...body, ...basic, ...bearer };
}
