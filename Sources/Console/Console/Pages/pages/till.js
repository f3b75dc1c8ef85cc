/** The checkout of a shop: choose a gateway, what pays, and the amount. */
import { el, fill } from "../view.js";
import { sandbox, asCustomer } from "../api.js";
import { Panel } from "../panel.js";
import { formIn, fieldOf } from "../form.js";
import { emptiness } from "../table.js";
import { customerWith } from "../people.js";
import { gateways } from "../checkout.js";
import { minorUnits } from "../format.js";
import { phoneKinds, wallets } from "./phones.js";

const firstCustomer = "10000001";

export function checkoutPanel(shop, paid) {
    const panel = new Panel("Checkout", { hint: "as a customer" });
    const place = el("div", {});
    let gateway = "stitch";
    let customerId = firstCustomer;
    const chooser = el("div", { class: "form" },
        fieldOf({
            name: "gateway", label: "Gateway", options: Object.entries(gateways)
                .map(([name, { title }]) => [name, title]),
            onchange: (event) => {
                gateway = event.target.value;
                again();
            },
        }),
        fieldOf({
            name: "customer", label: "Customer", value: customerId, longest: 20, onchange: (event) => {
                customerId = event.target.value.trim();
                again();
            },
        }));

    const again = () => panel.load(async () => {
        panel.actions.length = 0;
        fill(place, await tillOf(panel, shop, gateway, customerId, paid));
    });

    panel.show(shop.credentials ? [chooser, place] : emptiness(
        "The credentials of this merchant were shown once, when it was "
        + "made, so this page cannot act for it. Make a new merchant, or use the demo's."));
    if (shop.credentials) again();
    return panel;
}

async function tillOf(panel, shop, name, customerId, paid) {
    const gateway = gateways[name];
    const words = el("p", { class: "hint" }, gateway.words);
    if (!gateway.pay) return words;
    const send = (request) => panel.send(request);
    const customer = await customerWith(customerId, send);
    const options = gateway.takes === "phone" ? await tokensOf(send, customer, panel)
        : await cardsOf(send, customer, panel);
    if (!options.length) {
        return [words, emptiness(gateway.takes === "phone"
            ? "This customer has no active token on a phone. Add a card to one of the "
            : "This customer has no active card. Order one at the ", el("a", { href: `#/customers/${customerId}` },
            gateway.takes === "phone" ? "customer's phones" : "customer"), ".")];
    }
    const result = el("div", { "aria-live": "polite" });
    return [words, payForm(panel, shop, gateway, options, result, paid), result];
}

function payForm(panel, shop, gateway, options, result, paid) {
    return formIn(panel, {
        label: "Pay", name: `Pay at ${gateway.title}`, done: "Answered",
        fields: [
            {
                name: "with", label: gateway.takes === "phone" ? "With the phone" : "With the card", width: "double",
                options: options.map((option, index) => [String(index), option.words]),
            },
            { name: "amount", label: `Amount in ${shop.currencyCode}`, value: "12.34", inputmode: "decimal",
                required: true },
        ],
        incomplete: "The amount is no amount in the shop's currency, such as 12.34.",
        request: (typed) => (minorUnits(typed.amount, shop.currencyCode) === null ? null
            : firstCall(options[Number(typed.with)], minorUnits(typed.amount, shop.currencyCode), shop.currencyCode)),
        run: (_, __, typed) => gateway.pay((request) => panel.send(request), shop, {
            ...options[Number(typed.with)], amount: minorUnits(typed.amount, shop.currencyCode),
                currencyCode: shop.currencyCode,
            order: `console-${Date.now().toString(36)}`,
        }),
        then: (said) => {
            fill(result, el("p", { class: "note" }, `${gateway.title} says: ${said}. `,
                "The drawer of this panel has each call as curl."));
            return paid();
        },
    });
}

/** The request with which a checkout begins; the drawer shows the others after it was done. */
function firstCall({ phoneId, token, cardId }, amount, currencyCode) {
    return token ? sandbox("POST", `/phones/${phoneId}/tokens/${token}/cryptograms`, { json: { amount, currencyCode } })
        : sandbox("GET", `/cards/${cardId}/plastic`);
}

async function tokensOf(send, customer, panel) {
    const cards = await cardsOf(send, customer, panel);
    const lists = await Promise.all(cards.slice(0, 12).map(({ cardId }) =>
        send(sandbox("GET", `/cards/${cardId}/tokens`))));
    return lists.flatMap(({ body }) => body.tokens).filter(({ token }) => token.tokenState === "ACTIVE")
        .map(({ phone, token }) => ({
        phoneId: phone.phoneId, token: token.issuerTokenId,
        words: `${wallets[phone.walletType]} on the ${phoneKinds[phone.kind]}, •••• ${token.dpanLastFour}`,
    }));
}

async function cardsOf(send, customer, panel) {
    const read = asCustomer(customer, "GET", "/v1/profile/prepaid/cards", { query: { limit: 50 } });
    if (!panel.actions.length) panel.reads("List the customer's cards", read);
    const { body } = await send(read);
    return body.cards.filter(({ status }) => ["ACTIVE", "DIGITAL"].includes(status)).map((card) => ({
        cardId: card.cardId, words: `${card.scheme === "MC" ? "Mastercard" : "Visa"} •••• ${card.lastFour}`,
    }));
}
