/** One card: its face, its states, and everything that it can do. */
import { el, fill } from "../view.js";
import { sandbox, asBusiness } from "../api.js";
import { Panel } from "../panel.js";
import { facts } from "../table.js";
import { cardFace, statusChip, schemeName } from "../face.js";
import { time, words, expiry } from "../format.js";
import { customerWith, nameOf, ownerOf } from "../people.js";
import { refreshOn } from "../refresh.js";
import { plasticControl } from "./plastic.js";
import { statesPanels } from "./states.js";
import { purchasePanel, authorizationsPanel } from "./purchases.js";
import { controlsPanel } from "./controls.js";
import { tokensPanel } from "./tokens.js";
import { cardWebhooksPanel } from "./cardWebhooks.js";

/**
 * @param {{ cardId: string }} parameters
 * @param {AbortSignal} signal
 */
export default async function cardPage({ cardId }, signal) {
    const panel = new Panel("Card");
    panel.reads("Find the card's owner", sandbox("GET", `/cards/${cardId}`));
    /** @param {ServiceRequest} request */
    const send = (request) => panel.send(request);
    const owner = await ownerOf(cardId, send);
    const customer = { ...await customerWith(owner.customerId, send), ...owner };
    const read = asBusiness(owner.brand, "GET", `/v1/customers/${owner.customerId}/prepaid/cards/${cardId}`, {
        query: { include: "TOKENIZATIONS" },
    });
    panel.reads("Get the card", read);

    /** @type {CardPage & { customer: Customer }} */
    const page = { cardId, owner, customer, card: null, signal };
    const title = el("h1", {});
    const status = el("span", {});
    const picture = el("div", {});
    const values = el("div", {});
    const plastic = plasticControl(panel, page, (printed) => drawFace(printed));
    const states = statesPanels(page, () => again());
    const parts = [
        tokensPanel(page), authorizationsPanel(page), controlsPanel(page), cardWebhooksPanel(page),
    ];
    const [tokens, authorizations, controls, webhooks] = parts;

    /** @param {Sandbox.PlasticAnswer} [printed] */
    function drawFace(printed) {
        if (page.card) fill(picture, cardFace(page.card, { holder: nameOf(customer), plastic: printed }));
    }

    async function again() {
        await panel.load(async () => {
            const card = (await send(read)).body;
            page.card = card;
            fill(title, `${schemeName(card.scheme)} •••• ${card.lastFour}`);
            fill(status, statusChip(card.status));
            fill(values, cardFacts(card, customer));
            plastic.mask();
            drawFace();
        });
        if (page.card) await states.again();
    }

    await again();
    if (!page.card) return el("div", { class: "page" }, el("h1", {}, "A card"), panel.element);
    const purchase = purchasePanel(page, () => Promise.all([again(), authorizations.again()]));
    panel.show(el("div", { class: "hero" }, el("div", {}, picture, plastic.element), values));
    for (const part of parts) part.again();
    /** @param {any} data */
    const concerns = (data) => !data.cardId || data.cardId === cardId;
    refreshOn(["card"], concerns, () => again(), signal);
    // A token follows its card.
    refreshOn(["token", "card"], concerns, () => tokens.again(), signal);
    refreshOn(["payment"], concerns, () => authorizations.again(), signal);
    return el("div", { class: "page" },
        el("p", { class: "crumbs" }, el("a", { href: "#/customers" }, "Customers"), " / ",
            el("a", { href: `#/customers/${owner.customerId}` }, nameOf(customer))),
        el("div", { class: "title" }, title, status),
        panel.element,
        states.diagram.element, states.moves.element,
        el("div", { class: "columns wide-left" },
            el("div", { class: "stack" }, purchase.element, authorizations.element, webhooks.element),
            el("div", { class: "stack" }, tokens.element, states.history.element, controls.element)));
}

/**
 * A virtual card is active from the beginning.
 *
 * @param {{ activationDate?: string, cardType: string }} card
 */
function activation({ activationDate, cardType }) {
    if (activationDate) return time(activationDate);
    return cardType === "VIRTUAL" ? "when it was ordered" : "not yet";
}

/**
 * @param {CardService.Card} card
 * @param {Customer} customer
 */
function cardFacts(card, customer) {
    const address = card.deliveryAddress;
    return facts([
        ["Program", card.programName], ["Kind", words(card.cardType)], ["Currency", card.currency],
            ["Expires", expiry(card.expiry)],
        ["Owner", el("a", { href: `#/customers/${customer.customerId}` }, nameOf(customer))],
        ["Account", card.accountId ? el("a", { href: `#/money/${card.accountId}` }, card.accountId) : "none yet"],
        ["Ordered", time(card.createdDate)], ["Activated", activation(card)],
        ["PIN", card.isPinSet ? "set" : "not set"],
        address ? ["Sent to", [address.address1, address.city, address.countryCode].filter(Boolean).join(", ")] : null,
        ["Card id", el("code", {}, card.cardId)],
    ]);
}
