import assert from "node:assert/strict";
import { test } from "node:test";
import { pages } from "./page.mjs";
import { FakeElement } from "./element.mjs";

const { VirtualList } = await import(`${pages}/virtual.js`);
const height = 20;

/** A list with the height of ten rows, with the newest row first. */
function listOf(rows) {
    const opened = [];
    const list = new VirtualList("Entries", height, {
        make: () => [new FakeElement()], write: ([cell], row) => { cell.text = row; }, open: (row) => opened.push(row),
    });
    list.element.clientHeight = 10 * height;
    list.set(rows);
    list.draw();
    return { list, opened, rows };
}

const shown = ({ list }) => list.rows.children.map((node) => [node.ariaPosInSet, node.children[0].text]);
const chosen = ({ list }) => list.rows.children.filter((node) => String(node.ariaSelected) === "true")
    .map((node) => node.children[0].text);
const numbered = (count) => Array.from({ length: count }, (_, index) => index + 1);

function press(list, key) {
    const event = Object.assign(new Event("keydown"), { key });
    list.element.dispatchEvent(event);
}

test("Only rows near the window are in the document, in their order, and the list is as long as all", () => {
    const one = listOf(numbered(100_000));
    for (const scrolled of [0, 50_000, 50_047, 49_980, 100_000 * height]) {
        one.list.element.scrollTop = scrolled;
        one.list.draw();
        const rows = shown(one);
        assert.ok(rows.length >= 10 && rows.length < 60, `${rows.length} rows`);
        assert.deepEqual(rows, rows.map((_, index) => [rows[0][0] + index, 100_001 - rows[0][0] - index]));
        const top = Math.min(scrolled, 100_000 * height - 10 * height) / height;
        assert.ok(rows[0][0] <= top + 1 && rows.at(-1)[0] >= top + 10, `rows at ${scrolled}`);
    }
    assert.equal(one.list.rows.written.height, `${100_000 * height}px`);
});

test("Rows that arrive keep the place of somebody who has scrolled down, and the row that was chosen", () => {
    const one = listOf(numbered(1000));
    one.list.choose(900);
    one.list.element.scrollTop = 95 * height;
    one.rows.push(1001, 1002, 1003);
    one.list.grow(3);
    one.list.draw();
    assert.equal(one.list.element.scrollTop, 98 * height);
    assert.deepEqual(chosen(one), [900]);
    one.list.element.scrollTop = 0;
    one.rows.push(1004);
    one.list.grow(1);
    one.list.draw();
    assert.equal(one.list.element.scrollTop, 0);
    assert.deepEqual(shown(one)[0], [1, 1004]);
});

test("Keys choose the next row, a page of rows, and both ends", () => {
    const one = listOf(numbered(100));
    for (const key of ["ArrowDown", "ArrowDown", "ArrowUp", "PageDown", "End", "ArrowDown", "Home"]) {
        press(one.list, key);
    }
    assert.deepEqual(one.opened, [100, 99, 100, 91, 1, 1, 100]);
    assert.equal(one.list.element.scrollTop, 0);
});

test("The chosen row stays chosen in other rows, and none is chosen if it is not among them", () => {
    const one = listOf(numbered(20));
    one.list.choose(15);
    one.list.set([3, 15, 17]);
    one.list.draw();
    assert.deepEqual([chosen(one), shown(one).length], [[15], 3]);
    one.list.set([3, 17]);
    one.list.draw();
    assert.deepEqual(chosen(one), []);
});
