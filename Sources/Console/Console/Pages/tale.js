/** What the tales of the guided story have made so far. */
import { session } from "./session.js";

/** @type {Map<string, Tale>} */
const tales = new Map();

/**
 * The tale with a name. When it is forgotten, another one begins. A step that still runs goes on with its own.
 *
 * @param {string} name
 */
export function taleOf(name) {
    const told = tales.get(name) ?? begin(session.stories[name]);
    tales.set(name, told);
    return told;
}

/**
 * @param {Partial<Tale> | null} [kept] what an earlier page has made; this page does not know the requests of that.
 * @returns {Tale} without what its steps have yet to make.
 */
function begin(kept) {
    return /** @type {Tale} */ ({
        done: 0,
        /** The card as it was after each step. */
        cards: [],
        ...kept,
        /** For each step, what it sent. */
        panels: [], happened: [], isBusy: false,
        /** Draws the step that is shown. */
        draw: () => {},
    });
}

/**
 * Keeps what a page needs to go on with the story after it was loaded again. While a step runs, and after it has
 * failed, nothing is kept, because half a step can be neither continued nor repeated.
 *
 * @param {string} name
 * @param {Tale} tale
 */
export function keep(name, { panels, happened, isBusy, draw, ...made }) {
    session.stories = { ...session.stories, [name]: made };
}

/**
 * Forgets what is kept, but not what this page shows.
 *
 * @param {string} name
 */
export function release(name) {
    session.stories = { ...session.stories, [name]: undefined };
}

/** @param {string} name */
export function forgetStory(name) {
    release(name);
    tales.delete(name);
}

export function forgetStories() {
    session.stories = {};
    tales.clear();
}
