/** The sandbox's clock in the bar. It runs here as it does there, and changes when an event says so. */
import { sandbox, send } from "./api.js";
import { listen } from "./stream.js";

/** @type {{ time: Date, isFrozen: boolean, read: number } | null} */
let present = null;
/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;
let isListening = false;

/** @param {HTMLElement} place */
export async function showClock(place) {
    try {
        set((await send(sandbox("GET", "/clock"))).body);
    } catch {
        place.hidden = true;
        return;
    }
    place.hidden = false;
    clearInterval(timer);
    timer = setInterval(() => draw(place), 1000);
    draw(place);
    if (isListening) return;
    isListening = true;
    listen(["clock", "reset"], () => showClock(place));
}

/** The time by the sandbox's clock. */
export function now() {
    if (!present) return new Date();
    return present.isFrozen ? present.time : new Date(present.time.getTime() + performance.now() - present.read);
}

/** @param {Sandbox.ClockAnswer} clock */
function set({ now: text, frozen }) {
    present = { time: new Date(text), isFrozen: frozen, read: performance.now() };
}

/** @param {HTMLElement} place */
function draw(place) {
    const text = now().toISOString();
    const isFrozen = present?.isFrozen ?? false;
    place.textContent = `${text.slice(0, 10)} ${text.slice(11, 19)}${isFrozen ? " frozen" : ""}`;
    place.dataset.frozen = String(isFrozen);
    place.setAttribute("aria-label", `The sandbox's clock: ${text.slice(0, 10)}${isFrozen ? ", frozen" : ""}`);
}
