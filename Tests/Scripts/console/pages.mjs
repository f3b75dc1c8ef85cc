/** The pages of the console that a driver visits, with a card, a phone and the rest made beforehand. */

/**
 * Makes a customer with a card, a phone, a webhook, a payment in a shop, a disputed payment, a clearing file with a
 * break, a draft of controls and a question of the app, through the API of the console's own origin.
 */
export async function furnish(browser) {
    return browser.evaluate(`(async () => {
        const { sandbox, asCustomer, asBusiness, send } = await import("${browser.parts}api.js");
        const { session } = await import("${browser.parts}session.js");
        const made = (await send(sandbox("POST", "/customers", { json: {
            country: "BG", firstName: "Vera", lastName: "Probe", mobile: "+359 881234511" } }))).body;
        const customer = { customerId: made.customerId, brand: made.brand };
        await send(sandbox("POST", "/customers/" + made.customerId + "/load",
            { json: { amount: 5000, currencyCode: "EUR" } }));
        const url = session.about.sandboxUrl + "/sandbox/receivers/probe-" + made.customerId;
        await send(asBusiness(made.brand, "POST", "/v1/webhooks/subscriptions", {
            json: { eventType: "/prepaid/card/status/events", url } }));
        const card = (await send(asCustomer(customer, "POST", "/v1/profile/prepaid/cards", {
            json: { programName: "DEMO-VIRTUAL-VISA-EEA", currency: "EUR" } }))).body;
        for (const type of ["SUSPEND", "RESUME"]) {
            await send(sandbox("POST", "/cards/" + card.cardId + "/events", { json: { type } }));
        }
        await send(sandbox("POST", "/cards/" + card.cardId + "/payments", { json: { amount: 1234 } }));
        const bought = (await send(sandbox("POST", "/cards/" + card.cardId + "/payments", { json: { amount: 500 } })))
            .body;
        await send(sandbox("POST", "/cards/" + card.cardId + "/payments",
            { json: { kind: "CLEARING", authorizationId: bought.authorizationId } }));
        const dispute = (await send(asBusiness(made.brand, "POST", "/v2/customers/" + made.customerId + "/disputes",
            { json: { authorizationId: bought.authorizationId, reason: "NOT_RECEIVED" } }))).body;
        await send(sandbox("POST", "/clearing-file", { type: "text/csv", text: [
            "record,networkReference,authorizationId,currencyCode,amount,isFinal,count",
            "CLEARING,PROBE-" + made.customerId + ",00000000-0000-4000-8000-000000000001,EUR,1,true,",
            "TOTAL,,,EUR,1,,1", "END,,,,,,1", ""].join(String.fromCharCode(10)) }));
        const unknown = (await send(sandbox("GET", "/clearing/breaks", { query: { kind: "UNKNOWN" } }))).body.breaks
            .find((found) => found.break.networkReference === "PROBE-" + made.customerId);
        await send(sandbox("PUT", "/programs/DEMO-VIRTUAL-VISA-EEA/controls/draft",
            { json: { blockedCountries: ["KP"] } }));
        const phone = (await send(sandbox("POST", "/phones", {
            json: { customerId: made.customerId, kind: "PIXEL", hasWallet: true } }))).body;
        await send(sandbox("POST", "/phones/" + phone.phoneId + "/tokens", { json: { cardId: card.cardId } }));
        const merchants = (await send(sandbox("GET", "/merchants"))).body.merchants;
        const { merchantId } = merchants[0];
        const { gateways } = await import("${browser.parts}gateways.js");
        const { credentialsOf } = await import("${browser.parts}merchants.js");
        await gateways.cardpointe.pay(send, { ...merchants[0], credentials: credentialsOf(merchantId) }, { merchantId,
            cardId: card.cardId, gateway: "cardpointe", amount: 777, currencyCode: "EUR", order: "probe-order-1" });
        const [payment] = (await send(sandbox("GET", "/payments", { query: { limit: 1 } }))).body.payments;
        const { eventOf } = await import("${browser.parts}challenge.js");
        const { eventId, walletOperationId } = eventOf(await send(asCustomer(customer, "PATCH",
            "/v1/profile/prepaid/cards/" + card.cardId, { json: { status: "LOCKED", statusReason: "Mislaid" },
                expects: [401] })));
        await send(asCustomer(customer, "POST", "/v1/auth/sca/events/" + eventId + "/challenges", { json: {
            walletOperationId, verification: { method: "OTP", channel: "SMS" } } }));
        const [message] = (await send(sandbox("GET", "/messages", { query: { customerId: made.customerId } })))
            .body.messages;
        const [request] = (await send(sandbox("GET", "/requests", { query: { operation: "sendChallenge", limit: 1 } })))
            .body.requests;
        const { deliveries: [delivery] } = (await send(sandbox("GET", "/webhooks/deliveries",
            { query: { limit: 1 } }))).body;
        const taken = await send(sandbox("POST", "/snapshots", { json: { name: "probe-" + Date.now() } }));
        return { customerId: made.customerId, cardId: card.cardId, accountId: card.accountId, phoneId: phone.phoneId,
            merchantId, snapshot: taken.body.name, paymentId: payment.id, eventId, messageId: message.id,
            number: request.number, requestId: request.requestId, deliveryId: delivery.id, disputeId: dispute.id,
            breakId: unknown.break.breakId, lastFour: card.lastFour };
    })()`);
}

export function pathsOf(made) {
    const { customerId, cardId, accountId, phoneId, merchantId } = made;
    return [
        "/", "/story/1", "/customers", `/customers/${customerId}`, `/cards/${cardId}`, "/phones", `/phones/${phoneId}`,
            "/shops",
        `/shops/${merchantId}`, "/money", `/money/${accountId}`, `/money/${accountId}/statement`,
            "/money/clearing", "/money/breaks", "/rules", "/rules/program?name=DEMO-VIRTUAL-VISA-EEA",
            "/story/dispute/1", "/disputes", "/inbox", "/requests", "/webhooks",
        ...addressesOf(made),
        ...["clock", "faults", "snapshots", "scenarios", "tenants", "coverage", "reset"]
            .map((part) => `/sandbox/${part}`),
    ];
}

/** The URLs of single things, which a user may paste. */
export const addressesOf = ({
    customerId, paymentId, eventId, messageId, number, deliveryId, disputeId, breakId,
}) => [
    `/payments/${paymentId}`, `/inbox/${customerId}/${messageId}`, `/events/${eventId}`, `/requests/${number}`,
    `/webhooks/${deliveryId}`, `/money/breaks/${breakId}`,
    // Its commands move the clock past the end of the others.
    `/disputes/${disputeId}`,
];
