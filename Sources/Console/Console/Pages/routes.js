/**
 * The pages of the console, by their paths. Each is loaded when it is opened, so the first one need not wait for all.
 */
const requests = () => import("./pages/requests.js");

/** @type {[string, () => Promise<{ default: Function }>][]} */
export const routes = [
    ["/", () => import("./pages/overview.js")],
    ["/story", () => import("./pages/guide.js")],
    ["/story/dispute", () => import("./pages/disputeGuide.js")],
    ["/story/dispute/:step", () => import("./pages/disputeGuide.js")],
    ["/story/:step", () => import("./pages/guide.js")],
    ["/customers", () => import("./pages/customers.js")],
    ["/customers/:customerId", () => import("./pages/customer.js")],
    ["/cards/:cardId", () => import("./pages/card.js")],
    ["/phones", () => import("./pages/phones.js")],
    ["/phones/:phoneId", () => import("./pages/phone.js")],
    ["/shops", () => import("./pages/shops.js")],
    ["/shops/:merchantId", () => import("./pages/shop.js")],
    ["/money", () => import("./pages/money.js")],
    ["/money/clearing", () => import("./pages/clearing.js")],
    ["/money/breaks", () => import("./pages/breaks.js")],
    ["/money/breaks/:breakId", () => import("./pages/break.js")],
    ["/money/:accountId/statement", () => import("./pages/statement.js")],
    ["/money/:accountId", () => import("./pages/account.js")],
    ["/rules", () => import("./pages/rules.js")],
    ["/rules/program", () => import("./pages/programRules.js")],
    ["/disputes", () => import("./pages/disputes.js")],
    ["/disputes/:disputeId", () => import("./pages/dispute.js")],
    ["/payments/:paymentId", () => import("./pages/payment.js")],
    ["/inbox", () => import("./pages/inbox.js")],
    ["/inbox/:customerId/:messageId", () => import("./pages/message.js")],
    ["/events/:eventId", () => import("./pages/event.js")],
    ["/requests", requests],
    ["/requests/:number", requests],
    ["/webhooks", () => import("./pages/webhooks.js")],
    ["/webhooks/:deliveryId", () => import("./pages/delivery.js")],
    ["/sandbox", () => import("./pages/sandbox.js")],
    ["/sandbox/:part", () => import("./pages/sandbox.js")],
    ["/sandbox/:part/:item", () => import("./pages/sandbox.js")],
];

/** Loads every page, so that it can be opened while the service is away. */
export function loadAll() {
    return Promise.allSettled(routes.map(([, load]) => load()));
}
