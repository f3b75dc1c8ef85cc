/** Tables with pages, and lists that say what to do while they are empty. */
import { el } from "./view.js";
import { count } from "./format.js";

/**
 * A table.
 *
 * @template Row
 * @param {string} caption for screen readers.
 * @param {Column<Row>[]} columns
 * @param {Row[]} rows what the columns are made of.
 * @param {unknown} [empty] what is shown without rows.
 */
export function table(caption, columns, rows, empty) {
    if (!rows.length) return emptiness(empty ?? "Nothing yet.");
    return el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": `${caption}, table` },
        el("table", {},
            el("caption", { class: "unseen" }, caption),
            el("thead", {}, el("tr", {}, columns.map(({ title, class: look }) =>
                el("th", { scope: "col", class: look }, title || el("span", { class: "unseen" }, "Actions"))))),
            el("tbody", {}, rows.map((row) => el("tr", {}, columns.map(({ cell, class: look }) =>
                el("td", { class: look }, cell(row))))))));
}

/** @param {...unknown} words */
export function emptiness(...words) {
    return el("div", { class: "empty" }, el("p", {}, words));
}

/**
 * Names and values.
 *
 * @param {Array<unknown[] | null>} pairs
 */
export function facts(pairs) {
    return el("dl", { class: "facts" }, pairs.flatMap((pair) => (pair
        ? [el("div", {}, el("dt", {}, pair[0]), el("dd", {}, pair[1] ?? "–"))] : [])));
}

/**
 * A list with pages, in a panel that shows what fails.
 *
 * @template {{ meta: { numberOfRecords: number } }} Body
 * @template {keyof Body} Member
 */
export class Pages {
    #panel;
    #request;
    #member;
    #draw;
    #limit;
    #page = 1;
    /** Counts the pages that were asked for. */
    #turn = 0;
    /** @type {Promise<unknown>} */
    #latest = Promise.resolve();

    /**
     * @param {Panel} panel
     * @param {(range: PageRange) => ServiceRequest<Body> | null} request null if there is nothing to read yet.
     * @param {Member} member of the answer has the rows.
     * @param {(rows: Body[Member]) => unknown} draw makes what is shown of the rows.
     * @param {number} limit
     */
    constructor(panel, request, member, draw, limit = 25) {
        this.#panel = panel;
        this.#request = request;
        this.#member = member;
        this.#draw = draw;
        this.#limit = limit;
        this.list = el("div", {});
        this.previous = el("button", { type: "button", onclick: () => this.load(this.#page - 1) }, "Previous");
        this.place = el("span", { class: "hint" });
        this.next = el("button", { type: "button", onclick: () => this.load(this.#page + 1) }, "Next");
        this.feet = el("div", { class: "pages", hidden: true }, this.previous, this.place, this.next);
        this.element = el("div", {}, this.list, this.feet);
    }

    /** The request for the first page. */
    get first() { return this.#request({ limit: this.#limit, offset: 0 }); }

    /**
     * @param {number} page
     * @returns {Promise<unknown>}
     */
    load(page = this.#page) {
        this.#turn += 1;
        const turn = this.#turn;
        this.#latest = this.#panel.load(async () => {
            const request = this.#request({ limit: this.#limit, offset: (page - 1) * this.#limit });
            const body = request ? (await this.#panel.send(request)).body : null;
            // Another page was asked for meanwhile, and its answer may have come first.
            if (turn !== this.#turn) return this.#latest;
            return this.#show(page, body?.[this.#member] ?? [], body?.meta.numberOfRecords ?? 0);
        });
        return this.#latest;
    }

    /**
     * @param {number} page
     * @param {any} rows
     * @param {number} total
     */
    #show(page, rows, total) {
        const last = Math.max(1, Math.ceil(total / this.#limit));
        if (page > last) return this.load(last);
        this.#page = page;
        this.#panel.showRows(() => this.#draw(rows), this.list);
        this.place.textContent = `Page ${page.toLocaleString("en")} of ${last.toLocaleString("en")} · `
            + count(total, "entry", "entries");
        const pressed = [this.previous, this.next].find((button) => button === document.activeElement);
        this.previous.disabled = page === 1;
        this.next.disabled = page === last;
        this.feet.hidden = last === 1;
        // A button that is disabled loses the focus, and with it the place of somebody who uses the keyboard.
        if (pressed?.disabled) (this.next.disabled ? this.previous : this.next).focus({ preventScroll: true });
        return null;
    }
}
