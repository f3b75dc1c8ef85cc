/** One message to a customer: what it is for, whether it was used, and when it ends. */
import { el } from "../view.js";
import { sandbox } from "../api.js";
import { Panel } from "../panel.js";
import { emptiness, facts } from "../table.js";
import { time, words } from "../format.js";
import { refreshOn } from "../refresh.js";
import { item, purposeOf, standing } from "./inbox.js";

/**
 * @param {{ customerId: string, messageId: string }} parameters
 * @param {AbortSignal} signal
 */
export default async function messagePage({ customerId, messageId }, signal) {
    const panel = new Panel("Message");
    const read = sandbox("GET", "/messages", { query: { customerId } });
    panel.reads("List the customer's messages", read);
    panel.loader = () => panel.load(async () => {
        const message = (await panel.send(read)).body.messages.find(({ id }) => id === messageId);
        panel.showRows(() => (message ? [el("ul", { class: "messages one" }, item(panel, message)), aboutOf(message)]
            : emptiness("This is not among the newest hundred messages to the customer. Messages are kept for a week, "
                + "and a reset deletes them.")));
    });
    await panel.again();
    refreshOn(["message", "request", "reset"], () => true, () => panel.again(), signal);
    return el("div", { class: "page" },
        el("p", { class: "crumbs" }, el("a", { href: "#/inbox" }, "Inbox")),
        el("div", { class: "title" }, el("h1", {}, "A message")), panel.element);
}

/** @param {Message} message */
function aboutOf(message) {
    return facts([
        ["For", purposeOf(message)], ["State", standing(message)],
        ["Ends", message.expiryDate ? time(message.expiryDate) : "with its token or its event"],
        ["By", words(message.channel)], ["To", message.target],
        ["Customer", el("a", { href: `#/customers/${message.customerId}` }, message.customerId)],
        message.eventId ? ["Authentication", el("a", { href: `#/events/${message.eventId}` }, "Open the event")] : null,
        ["Message id", el("code", {}, message.id)],
    ]);
}
