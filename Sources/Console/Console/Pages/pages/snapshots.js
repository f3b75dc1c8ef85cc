/** Snapshots: take one, see what has changed since, go back. */
import { el } from "../view.js";
import { sandbox } from "../api.js";
import { Panel } from "../panel.js";
import { formIn } from "../form.js";
import { table, emptiness } from "../table.js";
import { count, time, words } from "../format.js";

export async function snapshotsPart() {
    const panel = new Panel("Snapshots", { class: "flush" });
    const difference = new Panel("Changes");
    const read = sandbox("GET", "/snapshots");
    const list = el("div", {});
    panel.reads("List the snapshots", read);
    const again = () => panel.load(async () => {
        const { body } = await panel.send(read);
        panel.showRows(() => table("Snapshots", columns(panel, difference, again), body.snapshots,
            "No snapshot yet. Set your data up once, take one, and go back to it as often as you like."), list);
    });
    const form = formIn(panel, {
        label: "Take a snapshot", done: "Snapshot taken",
        fields: [{ name: "name", label: "Name",
            value: `before-${new Date().toISOString().slice(11, 16).replace(":", "")}`,
            required: true, longest: 60 }],
        request: ({ name }) => sandbox("POST", "/snapshots", { json: { name } }), then: again,
    });
    panel.show(form, list);
    difference.show(emptiness("Choose Compare at a snapshot to see what has changed since."));
    await again();
    return el("div", { class: "columns" }, panel.element, difference.element);
}

/**
 * @param {Panel} panel
 * @param {Panel} difference
 * @param {() => unknown} again
 * @returns {Column<Sandbox.SnapshotAnswer>[]}
 */
function columns(panel, difference, again) {
    /** @param {{ name: string }} snapshot */
    const path = ({ name }) => `/snapshots/${encodeURIComponent(name)}`;
    return [
        { title: "Name", cell: (row) => el("strong", {}, row.name) },
            { title: "Taken", cell: (row) => time(row.takenDate) },
        { title: "", cell: (row) => el("div", { class: "buttons" },
            panel.rows.button({
                label: "Compare", name: `Compare with ${row.name}`, kind: "small",
                    request: sandbox("GET", `${path(row)}/diff`),
                done: "Compared", then: ({ body }) => difference.show(changes(body)),
            }),
            panel.rows.button({
                label: "Restore", name: `Restore ${row.name}`, kind: "small", sure: "Really?",
                    done: `Back at ${row.name}`,
                request: sandbox("POST", `${path(row)}/restore`), then: again,
            }),
            panel.rows.button({
                label: "Delete", name: `Delete ${row.name}`, kind: "small danger", sure: "Really?",
                    done: "Snapshot deleted",
                request: sandbox("DELETE", path(row)), then: again,
            })) },
    ];
}

/** @param {Sandbox.SnapshotDifferenceAnswer} difference */
function changes({ name, total, rows }) {
    if (!rows.length) return emptiness(`Nothing has changed since ${name}.`);
    return [el("p", {}, `${count(total, "row")} changed since ${name}.`), rows.slice(0, 100).map((row) =>
        el("details", { class: "entry" },
            el("summary", {}, el("span", { class: `chip ${look(row.change)}` }, words(row.change)), " ",
                el("strong", {}, row.table), " ",
                el("code", {}, Object.values(row.key).join(" "))),
            table("Columns", [
                { title: "Column", cell: ([column]) => el("code", {}, column) },
                { title: "Was", cell: ([, value]) => (value.was === undefined ? ""
                    : el("span", { class: "was" }, text(value.was))) },
                { title: "Is", cell: ([, value]) => (value.is === undefined ? ""
                    : el("span", { class: "is" }, text(value.is))) },
            ], Object.entries(row.columns ?? {}), "Nothing to show."))),
    rows.length > 100 ? el("p", { class: "hint" }, "The first 100 are shown.") : null];
}

/** @param {string} change */
const look = (change) => ({ ADDED: "good", REMOVED: "bad" }[change] ?? "info");
/** @param {unknown} value */
const text = (value) => (typeof value === "string" ? value : JSON.stringify(value));
