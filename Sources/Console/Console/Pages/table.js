/** Tables with pages, and lists that say what to do while they are empty. */
import { el, fill } from "./view.js";
import { count } from "./format.js";

/**
 * A table.
 *
 * @param columns of { title, cell(row), class }.
 * @param empty what is shown without rows.
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

export function emptiness(...words) {
    return el("div", { class: "empty" }, el("p", {}, words));
}

/** Names and values. */
export function facts(pairs) {
    return el("dl", { class: "facts" }, pairs.filter(Boolean).map(([name, value]) =>
        el("div", {}, el("dt", {}, name), el("dd", {}, value ?? "–"))));
}

/**
 * A list with pages.
 *
 * @param read is called with { limit, offset } and returns { rows, total }.
 * @param draw makes what is shown of the rows.
 */
export class Pages {
    #page = 1;
    #limit;
    #read;
    #draw;

    constructor(read, draw, limit = 25) {
        this.#read = read;
        this.#draw = draw;
        this.#limit = limit;
        this.list = el("div", {});
        this.feet = el("div", { class: "pages" });
        this.element = el("div", {}, this.list, this.feet);
    }

    async load(page = this.#page) {
        const offset = (page - 1) * this.#limit;
        const { rows, total } = await this.#read({ limit: this.#limit, offset });
        this.#page = page;
        fill(this.list, this.#draw(rows));
        const last = Math.max(1, Math.ceil(total / this.#limit));
        fill(this.feet, total > this.#limit ? [
            el("button", { type: "button", disabled: page <= 1, onclick: () => this.load(page - 1) }, "Previous"),
            el("span", { class: "hint" }, `Page ${page.toLocaleString("en")} of ${last.toLocaleString("en")} · `
                + count(total, "entry", "entries")),
            el("button", { type: "button", disabled: page >= last, onclick: () => this.load(page + 1) }, "Next"),
        ] : null);
        return rows;
    }
}
