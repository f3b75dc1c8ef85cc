/** Loads again when an event says that something has changed, but not for each of many events. */
import { listen } from "./stream.js";

const restMilliseconds = 250;

/**
 * @param {string[]} kinds of events.
 * @param {(data: any) => boolean} concerns whether an event is about what is shown; a gap always is.
 * @param {() => unknown} load
 * @param {AbortSignal} signal
 */
export function refreshOn(kinds, concerns, load, signal) {
    /** @type {ReturnType<typeof setTimeout> | null} */
    let timer = null;
    let isLoading = false;
    let isWanted = false;
    listen(kinds, (events) => {
        if (events.some((event) => event.kind === "gap" || concerns(event.data))) want();
    }, signal);

    function want() {
        isWanted = true;
        if (timer || isLoading) return;
        timer = setTimeout(run, restMilliseconds);
    }

    async function run() {
        timer = null;
        if (signal.aborted) return;
        isWanted = false;
        isLoading = true;
        try {
            await load();
        } finally {
            isLoading = false;
        }
        if (isWanted) want();
    }
}
