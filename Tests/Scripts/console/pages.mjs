/** The pages of the console that a driver visits, with a card, a phone and the rest made beforehand. */

/** Makes a customer with a card, a phone and a webhook through the API of the console's own origin. */
export async function furnish(browser) {
    return browser.evaluate(`(async () => {
        const { sandbox, asCustomer, asBusiness, send } = await import("/console/api.js");
        const { session } = await import("/console/session.js");
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
        await send(sandbox("POST", "/cards/" + card.cardId + "/payments", { json: { amount: 1234 } }));
        const phone = (await send(sandbox("POST", "/phones", {
            json: { customerId: made.customerId, kind: "PIXEL", hasWallet: true } }))).body;
        await send(sandbox("POST", "/phones/" + phone.phoneId + "/tokens", { json: { cardId: card.cardId } }));
        const merchants = (await send(sandbox("GET", "/merchants"))).body.merchants;
        const taken = await send(sandbox("POST", "/snapshots", { json: { name: "probe-" + Date.now() } }));
        return { customerId: made.customerId, cardId: card.cardId, accountId: card.accountId, phoneId: phone.phoneId,
            merchantId: merchants[0].merchantId, snapshot: taken.body.name };
    })()`);
}

export function pathsOf({ customerId, cardId, accountId, phoneId, merchantId }) {
    return [
        "/", "/story/1", "/customers", `/customers/${customerId}`, `/cards/${cardId}`, "/phones", `/phones/${phoneId}`,
            "/shops",
        `/shops/${merchantId}`, "/money", `/money/${accountId}`, "/inbox", "/requests", "/webhooks",
        ...["clock", "faults", "snapshots", "scenarios", "tenants", "coverage", "reset"]
            .map((part) => `/sandbox/${part}`),
    ];
}
