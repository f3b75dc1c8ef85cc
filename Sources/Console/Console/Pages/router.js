/** Shows the page that the fragment of the address names. */
import { el, fill, announce } from "./view.js";
import { problemView } from "./problem.js";

let routes = [];
let visit = null;
let visited = 0;

/** @param list of [pattern, page]; `:name` in a pattern is an id, which pages can write into the paths of requests. */
export function serve(list) {
    routes = list.map(([pattern, page]) => ({ pattern: pattern.split("/"), page }));
    window.addEventListener("hashchange", () => show());
    show();
}

/** Goes to a path of this page, such as /cards/1. */
export function go(path) {
    if (location.hash === `#${path}`) show();
    else location.hash = path;
}

/** Draws the present page again. */
export function reload() {
    show({ keepsFocus: true });
}

export const here = () => location.hash.slice(1) || "/";

async function show({ keepsFocus = false } = {}) {
    visit?.abort();
    visit = new AbortController();
    const { signal } = visit;
    for (const dialog of document.querySelectorAll("dialog")) if (!keepsFocus) dialog.close();
    const main = document.getElementById("main");
    const { page, parameters } = find(here());
    document.getElementById("navigation").classList.remove("open");
    document.getElementById("menu").setAttribute("aria-expanded", "false");
    mark(here());
    main.setAttribute("aria-busy", "true");
    let content;
    try {
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
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
    announce(heading?.textContent ?? "");
}

function find(path) {
    const segments = path.split("?")[0].split("/");
    for (const { pattern, page } of routes) {
        if (pattern.length !== segments.length) continue;
        const parameters = {};
        const fits = pattern.every((part, index) => {
            if (!part.startsWith(":")) return part === segments[index];
            parameters[part.slice(1)] = segments[index];
            return /^[\w-]+$/.test(segments[index]);
        });
        if (fits) return { page, parameters };
    }
    return { page: nowhere, parameters: {} };
}

function nowhere() {
    return el("div", { class: "page" }, el("h1", {}, "No such page"),
        el("p", {}, "The address names no page of the console. ", el("a", { href: "#/" }, "Go to the overview.")));
}

/** Marks the entry of the navigation that the path belongs to. */
function mark(path) {
    const first = path.split("?")[0].split("/")[1];
    const section = { cards: "customers", "": "" }[first] ?? first;
    for (const link of document.querySelectorAll("#navigation a")) {
        if (link.hash === `#/${section}`) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
    }
}

/** What comes after the question mark of the present path. */
export const query = () => new URLSearchParams(here().split("?")[1] ?? "");
