import { Call } from "./call.js";
import type { Authorization, AuthorizationHistoryParameters, AuthorizationList } from "./generated/models.js";
import {
    Operations, readAuthorization, readAuthorizationList, writeAuthorizationHistoryParameters,
} from "./generated/wire.js";
import type { Wallet } from "./wallet.js";

export * from "./common.js";

/**
 * What merchants asked the customer's cards for: Paysafe's authorization history service, with the names of its SDK.
 *
 * Every call only reads, so it is retried as `CardService` describes, and throws a `WalletError`.
 */
export class AuthorizationHistoryService {
    readonly #wallet: Wallet;

    /** @internal */
    constructor(wallet: Wallet) {
        this.#wallet = wallet;
    }

    /** The customer's authorizations, newest first; declined ones, too. */
    async getAuthorizationHistory(parameters: AuthorizationHistoryParameters = {}): Promise<AuthorizationList> {
        const query = writeAuthorizationHistoryParameters(parameters);
        return this.#wallet.answer(new Call(Operations.listAuthorizations, readAuthorizationList, { query }));
    }

    async getAuthorization(authorizationId: string): Promise<Authorization> {
        const path = { authorizationId };
        return this.#wallet.answer(new Call(Operations.getAuthorization, readAuthorization, { path }));
    }
}
