import assert from "node:assert/strict";
import { test } from "node:test";
import { pages } from "./page.mjs";

const { find, patterns } = await import(`${pages}/router.js`);
const { routes } = await import(`${pages}/routes.js`);
const list = patterns([["/", "home"], ["/cards", "list"], ["/cards/:cardId", "card"], ["/cards/:cardId/:tab", "tab"]]);

test("A path finds its page, with what the pattern names", () => {
    for (const [path, load, parameters] of [
        ["/", "home", {}], ["/cards", "list", {}], ["/cards/a-1", "card", { cardId: "a-1" }],
        ["/cards/1/log", "tab", { cardId: "1", tab: "log" }], ["/cards?text=a/b", "list", {}],
    ]) assert.deepEqual(find(path, list), { load, parameters }, path);
});

test("Any other path, and one with an id that could leave its place in a request, finds the page that says so", () => {
    for (const path of ["", "/Cards", "/cards/", "/cards/..", "/cards/%2e", "/cards/a b", "/cards/1/2/3", "/x"]) {
        const { load, parameters } = find(path, list);
        assert.equal(typeof load, "function", path);
        assert.deepEqual(parameters, {}, path);
    }
});

test("Each pattern of the console is found before another one that fits", () => {
    const own = patterns(routes);
    for (const [pattern, load] of routes) assert.equal(find(pattern.replaceAll(":", ""), own).load, load, pattern);
});
