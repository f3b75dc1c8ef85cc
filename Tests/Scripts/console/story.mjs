/**
 * Plays both tales of the guided story as a presenter does, at the widths of a laptop and of a phone, light and dark.
 * It fails if a step fails, if the browser reports an error, if the policy is violated, or if a request goes to another
 * place.
 */
import { drive } from "./browser.mjs";

const looks = [
    { name: "1280-light", width: 1280, height: 860 }, { name: "1280-dark", width: 1280, height: 860, dark: true },
    { name: "390-light", width: 390, height: 844 }, { name: "390-dark", width: 390, height: 844, dark: true },
];
const steps = 8;
/** The second tale is played first, so that the overview ends with the events of the first one. */
const tales = [{ path: "/story/dispute", first: "Buy the shoes" }, { path: "/story", first: "Order the card" }];

await drive("story", async (browser) => {
    const failures = [];
    await fetch(`${process.argv[2]}/sandbox/reset`, { method: "POST" });
    // The stories follow each other, as in a rehearsal, so each must end the subscriptions of the one before.
    for (const [look, tale] of looks.flatMap((look) => tales.map((tale) => [look, tale]))) {
        const { path } = tale;
        await browser.look(look);
        await browser.open(`${path}/1`);
        await startAgain(browser, tale);
        for (let step = 1; step <= steps; step += 1) {
            const failure = await play(browser, step);
            await browser.picture(`${path.slice(1).replace("/", "-")}-${step}-${look.name}`, { whole: true });
            if (failure) {
                failures.push(`${look.name}, ${path}, step ${step}: ${failure}`);
                return failures;
            }
            failures.push(...(await tree(browser, path, step))
                .map((text) => `${look.name}, ${path}, step ${step}: ${text}`));
            if (step < steps) {
                await browser.click("#next");
                await browser.until(`location.hash === "#${path}/${step + 1}"`, `step ${step + 1} is shown`);
                await browser.settle();
                failures.push(...await focus(browser, step + 1));
                if (step === 4 && look === looks[0]) await reload(browser);
            }
        }
        const wide = await browser.evaluate("document.documentElement.scrollWidth - innerWidth");
        if (wide > 0) failures.push(`${look.name}, ${path}: the page is ${wide} pixels wider than the window`);
    }
    failures.push(...await told(browser), ...await interrupted(browser));
    return failures;
});

/** The overview has the events that happened while the story was shown. */
async function told(browser) {
    await browser.evaluate(`location.hash = "#/"`);
    await browser.until("document.querySelector('.feed')", "the overview is drawn");
    const kinds = await browser.evaluate(
        `[...document.querySelectorAll(".feed .chip")].map(({ textContent }) => textContent)`);
    return ["request", "message", "card", "token", "payment", "webhook"].filter((kind) => !kinds.includes(kind))
        .map((kind) => `the overview tells of no ${kind}`);
}

async function startAgain(browser, { first }) {
    const isBegun = await browser.evaluate(`[...document.querySelectorAll(".scene button")]
        .some((button) => button.textContent === "Start over")`);
    if (!isBegun) return;
    await browser.evaluate(`[...document.querySelectorAll(".scene button")]
        .find((button) => button.textContent === "Start over").click()`);
    await browser.until(`document.querySelector("#next")?.textContent === "${first}"`, "the story begins again");
}

/** Reloads the page in the middle of the story, which then continues. */
async function reload(browser) {
    await browser.evaluate("window.isOld = true");
    await browser.send("Page.reload");
    await browser.until("!window.isOld && document.querySelectorAll('.steps .done').length === 4",
        "the story goes on after the page was loaded again");
    await browser.settle();
}

/** A page that is reloaded during a step begins again, because half a step can be neither continued nor repeated. */
async function interrupted(browser) {
    await browser.open("/story/1");
    await startAgain(browser, tales[1]);
    const failure = await play(browser, 1);
    await browser.click("#next");
    await browser.until(`document.querySelector("#next")?.matches("button:not(:disabled)")`, "step 2 can be played");
    // Its first request is held, so that the step cannot end before the page does.
    const held = new Promise((resolve) => browser.on("Fetch.requestPaused", resolve));
    await browser.send("Fetch.enable", { patterns: [{ urlPattern: "*/sandbox/cards/*" }] });
    await browser.evaluate("window.isOld = true; document.getElementById('next').click()");
    await held;
    await browser.evaluate("location.reload()");
    await browser.until("!window.isOld && document.querySelector('.steps')", "the page is loaded again");
    await browser.send("Fetch.disable");
    const ticked = await browser.evaluate("document.querySelectorAll('.steps .done').length");
    return [failure, ticked ? `${ticked} steps are done after one that was interrupted` : null].filter(Boolean);
}

/** Presses the button of a step. Returns the error that the page shows, or null. */
async function play(browser, step) {
    await browser.until(`document.querySelector("#next")?.matches("button:not(:disabled)")`,
        `step ${step} can be played`);
    await browser.click("#next");
    await browser.until(`document.querySelector("a#next") || document.querySelector(".scene .problem")`,
        `step ${step} is done`);
    return browser.evaluate(`document.querySelector(".scene .problem")?.textContent ?? null`);
}

/** The defects of the accessibility tree: landmarks, headings of the first level, names of buttons and links. */
async function tree(browser, path, step) {
    const { nodes } = await browser.send("Accessibility.getFullAXTree");
    const shown = nodes.filter(({ ignored }) => !ignored);
    const roleOf = (node) => node.role?.value;
    const failures = ["banner", "navigation", "main", "search"]
        .filter((role) => !shown.some((node) => roleOf(node) === role))
        .map((role) => `the tree has no ${role}`);
    const first = shown.filter((node) => roleOf(node) === "heading"
        && node.properties?.some(({ name, value }) => name === "level" && value.value === 1));
    if (first.length !== 1) failures.push(`the tree has ${first.length} headings of the first level`);
    for (const node of shown.filter((one) => ["button", "link", "textbox", "combobox", "searchbox", "checkbox"]
        .includes(roleOf(one)))) {
        if (!node.name?.value) failures.push(`a ${roleOf(node)} has no name`);
    }
    const current = await browser.evaluate(`document.querySelector('.steps [aria-current="step"]')?.hash`);
    if (current !== `#${path}/${step}`) failures.push(`the list of steps marks “${current}”`);
    const ticked = await browser.evaluate(`document.querySelectorAll(".steps .done").length`);
    if (ticked !== step) failures.push(`the list of steps ticks ${ticked} of ${step} steps`);
    return failures;
}

/** After a step the focus is on the heading of the next one. */
async function focus(browser, step) {
    const focused = await browser.evaluate("document.activeElement?.tagName");
    return focused === "H1" ? [] : [`step ${step}: the focus is on ${focused}, not on the heading`];
}
