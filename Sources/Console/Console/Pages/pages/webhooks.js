/** Webhooks: who has subscribed, what was delivered, and the receiver that is built in. */
import { el, fill } from "../view.js";
import { sandbox, asBusiness } from "../api.js";
import { session } from "../session.js";
import { Panel } from "../panel.js";
import { formIn, fieldOf } from "../form.js";
import { Pages, table, emptiness } from "../table.js";
import { statusChip } from "../face.js";
import { pretty, time, words } from "../format.js";
import { refreshOn } from "../refresh.js";
import { receiverRequest } from "../receiver.js";
import { summary } from "../webhookBody.js";
import { snapshotFirst } from "../safety.js";

const eventTypes = ["/prepaid/card/status/events", "/prepaid/card/tokenization/events", "/prepaid/card/token/events",
    "/prepaid/card/authorization/events", "/transactions/events", "/prepaid/customer/message/events"];
const firstReceiver = "inbox";

/**
 * @param {unknown} _
 * @param {AbortSignal} signal
 */
export default async function webhooksPage(_, signal) {
    const { panel: receiver, open } = receiverPanel();
    const subscriptions = subscriptionsPanel(open);
    const deliveries = deliveriesPanel();
    await Promise.all([subscriptions.again(), deliveries.again(), receiver.again()]);
    refreshOn(["webhook", "reset"], () => true, () => Promise.all([deliveries.again(), receiver.again()]), signal);
    return el("div", { class: "page" },
        el("div", { class: "title" }, el("h1", {}, "Webhooks")),
        el("p", { class: "lead" },
            "What the service tells partners. "
                + "Subscribe to the receiver that is built in, and no program of your own is needed."),
        subscriptions.element,
        el("div", { class: "columns" }, deliveries.element, receiver.element));
}

/** @param {(name: string) => unknown} opened */
function subscriptionsPanel(opened) {
    const panel = new Panel("Subscriptions", { class: "flush" });
    /** @param {PageRange} range */
    const read = ({ limit, offset }) => sandbox("GET", "/webhooks/subscriptions", { query: { limit, offset } });
    const again = () => panel.again();
    const pages = new Pages(panel, read, "subscriptions", (rows) => table("Subscriptions", [
        { title: "Event", cell: (row) => el("code", {}, row.eventType) },
        { title: "Address", cell: (row) => address(row.url, opened) },
        { title: "Owner", cell: (row) => row.owner },
        { title: "Since", cell: (row) => time(row.createdDate) },
        { title: "", cell: (row) => (row.eventType.startsWith("/") ? panel.rows.button({
            label: "End", name: `End the subscription to ${row.eventType}`, kind: "small danger", sure: "Really?",
                then: again,
            request: asBusiness(row.owner, "DELETE", `/v1/webhooks/subscriptions/${row.id}`),
                done: "The subscription has ended.", undo: snapshotFirst,
        }) : null) },
    ], rows, "Nobody has subscribed. Subscribe below to see the first webhook within a second."), 10);
    panel.reads("List all subscriptions", pages.first);
    const form = formIn(panel, {
        label: "Subscribe", done: "Subscribed",
        fields: [
            { name: "eventType", label: "Event", options: eventTypes.map((type) => [type]), width: "double" },
            { name: "url", label: "Address", value: receiverUrl(firstReceiver), longest: 2000, required: true,
                width: "double",
                hint: "The one that is filled in is the built-in receiver." },
        ],
        request: ({ eventType, url }) => asBusiness(session.brand, "POST", "/v1/webhooks/subscriptions",
            { json: { eventType, url } }),
        then: again,
    });
    panel.show(pages.element, form);
    panel.loader = () => pages.load();
    return panel;
}

/** @param {string} name */
const receiverUrl = (name) =>
    `${(session.about?.sandboxUrl ?? location.origin).replace(/\/sandbox$/, "")}/sandbox/receivers/${name}`;

/**
 * @param {string | undefined} url
 * @param {(name: string) => unknown} opened
 */
function address(url, opened) {
    const name = url && /\/sandbox\/receivers\/([^/?]+)/.exec(url)?.[1];
    return name ? el("button", { type: "button", class: "link", onclick: () => opened(name) }, `receiver ${name}`)
        : el("code", {}, url ?? "each event has its own");
}

function deliveriesPanel() {
    const panel = new Panel("Deliveries", { class: "flush", hint: "newest first" });
    let status = "";
    /** @param {PageRange} range */
    const read = ({ limit, offset }) => sandbox("GET", "/webhooks/deliveries", { query: { status, limit, offset } });
    const again = () => panel.again();
    const pages = new Pages(panel, read, "deliveries", (rows) => {
        const entries = rows.map((row) => delivery(panel, row, again));
        return rows.length ? el("div", { class: "entries" }, entries)
            : emptiness("No delivery yet. Change a card, and whoever has subscribed gets a webhook.");
    }, 15);
    panel.reads("List all deliveries", () => pages.first);
    panel.show(el("div", { class: "filters" }, fieldOf({
        name: "status", label: "Status", options: [["", "Any"], ["PENDING", "Pending"], ["DELIVERED", "Delivered"],
            ["DEAD", "Given up"]],
        onchange: (event) => {
            status = event.target.value;
            pages.load(1);
        },
    })), pages.element);
    panel.loader = () => pages.load();
    return panel;
}

