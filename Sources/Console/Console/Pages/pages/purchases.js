/** Purchases with a card: a terminal to pay at, and the authorizations that came of it. */
import { el, fill } from "../view.js";
import { sandbox, asBusiness, asCustomer } from "../api.js";
import { Panel } from "../panel.js";
import { formIn, valuesOf } from "../form.js";
import { Pages, table } from "../table.js";
import { disputeLink } from "../disputeWords.js";
import { go } from "../router.js";
import { protectedCall } from "../sca.js";
import { traceList, verdict } from "../trace.js";
import { statusChip } from "../face.js";
import { money, minorUnits, time, words } from "../format.js";

/** @type {Record<string, { name: string, mcc: string, city: string, country: string }>} */
const shops = {
    cafe: { name: "Café am Markt", mcc: "5812", city: "Berlin", country: "DE" },
    grocer: { name: "Corner Shop", mcc: "5411", city: "Sofia", country: "BG" },
    hotel: { name: "Hotel Rila", mcc: "7011", city: "Sofia", country: "BG" },
    casino: { name: "Casino Royale", mcc: "7995", city: "Monaco", country: "MC" },
    cash: { name: "Cash machine", mcc: "6011", city: "Warszawa", country: "PL" },
};
const entries = [["ECOMMERCE", "On the internet"], ["CHIP", "By chip"], ["CONTACTLESS", "Contactless"],
    ["MAGNETIC_STRIPE", "By magnetic stripe"], ["MANUAL", "Typed in by hand"]];

/**
 * @param {CardPage} page
 * @param {() => unknown} changed
 */
export function purchasePanel(page, changed) {
    const panel = new Panel("Pay with it", { hint: "as the card's network would ask" });
    const result = el("div", { "aria-live": "polite" });
    const incomplete = "The amount is no amount in this currency, such as 12.34.";
    const form = formIn(panel, {
        label: "Pay", name: "Pay with the card", done: "Answered",
        fields: [
            { name: "amount", label: "Amount", value: "12.34", inputmode: "decimal", required: true, longest: 14 },
            { name: "currency", label: "Currency", value: page.card?.currency, longest: 3 },
            { name: "shop", label: "Where", options: Object.entries(shops)
                .map(([key, shop]) => [key, `${shop.name}, ${shop.city}`]) },
            { name: "entry", label: "How", options: entries },
        ],
        incomplete,
        request: (typed) => {
            const asked = askedOf(typed);
            return asked && sandbox("POST", `/cards/${page.cardId}/payments`, { json: asked });
        },
        then: ({ body }) => {
            fill(result, verdict({ ...body, isApproved: ["00", "10"].includes(body.responseCode) }),
                traceList(body.trace));
            return changed();
        },
        more: panel.button({
            label: "Would it pass?", incomplete, request: () => wouldPass(page, form), then: ({ body }) => fill(result,
                verdict({ ...body, isApproved: body.possible }), el("p", { class: "hint" }, "Nothing was written."),
                traceList(body.trace)),
        }),
    });
    panel.show(form, result);
    return panel;
}

/** @param {Values} typed */
function askedOf({ amount, currency, shop, entry }) {
    const code = currency.toUpperCase();
    const minor = /^[A-Z]{3}$/.test(code) ? minorUnits(amount, code) : null;
    if (minor === null) return null;
    const isCash = shop === "cash";
    return {
        amount: minor, currencyCode: code, merchant: shops[shop], panEntryMethod: entry,
        ...(isCash ? { kind: "FINANCIAL", transactionType: "ATM_WITHDRAWAL" } : {}),
    };
}

/**
 * @param {CardPage} page
 * @param {HTMLFormElement} form
 */
function wouldPass(page, form) {
    if (!form) return null;
    const asked = askedOf(valuesOf(form));
    return asked && sandbox("GET", `/cards/${page.cardId}/actions/purchase`, {
        query: { amount: asked.amount, currencyCode: asked.currencyCode, mcc: asked.merchant.mcc,
            country: asked.merchant.country,
            panEntryMethod: asked.panEntryMethod },
    });
}

/**
 * The authorizations of a card, each with what can follow it.
 *
 * @param {CardPage} page
 */
