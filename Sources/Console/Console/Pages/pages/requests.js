/** The journal: every request to the service, live, with filters. */
import { debounced, el, setText } from "../view.js";
import { sandbox } from "../api.js";
import { session } from "../session.js";
import { Panel } from "../panel.js";
import { fieldOf, valuesOf } from "../form.js";
import { VirtualList } from "../virtual.js";
import { emptiness } from "../table.js";
import { listen } from "../stream.js";
import { follow, note, query } from "../router.js";
import { Journal } from "../journal.js";
import { now } from "../clock.js";
import { count } from "../format.js";
import { deed, ending, shortened } from "../sayings.js";
import { requestPanel } from "./request.js";
import { verifyPanel } from "./verify.js";

const latest = sandbox("GET", "/requests", { query: { limit: 200 } });
const earlierEntries = 1000;
const rowHeight = 30;
/** On a phone, what was done needs two lines. */
const narrowRowHeight = 46;
/** How many characters of a method and a path fit into a row. */
const longestPath = 22;
/** Then the request is shown below the list, and not beside it. */
const isNarrow = matchMedia("(max-width: 760px)");

/**
 * @param {{ number: string }} parameters
 * @param {AbortSignal} signal
 */
export default async function requestsPage({ number: first }, signal) {
    const detail = requestPanel();
    const journal = new JournalPanel(detail, signal);
    // What comes while the list is read is in one of both, or in both.
    listen(["request"], (events) => journal.hear(events), signal);
    await journal.read();
    follow(({ number }) => {
        // Other filters make another list.
        if (query().toString() !== journal.filters) return false;
        journal.choose(numberIn(number));
        return true;
    }, signal);
    if (first) journal.choose(numberIn(first));
    return el("div", { class: "page" },
        el("div", { class: "title" }, el("h1", {}, "Requests")),
        el("p", { class: "lead" },
            "Every call to the Card service and the gateways, as it comes. Secrets are hidden before they are kept."),
        el("div", { class: "columns widest-left" }, journal.element,
            el("div", { class: "stack" }, detail.element, verifyPanel().element)));
}

/** @param {string | undefined} text */
const numberIn = (text) => (/^\d{1,9}$/.test(text ?? "") ? Number(text) : null);

/** The list of requests with its filters. Another panel shows the one that is chosen. */
class JournalPanel {
    #journal = new Journal();
    #isPaused = false;
    /**
     * The number of the request that is chosen, and of which the address is.
     *
     * @type {number | null}
     */
    #chosen = null;
    #panel = new Panel("Journal", { class: "flush journal" });
    #count = el("p", { class: "hint count" });
    #nothing = emptiness();
    #detail;
    #list;
    #earlier;
    #form;
    #noteMove;

