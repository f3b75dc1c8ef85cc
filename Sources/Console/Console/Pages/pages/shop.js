/** One merchant: its gateways, a checkout, and its payments. */
import { el, fill } from "../view.js";
import { sandbox } from "../api.js";
import { Panel } from "../panel.js";
import { Pages, table, facts, emptiness } from "../table.js";
import { statusChip } from "../face.js";
import { money, time, words, sentence } from "../format.js";
import { refreshOn } from "../refresh.js";
import { gateways } from "../gateways.js";
import { credentialsOf } from "../merchants.js";
import { legible } from "../people.js";
import { authenticationLink, checkoutPanel } from "./till.js";

/**
 * @param {{ merchantId: string }} parameters
 * @param {AbortSignal} signal
 */
export default async function shopPage({ merchantId }, signal) {
    const about = new Panel("Merchant");
    const read = sandbox("GET", `/merchants/${merchantId}`);
    const shop = { ...(await about.reads("Get the merchant", read).send(read)).body,
        credentials: credentialsOf(merchantId) };
    about.show(facts([
        ["Merchant id", el("code", {}, shop.merchantId)], ["Category", shop.mcc],
            ["Where", `${shop.city}, ${shop.country}`],
        ["Currency", shop.currencyCode], ["Day ends", `${shop.dayEnds} UTC`],
        ["Credentials", credentialWords(shop.credentials)],
    ]));
    const payments = paymentsPanel(shop);
    const keys = keysPanel(shop);
    const paid = () => {
        payments.clear();
        return payments.again();
    };
    await payments.again();
    refreshOn(["payment"], (data) => !data.merchantId || data.merchantId === merchantId, () => payments.again(),
        signal);
    return el("div", { class: "page" },
        el("p", { class: "crumbs" }, el("a", { href: "#/shops" }, "Shops")),
        el("div", { class: "title" }, el("h1", {}, legible(shop.name, merchantId))),
        el("div", { class: "columns wide-left" }, checkoutPanel(shop, paid).element, about.element),
        payments.element, keys.element);
}

/** @param {any} credentials */
function credentialWords(credentials) {
    if (!credentials) return "shown once, when the merchant was made";
    return credentials.stitch?.isPublished ? "in the documentation" : "kept until this tab is closed";
}

/** @param {Shop} shop */
function paymentsPanel(shop) {
    const panel = new Panel("Payments", { class: "flush" });
    /** @param {PageRange} range */
    const read = ({ limit, offset }) => sandbox("GET", "/payments",
        { query: { merchantId: shop.merchantId, limit, offset } });
    const again = () => panel.again();
    const pages = new Pages(panel, read, "payments", (rows) => table("Payments", paymentColumns(panel, shop, again),
        rows, "Nobody has paid here yet. Check out above, and the payment appears."), 15);
    panel.reads("List the merchant's payments", pages.first);
    panel.show(pages.element);
    panel.loader = () => pages.load();
    return panel;
}

/**
 * @param {Panel} panel
 * @param {Shop} shop
 * @param {() => unknown} again
 * @returns {Column<Payment>[]}
 */
function paymentColumns(panel, shop, again) {
    return [
        { title: "Amount", class: "number", cell: (row) => el("a", { href: `#/payments/${row.id}` },
            money(row.amount, row.currencyCode)) },
        { title: "Status", cell: paymentStatus },
        { title: "", cell: (row) => el("div", { class: "buttons" }, authenticationOf(row),
            outcomes(row).map((outcome) => endButton(panel, row, outcome, again)), shop.credentials
                ? followUps(row).map((name) => followButton(panel, shop, row, name, again)) : null) },
        { title: "When", cell: (row) => time(row.createdDate) },
        { title: "Gateway", cell: (row) => gateways[row.gateway]?.title ?? row.gateway },
        { title: "Captured", class: "number", cell: (row) => money(row.captured, row.currencyCode) },
        { title: "Refunded", class: "number", cell: (row) => money(row.refunded, row.currencyCode) },
        { title: "With", cell: paidWith },
    ];
}

/**
 * What has paid, in a few words.
 *
 * @param {Payment} payment
 */
export const paidWith = ({ gateway, method, wallet }) => gateways[gateway]?.methods?.[method ?? ""]
    ?? (wallet ? `${sentence(wallet)} Pay` : "card");

