/**
 * A list of any length that only draws the rows which can be seen. The newest is at the top, and the last in the array:
 * adding in front of a long array is slow. The element of a row that goes out of sight shows one that comes into it,
 * because a browser that has to throw away thousands of elements a second pauses for it.
 */
import { el, freshId, perFrame, styled } from "./view.js";

const spareRows = 4;

/**
 * @template Row
 * @typedef {{ node: HTMLElement, cells: HTMLElement[], row: Row | null }} Drawn an element and the row that it shows.
 */

/** @template Row */
export class VirtualList {
    /** @type {Row[]} */
    #rows = [];
    #height;
    #make;
    #write;
    #open;
    #selected = -1;
    /**
     * What is in the document, from top to bottom.
     *
     * @type {Drawn<Row>[]}
     */
    #drawn = [];
    /** @type {Drawn<Row>[]} */
    #unused = [];
    #shift = 0;

    /**
     * @param {string} name of the list for screen readers.
     * @param {number} height of a row in pixels.
     * @param {{
     *     make: () => HTMLElement[], write: (cells: HTMLElement[], row: Row) => void,
     *     open: (row: Row, isMove: boolean) => void,
     * }} draws `make` makes empty cells, `write` writes a row into its cells, `open` is called with the row that was
     *   chosen, and whether a key went on to it from another one.
     */
    constructor(name, height, { make, write, open }) {
        this.#height = height;
        this.#make = make;
        this.#write = write;
        this.#open = open;
        this.rows = el("div", { class: "long-rows", role: "presentation" });
        this.element = el("div", {
            class: "long", role: "listbox", tabindex: "0", "aria-label": name,
            onscroll: () => this.redraw(), onkeydown: (event) => this.#key(event),
            onclick: (event) => this.#click(event),
        }, this.rows);
        this.redraw = perFrame(() => this.draw());
        new ResizeObserver(this.redraw).observe(this.element);
    }

    /**
     * Shows these rows. The row that was chosen stays chosen.
     *
     * @param {Row[]} rows
     */
    set(rows) {
        const chosen = this.#at(this.#selected);
        const place = chosen ? rows.lastIndexOf(chosen) : -1;
        this.#rows = rows;
        this.#selected = place < 0 ? -1 : rows.length - 1 - place;
        this.redraw();
    }

    /**
     * Shows rows that were appended to the array. Somebody who has scrolled down stays where they are.
     *
     * @param {number} added
     */
    grow(added) {
        if (this.#selected >= 0) this.#selected += added;
        if (this.element.scrollTop > this.#height) this.#shift += added;
        this.redraw();
    }

    /**
     * Chooses a row without opening it, or none.
     *
     * @param {Row | null} row
     */
    choose(row) {
        const place = row ? this.#rows.lastIndexOf(row) : -1;
        this.#selected = place < 0 ? -1 : this.#rows.length - 1 - place;
        if (place >= 0) this.#reveal(this.#selected);
        this.redraw();
    }

    /** @param {number} index */
    #at(index) { return this.#rows[this.#rows.length - 1 - index]; }

    draw() {
        // Reading after writing would make the browser lay out everything twice in a frame, so reading comes first.
        const { clientHeight } = this.element;
        const length = this.#rows.length * this.#height;
        const scrollTop = Math.min(this.element.scrollTop + this.#shift * this.#height,
            Math.max(0, length - clientHeight));
        styled(this.rows, { height: `${length}px` });
        if (this.#shift) this.element.scrollTop = scrollTop;
        this.#shift = 0;
        const first = Math.max(0, Math.floor(scrollTop / this.#height) - spareRows);
        const seen = Math.ceil(clientHeight / this.#height) + 2 * spareRows;
        const last = Math.min(this.#rows.length, first + seen);
        const rows = [];
        for (let index = first; index < last; index += 1) rows.push(this.#at(index));
        this.#show(rows);
        this.#drawn.forEach((drawn, offset) => this.#place(drawn, first + offset));
        const active = this.#drawn[this.#selected - first]?.node.id ?? "";
        this.element.setAttribute("aria-activedescendant", active);
    }

    /**
     * Makes the document show these rows, in their order.
     *
     * @param {Row[]} rows
     */
    #show(rows) {
        /** @type {Set<Row | null>} */
        const wanted = new Set(rows);
        /** @type {Map<Row | null, Drawn<Row>>} */
        const staying = new Map(this.#drawn.filter(({ row }) => wanted.has(row)).map((drawn) => [drawn.row, drawn]));
        // Moving an element costs more than writing it. If few stay, all are written where they are.
        if (staying.size < rows.length / 2) staying.clear();
        const free = this.#drawn.filter(({ row }) => !staying.has(row));
        for (const { node } of staying.size ? free : free.slice(rows.length)) node.remove();
        free.push(...this.#unused);
        this.#drawn = rows.map((row) => staying.get(row) ?? this.#written(free.shift() ?? this.#made(), row));
        this.#unused = free;
        let next = this.rows.firstChild;
        for (const { node } of this.#drawn) {
            if (node === next) next = node.nextSibling;
            else this.rows.insertBefore(node, next);
        }
    }

    /** @returns {Drawn<Row>} */
    #made() {
        const cells = this.#make();
        const node = el("div", { class: "long-row", role: "option", id: freshId("row") }, cells);
        return { node: styled(node, { height: `${this.#height}px` }), cells, row: null };
    }

    /**
     * @param {Drawn<Row>} drawn
     * @param {Row} row
     */
    #written(drawn, row) {
        if (drawn.row !== row) this.#write(drawn.cells, row);
        drawn.row = row;
        return drawn;
    }

    /**
     * @param {Drawn<Row>} drawn
     * @param {number} index
     */
    #place({ node }, index) {
        styled(node, { transform: `translateY(${index * this.#height}px)` });
        Object.assign(node, {
            ariaPosInSet: index + 1, ariaSetSize: this.#rows.length, ariaSelected: index === this.#selected,
        });
    }

    /** @param {{ target: HTMLElement }} event */
    #click(event) {
        const node = event.target.closest(".long-row");
        if (node) this.#choose(Number(node.ariaPosInSet) - 1);
    }

    /**
     * @param {number} index
     * @param {boolean} isMove
     */
    #choose(index, isMove = false) {
        this.#selected = index;
        this.draw();
        this.#open(this.#at(index), isMove);
    }

    /**
     * Scrolls as little as shows a row.
     *
     * @param {number} index
     */
    #reveal(index) {
        const top = index * this.#height;
        const { scrollTop, clientHeight } = this.element;
        if (top < scrollTop) this.element.scrollTop = top;
        else if (top + this.#height > scrollTop + clientHeight) {
            this.element.scrollTop = top + this.#height - clientHeight;
        }
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const page = Math.max(1, Math.floor(this.element.clientHeight / this.#height) - 1);
        /** @type {Record<string, number>} */
        const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
        const step = steps[event.key];
        if (step === undefined || !this.#rows.length) return;
        event.preventDefault();
        const next = Math.min(this.#rows.length - 1, Math.max(0, this.#selected + step));
        this.#reveal(next);
        this.#choose(next, true);
        // A part of the list may be outside of the window.
        this.#drawn.find(({ node }) => node.ariaSelected === "true")?.node.scrollIntoView({ block: "nearest" });
    }
}
