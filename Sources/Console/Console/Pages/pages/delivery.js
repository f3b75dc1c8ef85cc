/** One webhook on its way to one subscription. */
import { el } from "../view.js";
import { sandbox } from "../api.js";
import { Panel } from "../panel.js";
import { refreshOn } from "../refresh.js";
import { deliveryDetail } from "./webhooks.js";

/**
 * @param {{ deliveryId: string }} parameters
 * @param {AbortSignal} signal
 */
export default async function deliveryPage({ deliveryId }, signal) {
    const panel = new Panel("Delivery");
    const read = sandbox("GET", `/webhooks/deliveries/${deliveryId}`);
    panel.reads("Get the delivery", read);
    panel.loader = () => panel.load(async () => {
        const { body } = await panel.send(read);
        panel.showRows(() => deliveryDetail(panel, body, () => panel.again()));
    });
    await panel.again();
    refreshOn(["webhook"], (data) => !data.deliveryId || data.deliveryId === deliveryId, () => panel.again(), signal);
    return el("div", { class: "page" },
        el("p", { class: "crumbs" }, el("a", { href: "#/webhooks" }, "Webhooks")),
        el("div", { class: "title" }, el("h1", {}, "A webhook")), panel.element);
}
