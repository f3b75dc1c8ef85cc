/**
 * Checks every page against the rules of accessibility, light and dark, wide and narrow; the drawer, the search and
 * the keyboard too. The rules are those of rules.js, and those of axe-core if the variable AXE names its script. Also
 * checks that the console's requests are not counted.
 */
import { readFileSync } from "node:fs";
import { drive } from "./browser.mjs";
import { furnish, pathsOf } from "./pages.mjs";

const rules = readFileSync(new URL("rules.js", import.meta.url), "utf8");
const axe = process.env.AXE ? readFileSync(process.env.AXE, "utf8") : null;
const sizes = [{ width: 1280, height: 900 }, { width: 390, height: 844 }];
/** The rules of axe-core that depend on colours. */
const rulesOfColours = ["color-contrast", "link-in-text-block"];

await drive("accessibility", async (browser) => {
    const failures = [];
    await browser.look();
    await browser.open("/");
    const paths = [...pathsOf(await furnish(browser)), "/sandbox/faults/1"];
    await browser.ask(`sandbox("PUT", "/faults",
        { json: { rules: [{ fault: "STATUS", status: 503, operation: "getBulkOrder", nth: 1 }] } })`);
    for (const size of sizes) {
        await browser.look(size);
        for (const path of paths) {
            await browser.open(path);
            failures.push(...(await checked(browser)).map((text) => `${path} (${size.width}): ${text}`));
            const wide = await browser.evaluate("document.documentElement.scrollWidth - innerWidth");
            if (wide > 0) failures.push(`${path} (${size.width}): is ${wide} pixels wider than the window`);
            await picture(browser, nameOf(path), { whole: true });
        }
        failures.push(...(await overlays(browser, paths)).map((text) => `${size.width}: ${text}`));
    }
    await browser.look();
    failures.push(...await keyboard(browser), ...await planted(browser), ...await counted());
    return failures;
});

/** Coverage and verification must count nothing after the console has visited every page. */
async function counted() {
    const sandbox = `${process.argv[2]}/sandbox`;
    const read = async (path, options) => (await fetch(sandbox + path, options)).json();
    const coverage = await read("/coverage");
    const seen = Object.entries(coverage).filter(([, section]) => section.seen)
        .map(([name, { counts }]) => `${name}: ${JSON.stringify(counts)}`);
    const journal = await read("/requests?limit=1");
    const verified = await read("/requests/verify", {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ times: 0 }),
    });
    return [
        ...seen.map((text) => `the console counts as covered ${text}`),
        ...(journal.meta.numberOfRecords > 20 ? [] : ["the journal does not show what the console asks"]),
        ...(verified.holds ? [] : [`verify counts ${verified.matches} requests of the console`]),
    ];
}

/** The name of a picture: the path without ids. */
function nameOf(path) {
    return path.replace(/[0-9a-f-]{20,}|\d{5,}/g, "one").replace(/\W+/g, "-").replace(/^-|-$/g, "") || "overview";
}

/** Checks the page in light by all rules, and in dark, which changes nothing else, by those of colours. */
async function checked(browser) {
    const light = [...await browser.evaluate(`${rules}; check()`), ...await byAxe(browser, {})];
    const dark = await inDark(browser, async () => [
        ...await browser.evaluate("checkColours()"), ...await byAxe(browser, { runOnly: rulesOfColours }),
    ]);
    return [...light, ...dark.map((text) => `dark: ${text}`)];
}

async function inDark(browser, work) {
    const light = browser.size;
    await browser.look({ ...light, dark: true });
    const result = await work();
    await browser.look(light);
    return result;
}

/** Takes a picture in light and one in dark. */
async function picture(browser, name, options) {
    const named = `${name}-${browser.size.width}`;
    await browser.picture(named, options);
    await inDark(browser, () => browser.picture(`${named}-dark`, options));
}

/** The violations that axe-core finds, including its best practices. */
async function byAxe(browser, options) {
    if (!axe) return [];
    if (!(await browser.evaluate("Boolean(globalThis.axe)"))) await browser.evaluate(`${axe}; undefined`);
    const all = JSON.stringify({ resultTypes: ["violations"], ...options });
    return browser.evaluate(`axe.run(document, ${all}).then(({ violations }) =>
        violations.flatMap(({ id, help, nodes }) => nodes.map(({ target, failureSummary }) =>
            "axe " + id + ", " + help + ": " + target.join(" ") + " (" + failureSummary.split("\\n").slice(1)
                .map((line) => line.trim()).join("; ") + ")")))`);
}

