/** One dispute: its steps, its money, its files, and what each side can do next. */
import { el } from "../view.js";
import { asBusiness, asCustomer, base64, forgetTokens, sandbox } from "../api.js";
import { Panel } from "../panel.js";
import { formIn } from "../form.js";
import { emptiness, facts, table } from "../table.js";
import { statusChip } from "../face.js";
import { cardLink } from "../names.js";
import { actors, stepTitle, timeline } from "../disputeWords.js";
import { count, money, sentence, time, words } from "../format.js";
import { protectedCall } from "../sca.js";
import { refreshOn } from "../refresh.js";
import { concernsDisputes } from "./disputes.js";

const ends = ["WON", "LOST", "WITHDRAWN"];

/**
 * @param {{ disputeId: string }} parameters
 * @param {AbortSignal} signal
 */
export default async function disputePage({ disputeId }, signal) {
    const panel = new Panel("Dispute");
    const next = new Panel("What can be done next", { hint: "by each side" });
    const steps = new Panel("Steps", { hint: "newest first" });
    const read = sandbox("GET", `/disputes/${disputeId}`);
    panel.reads("Get the dispute", read);
    steps.reads("Get the dispute", read);
    const [title, status] = [el("h1", {}, "A dispute"), el("span", {})];
    /** @type {Sandbox.SeenDisputeAnswer | null} */
    let seen = null;
    const files = filesPanel(() => seen, () => again());
    const again = () => panel.load(async () => {
        const { body } = await panel.send(read);
        const { dispute, brand } = body;
        const payment = await panel.send(asBusiness(brand, "GET", `/v2/authorizations/${dispute.authorizationId}`,
            { expects: [403, 404] }));
        // All is drawn at once: a button beside a newer status would take a step of the older one.
        seen = body;
        title.textContent = `Dispute of ${money(dispute.amount, dispute.currencyCode)}`;
        status.replaceChildren(statusChip(dispute.status));
        panel.show(disputeFacts(body, payment.ok ? payment.body : null));
        steps.show(timeline(dispute));
        next.showRows(() => choices(next, body, again));
        files.again();
    });
    await again();
    refreshOn(["request", "clock", "reset"], concernsDisputes, again, signal);
    return el("div", { class: "page" },
        el("p", { class: "crumbs" }, el("a", { href: "#/disputes" }, "Disputes")),
        el("div", { class: "title" }, title, status),
        panel.element, next.element,
        el("div", { class: "columns" }, steps.element, files.element));
}

/**
 * @param {Sandbox.SeenDisputeAnswer} seen
 * @param {CardService.Authorization | null} payment null if the brand's clients may not read it.
 */
function disputeFacts({ dispute, brand, ownerName, nextSteps }, payment) {
    const { currencyCode } = dispute;
    return facts([
        ["Claim", el("strong", {}, money(dispute.amount, currencyCode))],
        ["In dispute", money(dispute.disputedAmount, currencyCode)],
        ["On the customer's account", money(dispute.creditedAmount, currencyCode)],
        ["Why", sentence(dispute.reason)],
        dispute.description ? ["In the customer's words", dispute.description] : null,
        ["Deadline", dispute.deadline ? [time(dispute.deadline), lapse(nextSteps)] : "nobody has one"],
        ["Payment", payment
            ? `${payment.merchantName}, ${money(payment.transactionAmount, payment.transactionCurrency)}`
            : el("code", {}, dispute.authorizationId)],
        ["Card", cardLink(dispute.cardId, "Open the card")],
        ["Customer", el("a", { href: `#/customers/${dispute.customerId}` }, ownerName)],
        ["Account", el("a", { href: `#/money/${dispute.accountId}` }, dispute.accountId)],
        ["Brand", brand], ["Opened", time(dispute.creationTime)], ["Last step", time(dispute.lastChangeDate)],
        ["Dispute id", el("code", {}, dispute.id)],
    ]);
}

/**
 * What happens if nobody acts before the deadline.
 *
 * @param {Sandbox.NextDisputeStepAnswer[]} nextSteps
 */
function lapse(nextSteps) {
    const end = nextSteps.find(({ actor }) => actor === "CLOCK");
    return end ? el("div", { class: "hint" }, `then it is ${words(end.status)}`) : null;
}

/**
 * The steps that would be accepted now, by those who may take them.
 *
 * @param {Panel} panel
 * @param {Sandbox.SeenDisputeAnswer} seen
 * @param {() => unknown} again
 */
