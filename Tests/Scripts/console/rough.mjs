/**
 * Uses the console in unusual ways: with names that are markup or empty, invalid URLs and stored values, double clicks,
 * commands with quotes, and a tenant, a token or a page that disappears while it is used.
 */
import { execFileSync } from "node:child_process";
import { drive } from "./browser.mjs";

const names = ["<img src=x onerror=alert(1)>", "O'Brien \"$(id)\" `id`", "\u202eevil", "W".repeat(40), "\u200b",
    "\u{1f469}\u200d\u{1f469}\u200d\u{1f467}"];
// A customer's name must fit on a card, so it cannot be markup.
const people = ["O'Brien & Sons, Jr.", "W".repeat(40)];
const addresses = ["/cards/%00", "/cards/..%2fx", "/cards/%", "/customers/%3Cimg%3E", "/shops/..%2fcustomers",
    "/money/a%2F..%2F..", "/phones/..", "/__proto__", "//", `/cards/${"é".repeat(5000)}`];
const nonsense = ["{", "null", "5", "\"x\"", "[]", "{\"/demo\":5,\"panels\":1,\"happened\":{},\"draw\":2}",
    "\u0000\ud800"];

await drive("rough", async (browser) => {
    await browser.look();
    await browser.open("/");
    await browser.ask(`sandbox("POST", "/reset")`);
    const failures = [];
    for (const part of [named, addressed, kept, clickedTwice, quoted, left, away, tenantGone, tokenWrong]) {
        failures.push(...(await part(browser)).map((failure) => `${part.name}: ${failure}`));
    }
    return failures;
});

function heading(browser) {
    return browser.evaluate("document.querySelector('#main h1').textContent");
}

async function merchants(browser) {
    return (await browser.ask(`sandbox("GET", "/merchants")`)).merchants.length;
}

/** A button of the page by its words. */
function button(words) {
    return `[...document.querySelectorAll("#main button")]
        .find(({ textContent }) => textContent === ${JSON.stringify(words)})`;
}

/** Names are shown as text on every page, lead to their pages, and fit into the window of a phone. */
async function named(browser) {
    const failures = [];
    const paths = ["/customers", "/shops"];
    for (const name of people) {
        const { customerId } = await browser.ask(`sandbox("POST", "/customers", { json: { country: "PL",
            mobile: "+48 500100200", firstName: ${JSON.stringify(name)}, lastName: ${JSON.stringify(name)} } })`);
        const { cardId } = await browser.ask(`asCustomer({ customerId: "${customerId}", brand: "demo" }, "POST",
            "/v1/profile/prepaid/cards", { json: { programName: "DEMO-VIRTUAL-VISA-EEA", currency: "EUR" } })`);
        paths.push(`/customers/${customerId}`, `/cards/${cardId}`);
    }
    for (const name of names) {
        const { merchantId } = await browser.ask(`sandbox("POST", "/merchants", { json: { mcc: "5992", country: "DE",
            currencyCode: "EUR", name: ${JSON.stringify(name.slice(0, 25))}, city: "Berlin" } })`);
        paths.push(`/shops/${merchantId}`);
    }
    await browser.look({ width: 390 });
    for (const path of paths) {
        await browser.open(path);
        const seen = await browser.evaluate(`({
            width: document.documentElement.scrollWidth, image: Boolean(document.querySelector("#main img")),
            blank: [...document.querySelectorAll("#main h1, #main td a")]
                .filter(({ textContent }) => !/[\\p{L}\\p{N}\\p{P}\\p{S}]/u.test(textContent)).length })`);
        if (seen.width > 390) failures.push(`${path} is ${seen.width} pixels wide`);
        if (seen.image) failures.push(`${path} has an image from a name`);
        if (seen.blank) failures.push(`${path} has ${seen.blank} links or headings that nobody can see`);
    }
    await browser.look();
    return failures;
}

