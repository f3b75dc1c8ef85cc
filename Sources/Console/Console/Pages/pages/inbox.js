/** The messages to customers, as they are sent. */
import { el } from "../view.js";
import { sandbox } from "../api.js";
import { Panel } from "../panel.js";
import { emptiness } from "../table.js";
import { fieldOf } from "../form.js";
import { copyButton } from "../drawer.js";
import { statusChip } from "../face.js";
import { sentence, time, timeOfDay, words } from "../format.js";
import { cardLink } from "../names.js";
import { refreshOn } from "../refresh.js";
import { purpose } from "../purposes.js";

const mostMessages = 100;

/**
 * @param {unknown} _
 * @param {AbortSignal} signal
 */
export default async function inboxPage(_, signal) {
    let customerId = "";
    const panel = messagesPanel(() => customerId, fieldOf({
        name: "customer", label: "Recipient", placeholder: "All customers; type an id for one", longest: 20,
        type: "search",
        onchange: (event) => {
            customerId = event.target.value.trim();
            panel.again();
        },
    }));
    await panel.again();
    refreshOn(["message", "reset"], () => true, () => panel.again(), signal);
    return el("div", { class: "page" },
        el("div", { class: "title" }, el("h1", {}, "Inbox")),
        el("p", { class: "lead" }, "What customers get: codes to copy, and questions of the app to approve or deny. "
            + "Nothing leaves this machine."),
        panel.element);
}

/**
 * The newest messages. An event only says that there is one, so that no code is in the stream; the list has it.
 *
 * @param {() => string} recipient returns the id of a customer, or nothing for all.
 * @param {Node | null} filter
 */
export function messagesPanel(recipient, filter = null) {
    const panel = new Panel("Messages", { class: "flush", hint: "newest first" });
    const read = () => sandbox("GET", "/messages", { query: { customerId: recipient() } });
    const list = el("div", {});
    panel.reads("List the messages", read);
    panel.show(filter ? el("div", { class: "filters" }, filter) : null, list);
    panel.loader = () => panel.load(async () => {
        const { body } = await panel.send(read());
        panel.showRows(() => draw(body.messages.slice(0, mostMessages)), list);
    });

    /** @param {Message[]} rows */
    function draw(rows) {
        if (!rows.length) {
            return emptiness("No message yet. Codes and questions to customers arrive here by themselves, for example "
                + "when somebody locks a card.");
        }
        return el("ul", { class: "messages" }, rows.map((message) => item(panel, message)));
    }

    return panel;
}

/**
 * A message as the phone shows it, and whether it was used.
 *
 * @param {Panel} panel
 * @param {Message} message
 */
export function item(panel, message) {
    return el("li", {},
        el("div", { class: "bubble" },
            el("span", { class: "from" }, `${words(message.channel)} to ${message.target} · `,
                el("a", { href: `#/customers/${message.customerId}` }, message.customerId), " · ",
                el("a", { href: `#/inbox/${message.customerId}/${message.id}` }, time(message.createdDate))),
            el("span", {}, purposeOf(message)),
            message.code
                ? el("span", { class: "code-line" }, el("span", { class: "secret-code" }, message.code),
                    copyButton(message.code, `Copy the code ${message.code}`))
                : el("span", {}, "The app asks: is this you?")),
        el("div", { class: "buttons" },
            message.answer ? statusChip(message.answer) : null, standing(message),
            message.awaitsAnswer ? ["approve", "deny"].map((answer) => answerButton(panel, message, answer)) : null));
}

/**
 * What a message or an event is for, and the card that it is about.
 *
 * @param {Parameters<typeof purpose>[0] & { cardId?: string }} message
 */
export const purposeOf = (message) => [purpose(message), message.cardId
    ? [": ", cardLink(message.cardId, "the card")] : null];

/**
 * Whether a message was used, and when it ends.
 *
 * @param {Message} message
 */
export function standing({ state, expiryDate, answer }) {
    const [look, said] = standings[state] ?? ["", words(state)];
    return [
        answer && ["VERIFIED", "FAILED"].includes(state) ? null : el("span", { class: `chip ${look}` }, said),
        state === "OPEN" && expiryDate ? el("span", { class: "hint" }, "until ", timeOfDay(expiryDate)) : null,
    ];
}

/** @type {Record<string, string[]>} */
const standings = {
    OPEN: ["info", "not used yet"], VERIFIED: ["good", "entered"], USED: ["good", "used"],
    REPLACED: ["", "replaced by a newer one"], FAILED: ["bad", "failed"], EXPIRED: ["", "expired"],
};

/**
 * @param {Panel} panel
 * @param {Message} message
 * @param {string} answer
 */
function answerButton(panel, message, answer) {
    const label = sentence(answer);
    return panel.rows.button({
        label, name: `${label} the question to ${message.customerId}`,
        kind: answer === "approve" ? "small primary" : "small",
        request: sandbox("POST", `/messages/${message.id}/${answer}`),
        then: () => panel.again(), done: `${label}: done`,
    });
}
