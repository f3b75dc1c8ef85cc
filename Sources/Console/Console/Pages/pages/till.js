/** The checkout of a shop: choose a gateway, what pays, and the amount. */
import { el, fill } from "../view.js";
import { sandbox, asCustomer } from "../api.js";
import { Panel } from "../panel.js";
import { formIn, fieldOf } from "../form.js";
import { emptiness } from "../table.js";
import { customerWith, nameOf } from "../people.js";
import { customersRequest, firstPayer, givePurse, payers, phonesRequest } from "../payers.js";
import { gateways } from "../gateways.js";
import { printing, sealing } from "../checkout.js";
import { minorUnits } from "../format.js";
import { session } from "../session.js";
import { phoneKinds, wallets } from "../device.js";

/**
 * @param {Shop} shop
 * @param {() => unknown} paid
 */
export function checkoutPanel(shop, paid) {
    const panel = new Panel("Checkout", { hint: "as a customer" });
    const place = el("div", { class: "stack" });
    let gateway = Object.keys(gateways)[0];
    /** @type {string} */
    let customerId = "";
    const customer = el("div", { class: "field double" });
    const chooser = el("div", { class: "form" },
        fieldOf({
            name: "gateway", label: "Gateway", options: Object.entries(gateways)
                .map(([name, { title }]) => [name, title]),
            onchange: (event) => {
                gateway = event.target.value;
                again();
            },
        }),
        customer);

    /** Lets somebody choose who pays. */
    async function choose() {
        const list = await payers((request) => panel.send(request));
        customerId ||= firstPayer(list);
        fill(customer, fieldOf({
            name: "customer", label: "Customer", value: customerId, options: list, onchange: (event) => {
                customerId = event.target.value;
                session.customerId = customerId;
                again();
            },
        }));
    }

    const again = () => panel.load(async () => {
        const asked = [gateway, customerId];
        const purse = await purseOf((request) => panel.send(request), customerId, gateways[gateway]);
        // Another gateway or customer may have been chosen meanwhile.
        if (asked.join() !== [gateway, customerId].join()) return;
        panel.showRows(() => till(panel, shop, asked[0], purse, { paid, given: () => choose().then(again) }), place);
    });

    panel.reads("List the customers", customersRequest).reads("List their phones", phonesRequest);
    panel.show(shop.credentials ? el("div", { class: "stack" }, chooser, place) : emptiness(
        "The credentials of this merchant were shown once, when it was "
        + "made, so this page cannot act for it. Make a new merchant, or use the demo's."));
    if (shop.credentials) panel.load(choose).then(again);
    return panel;
}

/**
 * @param {Panel} panel
 * @param {Shop} shop
 * @param {string} name
 * @param {{ customer: Customer, options: PurseOption[] }} purse
 * @param {{ paid: () => unknown, given: () => unknown }} events
 */
function till(panel, shop, name, { customer, options }, { paid, given }) {
    const gateway = gateways[name];
    const words = el("p", { class: "hint" }, gateway.words);
    const payer = el("p", { class: "hint" }, "The customer is ",
        el("a", { href: `#/customers/${customer.customerId}` }, nameOf(customer)), ".");
    if (!options.length) return [payer, words, emptyPurse(panel, gateway, customer, given)];
    const result = el("div", { class: "stack", "aria-live": "polite" });
    return [payer, words, payForm(panel, shop, name, options, result, paid), result];
}

/**
 * @param {Panel} panel
 * @param {Gateway} gateway
 * @param {Customer} customer
 * @param {() => unknown} given
 */
function emptyPurse(panel, { title, wallets: taken, takesCards }, customer, given) {
    const names = taken.map((wallet) => wallets[wallet]);
    const phones = [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" or ");
    const words = emptiness(`${title} takes ${phones}${takesCards ? ", and cards" : ""}. This customer has none of `
        + "them.");
    words.append(el("div", { class: "buttons center" }, panel.rows.button({
        label: `Give ${nameOf(customer)} a card on a phone`, kind: "primary", request: null,
        run: (own) => givePurse((request) => own.send(request), customer, taken[0]),
        done: `${nameOf(customer)} has money, and a card on a phone.`, then: given,
    })));
    return words;
}

/**
 * @param {Panel} panel
 * @param {Shop} shop
 * @param {string} name
 * @param {PurseOption[]} options
 * @param {HTMLElement} result
 * @param {() => unknown} paid
 */