/** An invalid URL shows no page, and an invalid id is never in the path of a request. */
async function addressed(browser) {
    const failures = [];
    for (const address of addresses) {
        await browser.open(address);
        if (await heading(browser) !== "No such page") {
            failures.push(`${address.slice(0, 30)} shows “${await heading(browser)}”`);
        }
    }
    for (const part of ["__proto__", "constructor", "nothing"]) {
        await browser.open(`/sandbox/${part}`);
        const shown = await heading(browser);
        if (shown !== "Sandbox") failures.push(`/sandbox/${part} shows “${shown}”`);
    }
    return failures;
}

/** The page starts and works with any values in the tab's storage. */
async function kept(browser) {
    const failures = [];
    const keys = ["story", "clients", "sandboxToken"].map((key) => `tessera.${key}`);
    const set = (text) => browser.evaluate(`for (const key of ${JSON.stringify(keys)}) {
        sessionStorage.setItem(key, ${JSON.stringify(text)});
    }`);
    for (const text of nonsense) {
        for (const path of ["/story/1", "/customers/10000001"]) {
            // The page before may have replaced a value.
            await set(text);
            await browser.openAnew(path);
            const problem = await browser.evaluate("document.querySelector('#main .problem')?.textContent");
            if (problem) failures.push(`with ${text} in the storage, ${path} says “${problem}”`);
        }
    }
    await browser.evaluate(`for (const key of ${JSON.stringify(keys)}) sessionStorage.removeItem(key)`);
    return failures;
}

/** A double click asks the question without answering it, and makes or deletes only one thing. */
async function clickedTwice(browser) {
    const failures = [];
    await browser.open("/sandbox/reset");
    await twice(browser, button("Reset the sandbox"));
    if (!await browser.evaluate(`Boolean(${button("Really delete everything?")})`)) {
        failures.push("a double click resets the sandbox");
    }
    const rules = ["createCard", "listCards"].map((operation) => ({ fault: "STATUS", status: 503, operation }));
    await browser.ask(`sandbox("PUT", "/faults", { json: { seed: 1, rules: ${JSON.stringify(rules)} } })`);
    await browser.open("/sandbox/faults");
    await twice(browser, button("Remove"),
        () => browser.until("document.querySelectorAll('#main tbody tr').length === 1", "one rule is left"));
    await browser.settle();
    if (await browser.evaluate(`!${button("Remove")}`)) failures.push("a double click removes two rules");
    await browser.ask(`sandbox("DELETE", "/faults")`);
    const before = await merchants(browser);
    await browser.open("/shops");
    await twice(browser, button("Make the merchant"));
    await browser.until("/^#\\/shops\\/\\d/.test(location.hash)", "the merchant is shown");
    if (await merchants(browser) !== before + 1) failures.push("a double click makes two merchants");
    return failures;
}

/** @param between runs between both clicks. */
async function twice(browser, find, between = () => {}) {
    const place = await browser.evaluate(`(() => {
        const { x, y, width, height } = ${find}.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
    })()`);
    for (const clickCount of [1, 2]) {
        for (const type of ["mousePressed", "mouseReleased"]) {
            await browser.send("Input.dispatchMouseEvent", { type, ...place, button: "left", clickCount });
        }
        if (clickCount === 1) await between();
    }
}

/** In a shell, a command makes exactly one request, with the values that the console has sent. */
async function quoted(browser) {
    const failures = [];
    const text = "a 'b' \"c\" $(id) `id` \\ ! \n @x";
    const requests = [
        [{ method: "POST", path: "/x", json: { text } }, JSON.stringify({ text })],
        [{ method: "POST", path: "/x", form: { text } }, `text=${text}`],
        [{ method: "POST", path: "/x", text, type: "text/plain" }, text],
        [{ method: "GET", path: "/x", headers: { "X-Test": text } }, `X-Test: ${text}`],
        [{ method: "GET", path: "/x", basic: { id: text, secret: "s" } }, `${text}:secret`],
        [{ method: "GET", path: "/x/{a,b}/[1-3]" }, "-g"],
        [{ method: "POST", path: "/x", text: "@x", type: "text/plain" }, "--data-raw"],
    ];
    for (const [request, wanted] of requests) {
        const command = await browser.evaluate(`import("${browser.parts}curl.js").then(({ curlOf }) =>
            curlOf({ area: "sandbox", ...${JSON.stringify(request)} }).text)`);
        const given = execFileSync("bash", ["-c", `curl() { printf '%s\\0' "$@"; }\n${command}`],
            { env: { ...process.env, CLIENT_SECRET: "secret" }, encoding: "utf8" }).split("\0");
        if (!given.includes(wanted)) failures.push(`${command} gives curl no ${JSON.stringify(wanted)}`);
    }
    return failures;
}

