/** Builds elements. Text always becomes a text node, so data can never become markup. */

const vectorSpace = "http://www.w3.org/2000/svg";

/**
 * An element of HTML. A function among the attributes is an event listener, such as `onclick`.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {...unknown} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, attributes = {}, ...children) {
    return build(document.createElement(tag), attributes, children);
}

/**
 * An element of SVG.
 *
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {...unknown} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes = {}, ...children) {
    return build(document.createElementNS(vectorSpace, tag), attributes, children);
}

/**
 * Replaces everything in a node. Events draw lists again while somebody uses them, so what had the focus gets it again,
 * or what has its name now, and an entry that was open is open again if it has a `data-key`.
 *
 * @template {Element} Node
 * @param {Node} node
 * @param {...unknown} children
 * @returns {Node}
 */
export function fill(node, ...children) {
    const active = /** @type {HTMLElement | null} */ (document.activeElement);
    const focused = active && node.contains(active) ? active : null;
    const open = new Set([...entriesIn(node)].filter((entry) => entry.open).map(({ dataset }) => dataset.key));
    node.replaceChildren(...flat(children));
    if (open.size) {
        for (const entry of entriesIn(node)) entry.open ||= open.has(entry.dataset.key);
    }
    if (focused && focused !== document.activeElement) {
        (focused.isConnected ? focused : twin(node, focused))?.focus({ preventScroll: true });
    }
    return node;
}

/**
 * The entries of a list that stay open.
 *
 * @param {Element} node
 * @returns {NodeListOf<HTMLDetailsElement>}
 */
const entriesIn = (node) => node.querySelectorAll("details[data-key]");

/**
 * @param {Element} node
 * @param {Element} element
 */
function twin(node, element) {
    const nameOf = (/** @type {Element} */ one) =>
        one.getAttribute("aria-label") ?? one.getAttribute("name") ?? one.textContent;
    const alike = /** @type {NodeListOf<HTMLElement>} */ (node.querySelectorAll(element.localName));
    return [...alike].find((one) => nameOf(one) === nameOf(element));
}

/**
 * Writes the text of an element that has nothing else. Its text node stays.
 *
 * @param {Element} element
 * @param {string | number} text
 */
export function setText(element, text) {
    const node = /** @type {Text} */ (element.firstChild ?? element.appendChild(document.createTextNode("")));
    if (node.data !== String(text)) node.data = String(text);
}

/**
 * Sets properties of a style from script, which the content security policy allows.
 *
 * @template {HTMLElement} Node
 * @param {Node} node
 * @param {Record<string, string>} style
 */
export function styled(node, style) {
    for (const [name, value] of Object.entries(style)) node.style.setProperty(name, value);
    return node;
}

/**
 * Runs the latest work at most once for each frame that the browser draws.
 *
 * @param {() => void} work
 */
export function perFrame(work) {
    let frame = 0;
    return () => {
        if (frame) return;
        frame = requestAnimationFrame(() => {
            frame = 0;
            work();
        });
    };
}

/**
 * Calls after typing has paused.
 *
 * @param {(event: Event) => unknown} work
 * @param {AbortSignal} signal
 */
export function debounced(work, signal) {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    signal.addEventListener("abort", () => clearTimeout(timer));
    return (/** @type {Event} */ event) => {
        clearTimeout(timer);
        timer = setTimeout(() => work(event), 200);
    };
}

/**
 * An element that index.html has.
 *
 * @param {string} id
 */
export function placed(id) {
    const element = document.getElementById(id);
    if (!element) throw new Error(`The page has no element with the id ${id}.`);
    return element;
}

/**
 * Says to a screen reader what has just happened.
 *
 * @param {string} text
 */
export function announce(text) {
    const place = placed("announcement");
    place.textContent = "";
    requestAnimationFrame(() => { place.textContent = text; });
}

const noticeMilliseconds = 4000;

const undoMilliseconds = 15_000;

/**
 * Says to everybody that something is done.
 *
 * @param {string} text is what is done.
 * @param {(() => void) | null} undo makes it undone, if that is possible: for a while there is a button.
 */
export function notify(text, undo = null) {
    announce(undo ? `${text} It can be undone.` : text);
    const notice = undo
        ? el("div", { class: "notice" }, text, " ", el("button", {
            type: "button", class: "small", onclick: () => {
                notice.remove();
                undo();
            },
        }, "Undo"))
        : el("p", { class: "notice", "aria-hidden": "true" }, text);
    placed("notices").replaceChildren(notice);
    setTimeout(() => notice.remove(), undo ? undoMilliseconds : noticeMilliseconds);
}

/**
 * Disables a button while it works. The button, or what has its place afterwards, keeps the focus.
 *
 * @param {HTMLButtonElement} button
 * @param {() => unknown} work
 */
export async function occupied(button, work) {
    const hadFocus = button === document.activeElement;
    button.disabled = true;
    try {
        await work();
    } finally {
        button.disabled = false;
        if (hadFocus && document.activeElement === document.body) button.focus({ preventScroll: true });
    }
}

let nextId = 0;

/**
 * An id that no other element of this page has.
 *
 * @param {string} prefix
 */
export function freshId(prefix) {
    nextId += 1;
    return `${prefix}-${nextId}`;
}

/**
 * @template {Element} Node
 * @param {Node} node
 * @param {Attributes} attributes
 * @param {unknown[]} children
 */
function build(node, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (value === null || value === undefined || value === false) continue;
        if (name === "style") throw new TypeError("Use styled(): the policy of this page forbids style attributes.");
        if (typeof value === "function") node.addEventListener(name.slice(2), value);
        else if (name === "value" && "value" in node) Object.assign(node, { value });
        else node.setAttribute(name, value === true ? "" : String(value));
    }
    node.append(...flat(children));
    return node;
}

/**
 * @param {unknown[]} children
 * @returns {Node[]}
 */
function flat(children) {
    return children.flat(Infinity)
        .filter((child) => child !== null && child !== undefined && child !== false)
        .map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));
}
