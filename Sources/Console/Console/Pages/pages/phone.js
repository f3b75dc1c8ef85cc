/** One phone: its wallet, adding a card message by message, and paying. */
import { el, fill } from "../view.js";
import { sandbox, asCustomer } from "../api.js";
import { Panel } from "../panel.js";
import { formIn } from "../form.js";
import { facts, emptiness } from "../table.js";
import { statusChip } from "../face.js";
import { devicePicture, cardOfToken, phoneKinds, wallets } from "../device.js";
import { messagesOf, enterCode } from "../provisioning.js";
import { customerWith, nameOf } from "../people.js";
import { problemView } from "../problem.js";
import { traceList, verdict } from "../trace.js";
import { minorUnits } from "../format.js";
import { refreshOn } from "../refresh.js";
import { go } from "../router.js";
import { snapshotFirst } from "../safety.js";
import { tokenEvents } from "./tokens.js";

/**
 * @param {{ phoneId: string }} parameters
 * @param {AbortSignal} signal
 */
export default async function phonePage({ phoneId }, signal) {
    const about = new Panel("Phone");
    const read = sandbox("GET", `/phones/${phoneId}`);
    const phone = (await about.reads("Get the phone", read).send(read)).body;
    const customer = await customerWith(phone.customerId, (request) => about.send(request));
    about.tools.append(about.button({
        label: "Erase", kind: "danger", sure: "Really erase?", request: sandbox("DELETE", `/phones/${phoneId}`),
        done: "The phone is erased.", undo: snapshotFirst,
        then: () => { if (!signal.aborted) go("/phones"); },
    }));
    const picture = el("div", {});
    about.show(el("div", { class: "stage" }, picture, facts([
        ["Kind", phoneKinds[phone.kind]], ["Wallet", wallets[phone.walletType]],
        ["Owner", el("a", { href: `#/customers/${customer.customerId}` }, nameOf(customer))],
        ["Hardware id", el("code", {}, phone.stableHardwareId)],
        ["Wallet id", phone.activeWalletId ? el("code", {}, phone.activeWalletId) : "no wallet yet"],
        ["Phone id", el("code", {}, phone.phoneId)],
    ])));
    /** @type {ShownPhone} */
    const place = { phone, customer, tokens: [] };
    const pay = payPanel(place);
    const wallet = walletPanel(place, (tokens) => {
        place.tokens = tokens;
        const passes = tokens.filter((token) => token.tokenState !== "DELETED")
            .map((token) => ({ card: cardOfToken(token), token }));
        fill(picture, devicePicture(phone, passes));
        pay.again();
    });
    const add = await addPanel(place, () => wallet.again());
    await wallet.again();
    refreshOn(["token", "card"], () => true, () => wallet.again(), signal);
    return el("div", { class: "page" },
        el("p", { class: "crumbs" }, el("a", { href: "#/phones" }, "Phones")),
        el("div", { class: "title" },
            el("h1", {}, `${customer.firstName ?? "A customer"}'s ${phoneKinds[phone.kind]}`)),
        el("div", { class: "columns" },
            el("div", { class: "stack" }, about.element, wallet.element),
            el("div", { class: "stack" }, add.element, pay.element)));
}

/**
 * @param {ShownPhone} place
 * @param {(tokens: PhoneToken[]) => void} seen
 */
