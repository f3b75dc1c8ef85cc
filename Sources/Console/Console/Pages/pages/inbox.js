/** The messages to all customers, as they are sent. */
import { el, fill } from "../view.js";
import { sandbox } from "../api.js";
import { Panel } from "../panel.js";
import { emptiness } from "../table.js";
import { fieldOf } from "../form.js";
import { copyButton } from "../drawer.js";
import { statusChip } from "../face.js";
import { time, words } from "../format.js";
import { refreshOn } from "../refresh.js";

const mostMessages = 100;

export async function inboxPage(_, signal) {
    const panel = new Panel("Messages", { class: "flush", hint: "newest first" });
    let customerId = "";
    const read = () => sandbox("GET", "/messages", { query: { customerId } });
    const list = el("div", {});
    const again = () => panel.load(async () => {
        const { body } = await panel.send(read());
        panel.actions.length = 1;
        fill(list, draw(body.messages.slice(0, mostMessages)));
    });
    panel.reads("List the messages", read);

    function draw(rows) {
        if (!rows.length) {
            return emptiness("No message yet. Codes and questions to customers arrive here by themselves, for example "
                + "when somebody locks a card.");
        }
        return el("ul", { class: "messages" }, rows.map((message) => item(panel, message, again)));
    }

    panel.show(el("div", { class: "filters" }, fieldOf({
        name: "customer", label: "Recipient", placeholder: "All customers; type an id for one", longest: 20,
            type: "search",
        onchange: (event) => {
            customerId = event.target.value.trim();
            again();
        },
    })), list);
    await again();
    refreshOn(["message", "reset"], () => true, again, signal);
    return el("div", { class: "page" },
        el("div", { class: "title" }, el("h1", {}, "Inbox")),
        el("p", { class: "lead" }, "What customers get: codes to copy, and questions of the app to approve or deny. "
            + "Nothing leaves this machine."),
        panel.element);
}

function item(panel, message, again) {
    const isQuestion = !message.code;
    const answerRequest = (answer) => sandbox("POST", `/messages/${message.id}/${answer}`);
    const isOpen = isQuestion && !["VERIFIED", "REJECTED", "FAILED", "EXPIRED"].includes(message.status);
    return el("li", {},
        el("div", { class: "bubble" },
            el("span", { class: "from" }, `${words(message.channel)} to ${message.target} · `,
                el("a", { href: `#/customers/${message.customerId}` }, message.customerId), " · ",
                    time(message.createdDate)),
            message.about ? el("span", {}, message.about) : null,
            message.code
                ? el("span", { class: "code-line" }, el("span", { class: "secret-code" }, message.code),
                    copyButton(message.code, `Copy the code ${message.code}`))
                : el("span", {}, "The app asks: is this you?")),
        el("div", { class: "buttons" },
            message.status ? statusChip(message.status) : null,
            message.issuerTokenId ? el("span", { class: "hint" }, "for a token in a wallet") : null,
            isOpen ? [
                panel.button({ label: "Approve", name: `Approve the question to ${message.customerId}`,
                    kind: "small primary",
                    request: answerRequest("approve"), then: again, done: "Approved" }),
                panel.button({ label: "Deny", name: `Deny the question to ${message.customerId}`, kind: "small",
                    request: answerRequest("deny"), then: again, done: "Denied" }),
            ] : null));
}
