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
import { now } from "../clock.js";
import { count } from "../format.js";
import { deed, ending, shortened } from "../sayings.js";
import { requestDetail } from "./request.js";
import { verifyPanel } from "./verify.js";

const longestJournal = 100_000;
/** To take a few from the front of a long array, again and again, is slow. */
const leastForgotten = 1_000;
const firstEntries = 200;
const earlierEntries = 1000;
const rowHeight = 30;
/** On a phone, what was done needs two lines. */
const narrowRowHeight = 46;
/** How many characters of a method and a path fit into a row. */
const longestPath = 22;
/** Then the request is shown below the list, and not beside it. */
const isNarrow = matchMedia("(max-width: 760px)");

export default async function requestsPage({ number: first }, signal) {
    const panel = new Panel("Journal", { class: "flush journal" });
    const detail = new Panel("Request");
    const read = sandbox("GET", "/requests", { query: { limit: firstEntries } });
    panel.reads("List the latest requests", read);
    /** All that are kept, in the order of their numbers. */
    const arrived = [];
    let wanted = () => true;
    /** Those of `arrived` that are wanted. */
    let shown = [];
    let isPaused = false;
    /** The number of the request that is shown beside the list, and of which the address is. */
    let chosen = null;
    const list = new VirtualList("Requests", isNarrow.matches ? narrowRowHeight : rowHeight, {
        make: emptyCells, write: writeCells, open: (entry, isMove) => {
            chosen = entry.number;
            isMove ? noteMove() : note(address(), {});
            requestDetail(detail, entry);
            if (isNarrow.matches) detail.element.scrollIntoView({ block: isMove ? "nearest" : "start" });
        },
    });
    // A browser takes only some changes of the address in a second, and a key that is held down makes many.
    const noteMove = debounced(() => note(address(), { replaces: true }), signal);
    const state = el("p", { class: "hint count" });
    const nothing = emptiness();
    const earlier = panel.button({
        label: "Load earlier", done: "Earlier requests are in the list.", then: ({ body }) => take(body),
        request: () => sandbox("GET", "/requests", { query: { limit: earlierEntries, offset: unbroken() } }),
    });
    earlier.hidden = true;

    function refill() {
        shown = arrived.filter(wanted);
        list.set(shown);
        if (chosen) list.choose(entryOf(chosen));
        tell();
    }

    const entryOf = (number) => {
        const entry = arrived[placeOf(number)];
        return entry?.number === number ? entry : null;
    };

    /** Shows the request that the address names, beside the list; null for none. */
    function show(number) {
        chosen = number;
        const entry = number ? entryOf(number) : null;
        list.choose(entry);
        if (number) requestDetail(detail, entry ?? { number });
        else invite(detail);
        if (isNarrow.matches) (number ? detail : panel).element.scrollIntoView({ block: "start" });
    }

    /** The filters that are set, as the address has them. */
    const filters = () => new URLSearchParams(Object.entries(valuesOf(form)).filter(([, value]) => value)
        .map(([name, value]) => [name === "text" ? "search" : name, value]));

    function address() {
        const set = filters().toString();
        return `/requests${chosen ? `/${chosen}` : ""}${set ? `?${set}` : ""}`;
    }

    function tell() {
        const all = shown.length === arrived.length ? "" : ` of ${arrived.length.toLocaleString("en")}`;
        state.textContent = count(shown.length, "request") + all;
        list.element.hidden = !shown.length;
        nothing.hidden = shown.length > 0;
        const words = arrived.length ? `None of ${count(arrived.length, "request")} matches the filters.`
            : "No request yet. Call the Card service or a gateway, and it appears here.";
        setText(nothing.firstChild, earlier.hidden ? words : `${words} Earlier ones are not loaded yet.`);
    }

    /** Adds a page of the service's list. */
    function take({ requests, meta }) {
        arrived.push(...requests.filter(({ number }) => arrived[placeOf(number)]?.number !== number));
        arrived.sort((one, other) => one.number - other.number);
        earlier.hidden = unbroken() >= Math.min(meta.numberOfRecords, longestJournal);
        refill();
    }

    /** How many of the latest are here without a gap between them: the service numbers them one by one. */
    function unbroken() {
        let first = Math.max(0, arrived.length - 1);
        while (first > 0 && arrived[first].number - arrived[first - 1].number === 1) first -= 1;
        return arrived.length - first;
    }

    /** Where the entry of this number is in `arrived`, or belongs. */
    function placeOf(number) {
        let [first, end] = [0, arrived.length];
        while (first < end) {
            const middle = (first + end) >> 1;
            if (arrived[middle].number < number) first = middle + 1; else end = middle;
        }
        return first;
    }

    /** Keeps an entry, unless it is here: an event may come before an earlier one, and again in the list. */
    function keep(entry) {
        const place = placeOf(entry.number);
        if (arrived[place]?.number === entry.number) return false;
        arrived.splice(place, 0, entry);
        return true;
    }

    function add(all) {
        const entries = all.filter(keep);
        const excess = arrived.length - longestJournal;
        if (excess >= leastForgotten) arrived.splice(0, excess);
        if (isPaused) return;
        const fresh = entries.filter(wanted);
        shown.push(...fresh);
        const kept = shown.findIndex(({ number }) => number >= arrived[0].number);
        if (kept) shown.splice(0, kept < 0 ? shown.length : kept);
        list.grow(fresh.length);
        tell();
    }

    function forget() {
        arrived.length = 0;
        earlier.hidden = true;
        refill();
    }

    async function readList() {
        const newest = arrived.at(-1)?.number ?? 0;
        const { body } = await panel.send(read);
        if ((body.requests[0]?.number ?? 0) >= newest) return take(body);
        // A service that has started again counts from 1, and its first requests had numbers that were known.
        forget();
        return readList();
    }

    const form = el("form", {
        class: "filters", "aria-label": "Filters", onsubmit: (event) => event.preventDefault(),
        oninput: debounced(() => {
            wanted = filterOf(valuesOf(form));
            note(address(), { replaces: true });
            refill();
        }, signal),
    }, filterFields(query()).map(fieldOf));
    wanted = filterOf(valuesOf(form));
    const pause = el("button", {
        type: "button", "aria-pressed": "false", onclick: () => {
            isPaused = !isPaused;
            pause.setAttribute("aria-pressed", isPaused);
            pause.textContent = isPaused ? "Go on" : "Pause";
            if (!isPaused) refill();
        },
    }, "Pause");
    panel.tools.append(state, earlier, pause, panel.button({
        label: "Clear", kind: "danger", sure: "Really clear?", done: "The journal is empty.",
        request: sandbox("DELETE", "/requests"), then: () => {
            forget();
            refill();
        },
    }));
    panel.show(form, el("div", { class: "long-head", "aria-hidden": "true" },
        ["Time", "Status", "What", "Path", "ms"].map((title) => el("span", {}, title))), list.element,
        nothing);
    invite(detail);
    // What comes while the list is read is in one of both, or in both.
    listen(["request"], (events) => {
        const time = now().toISOString();
        add(events.filter(({ kind }) => kind === "request").map(({ data }) => ({ time, ...data })));
        if (events.some(({ kind }) => kind === "gap")) panel.load(readList);
    }, signal);
    await panel.load(readList);
    follow(({ number }) => {
        // Other filters make another list.
        if (query().toString() !== filters().toString()) return false;
        show(numberIn(number));
        return true;
    }, signal);
    if (first) show(numberIn(first));
    return el("div", { class: "page" },
        el("div", { class: "title" }, el("h1", {}, "Requests")),
        el("p", { class: "lead" },
            "Every call to the Card service and the gateways, as it comes. Secrets are hidden before they are kept."),
        el("div", { class: "columns widest-left" }, panel.element,
            el("div", { class: "stack" }, detail.element, verifyPanel().element)));
}

