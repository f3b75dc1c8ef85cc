import type { Call } from "./call.js";
import { NotAnsweredError, NotUnderstoodError, RefusedError, type WalletError } from "./errors.js";

export interface Limits {
    readonly timeoutMillis: number;
    readonly totalTimeoutMillis: number;
    readonly maximumTries: number;
}

const firstPauseMillis = 200;
const longestPauseMillis = 5_000;

/**
 * Whether and when a failed call is retried.
 *
 * Only what is safe is retried (`Call.isSafeToRepeat`), and only after a failure that may pass. Pauses grow and are
 * shortened at random, so that many apps do not return at the same moment. `Retry-After` is respected if it is in
 * seconds. All times are milliseconds of a clock that nobody sets.
 */
export class Repetition {
    #end: number;
    #failures = 0;

    constructor(private readonly call: Call<unknown>, private readonly limits: Limits, now: number) {
        this.#end = now + limits.totalTimeoutMillis;
    }

    /** No try takes longer than the time for all tries. */
    millisForOneTry(now: number): number {
        return Math.min(this.limits.timeoutMillis, this.#end - now);
    }

    /** Extends the time limit by a time that must not count, because only tries and pauses do. */
    extend(millis: number): void {
        this.#end += millis;
    }

    /**
     * @param chance a random number from 0 to 1.
     * @returns how long to wait before the next try; undefined if there is none.
     */
    pauseMillis(failure: WalletError, now: number, chance: number): number | undefined {
        if (!this.call.isSafeToRepeat || !mayPass(failure)) return undefined;
        if (this.#failures + 1 >= this.limits.maximumTries) return undefined;
        const growing = Math.min(firstPauseMillis * 2 ** this.#failures, longestPauseMillis);
        this.#failures += 1;
        const pause = growing * (0.5 + chance / 2) + pauseSeconds(failure) * 1_000;
        return now + pause < this.#end ? pause : undefined;
    }
}

/**
 * Whether no response arrived, the service or a proxy in front of it is not available, or an earlier try of this call
 * is still in progress.
 */
function mayPass(failure: WalletError): boolean {
    if (failure instanceof NotUnderstoodError) return isUnavailable(failure.status);
    if (failure instanceof RefusedError) {
        return isUnavailable(failure.status) || failure.code === "DW-IDEMPOTENCY-KEY-IN-USE";
    }
    return failure instanceof NotAnsweredError;
}

/**
 * A proxy answers with these statuses, and with a page of its own, if it cannot reach the service or gets no response
 * from it.
 */
function isUnavailable(status: number): boolean {
    return status >= 502 && status <= 504;
}

function pauseSeconds(failure: WalletError): number {
    const isTimed = failure instanceof NotUnderstoodError || failure instanceof RefusedError;
    return (isTimed ? failure.retryAfterSeconds : undefined) ?? 0;
}
