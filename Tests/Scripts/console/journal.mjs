/**
 * Reads the journal while requests arrive: rows that the user has scrolled to stay in place, and otherwise the newest
 * row is at the top; a filter hides rows; a pause shows no new ones; a reset empties the journal; and requests from
 * before the page was opened can be loaded.
 */
import { drive } from "./browser.mjs";

const rowHeight = 30;

await drive("journal", async (browser) => {
    await fetch(`${process.argv[2]}/sandbox/reset`, { method: "POST" });
    await browser.look();
    await browser.open("/requests");
    await arrive(browser, 120, "first");
    const failures = [];
    for (const part of [atTheTop, scrolledDown, filtered, paused, reset, overtaken, earlier]) {
        failures.push(...await part(browser));
    }
    return failures;
});

/** Sends requests whose paths end with this word and a number, and waits until the service has recorded them. */
async function arrive(browser, count, word) {
    await browser.evaluate(`(async () => {
        for (let number = 1; number <= ${count}; number += 1) {
            await fetch("/digitalwallets/v1/${word}-" + number);
        }
    })()`);
}

async function counts(browser, count) {
    await browser.until(`document.querySelector(".journal .count").textContent.startsWith("${count} request")`,
        `${count} requests are shown`);
    // The rows are drawn in the frame after.
    await browser.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
}

/** The ends of the paths in the drawn rows, from top to bottom. */
async function rows(browser) {
    return browser.evaluate(
        `[...document.querySelectorAll(".long-row code")].map(({ textContent }) => textContent.split("/").at(-1))`);
}

/** The scroll position of the list, and the chosen row with its position on the screen. */
async function chosen(browser) {
    return browser.evaluate(`(() => {
        const row = document.querySelector('.long-row[aria-selected="true"]');
        return { scrolled: document.querySelector(".long").scrollTop, top: row.getBoundingClientRect().top,
            path: row.querySelector("code").textContent };
    })()`);
}

async function atTheTop(browser) {
    await counts(browser, 120);
    const drawn = await rows(browser);
    const expected = drawn.map((_, index) => `first-${120 - index}`);
    return drawn.length > 10 && drawn.join() === expected.join() ? [] : [`the rows are ${drawn.join(", ")}`];
}

/** Jumps to one of the 120 rows, and returns the failures. */
async function jumped(browser, row) {
    await browser.evaluate(`document.querySelector(".long").scrollTop = ${(row - 5) * rowHeight}`);
    await browser.until(`[...document.querySelectorAll(".long-row")].some((row) => row.ariaPosInSet === "${row}")`,
        `row ${row} is drawn`);
    const drawn = await browser.evaluate(`[...document.querySelectorAll(".long-row")].map((row) =>
        [Number(row.ariaPosInSet), row.querySelector("code").textContent.split("/").at(-1)])`);
    return drawn.every(([place, path], index) => place === drawn[0][0] + index && path === `first-${121 - place}`) ? []
        : [`after a jump to row ${row}, the rows are ${drawn.join("; ")}`];
}

async function scrolledDown(browser) {
    const failures = [];
    for (const row of [115, 20, 26, 90, 55]) failures.push(...await jumped(browser, row));
    await browser.evaluate(`document.querySelector('.long-row[aria-posinset="55"]').click()`);
    const before = await chosen(browser);
    await arrive(browser, 40, "second");
    await counts(browser, 160);
    await browser.until(`document.querySelector('.long-row[aria-selected="true"]')?.ariaPosInSet === "95"`,
        "the row that was chosen is number 95");
    const after = await chosen(browser);
    if (after.scrolled - before.scrolled !== 40 * rowHeight) {
        failures.push(`40 requests move the list from ${before.scrolled} to ${after.scrolled}`);
    }
    if (after.path !== before.path || Math.abs(after.top - before.top) > 1) {
        failures.push(`${before.path} at ${before.top} becomes ${after.path} at ${after.top}`);
    }
    await browser.evaluate(`document.querySelector(".long").focus()`);
    await browser.press("Home", "Home", 36);
    await browser.until(`document.querySelector('.long-row[aria-selected="true"]')?.ariaPosInSet === "1"`,
        "the key Home chooses the newest");
    if ((await rows(browser))[0] !== "second-40") failures.push(`the newest is ${(await rows(browser))[0]}`);
    return failures;
}

