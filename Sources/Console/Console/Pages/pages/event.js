/** One event of strong customer authentication: what it protects, its challenges, its messages, its requests. */
import { el } from "../view.js";
import { sandbox } from "../api.js";
import { Panel } from "../panel.js";
import { emptiness, facts, table } from "../table.js";
import { statusChip } from "../face.js";
import { time, words } from "../format.js";
import { refreshOn } from "../refresh.js";
import { statusOf } from "../sayings.js";
import { item, purposeOf } from "./inbox.js";

/**
 * @param {{ eventId: string }} parameters
 * @param {AbortSignal} signal
 */
export default async function eventPage({ eventId }, signal) {
    const panel = new Panel("Event");
    const challenges = new Panel("Challenges", { class: "flush" });
    const messages = new Panel("Messages");
    const requests = new Panel("Requests", { class: "flush", hint: "that name it in their path" });
    const read = sandbox("GET", `/authentication-events/${eventId}`);
    const sent = sandbox("GET", "/requests",
        { query: { path: `/digitalwallets/v1/auth/sca/events/${eventId}`, limit: 50 } });
    panel.reads("Get the event", read);
    requests.reads("List the requests", sent);
    /** @type {string | null} */
    let customerId = null;
    const inbox = () => sandbox("GET", "/messages", { query: { customerId } });
    messages.reads("List the customer's messages", () => (customerId ? inbox() : null));
    messages.loader = () => messages.load(async () => {
        const { body } = await messages.send(inbox());
        const sentForIt = body.messages.filter((message) => message.eventId === eventId);
        messages.showRows(() => (sentForIt.length
            ? el("ul", { class: "messages one" }, sentForIt.map((message) => item(messages, message)))
            : emptiness("The customer was sent no message for it.")));
    });
    const again = () => Promise.all([
        panel.load(async () => {
            const { body } = await panel.send(read);
            ({ customerId } = body);
            panel.show(eventFacts(body));
            challenges.show(table("Challenges", challengeColumns, body.challenges, "No challenge was sent yet."));
            await messages.again();
        }),
        requests.load(async () => {
            const { body } = await requests.send(sent);
            requests.show(table("Requests", requestColumns, body.requests, "No request in the journal names it."));
        }),
    ]);
    await again();
    refreshOn(["message", "request"], (data) => !data.customerId || data.customerId === customerId, again, signal);
    return el("div", { class: "page" },
        el("p", { class: "crumbs" }, el("a", { href: "#/inbox" }, "Inbox")),
        el("div", { class: "title" }, el("h1", {}, "An authentication")),
        panel.element,
        el("div", { class: "columns" }, el("div", { class: "stack" }, challenges.element, requests.element),
            messages.element));
}

/** @param {Sandbox.SeenAuthenticationAnswer} event */
function eventFacts(event) {
    return facts([
        ["For", purposeOf(event)], ["Status", statusChip(event.status)],
        ["Customer", el("a", { href: `#/customers/${event.customerId}` }, event.customerId)],
        ["Mode", words(event.authenticationMode)], ["Began", time(event.createdDate)],
        ["Ends", time(event.expiryDate)], ["Used", event.usedDate ? time(event.usedDate) : "not yet"],
        ["Event id", el("code", {}, event.eventId)],
    ]);
}

/** @type {Column<Sandbox.SeenChallengeAnswer>[]} */
const challengeColumns = [
    { title: "Number", cell: (row) => row.number },
    { title: "With", cell: (row) => words(row.verification) },
    { title: "Attempts", cell: (row) => `${row.attempts} of ${row.allowableAttempts}` },
    { title: "Answer", cell: (row) => (row.answer ? statusChip(row.answer) : "–") },
    { title: "Sent", cell: (row) => time(row.createdDate) },
    { title: "Ends", cell: (row) => time(row.expiryDate) },
];

/** @type {Column<JournalEntry>[]} */
const requestColumns = [
    { title: "Request", cell: (row) => el("a", { href: `#/requests/${row.number}` }, `Request ${row.number}`) },
    { title: "Operation", cell: (row) => row.operation ?? "–" },
    { title: "Status", cell: (row) => statusOf(row) },
    { title: "When", cell: (row) => time(row.time) },
];
