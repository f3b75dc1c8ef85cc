import assert from "node:assert/strict";
import { test } from "node:test";
import { pages } from "./page.mjs";

const { EventParser } = await import(`${pages}/stream.js`);
const card = { id: "7", kind: "card", data: { cardId: "1" } };
const written = 'id: 7\nevent: card\ndata: {"cardId":"1"}\n\n';

test("An event is complete at its empty line, wherever the text is cut", () => {
    for (let place = 0; place <= written.length; place += 1) {
        const parser = new EventParser();
        assert.deepEqual([...parser.take(written.slice(0, place)), ...parser.take(written.slice(place))], [card]);
    }
});

test("A line ends with CR LF, LF or CR, also between two pieces", () => {
    for (const end of ["\r\n", "\n", "\r"]) {
        const text = `${(written + written).replaceAll("\n", end)}: more`;
        const parser = new EventParser();
        assert.deepEqual([...text].flatMap((character) => parser.take(character)), [card, card], JSON.stringify(end));
    }
});

test("Lines of data are joined, one space after the colon is left out, comments and unknown fields are ignored", () => {
    const [event, ...others] = new EventParser().take(": hello\nretry: 5\ndata:  [1,\ndata:2]\n\n");
    assert.deepEqual(event, { id: undefined, kind: "message", data: [1, 2] });
    assert.deepEqual(others, []);
});

test("Without data there is no event, and data that is no JSON is a text", () => {
    const parser = new EventParser();
    assert.deepEqual(parser.take("id: 1\nevent: card\n\n"), []);
    assert.deepEqual(parser.take("data:  {\n\n"), [{ id: undefined, kind: "message", data: { text: " {" } }]);
});
