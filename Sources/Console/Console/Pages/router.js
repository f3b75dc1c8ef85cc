/** Shows the page that the fragment of the address names. */
import { el, placed, fill, announce } from "./view.js";
import { problemView } from "./problem.js";

/** @type {Route[]} */
let routes = [];
/** @type {AbortController | null} */
let visit = null;
/**
 * The page that is shown: what has loaded it, and how it shows another address of its own.
 *
 * @type {{ load: Load, take: (parameters: Record<string, string>) => boolean } | null}
 */
let present = null;
let visited = 0;

/**
 * Shows the page that is wanted, now and whenever the address changes.
 *
 * @param {[string, Load][]} list of [pattern, load]; `:name` in a pattern is an id, which pages can write into the
 *   paths of requests. What is loaded is a module whose default is the page.
 */
export function serve(list) {
    routes = patterns(list);
    window.addEventListener("hashchange", () => show());
    return show();
}

/**
 * @typedef {{ pattern: string[], load: Load }} Route of a page, by the segments of its path.
 *
 * @param {[string, Load][]} list
 * @returns {Route[]}
 */
export const patterns = (list) => list.map(([pattern, load]) => ({ pattern: pattern.split("/"), load }));

/**
 * Goes to a path of this page, such as /cards/1.
 *
 * @param {string} path
 */
export function go(path) {
    if (location.hash === `#${path}`) show();
    else location.hash = path;
}

/** Draws the present page again. */
export function reload() {
    present = null;
    show({ keepsFocus: true });
}

/**
 * Lets a page show its other addresses by itself, so that its lists stay as they are.
 *
 * @param {(parameters: Record<string, string>) => boolean} take is called with the parameters of the address, and
 *   returns whether it shows it. It is forgotten with the page.
 * @param {AbortSignal} signal
 */
export function follow(take, signal) {
    const { load } = find(here());
    present = { load, take };
    signal.addEventListener("abort", () => { if (present?.take === take) present = null; });
}

/**
 * Writes what the page shows into the address.
 *
 * @param {string} path of the page.
 * @param options `replaces` what Back would lead to.
 */
export function note(path, { replaces = false } = {}) {
    if (location.hash === `#${path}`) return;
    history[replaces ? "replaceState" : "pushState"](null, "", `#${path}`);
}

export const here = () => location.hash.slice(1) || "/";

async function show({ keepsFocus = false } = {}) {
    const wanted = find(here());
    if (present?.load === wanted.load && present.take(wanted.parameters)) return;
    visit?.abort();
    visit = new AbortController();
    const { signal } = visit;
    for (const dialog of document.querySelectorAll("dialog")) if (!keepsFocus) dialog.close();
    const main = placed("main");
    const { load, parameters } = wanted;
    placed("navigation").classList.remove("open");
    placed("menu").setAttribute("aria-expanded", "false");
    mark(here());
    main.setAttribute("aria-busy", "true");
    if (!keepsFocus) /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
    let content;
    try {
        const { default: page } = await loaded(load);
        if (signal.aborted) return;
        content = await page(parameters, signal);
    } catch (error) {
        if (signal.aborted) return;
        content = el("div", { class: "page" }, el("h1", { tabindex: "-1" }, "This cannot be shown"),
            problemView(error));
    }
    if (signal.aborted) return;
    fill(main, content);
    main.removeAttribute("aria-busy");
    const heading = main.querySelector("h1");
    document.title = `${heading?.textContent ?? "Console"} · Tessera`;
    visited += 1;
    if (keepsFocus || visited === 1) return;
    scrollTo(0, 0);
    // Somebody who began to type while the page was loading goes on where they are.
    if (document.activeElement !== document.body) return;
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
    announce(heading?.textContent ?? "");
}

/**
 * What loads the page of a path, and the parameters that the path gives it.
 *
 * @param {string} path
 * @param {Route[]} list
 */
export function find(path, list = routes) {
    const segments = path.split("?")[0].split("/");
    for (const { pattern, load } of list) {
        if (pattern.length !== segments.length) continue;
        /** @type {Record<string, string>} */
        const parameters = {};
        const fits = pattern.every((part, index) => {
            if (!part.startsWith(":")) return part === segments[index];
            parameters[part.slice(1)] = segments[index];
            return /^[\w-]+$/.test(segments[index]);
        });
        if (fits) return { load, parameters };
    }
    return { load: async () => ({ default: nowhere }), parameters: {} };
}

/**
 * A browser only says that a module is not there, and some do not ask for it again.
 *
 * @param {Load} load
 */
async function loaded(load) {
    try {
        return await load();
    } catch (cause) {
        throw new Error("The page was not loaded. Look whether the service is running, and load the console again.",
            { cause });
    }
}

function nowhere() {
    return el("div", { class: "page" }, el("h1", {}, "No such page"),
        el("p", {}, "The address names no page of the console. ", el("a", { href: "#/" }, "Go to the overview.")));
}

/**
 * Marks the entry of the navigation that the path belongs to.
 *
 * @param {string} path
 */
function mark(path) {
    const first = path.split("?")[0].split("/")[1];
    const section = { cards: "customers", payments: "shops", events: "inbox", rules: "money" }[first] ?? first;
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (
        document.querySelectorAll("#navigation a"))) {
        if (link.hash === `#/${section}`) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
    }
}

/** What comes after the question mark of the present path. */
export const query = () => new URLSearchParams(here().split("?")[1] ?? "");