/** An answer for a page that the user has left does not change the next page. */
async function left(browser) {
    let go;
    const arrived = new Promise((resolve) => { go = resolve; });
    browser.on("Fetch.requestPaused", ({ requestId, request }) => {
        if (!request.url.endsWith("/merchants")) return;
        if (request.method === "POST") go(requestId);
        else browser.send("Fetch.continueRequest", { requestId });
    });
    await browser.open("/shops");
    await browser.send("Fetch.enable", { patterns: [{ urlPattern: "*/sandbox/merchants" }] });
    await browser.evaluate(`${button("Make the merchant")}.click()`);
    const requestId = await arrived;
    await browser.open("/money");
    await browser.evaluate("document.querySelector('#notices').replaceChildren()");
    await browser.send("Fetch.continueRequest", { requestId });
    await browser.until("document.querySelector('.notice')?.textContent === 'Merchant made'", "the merchant is made");
    await browser.send("Fetch.disable");
    await browser.settle();
    const hash = await browser.evaluate("location.hash");
    return hash === "#/money" ? [] : [`somebody who has gone to the money is led to ${hash}`];
}

/** A page that cannot be loaded says what to do, and a loaded page stays although the service has stopped. */
async function away(browser) {
    const failures = [];
    const block = (urls) => browser.send("Network.setBlockedURLs", { urls });
    await block(["*/console/*/pages/money.js"]);
    await browser.openAnew("/money");
    const problem = await browser.evaluate("document.querySelector('#main .problem')?.textContent");
    if (!problem?.includes("Look whether the service is running")) {
        failures.push(`a page that is missing says “${problem}”`);
    }
    await block([]);
    await browser.evaluate("location.reload()");
    await browser.until(`performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/pages/inbox.js"))
        && document.querySelector("#live").textContent === "live"`, "all pages are loaded");
    await browser.settle();
    await block(["*/console/*"]);
    for (const [path, title] of [["/inbox", "Inbox"], ["/phones", "Phones"]]) {
        await browser.open(path);
        const found = await heading(browser);
        if (found !== title) failures.push(`while the service is away, ${path} shows “${found}”`);
    }
    await block([]);
    return failures;
}

/** When a tenant is deleted, the console says so and shows the main service. */
async function tenantGone(browser) {
    await browser.ask(`sandbox("POST", "/tenants", { json: { name: "rough" } })`);
    await browser.open("/sandbox/tenants");
    await browser.push("Enter the tenant rough");
    await browser.until(`document.querySelector("#tenant").textContent === "tenant rough"
        && document.querySelector("#live").textContent === "live"`, "the tenant is shown");
    await fetch(`${browser.base}/sandbox/tenants/rough`, { method: "DELETE" });
    await browser.until(`document.querySelector(".notice")?.textContent.includes("was deleted")`, "it says so");
    await browser.until(`document.querySelector("#tenant").hidden
        && document.querySelector("#live").textContent === "live"`, "the main service is shown");
    return [];
}

/** If the service has restarted with a token, the console sends the token without a click. */
async function tokenWrong(browser) {
    await browser.open("/customers");
    browser.on("Fetch.requestPaused", ({ requestId, request }) => {
        if (request.url.endsWith("/events")) browser.send("Fetch.fulfillRequest", { requestId, responseCode: 401 });
    });
    await browser.send("Fetch.enable", { patterns: [{ urlPattern: "*/sandbox/events" }] });
    await browser.evaluate(`window.dispatchEvent(new Event("tessera-tenant"))`);
    await browser.until("document.querySelector('dialog')?.textContent.includes('asks for a token')",
        "it is asked for");
    await browser.send("Fetch.disable");
    return [];
}
