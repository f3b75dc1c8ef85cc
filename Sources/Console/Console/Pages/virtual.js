/**
 * A list of any length that only draws the rows which can be seen. The newest is at the top, and the last in the array:
 * adding in front of a long array is slow.
 */
import { el, perFrame, styled } from "./view.js";

const spareRows = 8;

export class VirtualList {
    #rows = [];
    #height;
    #draw;
    #open;
    #selected = -1;
    #drawn = new Map();
    #shift = 0;

    /**
     * @param name of the list for screen readers.
     * @param height of a row in pixels.
     * @param draw makes the cells of a row.
     * @param open is called with the row that was chosen.
     */
    constructor(name, height, draw, open) {
        this.#height = height;
        this.#draw = draw;
        this.#open = open;
        this.rows = el("div", { class: "long-rows", role: "presentation" });
        this.element = el("div", {
            class: "long", role: "listbox", tabindex: "0", "aria-label": name,
            onscroll: perFrame(() => this.draw()), onkeydown: (event) => this.#key(event),
            onclick: (event) => this.#click(event),
        }, this.rows);
        this.redraw = perFrame(() => this.draw());
        new ResizeObserver(this.redraw).observe(this.element);
    }

    /** Shows these rows. The row that was chosen stays chosen. */
    set(rows) {
        const chosen = this.#at(this.#selected);
        const place = chosen ? rows.lastIndexOf(chosen) : -1;
        this.#rows = rows;
        this.#selected = place < 0 ? -1 : rows.length - 1 - place;
        this.redraw();
    }

    /** Shows rows that were appended to the array. Somebody who has scrolled down stays where they are. */
    grow(added) {
        if (this.#selected >= 0) this.#selected += added;
        if (this.element.scrollTop > this.#height) this.#shift += added;
        this.redraw();
    }

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
        const kept = new Map();
        const nodes = [];
        for (let index = first; index < last; index += 1) {
            const row = this.#at(index);
            const node = this.#drawn.get(row) ?? this.#rowNode(row);
            styled(node, { transform: `translateY(${index * this.#height}px)` });
            node.dataset.index = index;
            node.setAttribute("aria-posinset", index + 1);
            node.setAttribute("aria-setsize", this.#rows.length);
            node.setAttribute("aria-selected", index === this.#selected);
            node.id = `row-${index}`;
            kept.set(row, node);
            nodes.push(node);
        }
        this.#show(nodes, kept);
        const active = this.#selected >= first && this.#selected < last ? `row-${this.#selected}` : "";
        this.element.setAttribute("aria-activedescendant", active);
    }

    /** Puts these nodes into the document, in their order. Those that stay are not touched. */
    #show(nodes, kept) {
        for (const [row, node] of this.#drawn) if (kept.get(row) !== node) node.remove();
        this.#drawn = kept;
        let next = this.rows.firstChild;
        for (const node of nodes) {
            if (node === next) next = next.nextSibling;
            else this.rows.insertBefore(node, next);
        }
    }

    #rowNode(row) {
        const node = el("div", { class: "long-row", role: "option" }, this.#draw(row));
        return styled(node, { height: `${this.#height}px` });
    }

    #click(event) {
        const node = event.target.closest(".long-row");
        if (node) this.#choose(Number(node.dataset.index));
    }

    #choose(index) {
        this.#selected = index;
        this.draw();
        this.#open(this.#at(index));
    }

    #key(event) {
        const page = Math.max(1, Math.floor(this.element.clientHeight / this.#height) - 1);
        const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
        const step = steps[event.key];
        if (step === undefined || !this.#rows.length) return;
        event.preventDefault();
        const next = Math.min(this.#rows.length - 1, Math.max(0, this.#selected + step));
        const top = next * this.#height;
        const { scrollTop, clientHeight } = this.element;
        if (top < scrollTop) this.element.scrollTop = top;
        else if (top + this.#height > scrollTop + clientHeight) {
            this.element.scrollTop = top + this.#height - clientHeight;
        }
        this.#choose(next);
    }
}
