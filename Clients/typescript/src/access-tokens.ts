import { SignInChangedError, TokenNotProvidedError } from "./errors.js";

/** A customer's access token, as the app's backend passes it to the app. */
export interface AuthenticationConfiguration {
    readonly accessToken: string;
    /** Seconds from now, `expires_in` of the token call; absent if unknown. */
    readonly expiresIn?: number | undefined;
}

/** Asks the app's own backend for the customer's access token. */
export type TokenProvider = () => Promise<AuthenticationConfiguration>;

/** A token, and the sign-in that it is of: the number of calls of `authenticate` before it. */
export interface SignedInToken {
    readonly text: string;
    readonly signIn: number;
}

/**
 * A request takes time, so a token is no longer used this long before it expires, or after half its life if that is
 * shorter.
 */
const marginSeconds = 30;

/**
 * The current token and its renewal. All calls that need it wait for the same renewal.
 *
 * A sign-in begins when the app passes a token, which may be another customer's. A call stays with the sign-in in which
 * it began, and so does a renewal: if it ends later, it changes nothing.
 */
export class AccessTokens {
    #signIn = 0;
    #token: string | undefined;
    /** The time from which the token is no longer used; undefined if unknown. */
    #end: number | undefined;
    #renewal: Promise<SignedInToken> | undefined;

    constructor(private readonly provider: TokenProvider | undefined, private readonly now: () => number) {}

    /** Begins a new sign-in with this token. */
    use(configuration: AuthenticationConfiguration): void {
        this.#store(configuration);
        this.#signIn += 1;
        this.#renewal = undefined;
    }

    /**
     * @param before the token of an earlier request of the same call, which stays with its sign-in.
     * @param isRefused whether the service refused it. If its sign-in has a newer one already, that is returned: if
     *   many calls are refused at once, only the first renews the token.
     * @param idempotencyKey that of the call, if it was sent already.
     */
    async token(before?: SignedInToken, isRefused = false, idempotencyKey?: string): Promise<SignedInToken> {
        if (before !== undefined && before.signIn !== this.#signIn) {
            throw new TokenNotProvidedError(new SignInChangedError(), idempotencyKey);
        }
        const isInTime = this.provider === undefined || this.#end === undefined || this.now() < this.#end;
        if (this.#token !== undefined && isInTime && !(isRefused && this.#token === before?.text)) {
            return { text: this.#token, signIn: this.#signIn };
        }
        if (this.provider === undefined) throw new TokenNotProvidedError(undefined, idempotencyKey);
        this.#renewal ??= this.#renew(this.provider);
        try {
            return await this.#renewal;
        } catch (error) {
            throw new TokenNotProvidedError(error, idempotencyKey);
        }
    }

    /** A failure is not stored, so the next call that needs a token tries again. */
    async #renew(provider: TokenProvider): Promise<SignedInToken> {
        const signIn = this.#signIn;
        try {
            // The provider must not run before the renewal is stored, because it may call the wallet itself.
            await Promise.resolve();
            const configuration = await provider();
            if (signIn !== this.#signIn) throw new SignInChangedError();
            this.#store(configuration);
            return { text: configuration.accessToken, signIn };
        } catch (error) {
            throw signIn === this.#signIn ? error : new SignInChangedError();
        } finally {
            if (signIn === this.#signIn) this.#renewal = undefined;
        }
    }

    #store({ accessToken, expiresIn }: AuthenticationConfiguration): void {
        // The platform's own message about such a header would contain the token.
        if (!/^[!-~]+$/.test(accessToken)) {
            throw new TypeError(
                "The access token is empty or has characters that no header may have, such as a line break.");
        }
        this.#token = accessToken;
        this.#end = expiresIn === undefined
            ? undefined : this.now() + (expiresIn - Math.min(marginSeconds, expiresIn / 2)) * 1_000;
    }
}
