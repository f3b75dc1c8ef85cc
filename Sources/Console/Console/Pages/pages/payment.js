/** One payment of a merchant, with what followed it. */
import { el } from "../view.js";
import { sandbox } from "../api.js";
import { Panel } from "../panel.js";
import { facts, table } from "../table.js";
import { gateways } from "../gateways.js";
import { money, sentence, time } from "../format.js";
import { refreshOn } from "../refresh.js";
import { paymentStatus, paidWith } from "./shop.js";

/**
 * @param {{ paymentId: string }} parameters
 * @param {AbortSignal} signal
 */
export default async function paymentPage({ paymentId }, signal) {
    const panel = new Panel("Payment");
    const steps = new Panel("Captures, voids and refunds", { class: "flush" });
    const read = sandbox("GET", `/payments/${paymentId}`);
    panel.reads("Get the payment", read);
    const title = el("h1", {}, "A payment");
    panel.loader = () => panel.load(async () => {
        const { body } = await panel.send(read);
        title.textContent = `Payment of ${money(body.amount, body.currencyCode)}`;
        panel.show(paymentFacts(body));
        steps.show(table("Captures, voids and refunds", stepColumns(body), body.steps,
            "Nothing has followed the payment yet."));
    });
    await panel.again();
    refreshOn(["payment"], () => true, () => panel.again(), signal);
    return el("div", { class: "page" },
        el("p", { class: "crumbs" }, el("a", { href: "#/shops" }, "Shops")),
        el("div", { class: "title" }, title), panel.element, steps.element);
}

/** @param {Payment} payment */
function paymentFacts(payment) {
    const { currencyCode } = payment;
    return facts([
        ["Status", paymentStatus(payment)], ["Asked for", money(payment.amount, currencyCode)],
        ["Approved", money(payment.authorized, currencyCode)], ["Captured", money(payment.captured, currencyCode)],
        ["Refunded", money(payment.refunded, currencyCode)], ["Given back before", money(payment.voided, currencyCode)],
        ["With", [paidWith(payment), payment.lastFour ? ` •• ${payment.lastFour}` : ""]],
        ["Gateway", gateways[payment.gateway]?.title ?? payment.gateway],
        ["Shop", el("a", { href: `#/shops/${payment.merchantId}` }, payment.merchantId)],
        ["Order", payment.externalReference ? el("code", {}, payment.externalReference) : "–"],
        ["Reference", el("code", {}, payment.reference)], ["When", time(payment.createdDate)],
        ["Payment id", el("code", {}, payment.id)],
    ]);
}

/**
 * @param {{ currencyCode: string }} payment
 * @returns {Column<Sandbox.MerchantPaymentStepAnswer>[]}
 */
const stepColumns = ({ currencyCode }) => [
    { title: "What", cell: (step) => sentence(step.kind) },
    { title: "Amount", class: "number", cell: (step) => money(step.amount, currencyCode) },
    { title: "When", cell: (step) => time(step.date) },
    { title: "Cleared", cell: (step) => (step.kind === "VOID" ? "–" : step.settledDate ? time(step.settledDate)
        : ["at ", time(step.settlesDate)]) },
    { title: "Reference", cell: (step) => el("code", {}, step.reference) },
];
