import { AccessTokens, type AuthenticationConfiguration, type TokenProvider } from "./access-tokens.js";
import { ScaService } from "./authentication.js";
import { AuthorizationHistoryService } from "./authorization-history.js";
import type { Call, WholeResponse } from "./call.js";
import { CardService } from "./cards.js";
import { DisputeService } from "./disputes.js";
import { NotAnsweredError, RefusedError, ScaRequiredError, WalletError } from "./errors.js";
import type { ScaAuthenticationEventRequest, ScaAuthenticationEventResponse } from "./generated/models.js";
import { Repetition } from "./repetition.js";
import { TransactionHistoryService } from "./transaction-history.js";
import { platform, send, type Surroundings } from "./transport.js";

export * from "./common.js";
export type { AuthenticationConfiguration, Surroundings, TokenProvider };

const version = "1.0";

/** The service's address and the time limits. */
export interface WalletConfiguration {
    /** Scheme and authority, without a path: `https://api.example.com`. A slash at the end changes nothing. */
    readonly baseUrl: string;
    /** The version of the app, sent with every request. */
    readonly partnerApplicationVersion?: string;
    /** The time limit for one try; 30 seconds if absent. */
    readonly timeoutMillis?: number;
    /**
     * The time limit for all tries of a call together, with their pauses; 60 seconds if absent. The time that the token
     * provider and the customer take does not count.
     */
    readonly totalTimeoutMillis?: number;
    /** The maximum number of tries, including the first one; 4 if absent. */
    readonly maximumTries?: number;
}

/**
 * Lets the customer answer an event. The call that required it goes on with the returned ids of the event; without
 * them, it throws its `ScaRequiredError`.
 */
export type ScaAuthenticationEventListener =
    (event: ScaAuthenticationEventResponse) => Promise<ScaAuthenticationEventRequest | void>;

/**
 * A customer's wallet in an app. The app configures it once, and gets its services from it wherever it needs them.
 *
 * The names are those of Paysafe's SDK. `CardService` documents which calls are retried automatically.
 */
export class Wallet {
    static #configured: Wallet | undefined;
    readonly #configuration: WalletConfiguration;
    readonly #surroundings: Surroundings;
    readonly #tokens: AccessTokens;
    #listener: ScaAuthenticationEventListener | undefined;

    /**
     * @param tokenProvider asks the app's own backend for the customer's access token, with the scope `pci-dss-1` if
     *   details and PIN will be shown. It is called when the first token is needed and whenever a token has expired,
     *   never twice at once. It may take any time. Without it, the app calls `authenticate`.
     */
    constructor(
        configuration: WalletConfiguration, tokenProvider?: TokenProvider, surroundings: Surroundings = platform
    ) {
        this.#configuration = configuration;
        this.#surroundings = surroundings;
        this.#tokens = new AccessTokens(tokenProvider, surroundings.now);
    }

    /**
     * The app's only wallet.
     *
     * @throws Error before `configure`.
     */
    static getInstance(): Wallet {
        if (!Wallet.#configured) throw new Error("No wallet is configured: call Wallet.configure when the app starts.");
        return Wallet.#configured;
    }

    /**
     * Creates the app's only wallet, or takes an existing one. A second call replaces it, for example when another
     * customer signs in. A service from the earlier wallet keeps the earlier configuration.
     */
    static configure(configuration: WalletConfiguration | Wallet, tokenProvider?: TokenProvider): void {
        const isWallet = configuration instanceof Wallet;
        Wallet.#configured = isWallet ? configuration : new Wallet(configuration, tokenProvider);
    }

    getCardService(): CardService {
        return new CardService(this);
    }

    getScaService(): ScaService {
        return new ScaService(this);
    }

    getTransactionHistoryService(): TransactionHistoryService {
        return new TransactionHistoryService(this);
    }

    getDisputeService(): DisputeService {
        return new DisputeService(this);
    }

    getAuthorizationHistoryService(): AuthorizationHistoryService {
        return new AuthorizationHistoryService(this);
    }

    /**
     * Uses this token from now on, also in services that the app got earlier. It may be another customer's: a call that
     * began before this is never sent with it, and throws `TokenNotProvidedError` with a `SignInChangedError` if it
     * needs a new token.
     *
     * When the service no longer accepts the token, the token provider is asked. Without one, calls throw
     * `TokenNotProvidedError` until the app calls this again.
     */
    authenticate(configuration: AuthenticationConfiguration): void {
        this.#tokens.use(configuration);
    }

    /**
     * Calls the listener for each event that the customer needs to answer, and then goes on with the call that required
     * it. A call with `scaDetails` of its own does not call it. A wallet has one listener; null removes it.
     */
    listenScaAuthenticationEvent(listener: ScaAuthenticationEventListener | null): void {
        this.#listener = listener ?? undefined;
    }

    /**
     * Sends a call until it has a response, or until no further try is allowed.
     *
     * @internal
     */
    async answer<Answer>(call: Call<Answer>): Promise<Answer> {
        const token = await this.#tokens.token();
        try {
            return await this.#answer(call, token);
        } catch (error) {
            if (!(error instanceof ScaRequiredError) || call.hasScaDetails || !this.#listener) throw error;
            const scaDetails = await this.#listener(error.authenticationEvent);
            if (!scaDetails) throw error;
            return await this.#answer(call.with(scaDetails), await this.#tokens.token(token));
        }
    }

    async #answer<Answer>(call: Call<Answer>, first: { text: string; signIn: number }): Promise<Answer> {
        const { now, pause, chance } = this.#surroundings;
        const { timeoutMillis = 30_000, totalTimeoutMillis = 60_000, maximumTries = 4 } = this.#configuration;
        const repetition = new Repetition(call, { timeoutMillis, totalTimeoutMillis, maximumTries }, now());
        let token = first;
        let isRenewed = false;
        for (;;) {
            try {
                return call.result(await this.#send(call, token.text, repetition.millisForOneTry(now())));
            } catch (failure) {
                if (!(failure instanceof WalletError)) throw failure;
                if (isInvalidToken(failure) && !isRenewed) {
                    isRenewed = true;
                    const rejection = now();
                    token = await this.#tokens.token(token, true, call.idempotencyKey);
                    repetition.extend(now() - rejection);
                } else {
                    const millis = repetition.pauseMillis(failure, now(), chance());
                    if (millis === undefined) throw failure;
                    await pause(millis);
                }
            }
        }
    }

    async #send(call: Call<unknown>, token: string, millis: number): Promise<WholeResponse> {
        const { baseUrl, partnerApplicationVersion } = this.#configuration;
        const headers = {
            ...call.headers(token),
            "Paysafe-Wallet-Version": version,
            "Paysafe-Wallet-Platform": "TypeScript",
            ...(partnerApplicationVersion !== undefined && {
                "Partner-Application-Version": partnerApplicationVersion,
            }),
        };
        const init = { method: call.operation.method, headers, ...(call.body !== undefined && { body: call.body }) };
        try {
            return await send(this.#surroundings.fetch, baseUrl.replace(/\/$/, "") + call.target, init, millis);
        } catch (error) {
            throw new NotAnsweredError(`${error}`, error, call.idempotencyKey);
        }
    }
}

/** Without its event, a demand for authentication is an ordinary refusal: another token would not help. */
function isInvalidToken(failure: WalletError): boolean {
    return failure instanceof RefusedError && failure.status === 401 && failure.code !== "DW-SCA-REQUIRED";
}