export function authorizationsPanel(page) {
    const panel = new Panel("Authorizations", { class: "flush" });
    /** @param {PageRange} range */
    const read = ({ limit, offset }) => asBusiness(page.owner.brand, "GET", "/v2/authorizations", {
        query: { cardId: page.cardId, accountId: page.card?.accountId, limit, offset },
    });
    /** @param {PageRange} range */
    const known = (range) => (page.card?.accountId ? read(range) : null);
    const disputes = asBusiness(page.owner.brand, "GET", `/v2/customers/${page.owner.customerId}/disputes`,
        { query: { limit: 50 } });
    /** @type {Map<string, CardService.Dispute>} */
    const disputed = new Map();
    const pages = new Pages(panel, known, "authorizations", (rows) => table("Authorizations",
        authorizationColumns(panel, page, disputed, () => panel.again()), rows,
        "Nobody has paid with this card yet."), 10);
    panel.reads("List the card's authorizations", () => read({ offset: 0, limit: 10 }));
    panel.reads("List the customer's disputes", disputes);
    panel.show(pages.element);
    panel.loader = () => panel.load(async () => {
        const { body } = await panel.send(disputes);
        disputed.clear();
        // The newest of a payment is the last one that is set.
        for (const dispute of [...body.disputes].reverse()) disputed.set(dispute.authorizationId, dispute);
        await pages.load();
    });
    return panel;
}

/**
 * @param {Panel} panel
 * @param {CardPage} page
 * @param {Map<string, CardService.Dispute>} disputed the newest dispute of each payment that has one.
 * @param {() => unknown} again
 * @returns {Column<CardService.Authorization>[]}
 */
function authorizationColumns(panel, page, disputed, again) {
    return [
        { title: "When", cell: (row) => time(row.creationTime) },
        { title: "Where", cell: (row) => [row.merchantName, el("div", { class: "hint" },
            [row.merchantCity, row.merchantCountry, words(row.panEntryMethod), row.mobileWallet
                ? words(row.mobileWallet) : null]
                .filter(Boolean).join(" · "))] },
        { title: "Amount", class: "number", cell: (row) => money(row.transactionAmount, row.transactionCurrency) },
        { title: "Status", cell: (row) => [statusChip(row.status), row.responseCode === "00" ? null
            : el("span", { class: "hint" }, ` code ${row.responseCode}`), disputeOf(disputed.get(row.id))] },
        { title: "", cell: (row) => el("div", { class: "buttons" }, followUps(row)
            .map(([kind, label, amount]) => panel.rows.button({
            label, name: `${label} the payment at ${row.merchantName}`, kind: "small", done: `${label}: done`,
                then: again,
            request: sandbox("POST", `/cards/${row.cardId}/payments`, {
                json: { kind, authorizationId: row.id, ...(amount ? { amount } : {}) },
            }),
        })), isCleared(row) ? disputeButton(panel, page, row) : null) },
    ];
}

/** @param {CardService.Dispute} [dispute] */
const disputeOf = (dispute) => dispute && el("div", {}, "disputed: ", disputeLink(dispute), ", ",
    words(dispute.status));

/**
 * The customer disputes all that was cleared. The page of the dispute has the rest.
 *
 * @param {Panel} panel
 * @param {CardPage} page
 * @param {CardService.Authorization} payment
 */
function disputeButton(panel, { owner }, { id, merchantName }) {
    const request = asCustomer(owner, "POST", "/v1/profile/disputes",
        { json: { authorizationId: id, reason: "NOT_RECEIVED" } });
    return panel.rows.button({
        label: "Dispute", name: `Dispute the payment at ${merchantName}`, kind: "small", done: "Dispute opened",
        request, run: () => protectedCall((one) => panel.send(one), owner, request),
        then: ({ body }) => go(`/disputes/${body.id}`),
    });
}

/**
 * What the network may send after a payment in this status.
 *
 * @param {{ status: string, direction: string }} authorization
 */
function followUps({ status, direction }) {
    if (direction === "CREDIT") return [];
    if (status === "APPROVED") return [["CLEARING", "Clear"], ["REVERSAL", "Reverse"]];
    if (isCleared({ status, direction })) return [["REFUND", "Refund"]];
    return [];
}

/** @param {{ status: string, direction: string }} authorization */
const isCleared = ({ status, direction }) => direction !== "CREDIT" && ["SETTLED", "SETTLED_PARTIAL"].includes(status);
