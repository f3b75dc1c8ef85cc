import type { ErrorCode, FieldError, ScaAuthenticationEventResponse } from "./generated/models.js";

/** Why a call has no result. A message contains no secret, unless it is that of the token provider's own error. */
export abstract class WalletError extends Error {
    abstract override readonly name: string;
    /**
     * The key that every try of the call had. The app can make the same call again with it, also after the page was
     * loaded again and within a day: the service does the work only once. Undefined for a call that takes no key, for
     * a call that was never sent, and for a demand for authentication.
     */
    readonly idempotencyKey: string | undefined;

    constructor(message: string, cause?: unknown, idempotencyKey?: string) {
        super(message, cause === undefined ? {} : { cause });
        this.idempotencyKey = idempotencyKey;
    }
}

/**
 * The customer must authenticate: have a challenge sent and answered (`ScaService`), then repeat the call with
 * `scaDetails(error.authenticationEvent)`. A wallet with a listener does so itself
 * (`Wallet.listenScaAuthenticationEvent`).
 */
export class ScaRequiredError extends WalletError {
    override readonly name = "ScaRequiredError";
    readonly authenticationEvent: ScaAuthenticationEventResponse;
    /** Identifies the request in the service's log. */
    readonly errorId: string | undefined;

    constructor(authenticationEvent: ScaAuthenticationEventResponse, errorId?: string) {
        super(`The customer must authenticate; the event is ${authenticationEvent.eventId}${suffix(errorId)}`);
        this.authenticationEvent = authenticationEvent;
        this.errorId = errorId;
    }
}

/** What a refusal contains. */
export interface Refusal {
    /** The HTTP status. */
    readonly status: number;
    readonly code: ErrorCode;
    /** A message for the developer. */
    readonly problem: string;
    readonly details?: readonly string[];
    readonly fieldErrors?: readonly FieldError[];
    /** How long to wait before the next request, if the service says so. */
    readonly retryAfterSeconds?: number | undefined;
    /** Identifies the request in the service's log. */
    readonly errorId?: string | undefined;
}

/** The service refused, and says why. */
export class RefusedError extends WalletError implements Refusal {
    override readonly name = "RefusedError";
    readonly status: number;
    readonly code: ErrorCode;
    readonly problem: string;
    readonly details: readonly string[];
    readonly fieldErrors: readonly FieldError[];
    readonly retryAfterSeconds: number | undefined;
    readonly errorId: string | undefined;

    constructor(refusal: Refusal, idempotencyKey?: string) {
        super(`${refusal.code}: ${refusal.problem}${suffix(refusal.errorId)}`, undefined, idempotencyKey);
        this.status = refusal.status;
        this.code = refusal.code;
        this.problem = refusal.problem;
        this.details = refusal.details ?? [];
        this.fieldErrors = refusal.fieldErrors ?? [];
        this.retryAfterSeconds = refusal.retryAfterSeconds;
        this.errorId = refusal.errorId;
    }
}

/**
 * The token provider failed. Or the app has called `Wallet.authenticate` since the call began; then the `cause` is a
 * `SignInChangedError`. Or the wallet has no token that the service accepts, and no token provider to ask; then there
 * is no `cause`.
 */
export class TokenNotProvidedError extends WalletError {
    override readonly name = "TokenNotProvidedError";
    constructor(cause?: unknown, idempotencyKey?: string) {
        const message = cause === undefined
            ? "There is no valid token: call Wallet.authenticate, or configure a token provider."
            : `There is no token: ${cause}`;
        super(message, cause, idempotencyKey);
    }
}

/**
 * The app called `Wallet.authenticate` after the call had begun. The new token may be another customer's, so the call
 * is not sent with it.
 */
export class SignInChangedError extends Error {
    override readonly name = "SignInChangedError";

    constructor() {
        super("The app called authenticate while the call needed another token.");
    }
}

/**
 * The response is not from this service, or from a later version of it, for example the error page of a proxy. The
 * request may have been done, as after a `NotAnsweredError`. The error does not contain the body, because that may
 * contain anything.
 */
export class NotUnderstoodError extends WalletError {
    override readonly name = "NotUnderstoodError";
    readonly operation: string;
    readonly status: number;
    /** How long to wait before the next request, if the response says so. */
    readonly retryAfterSeconds: number | undefined;

    constructor(operation: string, status: number, retryAfterSeconds?: number, idempotencyKey?: string) {
        const message = `The response to ${operation}, with status ${status}, is not from this service`;
        super(message, undefined, idempotencyKey);
        this.operation = operation;
        this.status = status;
        this.retryAfterSeconds = retryAfterSeconds;
    }
}

/** No complete response arrived. The request may have been done: check first, or repeat it with `idempotencyKey`. */
export class NotAnsweredError extends WalletError {
    override readonly name = "NotAnsweredError";
    constructor(reason: string, cause?: unknown, idempotencyKey?: string) {
        super(`No response arrived: ${reason}`, cause, idempotencyKey);
    }
}

function suffix(errorId: string | undefined): string {
    return errorId === undefined ? "" : ` (${errorId})`;
}
