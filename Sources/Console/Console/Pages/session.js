/**
 * What the page keeps until its tab is closed: the sandbox's token, the brands' API clients, the customer that was
 * shown last, and how far the guided story is. The tenant is in the page's address, so a copy of it leads there.
 */

const names = { token: "tessera.sandboxToken", clients: "tessera.clients", customer: "tessera.customer",
    story: "tessera.story" };

/** The first customer of the demo universe. */
const demoCustomer = "10000001";

/** The clients of the demo universe, which the documentation shows to everybody. */
const demoClients = {
    app: { id: "demo-app", secret: "demo-secret" },
    backend: { id: "demo-backend", secret: "demo-backend-secret" },
};

/**
 * @typedef {object} About where the service is.
 * @property {string} publicUrl
 * @property {string} sandboxUrl
 * @property {string} [merchantsUrl]
 * @property {string[]} brands
 * @property {string} version
 * @property {string} [exampleMerchantId] absent without gateways
 * @property {AboutGateway[]} [gateways]
 *
 * @typedef {object} AboutGateway a gateway that the service has.
 * @property {string} name
 * @property {string} title
 * @property {string[]} wallets
 * @property {{ name: string, value: string }[]} exampleCredentials
 */

export const session = {
    /**
     * The answer of GET /sandbox/about.
     *
     * @type {About | null}
     */
    about: null,

    /** Null for what is no token: no header can carry it. */
    get sandboxToken() { return /^[!-~]+$/.exec(sessionStorage.getItem(names.token) ?? "")?.[0] ?? null; },
    set sandboxToken(token) { keep(names.token, token); },

    get tenant() {
        const name = new URLSearchParams(location.search).get("tenant");
        return /^[a-z0-9-]{1,30}$/.test(name ?? "") ? name : null;
    },
    set tenant(name) {
        history.replaceState(null, "", `${location.pathname}${name ? `?tenant=${name}` : ""}${location.hash}`);
        this.customerId = null;
    },

    /** Who pays in shops, unless somebody else is chosen. */
    get customerId() { return sessionStorage.getItem(names.customer) ?? demoCustomer; },
    /** @param {string | null} id */
    set customerId(id) { keep(names.customer, id); },
    /** Null if none was shown yet. */
    get chosenCustomerId() { return sessionStorage.getItem(names.customer); },

    /**
     * What the tales of the guided story have made, by their names.
     *
     * @returns {Record<string, any>}
     */
    get stories() { return kept(names.story) ?? {}; },
    set stories(made) { keep(names.story, JSON.stringify(made)); },

    /** What comes before every path of the chosen tenant. */
    get prefix() { return this.tenant ? `/tenants/${encodeURIComponent(this.tenant)}` : ""; },

    /**
     * The clients of a brand: its own if somebody has entered them, otherwise those of the demo.
     *
     * @param {string} brand
     */
    clients(brand) {
        const own = this.ownClients()[`${this.tenant ?? ""}/${brand}`];
        return own?.app && own.backend ? own : demoClients;
    },

    /**
     * Whether the secrets of a brand's clients are those that the documentation shows.
     *
     * @param {string} brand
     */
    arePublished(brand) { return this.clients(brand) === demoClients; },

    /**
     * @param {string} brand
     * @param {{ app: Client, backend: Client }} clients
     */
    setClients(brand, clients) {
        keep(names.clients, JSON.stringify({ ...this.ownClients(), [`${this.tenant ?? ""}/${brand}`]: clients }));
    },

    ownClients() { return kept(names.clients) ?? {}; },

    get brand() { return this.about?.brands?.[0] ?? "demo"; },
};

/**
 * An object that was kept. Null for anything else: whatever is there, the page must start.
 *
 * @param {string} name
 */
function kept(name) {
    try {
        const value = JSON.parse(sessionStorage.getItem(name) ?? "null");
        return typeof value === "object" ? value : null;
    } catch {
        return null;
    }
}

/**
 * @param {string} name
 * @param {string | null} value
 */
function keep(name, value) {
    if (value) sessionStorage.setItem(name, value);
    else sessionStorage.removeItem(name);
}
