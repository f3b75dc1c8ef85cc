import assert from "node:assert/strict";
import { test } from "node:test";
import { pages } from "./page.mjs";

const { Journal } = await import(`${pages}/journal.js`);
const numbered = (...numbers) => numbers.map((number) => ({ number }));
const numbers = (entries) => entries.map(({ number }) => number);

/** A journal that has read these requests, in this order. */
function journalOf(...all) {
    const journal = new Journal();
    journal.take(numbered(...all));
    return journal;
}

test("A page of the list comes in any order, and again, and is kept once in the order of the numbers", () => {
    const journal = journalOf(9, 8, 7);
    journal.take(numbered(8, 7, 6));
    assert.deepEqual(numbers(journal.shown), [6, 7, 8, 9]);
    assert.equal(journal.newest, 9);
    assert.equal(journal.entryOf(7).number, 7);
    assert.equal(journal.entryOf(5), null);
});

test("Only what follows the latest without a gap counts as read", () => {
    const journal = journalOf(3, 5, 6, 7);
    assert.equal(journal.unbroken, 3);
    assert.equal(journal.hasAll(4), false);
    journal.take(numbered(4));
    assert.equal(journal.unbroken, 5);
    assert.equal(journal.hasAll(5), true);
    assert.equal(new Journal().unbroken, 0);
});

test("What arrives is shown once, if the filter wants it", () => {
    const journal = journalOf(1, 2);
    journal.filter(({ number }) => number % 2 === 1);
    const fresh = journal.keep(numbered(2, 4, 5));
    assert.deepEqual(numbers(fresh), [4, 5]);
    assert.deepEqual(numbers(journal.shown), [1]);
    assert.equal(journal.append(fresh), 1);
    assert.deepEqual(numbers(journal.shown), [1, 5]);
    assert.equal(journal.length, 4);
});

test("What arrives while it is not shown is shown by the next refill", () => {
    const journal = journalOf(1);
    journal.keep(numbered(2));
    assert.deepEqual(numbers(journal.shown), [1]);
    journal.refill();
    assert.deepEqual(numbers(journal.shown), [1, 2]);
});

test("Beyond the most that it keeps, the oldest are forgotten and shown no longer", () => {
    const journal = new Journal();
    journal.take(numbered(...Array.from({ length: 100_000 }, (_, index) => index + 1)));
    journal.append(journal.keep(numbered(...Array.from({ length: 999 }, (_, index) => 100_001 + index))));
    assert.equal(journal.length, 100_999);
    journal.append(journal.keep(numbered(101_000)));
    assert.equal(journal.length, 100_000);
    assert.equal(journal.shown.length, 100_000);
    assert.equal(journal.shown[0].number, 1001);
    assert.equal(journal.hasAll(1_000_000), true);
});

test("After it was forgotten, it begins again", () => {
    const journal = journalOf(7, 8);
    journal.forget();
    assert.equal(journal.length + journal.shown.length + journal.newest, 0);
    journal.take(numbered(1));
    assert.deepEqual(numbers(journal.shown), [1]);
});