function payForm(panel, shop, name, options, result, paid) {
    const gateway = gateways[name];
    /**
     * Null without an amount.
     *
     * @param {Values} values
     * @returns {Order | null}
     */
    const order = (values) => {
        const amount = minorUnits(values.amount, shop.currencyCode);
        return amount === null ? null : {
            ...options[Number(values.with)], merchantId: shop.merchantId, gateway: name, amount,
            currencyCode: shop.currencyCode, authenticates: Boolean(values.authenticates),
        };
    };
    return formIn(panel, {
        label: "Pay", name: `Pay at ${gateway.title}`, done: `${gateway.title} has answered.`,
        fields: [
            { name: "with", label: "With", width: "double", options: options.map((option, index) =>
                [String(index), option.words]) },
            { name: "amount", label: `Amount in ${shop.currencyCode}`, value: "12.34", inputmode: "decimal",
                required: true },
            ...(gateway.canAuthenticate ? [{ name: "authenticates", label: "The shop demands 3-D Secure",
                type: "checkbox", width: "whole" }] : []),
        ],
        incomplete: "The amount is no amount in the shop's currency, such as 12.34.",
        request: (values) => {
            const wanted = order(values);
            return wanted && firstCall(gateway, shop, wanted);
        },
        run: (_, __, values) => gateway.pay((request) => panel.send(request), shop,
            { .../** @type {Order} */ (order(values)), order: `console-${Date.now().toString(36)}` }),
        then: ({ words, page, provider }) => {
            fill(result, el("p", { class: "note" }, `${gateway.title} says: ${words.replace(/\.$/, "")}. `,
                "The button curl shows each call."), page ? authentication(page) : null,
            provider ? el("p", { class: "note" }, "The customer pays on ",
                authenticationLink(provider, "the page of the provider"), ". The buttons below do the same.") : null);
            return paid();
        },
    }, panel.rows);
}

/**
 * The request with which a checkout begins; the drawer shows the others after it was done.
 *
 * @param {Gateway} gateway
 * @param {Shop} shop
 * @param {Order} order
 */
const firstCall = (gateway, shop, order) => (order.method ? gateway.begins?.(shop, order) ?? null
    : order.token ? sealing(order) : printing(order));

/**
 * What happens in 3-D Secure, and where the customer goes.
 *
 * @param {string} page
 */
function authentication(page) {
    return el("div", { class: "note" },
        el("p", {}, "The issuer can authenticate this customer, so the payment waits. Money is held after this:"),
        el("ol", {},
            el("li", {}, authenticationLink(page, "Open the page of the bank"),
                ". The issuer asks there for a code, or for approval in its app."),
            el("li", {}, "The code arrives in the ", el("a", { href: "#/inbox", target: "_blank" }, "inbox"),
                ", and so does the question of the app."),
            el("li", {}, "Once the customer has confirmed, the issuer is asked for the money, and the page leads back "
                + "to the shop. Close it then; the payment below has changed.")));
}

/**
 * A page of the issuer. It allows no frame around it, so it opens beside the console.
 *
 * @param {string} page
 * @param {string} words
 * @param {string} [look]
 */
export function authenticationLink(page, words, look) {
    return el("a", { href: page, class: look, target: "_blank", rel: "noopener noreferrer" }, words);
}

/**
 * A customer, and how they can pay at a gateway: with tokens on phones, with cards, and without either.
 *
 * @param {Send} send
 * @param {string} customerId
 * @param {Gateway} gateway
 */
async function purseOf(send, customerId, gateway) {
    const customer = await customerWith(customerId, send);
    const cards = await cardsOf(send, customer);
    const tokens = await tokensOf(send, cards);
    const methods = Object.entries(gateway.methods ?? {}).map(([method, words]) => ({ method, words }));
    return {
        customer, options: [
            ...tokens.filter(({ wallet }) => gateway.wallets.includes(wallet)), ...(gateway.takesCards ? cards : []),
            ...methods,
        ],
    };
}

/**
 * @param {Send} send
 * @param {{ cardId: string }[]} cards
 */
async function tokensOf(send, cards) {
    const lists = await Promise.all(cards.slice(0, 12).map(({ cardId }) =>
        send(sandbox("GET", `/cards/${cardId}/tokens`))));
    return lists.flatMap(({ body }) => body.tokens).filter(({ token }) => token.tokenState === "ACTIVE")
        .map(({ phone, token }) => ({
            phoneId: phone.phoneId, token: token.issuerTokenId, wallet: phone.walletType,
            words: `${wallets[phone.walletType]} on the ${phoneKinds[phone.kind]}, •••• ${token.dpanLastFour}`,
        }));
}

/**
 * @param {Send} send
 * @param {Customer} customer
 */
async function cardsOf(send, customer) {
    const { body } = await send(asCustomer(customer, "GET", "/v1/profile/prepaid/cards", { query: { limit: 50 } }));
    return body.cards.filter(({ status }) => ["ACTIVE", "DIGITAL"].includes(status)).map((card) => ({
        cardId: card.cardId,
        words: `${card.scheme === "MC" ? "Mastercard" : "Visa"} •••• ${card.lastFour}, typed`,
    }));
}
