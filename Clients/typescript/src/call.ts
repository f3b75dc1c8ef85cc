import { NotUnderstoodError, RefusedError, ScaRequiredError, type WalletError } from "./errors.js";
import type { ScaAuthenticationEventRequest, ScaAuthenticationEventResponse } from "./generated/models.js";
import { readAuthenticationEventBody, readProblemBody, writeAuthenticationPassBody } from "./generated/wire.js";
import type { Reader } from "./reading.js";

/** One method and path of the service. All of them are generated. */
export interface Operation {
    readonly name: string;
    readonly method: string;
    readonly path: string;
    readonly successStatus: number;
    readonly hasAnswer: boolean;
}

/** A response whose body has arrived completely. */
export interface WholeResponse {
    readonly status: number;
    readonly headers: Headers;
    readonly body: string;
}

export interface CallParts {
    readonly path?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string | null | undefined>>;
    readonly body?: object;
    readonly idempotencyKey?: string | undefined;
    readonly scaDetails?: ScaAuthenticationEventRequest | null | undefined;
}

/** One request to an operation, ready to be sent. Every try sends the same request. */
export class Call<Answer> {
    /** Path and query, percent-encoded. */
    readonly target: string;
    readonly body: string | undefined;
    readonly #parts: CallParts;

    constructor(readonly operation: Operation, private readonly read: Reader<Answer>, parts: CallParts = {}) {
        this.#parts = parts;
        const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(parts.path?.[name] ?? ""));
        const pairs = Object.entries(parts.query ?? {})
            .flatMap(([name, value]) => value === null || value === undefined ? [] : [[name, value] as const])
            .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
        this.target = pairs.length === 0 ? path : `${path}?${pairs.join("&")}`;
        this.body = parts.body === undefined ? undefined : json(parts.body);
    }

    get idempotencyKey(): string | undefined {
        return this.#parts.idempotencyKey;
    }

    get hasScaDetails(): boolean {
        return this.#parts.scaDetails != null;
    }

    /** The same call with an event that the customer has answered. */
    with(scaDetails: ScaAuthenticationEventRequest): Call<Answer> {
        return new Call(this.operation, this.read, { ...this.#parts, scaDetails });
    }

    /**
     * Whether a second request has no further effect, even if it is not known whether the first was done. A request
     * that was done has used up its event of strong customer authentication. So without a key, the second one would be
     * refused.
     */
    get isSafeToRepeat(): boolean {
        if (this.idempotencyKey !== undefined) return true;
        return ["GET", "PUT", "DELETE"].includes(this.operation.method) && !this.hasScaDetails;
    }

    headers(token: string): Record<string, string> {
        const { idempotencyKey, scaDetails } = this.#parts;
        const pass = scaDetails && json(writeAuthenticationPassBody({ scaDetails }));
        return {
            Authorization: `Bearer ${token}`,
            Accept: "application/json",
            ...(this.body !== undefined && { "Content-Type": "application/json" }),
            ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
            ...(pass && { "SCA-Authorization": btoa(pass) }),
        };
    }

    /**
     * The result of a successful call.
     *
     * @throws WalletError if the call was not successful.
     */
    result(response: WholeResponse): Answer {
        const { operation, idempotencyKey } = this;
        if (response.status === operation.successStatus) {
            const answer = orUndefined(() => ({
                value: this.read(operation.hasAnswer ? JSON.parse(response.body) : undefined),
            }));
            if (answer) return answer.value;
        }
        throw this.#failure(response) ?? new NotUnderstoodError(
            operation.name, response.status, retryAfterSeconds(response), idempotencyKey);
    }

    #failure(response: WholeResponse): WalletError | undefined {
        const errorId = response.headers.get("X-Request-Id") ?? undefined;
        const event = authenticationEvent(response);
        if (event) return new ScaRequiredError(event, errorId);
        const problem = orUndefined(() => readProblemBody(JSON.parse(response.body)).error);
        return problem && new RefusedError(
            {
                status: response.status, code: problem.code, problem: problem.message, details: problem.details,
                fieldErrors: problem.fieldErrors, retryAfterSeconds: retryAfterSeconds(response), errorId,
            },
            this.idempotencyKey);
    }
}

/** Nobody can guess it, no two calls share it, and it does not look like a card number. */
export function newKey(): string {
    // Browsers have `crypto.randomUUID` only on pages that came over TLS or from the computer itself.
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** JSON without members that are null, because the service does not distinguish them from absent ones. */
function json(value: object): string {
    return JSON.stringify(value, (_, member) => member === null ? undefined : member);
}

/**
 * How long to wait before the next request, at most a day; undefined if the response does not say so in seconds. A date
 * is not read, because the device's clock may be wrong.
 */
function retryAfterSeconds(response: WholeResponse): number | undefined {
    const text = response.headers.get("Retry-After") ?? "";
    return /^[0-9]+$/.test(text) ? Math.min(Number(text), 86_400) : undefined;
}

/** The event of a response that requires authentication; undefined for all others. */
function authenticationEvent(response: WholeResponse): ScaAuthenticationEventResponse | undefined {
    const challenge = response.headers.get("WWW-Authenticate") ?? "";
    if (response.status !== 401 || !challenge.startsWith("SCA ")) return undefined;
    const parameter = /auth-param1="([^"]*)"/.exec(challenge)?.[1] ?? "";
    return orUndefined(() => {
        const bytes = Uint8Array.from(atob(parameter), (character) => character.charCodeAt(0));
        return readAuthenticationEventBody(JSON.parse(new TextDecoder().decode(bytes))).scaDetails;
    });
}

function orUndefined<Value>(read: () => Value): Value | undefined {
    try {
        return read();
    } catch {
        return undefined;
    }
}