/** The drawer with the curl, and the dialog for a new customer. */
async function overlays(browser, paths) {
    const failures = [];
    await browser.open(paths[4]);
    await browser.click("section.panel button.curl");
    await browser.until("document.querySelector('dialog.drawer[open]')", "the drawer is open");
    failures.push(...(await checked(browser)).filter((text) => !text.includes("first level"))
        .map((text) => `drawer: ${text}`));
    await picture(browser, "drawer");
    await browser.press("Escape", "Escape", 27);
    await browser.until("!document.querySelector('dialog')", "Escape closes the drawer");
    const isBack = await browser.evaluate("document.activeElement?.classList.contains('curl')");
    if (!isBack) failures.push("the focus does not go back to the button that opened the drawer");
    return [...failures, ...await suggested(browser)];
}

/** The search with suggestions, and without any. */
async function suggested(browser) {
    const failures = [];
    const terms = { card: ".suggestions [role=option]", "no such thing": ".search-hint:not([hidden])" };
    for (const [term, shown] of Object.entries(terms)) {
        await browser.evaluate("document.activeElement.blur()");
        await browser.press("/", "Slash", 191);
        await browser.send("Input.insertText", { text: term });
        await browser.until(`document.querySelector("${shown}")`, `“${term}” is answered`);
        failures.push(...(await checked(browser)).map((text) => `search for “${term}”: ${text}`));
        await picture(browser, `search-${term.length}`);
    }
    await browser.evaluate("document.activeElement.blur(); document.getElementById('term').value = ''");
    return failures;
}

/** The first Tab goes to the link that skips the navigation, a slash goes to the search, and every focus is visible. */
async function keyboard(browser) {
    const failures = [];
    await browser.open("/customers");
    await browser.evaluate("document.activeElement.blur(); getSelection().removeAllRanges(); document.body.focus()");
    await browser.press("/", "Slash", 191);
    const id = await browser.evaluate("document.activeElement?.id");
    if (id !== "term") failures.push(`a slash goes to ${id}, not to the search`);
    await browser.evaluate("document.querySelector('.skip').focus()");
    const top = await browser.evaluate("document.querySelector('.skip').getBoundingClientRect().top");
    if (top < 0) failures.push("the link that skips the navigation is not shown when it has the focus");
    await browser.evaluate("document.querySelector('.mark').focus()");
    const seen = new Set();
    for (let count = 0; count < 80; count += 1) {
        await browser.press("Tab", "Tab", 9);
        const focus = await browser.evaluate(`(() => {
            const element = document.activeElement;
            const style = getComputedStyle(element);
            const box = element.getBoundingClientRect();
            return { name: element.outerHTML.slice(0, 90), outline: style.outlineStyle, hasBox: box.width > 0
                && box.height > 0,
                isBody: element === document.body };
        })()`);
        if (focus.isBody) break;
        seen.add(focus.name);
        if (focus.outline === "none" && focus.hasBox) failures.push(`the focus cannot be seen on ${focus.name}`);
        if (!focus.hasBox) failures.push(`the focus is on something that is not shown: ${focus.name}`);
    }
    if (seen.size < 12) failures.push(`the keyboard reaches only ${seen.size} places`);
    return failures;
}

/** Proves that the rules find mistakes: plants each of these, which must be found. */
async function planted(browser) {
    await browser.open("/reset-of-rules");
    const found = await browser.evaluate(`(() => {
        ${rules};
        const place = document.createElement("div");
        place.id = "main";
        const add = (tag, attributes, text) => {
            const element = document.createElement(tag);
            for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
            element.textContent = text;
            place.append(element);
            return element;
        };
        add("button", {}, "");
        add("input", { type: "text" }, "");
        add("h4", {}, "A heading too deep");
        add("a", { href: "#/", tabindex: "3" }, "Out of order");
        add("p", {}, "Grey on white").style.color = "rgb(170, 170, 170)";
        add("p", {}, "Grey on black").style.color = "rgb(80, 80, 80)";
        add("div", { "aria-labelledby": "nowhere" }, "Named by nothing");
        add("select", {}, "").style.textOverflow = "clip";
        const panel = add("div", { class: "panel" }, "");
        panel.append(document.createElement("header"));
        for (const [tag, name] of [["h2", ""], ["button", "curl"]]) {
            const element = document.createElement(tag);
            element.textContent = "Planted";
            element.className = name;
            element.style.flexBasis = "100%";
            panel.firstChild.append(element);
        }
        add("p", { hidden: "" }, "Hidden").style.setProperty("display", "block", "important");
        document.querySelector("main").append(place);
        return check();
    })()`);
    const expected = ["has no name", "has no label", "h4 follows", "out of the order", "has a contrast",
        "Grey on white", "Grey on black", "names nowhere", "exists twice", "is hidden, and shown",
        "without an ellipsis", "below the title"];
    found.push(...await inDark(browser, () => browser.evaluate("checkColours()")));
    await browser.evaluate("document.querySelector('main > #main').remove()");
    return expected.filter((text) => !found.some((one) => one.includes(text)))
        .map((text) => `the rules do not find: ${text}`);
}