async function filtered(browser) {
    await browser.enter("Search", "second-3");
    // The rows 3 and 30 to 39.
    await counts(browser, 11);
    await arrive(browser, 3, "third");
    await arrive(browser, 3, "second");
    await counts(browser, 12);
    const drawn = await rows(browser);
    await browser.enter("Search", "");
    await counts(browser, 166);
    return drawn[0] === "second-3" && drawn[1] === "second-39" ? [] : [`the filter shows ${drawn.join(", ")}`];
}

async function paused(browser) {
    await browser.push("Pause");
    await arrive(browser, 4, "fourth");
    await browser.until(`fetch("/sandbox/requests?path=/digitalwallets/v1/fourth-4")
        .then((answer) => answer.json()).then(({ requests }) => requests.length === 1)`, "they are recorded");
    const failures = (await rows(browser))[0] === "fourth-4" ? ["a pause shows new requests"] : [];
    await browser.push("Go on");
    await counts(browser, 170);
    return failures;
}

async function reset(browser) {
    await browser.ask(`sandbox("POST", "/reset")`);
    await counts(browser, 0);
    await arrive(browser, 2, "fifth");
    await counts(browser, 2);
    const drawn = await rows(browser);
    return drawn.join() === "fifth-2,fifth-1" ? [] : [`after a reset the rows are ${drawn.join(", ")}`];
}

/** The page's list arrives late, after the event of a request that is not in it. */
async function overtaken(browser) {
    await leave(browser);
    await browser.evaluate(`(() => {
        const { fetch } = window;
        window.fetch = async (url, options) => {
            const answer = await fetch(url, options);
            if (!String(url).endsWith("/requests?limit=200")) return answer;
            window.fetch = fetch;
            const { listen } = await import("${browser.parts}stream.js");
            const told = new Promise((resolve) => listen(["request"], resolve));
            await fetch("/digitalwallets/v1/late-1");
            await told;
            return answer;
        };
        location.hash = "#/requests";
    })()`);
    await counts(browser, 3);
    return [];
}

async function leave(browser) {
    await browser.evaluate(`location.hash = "#/shops"`);
    await browser.until(`!document.querySelector(".journal")`, "the page is left");
}

/** Loads requests that are older than the page's latest 200, of which 50 are missing as after a gap. */
async function earlier(browser) {
    await leave(browser);
    await arrive(browser, 205, "sixth");
    await browser.evaluate(`(() => {
        const { fetch } = window;
        window.fetch = async (url, options) => {
            const answer = await fetch(url, options);
            if (!String(url).endsWith("/requests?limit=200")) return answer;
            const body = await answer.json();
            body.requests.splice(100, 50);
            return new Response(JSON.stringify(body), { headers: { "Content-Type": "application/json" } });
        };
        location.hash = "#/requests";
    })()`);
    await counts(browser, 150);
    const failures = [];
    await browser.enter("Search", "fifth");
    await browser.until(`document.querySelector(".journal .empty").textContent
        === "None of 150 requests matches the filters. Earlier ones are not loaded yet."`, "what is missing is said");
    await browser.push("Load earlier");
    await counts(browser, 2);
    if (!await browser.evaluate(`[...document.querySelectorAll(".journal button")]
        .find(({ textContent }) => textContent === "Load earlier").hidden`)) failures.push("more can be loaded");
    await browser.enter("Search", "");
    await counts(browser, 208);
    const drawn = await rows(browser);
    if (drawn[0] !== "sixth-205" || drawn[4] !== "sixth-201") failures.push(`the newest are ${drawn.slice(0, 5)}`);
    return failures;
}
