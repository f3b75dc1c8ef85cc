/** The programs of all brands, whose controls can be drafted and tried. */
import { el } from "../view.js";
import { sandbox } from "../api.js";
import { Panel } from "../panel.js";
import { Pages, table } from "../table.js";
import { draftChip, rulesPath } from "../ruleWords.js";
import { schemeName } from "../face.js";
import { words } from "../format.js";
import { refreshOn } from "../refresh.js";

/** @type {Column<Sandbox.ListedProgramAnswer>[]} */
const columns = [
    { title: "Program", cell: ({ programName }) => el("a", { href: `#${rulesPath(programName)}` }, programName) },
    { title: "Draft", cell: ({ draftStatus }) => draftChip(draftStatus) },
    { title: "Brand", cell: ({ brand }) => brand },
    { title: "Cards", cell: ({ cardType, scheme }) => `${words(cardType)}, ${schemeName(scheme)}` },
    { title: "Currencies", cell: ({ currencies }) => currencies.join(", ") },
];

/**
 * @param {unknown} _
 * @param {AbortSignal} signal
 */
export default async function rulesPage(_, signal) {
    const panel = new Panel("Programs", { class: "flush" });
    /** @param {PageRange} range */
    const read = ({ limit, offset }) => sandbox("GET", "/programs", { query: { limit, offset } });
    const pages = new Pages(panel, read, "programs", (rows) => table("Programs", columns, rows,
        "There is no program yet. A scenario makes some."));
    panel.reads("List the programs", () => pages.first);
    panel.show(pages.element);
    await pages.load();
    refreshOn(["reset"], () => true, () => pages.load(), signal);
    return el("div", { class: "page" },
        el("p", { class: "crumbs" }, el("a", { href: "#/money" }, "Money")),
        el("div", { class: "title" }, el("h1", {}, "Rules")),
        el("p", { class: "lead" }, "The controls of a program say which payments its cards may make. Draft new ones, "
            + "see which payments they would have changed, and promote or drop the draft."),
        panel.element);
}