    /**
     * @param {ReturnType<typeof requestPanel>} detail
     * @param {AbortSignal} signal
     */
    constructor(detail, signal) {
        const panel = this.#panel.reads("List the latest requests", latest);
        this.#detail = detail;
        // A browser takes only some changes of the address in a second, and a key that is held down makes many.
        this.#noteMove = debounced(() => note(this.#address(), { replaces: true }), signal);
        this.#list = new VirtualList("Requests", isNarrow.matches ? narrowRowHeight : rowHeight, {
            make: emptyCells, write: writeCells,
            open: (/** @type {JournalEntry} */ entry, /** @type {boolean} */ isMove) => this.#open(entry, isMove),
        });
        this.#earlier = this.#earlierButton();
        this.#form = this.#filterForm(signal);
        this.#journal.filter(filterOf(valuesOf(this.#form)));
        panel.tools.append(this.#count, this.#earlier, this.#pauseButton(), this.#clearButton());
        panel.show(this.#form, el("div", { class: "long-head", "aria-hidden": "true" },
            ["Time", "Status", "What", "Path", "ms"].map((title) => el("span", {}, title))), this.#list.element,
        this.#nothing);
    }

    get element() { return this.#panel.element; }

    /** The filters that are set, as the address has them. */
    get filters() {
        return new URLSearchParams(Object.entries(valuesOf(this.#form)).filter(([, value]) => value)
            .map(([name, value]) => [name === "text" ? "search" : name, value])).toString();
    }

    /** Reads the latest; what fails is shown in the panel. */
    read() {
        return this.#panel.load(() => this.#readLatest());
    }

    /**
     * Adds requests as they come.
     *
     * @param {ServiceEvent[]} events
     */
    hear(events) {
        const time = now().toISOString();
        this.#add(events.filter(({ kind }) => kind === "request").map(({ data }) => ({ time, ...data })));
        if (events.some(({ kind }) => kind === "gap")) this.read();
    }

    /**
     * Shows the request that the address names, beside the list; null for none.
     *
     * @param {number | null} number
     */
    choose(number) {
        this.#chosen = number;
        const entry = number ? this.#journal.entryOf(number) : null;
        this.#list.choose(entry);
        if (number) this.#detail.show(entry ?? { number });
        else this.#detail.invite();
        if (isNarrow.matches) (number ? this.#detail : this.#panel).element.scrollIntoView({ block: "start" });
    }

    /**
     * Shows the request that was chosen in the list, by a click or by a key that went on to it.
     *
     * @param {JournalEntry} entry
     * @param {boolean} isMove
     */
    #open(entry, isMove) {
        this.#chosen = entry.number;
        if (isMove) this.#noteMove();
        else note(this.#address(), {});
        this.#detail.show(entry);
        if (isNarrow.matches) this.#detail.element.scrollIntoView({ block: isMove ? "nearest" : "start" });
    }

    #address() {
        const { filters } = this;
        return `/requests${this.#chosen ? `/${this.#chosen}` : ""}${filters ? `?${filters}` : ""}`;
    }

    /** @returns {Promise<void>} */
    async #readLatest() {
        const { body } = await this.#panel.send(latest);
        if ((body.requests[0]?.number ?? 0) >= this.#journal.newest) return this.#take(body);
        // A service that has started again counts from 1, and its first requests had numbers that were known.
        this.#forget();
        return this.#readLatest();
    }

    /**
     * Adds a page of the service's list.
     *
     * @param {{ requests: JournalEntry[], meta: { numberOfRecords: number } }} body
     */
    #take({ requests, meta }) {
        this.#journal.take(requests);
        this.#earlier.hidden = this.#journal.hasAll(meta.numberOfRecords);
        this.#redraw();
    }

    /** @param {JournalEntry[]} entries */
    #add(entries) {
        const fresh = this.#journal.keep(entries);
        if (this.#isPaused) return;
        this.#list.grow(this.#journal.append(fresh));
        this.#tell();
    }

    #forget() {
        this.#journal.forget();
        this.#earlier.hidden = true;
        this.#redraw();
    }

    #redraw() {
        this.#list.set(this.#journal.shown);
        if (this.#chosen) this.#list.choose(this.#journal.entryOf(this.#chosen));
        this.#tell();
    }

    /** Says how many requests there are, or why there are none. */
    #tell() {
        const { length, shown } = this.#journal;
        const all = shown.length === length ? "" : ` of ${length.toLocaleString("en")}`;
        this.#count.textContent = count(shown.length, "request") + all;
        this.#list.element.hidden = !shown.length;
        this.#nothing.hidden = shown.length > 0;
        const words = length ? `None of ${count(length, "request")} matches the filters.`
            : "No request yet. Call the Card service or a gateway, and it appears here.";
        setText(/** @type {Element} */ (this.#nothing.firstChild),
            this.#earlier.hidden ? words : `${words} Earlier ones are not loaded yet.`);
    }

    /** @param {AbortSignal} signal */
    #filterForm(signal) {
        const form = el("form", {
            class: "filters", "aria-label": "Filters", onsubmit: (event) => event.preventDefault(),
            oninput: debounced(() => {
                this.#journal.filter(filterOf(valuesOf(form)));
                note(this.#address(), { replaces: true });
                this.#redraw();
            }, signal),
        }, filterFields(query()).map(fieldOf));
        return form;
    }

    #earlierButton() {
        const button = this.#panel.button({
            label: "Load earlier", done: "Earlier requests are in the list.", then: ({ body }) => this.#take(body),
            request: () => sandbox("GET", "/requests", {
                query: { limit: earlierEntries, offset: this.#journal.unbroken },
            }),
        });
        button.hidden = true;
        return button;
    }

    #pauseButton() {
        const button = el("button", {
            type: "button", "aria-pressed": "false", onclick: () => {
                this.#isPaused = !this.#isPaused;
                button.setAttribute("aria-pressed", String(this.#isPaused));
                button.textContent = this.#isPaused ? "Go on" : "Pause";
                if (this.#isPaused) return;
                this.#journal.refill();
                this.#redraw();
            },
        }, "Pause");
        return button;
    }

    #clearButton() {
        return this.#panel.button({
            label: "Clear", kind: "danger", sure: "Really clear?", done: "The journal is empty.",
            request: sandbox("DELETE", "/requests"), then: () => this.#forget(),
        });
    }
}

