/** Searches the reference of the sandbox with the keyboard, jumps to the found operation, and copies a request. */
import { drive } from "./browser.mjs";

await drive("reference", async (browser) => {
    const failures = [];
    for (const [width, dark] of [[1280, false], [390, true]]) {
        await browser.look({ width, dark });
        await browser.send("Page.navigate", { url: `${browser.base}/sandbox/docs` });
        await browser.until("document.querySelector('.block button')", "the script has run");
        await browser.picture(`reference-${width}`);
        failures.push(...await searched(browser), ...await copied(browser));
        await browser.send("Page.navigate", { url: "about:blank" });
    }
    return failures;
});

async function type(browser, text) {
    await browser.press("/", "Slash", 191);
    await browser.send("Input.insertText", { text });
}

function state(browser) {
    return browser.evaluate(`({
        links: [...document.querySelectorAll("nav li")].filter((one) => one.checkVisibility())
            .map((one) => one.textContent),
        best: document.querySelector("nav .best")?.textContent ?? "",
        found: document.querySelector("#found").textContent,
        hash: location.hash,
        top: Math.round(document.querySelector(location.hash || "body").getBoundingClientRect().top),
        focus: document.activeElement.textContent || document.activeElement.id,
    })`);
}

async function searched(browser) {
    const failures = [];
    const expect = (is, what, state) => { if (!is) failures.push(`${what}: ${JSON.stringify(state)}`); };
    const all = (await state(browser)).links.length;

    await type(browser, "set the clock");
    let now = await state(browser);
    expect(now.links.includes("setClock") && now.links.length < 8 && now.best === "setClock"
        && now.found === `${now.links.length} found`, "words find an operation", now);
    await browser.press("Enter", "Enter", 13);
    now = await state(browser);
    expect(now.hash === "#setClock" && now.top >= 0 && now.top < 60, "Enter jumps to it at once", now);
    await browser.picture(`reference-found-${browser.size.width}`);

    await type(browser, "dpanRef");
    now = await state(browser);
    expect(now.links.length > 1 && now.links.length < all, "a member finds its operations", now);
    for (const key of ["ArrowDown", "ArrowDown", "ArrowUp", "ArrowDown"]) await browser.press(key);
    now = await state(browser);
    expect(now.focus === now.links[1], "arrows move through what was found", now);
    await browser.press("Escape", "Escape", 27);
    now = await state(browser);
    expect(now.links.length === all && now.focus === "search" && now.found === "", "Escape shows all again", now);

    await type(browser, "snapshot-conflict");
    await browser.press("Enter", "Enter", 13);
    now = await state(browser);
    expect(now.hash === "#DW-SNAPSHOT-CONFLICT", "error codes are found", now);
    await type(browser, "nonsense");
    now = await state(browser);
    expect(now.links.length === 0 && now.found.startsWith("Nothing matches."), "nothing is found", now);
    await browser.press("Escape", "Escape", 27);
    return failures;
}

async function copied(browser) {
    const wanted = await browser.evaluate("document.querySelector('#setClock .block code').textContent");
    await browser.click("#setClock .block button");
    await browser.until("document.querySelector('#setClock .block button').textContent === 'Copied'");
    const copy = await browser.evaluate("getSelection().toString()");
    return copy === wanted && copy.startsWith("curl") ? [] : [`this was copied: ${copy}`];
}
