/** The pictures of the guided story: what each step has made. */
import { el, fill } from "./view.js";
import { cardFace, statusChip } from "./face.js";
import { devicePicture } from "./device.js";
import { traceList, verdict } from "./trace.js";
import { money, time, pretty, sentence, words } from "./format.js";
import { table, facts } from "./table.js";
import { isGenuine } from "./receiver.js";
import { summary, typeOf } from "./webhookBody.js";

/** @param {Tale} tale */
const holder = (tale) => `${tale.customer.firstName} ${tale.customer.lastName}`;

/**
 * @param {Tale} tale
 * @param {CardService.Card} card
 */
const faceOf = (tale, card = tale.card) => cardFace(card, { holder: holder(tale), href: `#/cards/${card.cardId}` });

/** @param {Tale} tale */
export function ordered(tale) {
    return el("div", { class: "stage" }, faceOf(tale), el("div", {},
        el("p", {}, "The card exists: it has a number, an expiry and an account, and its status is ",
            statusChip(tale.card.status), "."),
        facts([["Program", tale.card.programName], ["Account", tale.card.accountId],
            ["Card id", el("code", {}, tale.card.cardId)]])));
}

/** @param {Tale} tale */
export function delivered(tale) {
    return el("div", { class: "stage" }, faceOf(tale), el("ol", { class: "timeline" },
        el("li", {}, "In Anna's letter box", el("div", { class: "when" }, time(tale.post.deliveredDate))),
        el("li", {}, "Taken by the post", el("div", { class: "when" }, time(tale.post.dispatchedDate))),
        el("li", {}, "Ordered", el("div", { class: "when" }, time(tale.card.createdDate)))));
}

/** @param {Tale} tale */
export function activated(tale) {
    return el("div", { class: "stage" }, faceOf(tale), el("div", {},
        el("p", {}, "From now on it pays: the status is ", statusChip(tale.card.status), "."),
        el("p", { class: "hint" }, "Activated ", time(tale.card.activationDate),
            ". The webhook about it is already on its way.")));
}

/** @param {Tale} tale */
export function locked(tale) {
    return el("div", { class: "stage" }, faceOf(tale, tale.lockedFace ?? tale.card), el("div", { class: "stack" },
        tale.message ? el("div", { class: "bubble" },
            el("span", { class: "from" }, `${words(tale.message.channel).toUpperCase()} to ${tale.message.target}`),
            el("span", {}, "Your code is"), el("span", { class: "secret-code" }, tale.message.code)) : null,
        el("div", {}, el("p", {}, "While it was locked, a purchase got:"),
            verdict({ ...tale.refused, isApproved: false }),
            el("p", { class: "hint" }, "Now it is ", words(tale.card.status),
                " again, so that the story can go on."))));
}

/** @param {Tale} tale */
export function inWallet(tale) {
    return el("div", { class: "stage" }, devicePicture(tale.phone, [{ card: tale.card, token: tale.token }]),
        el("div", {},
        el("p", {},
            `The iPhone pays with a number of its own, which ends in ${tale.token.dpanLastFour}. The card's own number `
            + `ends in ${tale.card.lastFour}, and no shop sees it.`),
        facts([["Token", el("code", {}, tale.token.issuerTokenId)], ["State", statusChip(tale.token.tokenState)],
            ["Phone", el("a", { href: `#/phones/${tale.phone.phoneId}` }, "Open the phone")]])));
}

/**
 * @param {Tale} tale
 * @param {{ amount: number, currencyCode: string, merchant: { name: string, city: string } }} price
 */
export function paid(tale, { amount, currencyCode, merchant }) {
    const { payment } = tale;
    return el("div", { class: "stage" },
        el("div", { class: "receipt" },
            el("strong", {}, merchant.name), el("span", {}, merchant.city),
            el("span", { class: "sum" }, money(amount, currencyCode)),
            el("div", { class: "line" }, el("span", {}, "Card"),
                el("span", {}, `•••• ${tale.token.dpanLastFour}`)),
            el("div", { class: "line" }, el("span", {}, "Approval"), el("span", {}, payment.approvalCode ?? "–")),
            payment.availableBalance === undefined ? null
                : el("div", { class: "line" }, el("span", {}, "Left"),
                    el("span", {}, money(payment.availableBalance, currencyCode)))),
        el("div", {}, verdict({ ...payment, isApproved: payment.responseCode === "00" }), traceList(payment.trace)));
}

/** @param {Tale} tale */
export function webhooks(tale) {
    const keys = new Map((tale.subscriptions ?? []).map((one) => [one.eventType, one.signingKey]));
    return el("div", {}, el("p", {}, `${tale.received.length} webhooks have arrived at `,
        el("a", { href: "#/webhooks" }, "the receiver"), "."),
        tale.received.slice(0, 12).map((delivery, index) => {
            const { body } = delivery;
            const mark = el("span", { class: "chip" }, "checking");
            check(mark, delivery, keys.get(typeOf(body)));
            return el("details", { class: "entry", open: index === 0 },
                el("summary", {}, el("code", {}, typeOf(body)), " ", el("strong", {}, summary(body)), " ", mark),
                el("pre", { tabindex: "0", "aria-label": "The body" }, pretty(body)));
        }));
}

/**
 * @param {HTMLElement} mark
 * @param {Sandbox.ReceivedWebhookAnswer} delivery
 * @param {string | undefined} key
 */
async function check(mark, delivery, key) {
    const isRight = key ? await isGenuine(delivery, key) : null;
    const words = isRight === null ? "signature not checked" : `signature is ${isRight ? "genuine" : "wrong"}`;
    mark.className = `chip ${isRight ? "good" : isRight === false ? "bad" : ""}`;
    fill(mark, words);
}

/** @param {Tale} tale */
export function statement(tale) {
    return el("div", { class: "stack" },
        el("div", { class: "receipt" }, el("span", {}, "Balance"),
            el("span", { class: "sum" }, money(tale.account.totalBalance, tale.account.currencyCode)),
            el("div", { class: "line" }, el("span", {}, "Available"),
                el("span", {}, money(tale.account.availableBalance, tale.account.currencyCode))),
            el("div", { class: "line" }, el("span", {}, "Books"),
                el("span", {}, tale.ledger.isBalanced ? "balanced" : "not balanced"))),
        table("Transactions", [
            { title: "What", cell: (row) => [sentence(row.type), row.merchantName
                ? el("div", { class: "hint" }, row.merchantName) : null] },
            { title: "Amount", class: "number", cell: (row) =>
                `${row.direction === "DEBIT" ? "−" : "+"}${money(row.amount, row.currencyCode)}` },
            { title: "Balance", class: "number", cell: (row) => money(row.balance, row.currencyCode) },
            { title: "When", cell: (row) => time(row.creationTime) },
        ], tale.transactions, "No transaction yet."),
        el("p", { class: "note good" }, "That was the story: a card from its order to its statement. ",
            el("a", { href: `#/cards/${tale.card.cardId}` }, "Look at the card"), ", ",
            el("a", { href: `#/money/${tale.account.id}` }, "at the account"), ", or ",
            el("a", { href: "#/requests" }, "at every request"), " to the Card service."));
}
