/**
 * Uses a console whose sandbox has a token, which the variable SANDBOX_TOKEN holds: a wrong one, the right one, again
 * after a reload, on every page. No command, no page and no entry of the journal may show it.
 */
import { drive } from "./browser.mjs";
import { furnish, pathsOf } from "./pages.mjs";

const token = process.env.SANDBOX_TOKEN ?? "";

await drive("token", async (browser) => {
    if (!token) return ["SANDBOX_TOKEN is not set."];
    const failures = [];
    await browser.look();
    await browser.send("Page.navigate", { url: `${browser.base}/` });
    await browser.until("document.querySelector('dialog')?.textContent.includes('asks for a token')",
        "the page asks for the token");
    await browser.picture("token-asked");
    await browser.enter("Token", "not-the-token");
    await browser.push("Enter", "dialog");
    await browser.until("document.querySelector('dialog')?.textContent.includes('does not accept this token')",
        "a wrong token is refused");
    await browser.enter("Token", token);
    await browser.push("Enter", "dialog");
    await browser.until("!document.querySelector('dialog')", "the right token is accepted");
    await browser.settle();
    await browser.send("Page.reload");
    await browser.settle();
    if (await browser.evaluate("Boolean(document.querySelector('dialog'))")) failures.push("it asks after a reload");
    await browser.until("document.getElementById('live').dataset.state === 'live'", "the events arrive");
    for (const path of pathsOf(await furnish(browser))) failures.push(...await onPage(browser, path));
    failures.push(...await leaks(browser));
    return failures;
});

async function onPage(browser, path) {
    const failures = [];
    await browser.open(path);
    const problem = await browser.evaluate("document.querySelector('#main .problem')?.textContent");
    if (problem) failures.push(`${path}: ${problem}`);
    const panels = await browser.evaluate("document.querySelectorAll('#main section.panel').length");
    for (let index = 0; index < panels; index += 1) {
        await browser.evaluate(
            `document.querySelectorAll("#main section.panel")[${index}].querySelector("button.curl").click()`);
        const commands = await browser.evaluate(`[...document.querySelectorAll("dialog.drawer [data-curl]")]
            .map(({ textContent }) => textContent)`);
        failures.push(...commands.filter(lacksToken).map((text) => `${path}: there is no token in ${text}`));
        const html = await browser.evaluate("document.documentElement.outerHTML");
        if (html.includes(token)) failures.push(`${path}: the page shows the token`);
        await browser.evaluate("document.querySelector('dialog.drawer').close()");
        await browser.until("!document.querySelector('dialog')", "the drawer is closed");
    }
    return failures;
}

/** Returns true if a command to the sandbox lacks the variable for the token. */
function lacksToken(command) {
    return /\/sandbox\//.test(command.split("\\\n")[0]) && !command.includes("$TESSERA_SANDBOX_TOKEN");
}

/** The other places where the token could be: the URL, the storage that outlives the tab, the journal. */
async function leaks(browser) {
    const places = await browser.evaluate(`(async () => {
        const { sandbox, send } = await import("${browser.parts}api.js");
        const journal = await send(sandbox("GET", "/requests", { query: { limit: 1000 } }));
        return { address: location.href, cookies: document.cookie, storage: JSON.stringify(localStorage),
            journal: journal.text };
    })()`);
    return Object.entries(places).filter(([, text]) => text.includes(token)).map(([place]) =>
        `the token is in the ${place}`);
}