/** @param {URLSearchParams} asked what the address asks for. */
function filterFields(asked) {
    const status = /^\d{3}$/.exec(asked.get("status") ?? "")?.[0];
    return [
        { name: "text", label: "Search", type: "search", value: asked.get("search") ?? "", placeholder: "Path or id" },
        { name: "method", label: "Method", options: [["", "Any"], ["GET"], ["POST"], ["PUT"], ["PATCH"], ["DELETE"]] },
        { name: "status", label: "Status", options: [["", "Any"], ["2", "2xx"], ["4", "4xx"], ["5", "5xx"],
            ["0", "Reset"], ...(status ? [[status]] : [])] },
        { name: "gateway", label: "Where", options: [["", "Everywhere"], ["-", "Card service"],
            ...(session.about?.gateways ?? []).map(({ name, title }) => [name, title])] },
        { name: "sender", label: "Sent by", options: [["", "Anybody"], ["client", "Clients"], ["console", "Console"],
            ["command", "Commands"]] },
        { name: "fault", label: "Only with a fault", type: "checkbox" },
    ].map((field) => ({ value: field.type ? asked.has(field.name) : asked.get(field.name) ?? "", ...field }));
}

/**
 * Whether an entry is one of those that the form asks for.
 *
 * @param {Values} typed
 * @returns {(entry: JournalEntry) => boolean}
 */
export function filterOf({ text, method, status, gateway, sender, fault }) {
    // There may be 100,000 entries: a pattern looks into them without making 100,000 texts.
    const pattern = new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"), "i");
    /** @param {string | undefined} value */
    const isIn = (value) => Boolean(value && pattern.test(value));
    return (entry) => (!method || entry.method === method)
        && (!status || String(entry.status ?? 0).startsWith(status))
        && (!gateway || (entry.gateway ?? "-") === gateway)
        && (!sender || (entry.tool ?? "client") === sender)
        && (!fault || Boolean(entry.fault || entry.faults?.length))
        && (!text || isIn(entry.path) || isIn(entry.operation) || isIn(entry.customerId) || isIn(entry.requestId)
            || isIn(entry.code));
}

function emptyCells() {
    return [el("span", { class: "hint" }), el("span"), el("span", { class: "cut what" }),
        el("code", { class: "cut hint" }), el("span", { class: "number hint" })];
}

/**
 * @param {HTMLElement[]} cells
 * @param {JournalEntry} entry
 */
function writeCells([time, status, what, path, duration], entry) {
    const milliseconds = entry.milliseconds ?? entry.durationMilliseconds;
    setText(time, (entry.time ?? "").slice(11, 19));
    time.title = `${(entry.time ?? "").slice(0, 19).replace("T", " ")} UTC`;
    setText(status, entry.status ?? "reset");
    status.className = `status s${String(entry.status ?? 0)[0]}`;
    what.replaceChildren(deed(entry), ending(entry) ? ` · ${ending(entry)}` : "", entry.fault ? " ⚡" : "");
    what.title = what.textContent ?? "";
    setText(path, `${entry.method} ${shortened(entry.path, longestPath - 1 - entry.method.length)}`);
    path.title = [entry.operation, entry.method, entry.path].filter(Boolean).join(" ");
    setText(duration, milliseconds === undefined ? "" : milliseconds.toFixed(milliseconds < 10 ? 1 : 0));
}
