/** The webhook events about one card, with their bodies. */
import { el } from "../view.js";
import { sandbox } from "../api.js";
import { Panel } from "../panel.js";
import { emptiness } from "../table.js";
import { statusChip } from "../face.js";
import { pretty, time } from "../format.js";
import { refreshOn } from "../refresh.js";

export function cardEventsPanel(page) {
    const panel = new Panel("Events", { hint: "what partners with a subscription receive" });
    const read = sandbox("GET", "/webhooks/deliveries", { query: { limit: 100 } });
    panel.reads("List the latest webhooks, of which those about the card are shown", read);
    panel.again = () => panel.load(async () => {
        const { body } = await panel.send(read);
        const about = body.deliveries.filter((delivery) => delivery.body?.cardId === page.cardId).slice(0, 15);
        panel.show(about.length ? about.map(eventItem) : emptiness("No webhook about this card yet. ",
            el("a", { href: "#/webhooks" }, "Subscribe"), ", also to the receiver that is built in."));
    });
    refreshOn(["webhook"], () => true, () => panel.again(), page.signal);
    return panel;
}

export function eventItem(delivery) {
    return el("details", { class: "entry" },
        el("summary", {}, el("code", {}, delivery.eventType), " ", statusChip(delivery.status), " ",
            el("span", { class: "hint" }, time(delivery.createdDate))),
        el("pre", { tabindex: "0", "aria-label": "The body" }, pretty(delivery.body)));
}