const numberIn = (text) => (/^\d{1,9}$/.test(text ?? "") ? Number(text) : null);

function invite(detail) {
    detail.shown = null;
    detail.actions.length = 0;
    detail.show(emptiness("Choose a request to see what was asked, what was answered, and why."));
}

/** @param asked what the address asks for. */
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
 * @param {Record<string, string>} typed
 */
export function filterOf({ text, method, status, gateway, sender, fault }) {
    // There may be 100,000 entries: a pattern looks into them without making 100,000 texts.
    const pattern = new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"), "i");
    const isIn = (value) => value && pattern.test(value);
    return (entry) => (!method || entry.method === method)
        && (!status || String(entry.status ?? 0).startsWith(status))
        && (!gateway || (entry.gateway ?? "-") === gateway)
        && (!sender || (entry.tool ?? "client") === sender)
        && (!fault || entry.fault || entry.faults?.length)
        && (!text || isIn(entry.path) || isIn(entry.operation) || isIn(entry.customerId) || isIn(entry.requestId)
            || isIn(entry.code));
}

function emptyCells() {
    return [el("span", { class: "hint" }), el("span"), el("span", { class: "cut what" }),
        el("code", { class: "cut hint" }), el("span", { class: "number hint" })];
}

function writeCells([time, status, what, path, duration], entry) {
    const milliseconds = entry.milliseconds ?? entry.durationMilliseconds;
    setText(time, (entry.time ?? "").slice(11, 19));
    time.title = `${(entry.time ?? "").slice(0, 19).replace("T", " ")} UTC`;
    setText(status, entry.status ?? "reset");
    status.className = `status s${String(entry.status ?? 0)[0]}`;
    what.replaceChildren(deed(entry), ending(entry) ? ` · ${ending(entry)}` : "", entry.fault ? " ⚡" : "");
    what.title = what.textContent;
    setText(path, `${entry.method} ${shortened(entry.path, longestPath - 1 - entry.method.length)}`);
    path.title = [entry.operation, entry.method, entry.path].filter(Boolean).join(" ");
    setText(duration, milliseconds === undefined ? "" : milliseconds.toFixed(milliseconds < 10 ? 1 : 0));
}
