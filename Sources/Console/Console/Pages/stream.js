/** The live events of the service, over one request that is resumed when it breaks. */
import { session } from "./session.js";
import { perFrame } from "./view.js";

const shortestWaitMilliseconds = 500;
const longestWaitMilliseconds = 15_000;
const greatestQueue = 20_000;
const restMilliseconds = 30_000;

/** @type {Set<{ kinds: string[] | null, take: (events: ServiceEvent[]) => void }>} */
const listeners = new Set();
/** @type {ServiceEvent[]} */
let queue = [];
/** @type {string | null} */
let lastId = null;
/** @type {AbortController | null} */
let running = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let resting;
let state = "waiting";

// A browser has six connections to one place. Tabs that nobody looks at would hold them, and the others would wait.
document.addEventListener("visibilitychange", () => {
    clearTimeout(resting);
    if (document.hidden) resting = setTimeout(() => running?.abort(), restMilliseconds);
    else if (running?.signal.aborted) resume();
});
// So would pages that were left, which a browser keeps for its button Back.
window.addEventListener("pagehide", () => running?.abort());
window.addEventListener("pageshow", ({ persisted }) => { if (persisted && running) resume(); });

/** Hands over what has arrived, once for each frame at most. */
const deliver = perFrame(() => {
    const events = queue;
    queue = [];
    for (const { kinds, take } of [...listeners]) {
        const wanted = kinds ? events.filter((event) => kinds.includes(event.kind)) : events;
        if (wanted.length) take(wanted);
    }
});

/**
 * Calls `take` with the new events of these kinds, as a list, at most once for each frame. A `gap` says that events
 * were missed.
 *
 * @param {string[] | null} kinds of events; null for all.
 * @param {(events: ServiceEvent[]) => void} take gets the list.
 * @param {AbortSignal} [signal] ends the subscription.
 */
export function listen(kinds, take, signal) {
    if (signal?.aborted) return;
    const listener = { kinds: kinds && [...kinds, "gap"], take };
    listeners.add(listener);
    signal?.addEventListener("abort", () => listeners.delete(listener));
}

/** Begins, or begins again after the tenant or the token has changed. */
export function start() {
    lastId = null;
    queue = [];
    resume();
}

/** Goes on behind the last event. */
function resume() {
    running?.abort();
    running = new AbortController();
    follow(running.signal);
}

/** @param {AbortSignal} signal */
async function follow(signal) {
    let wait = shortestWaitMilliseconds;
    let told = null;
    while (!signal.aborted) {
        try {
            await read(signal, () => { [wait, told] = [shortestWaitMilliseconds, null]; });
        } catch ({ status }) {
            // The next turn of the loop connects again. A refusal needs a person, who learns of it once.
            if (status !== told && !signal.aborted) tell(status);
            told = status;
        }
        if (signal.aborted) return;
        become("broken");
        await pause(wait * (0.75 + Math.random() / 2), signal);
        wait = Math.min(wait * 2, longestWaitMilliseconds);
    }
}

/**
 * Tells of a token that is no longer right, or of a tenant that is no longer there.
 *
 * @param {number} status
 */
function tell(status) {
    if (status === 401) window.dispatchEvent(new Event("tessera-token"));
    if (status === 404 && session.tenant) window.dispatchEvent(new Event("tessera-tenant"));
}

/**
 * @param {AbortSignal} signal
 * @param {() => void} whenOpen
 */
async function read(signal, whenOpen) {
    /** @type {Record<string, string>} */
    const headers = { Accept: "text/event-stream" };
    if (lastId !== null) headers["Last-Event-ID"] = lastId;
    if (session.sandboxToken) headers.Authorization = `Bearer ${session.sandboxToken}`;
    const response = await fetch(`${session.prefix}/sandbox/events`, {
        headers, signal, cache: "no-store", credentials: "omit",
    });
    if (!response.ok || !response.body) {
        throw Object.assign(new Error(`The stream answers ${response.status}.`), { status: response.status });
    }
    become("live");
    whenOpen();
    // What happened after a list was read and before the stream began is in neither.
    if (lastId === null) push({ kind: "gap", data: { isBeginning: true } });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const parser = new EventParser();
    for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        for (const event of parser.take(value)) push(event);
    }
}

/** @param {ServiceEvent} event */
function push(event) {
    if (event.id) lastId = event.id;
    queue.push(event);
    if (queue.length > greatestQueue) {
        queue.splice(0, queue.length - greatestQueue);
        queue.unshift({ kind: "gap", data: {} });
    }
    deliver();
}

/** @param {"live" | "broken" | "waiting"} next */
function become(next) {
    if (state === next) return;
    state = next;
    window.dispatchEvent(new CustomEvent("tessera-stream", { detail: next }));
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
function pause(milliseconds, signal) {
    return new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        signal.addEventListener("abort", () => {
            clearTimeout(timer);
            resolve();
        });
    });
}

/** Reads the form of server-sent events (HTML Living Standard, section 9.2.6). */
export class EventParser {
    #rest = "";
    /**
     * The members that have come of the next event.
     *
     * @type {{ data?: string, id?: string, event?: string }}
     */
    #event = {};

    /**
     * The events that this piece of text completes.
     *
     * @param {string} text
     */
    take(text) {
        const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/);
        this.#rest = lines.pop() ?? "";
        const complete = [];
        for (const line of lines) {
            if (line === "") {
                if (this.#event.data !== undefined) complete.push(this.#completed());
                this.#event = {};
            } else if (!line.startsWith(":")) {
                this.#field(line);
            }
        }
        return complete;
    }

    /** @param {string} line */
    #field(line) {
        const colon = line.indexOf(":");
        const name = colon < 0 ? line : line.slice(0, colon);
        const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
        if (name === "data" && this.#event.data !== undefined) this.#event.data += `\n${value}`;
        else if (name === "data" || name === "id" || name === "event") this.#event[name] = value;
    }

    #completed() {
        let data = {};
        try {
            data = JSON.parse(this.#event.data ?? "");
        } catch {
            data = { text: this.#event.data };
        }
        return { id: this.#event.id, kind: this.#event.event ?? "message", data };
    }
}
