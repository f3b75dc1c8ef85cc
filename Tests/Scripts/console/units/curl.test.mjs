import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { pages } from "./page.mjs";

const { curlOf, explanations } = await import(`${pages}/curl.js`);
const { asBusiness, asCustomer, sandbox } = await import(`${pages}/api.js`);

/** The arguments that a shell gives to curl. */
function argumentsOf(text, variables = {}) {
    const shell = `curl() { printf '%s\\0' "$@"; }\n${text}`;
    return execFileSync("sh", ["-c", shell], { encoding: "utf8", env: variables }).split("\0").slice(0, -1);
}

test("A shell reads what is in the request, also quotes, dollars and lines", () => {
    const json = { name: "O'Neil \"$HOME\" `id` \\ \n é" };
    const { text, before } = curlOf(sandbox("POST", "/customers", { json }));
    assert.equal(before, null);
    assert.deepEqual(argumentsOf(text), ["-s", "http://127.0.0.1:8081/sandbox/customers",
        "-H", "Content-Type: application/json", "-d", JSON.stringify(json)]);
});

test("A query is part of the address, without what has no value, and brackets are no pattern", () => {
    const { text } = curlOf(sandbox("GET", "/x[1]", { query: { limit: 5, text: "a&b", none: null, empty: "" } }));
    assert.deepEqual(argumentsOf(text), ["-s", "-g", "http://127.0.0.1:8081/sandbox/x[1]?limit=5&text=a%26b"]);
});

test("Another method than the implied one is written", () => {
    assert.match(curlOf(sandbox("DELETE", "/x")).text, /^curl -s -X DELETE /);
    assert.match(curlOf(sandbox("POST", "/x")).text, /^curl -s -X POST /);
    assert.doesNotMatch(curlOf(sandbox("POST", "/x", { json: {} })).text, /-X/);
});

test("A secret is a variable, in JSON too, and the variable is explained", () => {
    const json = { cvv: "45\"6", other: "x" };
    const { text } = curlOf(sandbox("POST", "/x", { json, secrets: { CVV: "45\"6" } }));
    assert.doesNotMatch(text, /45/);
    assert.equal(argumentsOf(text, { CVV: "9" }).at(-1), '{"cvv":"9","other":"x"}');
    assert.match(explanations(text), /^\$CVV is the security code/);
});

test("The command before gets the token, whose variable tells whose it is", () => {
    const customer = { brand: "demo", customerId: "10000001" };
    const own = curlOf(asCustomer(customer, "GET", "/v1/cards"));
    assert.match(own.text, /Bearer \$TOKEN"/);
    assert.match(own.before, /^TOKEN=\$\(.*subject_token=10000001/s);
    assert.match(curlOf(asCustomer({ ...customer, scope: "a" }, "GET", "/x")).text, /Bearer \$DATA_TOKEN"/);
    assert.match(curlOf(asBusiness("demo", "GET", "/x")).before, /^BUSINESS=\$\(.*demo-backend:demo-backend-secret/s);
});