function choices(panel, seen, again) {
    if (!seen.nextSteps.length) return emptiness(`The dispute is ${words(seen.dispute.status)}, and that is its end.`);
    const sides = [...new Set(seen.nextSteps.map(({ actor }) => actor))];
    return el("div", { class: "movers" }, sides.map((side) => el("section", { class: "mover" },
        el("h3", {}, actors[side]),
        el("ul", { class: "moves" }, seen.nextSteps.filter(({ actor }) => actor === side).map((step) =>
            choice(panel, seen, step, again))))));
}

/**
 * @param {Panel} panel
 * @param {Sandbox.SeenDisputeAnswer} seen
 * @param {Sandbox.NextDisputeStepAnswer} step
 * @param {() => unknown} again
 */
function choice(panel, { dispute, brand }, step, again) {
    const request = requestOf(step, dispute, brand);
    const title = stepTitle(step);
    const isOfCustomer = step.actor === "CUSTOMER";
    return el("li", {},
        el("span", {}, title, el("span", { class: "hint" }, ` → ${words(step.status)}`)),
        panel.rows.button({
            label: step.actor === "CLOCK" ? "Move it" : "Do it", name: `${actors[step.actor]}: ${title}`, kind: "small",
            request, done: `${title}: done`, sure: ends.includes(step.status) ? "Really?" : null,
            run: isOfCustomer ? (own) => protectedCall((one) => own.send(one),
                { customerId: dispute.customerId, brand }, request) : undefined,
            then: () => {
                if (step.actor === "CLOCK") forgetTokens();
                return again();
            },
        }));
}

/**
 * @param {Sandbox.NextDisputeStepAnswer} step
 * @param {CardService.Dispute} dispute
 * @param {string} brand
 * @returns {ServiceRequest}
 */
function requestOf({ actor, step }, { id, customerId, deadline }, brand) {
    switch (actor) {
    case "CUSTOMER":
        return asCustomer({ customerId, brand }, "POST", `/v1/profile/disputes/${id}/withdrawal`);
    case "BUSINESS":
        return asBusiness(brand, "POST", `/v2/customers/${customerId}/disputes/${id}/withdrawal`);
    case "CLOCK":
        return sandbox("PUT", "/clock", { json: { now: after(deadline) } });
    default:
        return sandbox("POST", `/disputes/${id}/steps`, { json: { actor, step } });
    }
}

/**
 * The second after a deadline, which is kept until its last moment.
 *
 * @param {string} [deadline]
 */
const after = (deadline = "") => `${new Date(Date.parse(deadline) + 1000).toISOString().slice(0, 19)}Z`;

/**
 * The files of a dispute, and a form for another one.
 *
 * @param {() => Sandbox.SeenDisputeAnswer | null} seen
 * @param {() => unknown} changed
 */
function filesPanel(seen, changed) {
    const panel = new Panel("Files", { class: "flush" });
    const list = el("div", {});
    const form = formIn(panel, {
        label: "Add the file", done: "File added", kind: "",
        fields: [
            { name: "fileName", label: "Name of a text", value: "letter.txt", required: true, longest: 100 },
            { name: "text", label: "Text", value: "The parcel has not arrived.", required: true, longest: 1000 },
        ],
        incomplete: "The dispute is not loaded.",
        request: ({ fileName, text }) => {
            const present = seen();
            if (!present) return null;
            const { dispute: { id, customerId }, brand } = present;
            return asBusiness(brand, "POST", `/v2/customers/${customerId}/disputes/${id}/evidence`,
                { json: { fileName, mediaType: "text/plain", content: base64(text) } });
        },
        then: changed,
    });
    panel.show(list, form);
    panel.loader = () => {
        const present = seen();
        form.hidden = !present?.nextSteps.length;
        list.replaceChildren(table("Files", fileColumns, present?.dispute.evidence ?? [],
            "Nobody has added a file yet."));
    };
    return panel;
}

/** @type {Column<CardService.Evidence>[]} */
const fileColumns = [
    { title: "File", cell: (file) => file.fileName },
    { title: "From", cell: (file) => actors[file.actor] },
    { title: "Kind", cell: (file) => file.mediaType },
    { title: "Size", class: "number", cell: (file) => count(file.size, "byte") },
    { title: "Added", cell: (file) => time(file.creationTime) },
];