function walletPanel({ phone }, seen) {
    const panel = new Panel("In the wallet");
    const read = sandbox("GET", `/phones/${phone.phoneId}/tokens`, { expects: [409] });
    panel.reads("List the tokens in the wallet", read);
    panel.loader = () => panel.load(async () => {
        const { body } = await panel.send(read);
        const tokens = body.tokens ?? [];
        panel.showRows(() => (tokens.length ? el("ul", { class: "moves" }, tokens.map((token) => item(token)))
            : emptiness(/** @type {any} */ (body).detail ?? "The wallet is empty.")));
        seen(tokens);
    });

    /** @param {PhoneToken} token */
    function item(token) {
        const path = `/phones/${phone.phoneId}/tokens/${token.issuerTokenId}/events`;
        return el("li", {},
            el("span", {}, el("a", { href: `#/cards/${token.cardId}` }, `Card •••• ${token.fpanLastFour}`),
                el("div", { class: "hint" }, `pays as •••• ${token.dpanLastFour}`)),
            statusChip(token.tokenState),
            el("div", { class: "why buttons" }, waits(token) ? identifyButton(panel, phone, token) : null,
                tokenEvents(token).map(([type, label]) => panel.rows.button({
                label, name: `${label} the token of the card that ends in ${token.fpanLastFour}`,
                kind: type === "DELETE" ? "small danger" : "small", sure: type === "DELETE" ? "Really?" : null,
                request: sandbox("POST", path, { json: { type } }), then: () => panel.again(),
                undo: type === "DELETE" ? snapshotFirst : null,
            }))));
    }
    return panel;
}

/** @param {{ tokenState: string }} token */
const waits = ({ tokenState }) => tokenState === "NEEDS_IDENTITY_VERIFICATION";

/**
 * Enters the code that the network has sent to the cardholder, as the inbox shows it.
 *
 * @param {Panel} panel
 * @param {Phone} phone
 * @param {PhoneToken} token
 */
function identifyButton(panel, phone, token) {
    const path = `/phones/${phone.phoneId}/tokens/${token.issuerTokenId}/verification`;
    return panel.rows.button({
        label: "Enter the code", name: `Enter the code for the card that ends in ${token.fpanLastFour}`,
            kind: "small primary",
        request: sandbox("POST", path, { json: { code: "$CODE" }, secrets: { CODE: "$CODE" } }),
        run: (own) => enterCode((request) => own.send(request), phone, token), then: () => panel.again(),
        done: "The code is entered.",
    });
}

/**
 * Adds a card, one message after the other.
 *
 * @param {ShownPhone} place
 * @param {() => unknown} changed
 */
async function addPanel(place, changed) {
    const panel = new Panel("Add a card", { hint: "message by message" });
    const read = asCustomer(place.customer, "GET", "/v1/profile/prepaid/cards", { query: { limit: 50 } });
    panel.reads("List the customer's cards", read);
    await panel.load(async () => {
        const cards = (await panel.send(read)).body.cards.filter(({ status }) => ["ACTIVE", "DIGITAL"]
            .includes(status));
        if (!cards.length) {
            const page = el("a", { href: `#/customers/${place.customer.customerId}` }, "Order one");
            return panel.show(emptiness("The customer has no active card. ", page, " first."));
        }
        panel.show(walkthrough(panel, place, cards, changed));
    });
    return panel;
}

/**
 * @param {Panel} panel
 * @param {ShownPhone} place
 * @param {CardService.Card[]} cards
 * @param {() => unknown} changed
 */
function walkthrough(panel, place, cards, changed) {
    const list = el("ol", { class: "timeline" });
    const problem = el("div", {});
    const choice = el("select", { id: "card-to-add", onchange: () => begin() }, cards.map((card) =>
        el("option", { value: card.cardId }, `${card.scheme} •••• ${card.lastFour} (${card.programName})`)));
    const next = el("button", { type: "button", class: "primary", onclick: () => step() }, "Next message");
    let trip = tripOf(cards[0]);
    let messages = messagesOf(trip);
    let done = 0;

    /**
     * @param {CardService.Card} card
     * @returns {Trip}
     */
    function tripOf(card) {
        return { phone: place.phone, customer: place.customer, card };
    }

    function begin() {
        trip = tripOf(cards.find(({ cardId }) => cardId === choice.value) ?? cards[0]);
        messages = messagesOf(trip);
        done = 0;
        next.textContent = "Next message";
        fill(problem);
        fill(list, messages.map((message) => el("li", {}, el("strong", {}, message.title),
            el("div", { class: "hint" }, message.words), el("div", { class: "result" }))));
    }

    async function step() {
        if (done === messages.length) return begin();
        fill(problem);
        next.disabled = true;
        choice.disabled = true;
        try {
            const result = await messages[done].run((request) => panel.send(request), trip);
            const place = /** @type {Element} */ (list.children[done].querySelector(".result"));
            fill(place, el("p", { class: "note good" }, result), checks(trip));
            done += 1;
            trip.steps = null;
            if (done === messages.length) {
                next.textContent = "Begin again";
                await changed();
            }
        } catch (error) {
            fill(problem, problemView(error), checks(trip));
        } finally {
            choice.disabled = false;
            next.disabled = false;
            next.focus({ preventScroll: true });
        }
    }

    begin();
    return [el("div", { class: "field" }, el("label", { for: "card-to-add" }, "Card"), choice), list, problem,
        el("div", { class: "buttons" }, next)];
}

