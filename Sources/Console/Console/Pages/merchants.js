/** What merchants identify themselves with at the gateways. */

const demoMerchant = "496160873888";

/** The credentials of the demo's merchant, which the documentation shows. */
export const demoCredentials = {
    cardpointe: { username: "testing", password: "testing123", isPublished: true },
    stitch: { client_id: "test-demo", client_secret: "demo-secret", isPublished: true },
    dintero: { account_id: "T12345678", client_id: "demo-client", client_secret: "demo-client-secret",
        isPublished: true },
    moneyhash: { api_key: "YOUR_API_KEY", isPublished: true },
};

/** The credentials of merchants that were made in this tab: the service shows them once. */
const made = new Map();

export function keepCredentials(merchant) {
    made.set(merchant.merchantId, Object.fromEntries((merchant.gateways ?? []).map(({ name, credentials }) =>
        [name, Object.fromEntries((credentials ?? []).map((credential) => [credential.name, credential.value]))])));
}

/** Null if nobody knows them any more. */
export const credentialsOf = (merchantId) => made.get(merchantId)
    ?? (merchantId === demoMerchant ? demoCredentials : null);
