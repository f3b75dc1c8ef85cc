/** The webhooks about one card, with their bodies. */
import { el } from "../view.js";
import { sandbox } from "../api.js";
import { Panel } from "../panel.js";
import { emptiness } from "../table.js";
import { statusChip } from "../face.js";
import { pretty, time } from "../format.js";
import { refreshOn } from "../refresh.js";

/** @param {CardPage} page */
export function cardWebhooksPanel(page) {
    const panel = new Panel("Webhooks", { hint: "what partners with a subscription receive" });
    const read = sandbox("GET", "/webhooks/deliveries", {
        query: { subject: `${page.owner.customerId}/${page.cardId}`, limit: 15 },
    });
    panel.reads("List the latest webhooks about the card", read);
    panel.loader = () => panel.load(async () => {
        const { deliveries } = (await panel.send(read)).body;
        panel.show(deliveries.length ? deliveries.map(webhookItem) : emptiness("No webhook about this card yet. ",
            el("a", { href: "#/webhooks" }, "Subscribe"), ", also to the receiver that is built in."));
    });
    refreshOn(["webhook"], () => true, () => panel.again(), page.signal);
    return panel;
}

/** @param {Sandbox.FullDeliveryAnswer} delivery */
function webhookItem(delivery) {
    return el("details", { class: "entry", "data-key": delivery.id },
        el("summary", {}, el("code", {}, delivery.eventType), " ", statusChip(delivery.status), " ",
            el("span", { class: "hint" }, time(delivery.createdDate))),
        el("p", {}, el("a", { href: `#/webhooks/${delivery.id}` }, "Its page")),
        el("pre", { tabindex: "0", "aria-label": "The body" }, pretty(delivery.body)));
}
