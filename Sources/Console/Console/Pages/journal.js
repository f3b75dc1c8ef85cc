/** The requests that a page has of the service's journal, and those of them that its filters want. */

const longestJournal = 100_000;
/** To take a few from the front of a long array, again and again, is slow. */
const leastForgotten = 1_000;

export class Journal {
    /**
     * All that are kept, in the order of their numbers.
     *
     * @type {JournalEntry[]}
     */
    #arrived = [];
    /** @type {(entry: JournalEntry) => boolean} */
    #wanted = () => true;
    /**
     * Those that are wanted, in the same order.
     *
     * @type {JournalEntry[]}
     */
    shown = [];

    /** How many are kept. */
    get length() { return this.#arrived.length; }

    /** The number of the latest; 0 without any. */
    get newest() { return this.#arrived.at(-1)?.number ?? 0; }

    /**
     * Shows those that are wanted, from now on.
     *
     * @param {(entry: JournalEntry) => boolean} wanted
     */
    filter(wanted) {
        this.#wanted = wanted;
        this.refill();
    }

    /** Shows all again that are wanted. */
    refill() {
        this.shown = this.#arrived.filter(this.#wanted);
    }

    /** @param {number} number */
    entryOf(number) {
        const entry = this.#arrived[this.#placeOf(number)];
        return entry?.number === number ? entry : null;
    }

    /**
     * Adds a page of the service's list, in any order.
     *
     * @param {JournalEntry[]} entries
     */
    take(entries) {
        this.#arrived.push(...entries.filter(({ number }) => !this.entryOf(number)));
        this.#arrived.sort((one, other) => one.number - other.number);
        this.refill();
    }

    /**
     * Keeps entries as they come, and shows none of them yet. The oldest are forgotten for them.
     *
     * @param {JournalEntry[]} entries
     * @returns those that were not here: an event may come before an earlier one, and again in the list.
     */
    keep(entries) {
        const fresh = entries.filter((entry) => this.#isKept(entry));
        const excess = this.#arrived.length - longestJournal;
        if (excess >= leastForgotten) this.#arrived.splice(0, excess);
        return fresh;
    }

    /**
     * Shows what is wanted of entries that were kept, and no longer what was forgotten.
     *
     * @param {JournalEntry[]} fresh
     * @returns how many it shows of them.
     */
    append(fresh) {
        const wanted = fresh.filter(this.#wanted);
        this.shown.push(...wanted);
        const kept = this.shown.findIndex(({ number }) => number >= this.#arrived[0].number);
        if (kept) this.shown.splice(0, kept < 0 ? this.shown.length : kept);
        return wanted.length;
    }

    forget() {
        this.#arrived = [];
        this.refill();
    }

    /** How many of the latest are here without a gap between them: the service numbers them one by one. */
    get unbroken() {
        const arrived = this.#arrived;
        let first = Math.max(0, arrived.length - 1);
        while (first > 0 && arrived[first].number - arrived[first - 1].number === 1) first -= 1;
        return arrived.length - first;
    }

    /** @param {number} count how many the service has. */
    hasAll(count) {
        return this.unbroken >= Math.min(count, longestJournal);
    }

    /** @param {JournalEntry} entry */
    #isKept(entry) {
        const place = this.#placeOf(entry.number);
        if (this.#arrived[place]?.number === entry.number) return false;
        this.#arrived.splice(place, 0, entry);
        return true;
    }

    /**
     * The place at which the entry of this number is, or belongs.
     *
     * @param {number} number
     */
    #placeOf(number) {
        let [first, end] = [0, this.#arrived.length];
        while (first < end) {
            const middle = (first + end) >> 1;
            if (this.#arrived[middle].number < number) first = middle + 1; else end = middle;
        }
        return first;
    }
}
