import type { Card } from "@paysafe/paysafe-wallet-saas-web/cards";
import type { AuthenticationConfiguration, WalletConfiguration } from "@paysafe/paysafe-wallet-saas-web/wallet";

export function check(isTrue: boolean, found: unknown): asserts isTrue {
    if (!isTrue) throw new Error(`Not as expected: ${JSON.stringify(found)}`);
}

/** A demo service, with the calls of the app's backend, of one customer and of the tests. */
export class Demo {
    /** A busy machine makes tests slow; it must not make them fail. */
    readonly configuration: WalletConfiguration;

    constructor(readonly url: string, private readonly sandbox: string, private readonly customer: string) {
        this.configuration = { baseUrl: url, timeoutMillis: 300_000, totalTimeoutMillis: 600_000 };
    }

    /** Asks the token call on the customer's behalf, as the app's backend does. */
    async cardToken(): Promise<AuthenticationConfiguration> {
        const answer = await this.#send("POST", `${this.url}/digitalwallets/v1/auth/brands/demo/token`, {
            headers: { Authorization: `Basic ${btoa("demo-app:demo-secret")}` },
            body: new URLSearchParams({
                grant_type: "urn:ietf:params:oauth:grant-type:token-exchange", subject_token: this.customer,
                subject_token_type: "urn:tessera:token-type:customer-id", scope: "pci-dss-1",
            }),
        });
        return { accessToken: answer.access_token, expiresIn: answer.expires_in };
    }

    /** The code of the latest message to the customer. */
    async latestCode(): Promise<string> {
        const inbox = await this.#send("GET", `${this.sandbox}/sandbox/messages?customerId=${this.customer}`);
        return inbox.messages[0].code;
    }

    /** The data that is printed on a physical card. */
    async plastic(card: Card): Promise<{ pan: string; cvv: string }> {
        return this.#send("GET", `${this.sandbox}/sandbox/cards/${card.cardId}/plastic`);
    }

    /** Makes the next call of an operation fail with this status. */
    async failNext(operation: string, status: number): Promise<void> {
        await this.#json("PUT", "/faults", { rules: [{ operation, fault: "STATUS", status, times: 1 }] });
    }

    /** Puts money on the customer's account. */
    async load(amount: number, currencyCode: string): Promise<void> {
        await this.#json("POST", `/customers/${this.customer}/load`, { amount, currencyCode });
    }

    /** Plays a message about a card's payment, and returns the id of its authorization. */
    async pay(card: Card, message: object): Promise<string> {
        return (await this.#json("POST", `/cards/${card.cardId}/payments`, message)).authorizationId;
    }

    #json(method: string, path: string, body: object): Promise<any> {
        const headers = { "Content-Type": "application/json" };
        return this.#send(method, `${this.sandbox}/sandbox${path}`, { headers, body: JSON.stringify(body) });
    }

    async #send(method: string, url: string, init: RequestInit = {}): Promise<any> {
        const response = await fetch(url, { method, ...init });
        const text = await response.text();
        check(response.ok, `${method} ${url}: ${response.status} ${text}`);
        return text === "" ? undefined : JSON.parse(text);
    }
}
