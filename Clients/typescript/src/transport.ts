import type { WholeResponse } from "./call.js";

/** A response with 100 cards and all inclusions is much smaller than this. */
const maximumBytes = 1 << 20;

/** What a wallet needs from its surroundings. An app replaces it only in its tests. */
export interface Surroundings {
    readonly fetch: typeof fetch;
    /** Milliseconds of a clock that nobody sets. */
    readonly now: () => number;
    readonly pause: (millis: number) => Promise<void>;
    /** A random number from 0 to 1. */
    readonly chance: () => number;
}

export const platform: Surroundings = {
    fetch: (input, init) => fetch(input, init),
    now: () => performance.now(),
    pause: (millis) => new Promise((resolve) => setTimeout(resolve, millis)),
    chance: () => Math.random(),
};

/**
 * Sends a request once. Does not follow a redirect, because that could send the token anywhere. The time limit applies
 * until the last byte of the response.
 */
export async function send(
    fetching: typeof fetch, url: string, init: RequestInit, millis: number
): Promise<WholeResponse> {
    const limit = new AbortController();
    // A longer time does not fit into a timer, which would then end at once.
    const timer = setTimeout(
        () => limit.abort(new Error(`The time limit of ${millis} ms is over.`)), Math.min(millis, 0x7fff_ffff));
    try {
        const response = await fetching(url, {
            ...init, cache: "no-store", credentials: "omit", redirect: "manual", signal: limit.signal,
        });
        return { status: response.status, headers: response.headers, body: await text(response) };
    } catch (error) {
        throw limit.signal.aborted ? limit.signal.reason : error;
    } finally {
        clearTimeout(timer);
    }
}

async function text(response: Response): Promise<string> {
    if (response.body === null) return "";
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    let result = "";
    let count = 0;
    for (;;) {
        const { done, value } = await reader.read();
        if (done) return result + decoder.decode();
        count += value.byteLength;
        if (count > maximumBytes) {
            await reader.cancel();
            throw new RangeError(`The response is larger than ${maximumBytes} bytes.`);
        }
        result += decoder.decode(value, { stream: true });
    }
}
