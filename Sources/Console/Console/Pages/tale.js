/** What the guided story has made so far. */
import { session } from "./session.js";

/** When a tale is forgotten, another one begins. A step that still runs goes on with its own. */
export let tale = begin(session.story);

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
 * @param {Tale} tale
 */
export function keep({ panels, happened, isBusy, draw, ...made }) {
    session.story = made;
}

export function forgetStory() {
    session.story = null;
    tale = begin();
}