/**
 * The status of a payment, why it was declined, and whether the issuer has paid the shop.
 *
 * @param {Payment} payment
 */
export function paymentStatus({ status, declineReason, steps, method }) {
    const moves = (steps ?? []).filter(({ kind }) => kind !== "VOID");
    const isCleared = moves.length && moves.every(({ settledDate }) => settledDate);
    const why = declineReason ? (method && atProvider[declineReason]) ?? words(declineReason) : null;
    const hint = why ?? (method && atProvider[status]) ?? (isCleared ? "cleared" : null);
    return [statusChip(status), hint ? el("div", { class: "hint" }, hint) : null];
}

/**
 * What statuses and reasons mean for a payment without a card.
 *
 * @type {Record<string, string>}
 */
const atProvider = {
    PENDING_AUTHENTICATION: "the customer has to pay", DO_NOT_HONOR: "refused by the provider",
    NOT_AUTHENTICATED: "not paid in time",
};

/**
 * The page that a payment waits for.
 *
 * @param {Payment} row
 */
function authenticationOf(row) {
    if (row.status !== "PENDING_AUTHENTICATION") return null;
    const page = row.method ? gateways[row.gateway]?.provider?.(row) : gateways[row.gateway]?.authentication?.(row);
    return page ? authenticationLink(page, row.method ? "Page" : "3-D Secure", "button small") : null;
}

/**
 * How a payment that waits for a provider can end.
 *
 * @type {Record<string, string>}
 */
const ends = { SUCCESS: "Customer pays", REFUSED: "Refuse", EXPIRED: "Expire" };

/** @param {Payment} payment */
const outcomes = ({ method, status }) => (method && status === "PENDING_AUTHENTICATION" ? Object.keys(ends) : []);

/**
 * @param {Panel} panel
 * @param {Payment} row
 * @param {string} outcome
 * @param {() => unknown} again
 */
function endButton(panel, row, outcome, again) {
    return panel.rows.button({
        label: ends[outcome], name: `${ends[outcome]}: the payment of ${money(row.amount, row.currencyCode)}`,
        kind: "small",
        request: sandbox("POST", `/payments/${row.id}/outcome`, { json: { outcome } }),
        done: "The provider has answered.", then: again,
    });
}

/**
 * @param {Panel} panel
 * @param {Shop} shop
 * @param {Payment} row
 * @param {string} name
 * @param {() => unknown} again
 */
function followButton(panel, shop, row, name, again) {
    const payment = { ...row, amount: name === "refund" ? row.captured - row.refunded : row.amount };
    return panel.rows.button({
        label: sentence(name),
        name: `${name} the payment of ${money(row.amount, row.currencyCode)}`, kind: "small", request: null,
            done: `${gateways[row.gateway].title} has answered.`,
        run: (own) => gateways[row.gateway].follow[name]((request) => own.send(request), shop, payment),
        then: async (said) => {
            await again();
            const which = `${name} of ${money(payment.amount, row.currencyCode)}`;
            fill(panel.notice, el("p", { class: "note" }, `${gateways[row.gateway].title} says: ${said} (${which})`));
        },
    });
}

/** @param {Payment} payment */
function followUps({ gateway, status, captured, refunded }) {
    if (!gateways[gateway]) return [];
    if (status === "AUTHORIZED") return ["capture", "void"];
    if (status !== "CAPTURED" || refunded >= captured) return [];
    return gateways[gateway].voidsCaptures ? ["void", "refund"] : ["refund"];
}

/** @param {Shop} shop */
function keysPanel(shop) {
    const panel = new Panel("Gateways and keys", { class: "flush" });
    panel.reads("List the merchant's keys for wallets", sandbox("GET", `/merchants/${shop.merchantId}/keys`));
    const keys = (shop.gateways ?? []).flatMap((gateway) =>
        gateway.keys.map((key) => ({ ...key, path: gateway.path })));
    const list = el("div", {});
    fill(list, keys.length ? table("Keys", [
        { title: "Gateway", cell: (key) => gateways[key.gateway]?.title ?? key.gateway },
        { title: "Wallet", cell: (key) => [`${sentence(key.wallet)} Pay`,
            el("div", { class: "hint" }, [key.kind, key.walletId].filter(Boolean).join(" · "))] },
        { title: "Status", cell: (key) => statusChip(key.status) },
    ], keys) : emptiness("This merchant has no keys."));
    panel.show(list);
    return panel;
}
