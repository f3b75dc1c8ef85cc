/**
 * Measures whether the console stays smooth during 500 events each second. The driver pages through the customers and
 * searches them, and scrolls and searches a journal of 100,000 requests. The driver's own server forwards the console
 * and sends the events, so that only the browser is measured. `smooth.sh` starts a service with 10,000 cards for it.
 */
import { createServer, request as ask } from "node:http";
import { drive } from "./browser.mjs";

const entries = 100_000;
const perSecond = 500;
const seconds = 8;
const pages = 20;
const loads = 5;
/** True once the page with the requests is open, which keeps all later requests. */
let isFilling = false;
const collected = [];
const limits = { firstPaint: 500, longTask: 50 };

const base = new URL(process.argv[2] ?? "http://127.0.0.1:1");
const server = createServer((incoming, outgoing) => (incoming.url.startsWith("/sandbox/events")
    ? stream(outgoing) : forward(incoming, outgoing)));
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
process.argv[2] = `http://127.0.0.1:${server.address().port}`;

await drive("smooth", async (browser) => {
    const failures = [];
    await browser.look();
    const paints = await firstPaints(browser);
    const paint = Math.max(...paints);
    if (!(paint < limits.firstPaint)) failures.push(
        `the first paint takes ${Math.round(paint)} ms; ${limits.firstPaint} are allowed`);
    browser.on("Tracing.dataCollected", ({ value }) => collected.push(...value));
    await trace(browser);
    await browser.evaluate(leafing(pages));
    failures.push(...judged("Leafing through customers", await traced(browser)));
    await browser.open("/requests");
    isFilling = true;
    await browser.until(
        `Number(document.querySelector(".journal .count").textContent.replace(/\\D/g, "")) >= ${entries}`,
        `${entries} requests are in the journal`);
    await trace(browser);
    const frames = await browser.evaluate(scrolling(seconds));
    failures.push(...judged("Scrolling the journal", await traced(browser)));
    await trace(browser);
    await browser.evaluate(
        searching([["cards/77", " of "], ["no such request", "^0 requests of "], ["", "requests$"]]));
    failures.push(...judged("Searching the journal", await traced(browser)));
    const drawn = await browser.evaluate("document.querySelectorAll('.long-row').length");
    if (drawn > 120) failures.push(`${drawn} rows are in the document, although only some can be seen`);
    console.error(
        `First paint ${Math.round(paint)} ms, the slowest of ${paints.map(Math.round).join(", ")}; `
        + `${Math.round(frames / seconds)} frames a second in the journal; ${drawn} rows drawn.`);
    return failures;
});

/** The times of several loads of the page until the first paint, in milliseconds. The slowest one counts. */
async function firstPaints(browser) {
    const paints = [];
    for (let load = 0; load < loads; load += 1) {
        await browser.send("Network.clearBrowserCache");
        // Another origin ends the process of the page, and what that has kept.
        await browser.send("Page.navigate", { url: "about:blank" });
        await browser.until("location.href === 'about:blank'");
        await browser.open("/customers");
        paints.push(await browser.evaluate(
            `performance.getEntriesByName("first-contentful-paint")[0]?.startTime`));
    }
    return paints;
}

/** The failures in the durations of tasks, in milliseconds. */
function judged(what, tasks) {
    const longest = Math.max(0, ...tasks);
    console.error(`${what}: the longest of ${tasks.length} tasks takes ${longest.toFixed(1)} ms.`);
    if (!tasks.length) return [`${what}: no task was measured`];
    return longest > limits.longTask ? [`${what}: a task takes ${Math.round(longest)} ms`] : [];
}

/** Begins to record the work of the browser's threads. */
async function trace(browser) {
    collected.length = 0;
    await browser.send("Tracing.start", {
        traceConfig: { includedCategories: ["toplevel", "devtools.timeline", "__metadata"], excludedCategories: ["*"] },
    });
}

/**
 * The durations of the tasks of the page's main thread, in milliseconds of that thread's own time, so that the work of
 * other programs does not count.
 */
async function traced(browser) {
    const complete = new Promise((resolve) => browser.on("Tracing.tracingComplete", resolve));
    await browser.send("Tracing.end");
    await complete;
    const main = new Set(collected.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
        .map(({ pid, tid }) => `${pid} ${tid}`));
    return collected.filter(({ name, ph, pid, tid }) => ph === "X" && /RunTask$/.test(name)
        && main.has(`${pid} ${tid}`))
        .map(({ tdur, dur }) => (tdur ?? dur) / 1000);
}

/** Goes from page to page of the customers, scrolls each, and searches at the end. */
function leafing(count) {
    return `(async () => {
        const frame = () => new Promise(requestAnimationFrame);
        const first = () => document.querySelector("#main tbody tr")?.textContent;
        const changed = async (work) => {
            const before = first();
            work();
            while (first() === before) await frame();
        };
        for (let page = 1; page < ${count}; page += 1) {
            await changed(() => [...document.querySelectorAll(".pages button")].at(-1).click());
            for (let y = 0; y < document.documentElement.scrollHeight; y += 40) {
                scrollTo(0, y);
                await frame();
            }
        }
        const search = document.querySelector("#main input[type=search]");
        await changed(() => {
            search.value = "1000000";
            search.dispatchEvent(new Event("input", { bubbles: true }));
        });
    })()`;
}

/** Scrolls up and down for some seconds, and counts the frames. */
function scrolling(duration) {
    return `new Promise((resolve) => {
        const list = document.querySelector(".long");
        const end = performance.now() + ${duration * 1000};
        let frames = 0;
        const step = (now) => {
            frames += 1;
            list.scrollTop = (Math.sin(now / 700) + 1) * 20000;
            if (now < end) requestAnimationFrame(step); else resolve(frames);
        };
        requestAnimationFrame(step);
    })`;
}

/** Searches for one term after the other, and waits until the journal shows the expected number. */
function searching(terms) {
    return `(async () => {
        const search = document.querySelector(".journal input[type=search]");
        const shown = document.querySelector(".journal .count");
        for (const [term, expected] of ${JSON.stringify(terms)}) {
            search.value = term;
            search.dispatchEvent(new Event("input", { bubbles: true }));
            while (!new RegExp(expected).test(shown.textContent)) await new Promise(requestAnimationFrame);
            await new Promise(requestAnimationFrame);
        }
    })()`;
}

/** Sends some entries each second. Once the page is open, it first sends all entries in pieces. */
function stream(outgoing) {
    outgoing.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
    let number = 0;
    let filled = 0;
    const send = (count) => {
        let text = "";
        for (let index = 0; index < count; index += 1) {
            number += 1;
            const data = { number: number + 1_000_000, requestId: String(number), operation: "getCard", method: "GET",
                status: 200,
                path: `/digitalwallets/v1/profile/prepaid/cards/${number}`, milliseconds: 1.25 };
            text += `id: ${number}\nevent: request\ndata: ${JSON.stringify(data)}\n\n`;
        }
        outgoing.write(text);
    };
    const timer = setInterval(() => {
        const count = isFilling && filled < entries ? 2000 : perSecond / 20;
        if (isFilling) filled += count;
        send(count);
    }, 50);
    outgoing.on("close", () => clearInterval(timer));
}

function forward(incoming, outgoing) {
    const headers = { ...incoming.headers, host: base.host };
    delete headers.origin;
    const onward = ask({ host: base.hostname, port: base.port, path: incoming.url, method: incoming.method, headers },
        (answer) => {
            outgoing.writeHead(answer.statusCode, answer.headers);
            answer.pipe(outgoing);
        });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
}