/**
 * @param {Panel} panel
 * @param {Sandbox.FullDeliveryAnswer} row
 * @param {() => unknown} again
 */
function delivery(panel, row, again) {
    return el("details", { class: "entry", "data-key": row.id },
        el("summary", {}, headline(row)), deliveryDetail(panel, row, again, false));
}

/** @param {Sandbox.FullDeliveryAnswer} row */
const headline = (row) => [statusChip(row.status), " ", el("code", {}, row.eventType), " ", row.body
    ? el("strong", {}, summary(parsed(row.body))) : null, " ", el("span", { class: "hint" }, time(row.createdDate))];

/**
 * What a delivery sends, how its attempts went, and where it leads.
 *
 * @param {Panel} panel
 * @param {Sandbox.FullDeliveryAnswer} row
 * @param {() => unknown} again
 * @param {boolean} isAlone
 */
export function deliveryDetail(panel, row, again, isAlone = true) {
    return [
    isAlone ? [el("p", {}, headline(row)), el("p", { class: "hint" }, "Delivery ", el("code", {}, row.id))] : null,
    row.body ? el("pre", { tabindex: "0", "aria-label": "The body" }, pretty(row.body)) : null,
    row.bodyIsSecret ? el("p", { class: "hint" }, "The body is a secret: stored encrypted, and not shown.") : null,
    table("Attempts", [
        { title: "Attempt", cell: (attempt) => attempt.number },
        { title: "When", cell: (attempt) => time(attempt.attemptedDate) },
        { title: "Outcome", cell: (attempt) => words(attempt.outcome) },
        { title: "Status", cell: (attempt) => attempt.statusCode ?? "–" },
        { title: "ms", class: "number", cell: (attempt) => attempt.milliseconds },
    ], row.attempts ?? [], "Not tried yet."),
    el("div", { class: "buttons" },
        row.nextAttemptDate ? el("span", { class: "hint" }, "Next attempt ", time(row.nextAttemptDate)) : null,
        isAlone ? null : el("a", { href: `#/webhooks/${row.id}` }, "Its page"),
        cardOf(row) ? el("a", { href: `#/cards/${cardOf(row)}` }, "The card") : null,
        panel.rows.button({
            label: "Send again", name: `Send the delivery ${row.id.slice(0, 8)} again`, kind: "small", then: again,
                done: "Sent again",
            request: sandbox("POST", `/webhooks/deliveries/${row.id}/resend`),
        }))];
}

/** @param {{ body?: any }} delivery */
const cardOf = ({ body }) => (body ? parsed(body).cardId : null);

/** @param {any} body */
const parsed = (body) => (typeof body === "string" ? JSON.parse(body) : body);

function receiverPanel() {
    const panel = new Panel("Built-in receiver", { class: "flush" });
    let name = firstReceiver;
    const list = el("div", {});
    panel.reads("Show what a receiver has got", () => receiverRequest(name));
    panel.reads("Send something to it, as the service does", () =>
        sandbox("POST", `/receivers/${name}`, { json: { hello: "there" } }));
    const field = fieldOf({
        name: "receiver", label: "Name", value: name, longest: 60,
        onchange: (event) => open(event.target.value.trim() || firstReceiver),
    });
    panel.loader = () => panel.load(async () => {
        const { body } = await panel.send(receiverRequest(name));
        fill(list, body.webhooks.length
            ? el("div", { class: "entries" }, body.webhooks.map(arrival))
            : emptiness(`Nothing has arrived at the receiver “${name}” yet. Its address is ${receiverUrl(name)}.`));
    });
    /** @param {string} other */
    const open = (other) => {
        name = other;
        /** @type {HTMLInputElement} */ (field.querySelector("input")).value = other;
        return panel.again();
    };
    panel.show(el("div", { class: "filters" }, field), list);
    return { panel, open };
}

/** @param {Sandbox.ReceivedWebhookAnswer} one */
function arrival(one) {
    return el("details", { class: "entry", "data-key": one.receivedDate },
        el("summary", {}, el("strong", {}, one.body ? summary(one.body) || "Something else" : "No JSON"), " ",
            el("span", { class: "hint" }, time(one.receivedDate))),
        el("pre", { tabindex: "0", "aria-label": "The body" }, pretty(one.body ?? one.text ?? "")),
        el("pre", { tabindex: "0", "aria-label": "The headers" }, pretty(one.headers)));
}
