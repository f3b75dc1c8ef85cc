import assert from "node:assert/strict";
import { test } from "node:test";
import { pages } from "./page.mjs";

const { filterOf } = await import(`${pages}/pages/requests.js`);
const everything = { text: "", method: "", status: "", gateway: "", sender: "", fault: "" };
const entries = [
    { number: 1, method: "GET", path: "/v1/cards", status: 200 },
    { number: 2, method: "POST", path: "/v1/Cards", status: 401, tool: "console" },
    { number: 3, method: "POST", path: "/payments", status: 503, gateway: "stitch", fault: "timeout" },
    { number: 4, method: "GET", path: "/a.b*c" },
];
const found = (typed) => entries.filter(filterOf({ ...everything, ...typed })).map(({ number }) => number);

test("An empty form shows every entry", () => assert.deepEqual(found({}), [1, 2, 3, 4]));

test("Each field leaves out what it does not name", () => {
    assert.deepEqual(found({ method: "POST" }), [2, 3]);
    assert.deepEqual(found({ status: "4" }), [2]);
    assert.deepEqual(found({ status: "0" }), [4]);
    assert.deepEqual(found({ gateway: "stitch" }), [3]);
    assert.deepEqual(found({ gateway: "-" }), [1, 2, 4]);
    assert.deepEqual(found({ sender: "console" }), [2]);
    assert.deepEqual(found({ sender: "client" }), [1, 3, 4]);
    assert.deepEqual(found({ fault: true }), [3]);
});

test("Fields narrow each other, and a text is no pattern and has no case", () => {
    assert.deepEqual(found({ text: "cards" }), [1, 2]);
    assert.deepEqual(found({ text: "cards", method: "GET" }), [1]);
    assert.deepEqual(found({ text: "a.b*c" }), [4]);
    assert.deepEqual(found({ text: ".*" }), []);
});