/** @param {Trip} trip */
function checks({ steps }) {
    if (!steps) return null;
    return el("details", {}, el("summary", { class: "hint" },
        `What the wallet and the network checked: ${steps.length} steps`),
        el("ul", { class: "trace" }, steps.map((step) => el("li", { class: step.verdict },
            el("span", { class: "verdict", "aria-hidden": "true" }, step.verdict === "PASSED" ? "✓" : "×"),
            el("span", {}, step.step), el("span", {}, step.seen ?? step.cause ?? "")))));
}

/**
 * Pays at a terminal with a token of the wallet.
 *
 * @param {ShownPhone} place
 */
function payPanel(place) {
    const panel = new Panel("Pay at a shop", { hint: "with this phone" });
    /** @type {string | null} */
    let shown = null;
    panel.loader = () => {
        const active = place.tokens.filter(({ tokenState }) => tokenState === "ACTIVE");
        // What was typed and answered stays while the same tokens are active.
        const ids = active.map(({ issuerTokenId }) => issuerTokenId).join();
        if (ids === shown) return;
        shown = ids;
        panel.showRows(() => (active.length ? terminal(panel, active)
            : emptiness("A phone pays with an active token. Add a card first.")));
    };
    return panel;
}

/**
 * A form that pays with one of these tokens, and the place for its answer.
 *
 * @param {Panel} panel
 * @param {PhoneToken[]} active
 */
function terminal(panel, active) {
    const result = el("div", { "aria-live": "polite" });
    const form = formIn(panel, {
        label: "Hold the phone to the terminal", done: "Answered",
        fields: [
            {
                name: "token", label: "Card",
                options: active.map((token) => [token.issuerTokenId, `•••• ${token.dpanLastFour}`]),
            },
            { name: "amount", label: "Amount", value: "12.50", inputmode: "decimal", required: true, longest: 14 },
            { name: "currency", label: "Currency", value: "EUR", longest: 3 },
        ],
        incomplete: "The amount is no amount in this currency, such as 12.50.",
        request: (typed) => terminalRequest(active, typed),
        then: ({ body }) => fill(result, verdict({ ...body, isApproved: body.responseCode === "00" }),
            traceList(body.trace)),
    }, panel.rows);
    return [form, result];
}

/**
 * @param {PhoneToken[]} tokens
 * @param {Values} typed
 */
export function terminalRequest(tokens, { token: id, amount, currency }) {
    const token = tokens.find((one) => one.issuerTokenId === id);
    const code = currency.toUpperCase();
    const minor = /^[A-Z]{3}$/.test(code) ? minorUnits(amount, code) : null;
    return minor === null || !token ? null : sandbox("POST", `/cards/${token.cardId}/payments`, {
        json: {
            amount: minor, currencyCode: code, dpanRef: id, panEntryMethod: "CONTACTLESS",
            merchant: { name: "Bakery Sunrise", mcc: "5462", city: "Sofia", country: "BG" },
        },
    });
}
