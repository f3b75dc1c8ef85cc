/** The drawer that shows a panel's requests as curl, with what was answered. */
import { el, announce } from "./view.js";
import { curlOf, explanations } from "./curl.js";
import { pretty } from "./format.js";

const longestAnswer = 20_000;

/** @param {Panel} panel */
export function openDrawer(panel) {
    /** @type {HTMLDialogElement} */
    const dialog = el("dialog", { class: "drawer", "aria-labelledby": "drawer-title" },
        el("header", {},
            el("h2", { id: "drawer-title" }, `${panel.title} as curl`),
            el("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Close")),
        el("p", { class: "hint" }, "Everything in this panel is a request that you can send yourself. "
            + "A secret is a variable here; its line says what fills it."),
        before(panel),
        actions(panel),
        answers(panel));
    dialog.addEventListener("close", () => dialog.remove());
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
    document.body.append(dialog);
    dialog.showModal();
}

/**
 * A command with a button that copies it.
 *
 * @param {string} text
 * @param {string} label
 * @param {Attributes} attributes
 */
export function command(text, label, attributes = {}) {
    return el("div", { class: "command" },
        el("pre", { "data-curl": label, tabindex: "0", "aria-label": label, ...attributes }, text),
        copyButton(text, `Copy: ${label}`));
}

/**
 * @param {string} text
 * @param {string} label
 * @param {string} words
 */
export function copyButton(text, label, words = "Copy") {
    return el("button", {
        type: "button", class: "copy", "aria-label": label,
        onclick: async (event) => {
            const button = event.currentTarget;
            const isCopied = await copy(text);
            button.textContent = isCopied ? "Copied" : "Not copied";
            announce(isCopied ? "Copied" : "The browser does not allow copying here.");
            setTimeout(() => { button.textContent = words; }, 1500);
        },
    }, words);
}

/** @param {string} text */
async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return false;
    }
}

/**
 * The commands that get the tokens which the panel's requests need, each once.
 *
 * @param {Panel} panel
 */
function before(panel) {
    const commands = new Set(requests(panel).flatMap(({ request }) => curlOf(request).before ?? []));
    if (!commands.size) return null;
    return el("section", {}, el("h3", {}, "First, a token"),
        [...commands].map((text) => command(text, "Get a token", { "data-before": "true" })));
}

/** @param {Panel} panel */
function actions(panel) {
    const entries = requests(panel);
    if (!entries.length) return null;
    return el("section", {}, el("h3", {}, "What this panel can do"), entries.map(({ label, request }) =>
        el("div", { class: "entry" }, el("h4", {}, label), request.explanation
            ? el("p", { class: "hint" }, request.explanation) : null,
        explained(curlOf(request).text, label))));
}

/**
 * A command below what fills its variables.
 *
 * @param {string} text
 * @param {string} label
 * @param {Attributes} [attributes]
 */
function explained(text, label, attributes) {
    const words = explanations(text);
    return [words ? el("p", { class: "hint" }, words) : null, command(text, label, attributes)];
}

/** @param {Panel} panel */
function answers(panel) {
    if (!panel.answers.length) return null;
    return el("section", {}, el("h3", {}, "What it has done"), panel.answers.map((answer) =>
        el("details", { class: "entry" },
            el("summary", {},
                el("span", { class: `status s${String(answer.status)[0]}` }, answer.status || "–"), " ",
                el("code", {}, `${answer.request.method} ${answer.request.path}`), " ",
                el("span", { class: "hint" }, `${answer.milliseconds.toFixed(0)} ms`)),
            explained(curlOf(answer.request).text, `${answer.request.method} ${answer.request.path}`,
                { "data-sent": "true" }),
            el("pre", { class: "answer", tabindex: "0", "aria-label": "The answer" }, shown(answer)))));
}

const secrets = ["access_token", "refresh_token", "signingKey", "pan", "cvv", "devicePrivateKey", "client_secret",
    "clientSecret", "sessionKey", "dpan", "cryptogram"];

/**
 * Tokens and what was read from a card are not shown again.
 *
 * @param {ServiceAnswer} answer
 */
function shown(answer) {
    const text = pretty(answer.body ?? answer.text).slice(0, longestAnswer);
    return secrets.reduce((shown, name) => shown.replace(
        new RegExp(`("${name}":\\s*)"[^"]*"`, "g"), '$1"hidden"'), text) || "No content";
}

/** @param {Panel} panel */
function requests(panel) {
    return [...panel.own.entries, ...panel.rows.entries].flatMap(({ label, request: make }) => {
        const request = make();
        return request ? [{ label, request }] : [];
    });
}
