/** Coverage: which parts of the contract were used, and what is missing. */
import { el, styled } from "../view.js";
import { sandbox } from "../api.js";
import { Panel } from "../panel.js";
import { sentence } from "../format.js";

const longestList = 400;

export async function coveragePart() {
    const panel = new Panel("Coverage", { hint: "by clients, since the start or since it was set to zero" });
    const read = sandbox("GET", "/coverage");
    panel.reads("Show the coverage", read);
    const again = () => panel.load(async () => {
        const { gateways, ...sections } = (await panel.send(read)).body;
        const named = Object.entries(sections).map(([name, section]) =>
            draw(sentence(name.replace(/([A-Z])/g, " $1")), section));
        const shops = gateways.flatMap(({ name, operations, responseCodes }) =>
            [draw(`${name}: operations`, operations), draw(`${name}: codes`, responseCodes)]);
        panel.show(el("div", { class: "stack" }, named, shops));
    });
    panel.tools.append(panel.button({
        label: "Set to zero", kind: "danger", sure: "Really?", request: sandbox("DELETE", "/coverage"), then: again,
        done: "The counts are zero.",
    }));
    await again();
    return panel.element;
}

/**
 * Null for what is no section, such as a number.
 *
 * @param {string} title
 * @param {Partial<Sandbox.CoverageSection> | string | undefined} section
 */
function draw(title, section) {
    if (typeof section !== "object" || section?.possible === undefined) return null;
    const { seen = 0, possible, counts = {}, missing = [] } = section;
    const share = possible ? seen / possible : 0;
    const fill = styled(el("div", { class: "meter-fill" }), { width: `${share * 100}%` });
    return el("details", { class: "entry" },
        el("summary", {}, el("strong", {}, title), ` ${seen} of ${possible}`),
        el("div", { class: "meter" }, el("div", { class: "meter-track", "aria-hidden": "true" }, fill)),
        el("div", { class: "columns" },
            el("div", {}, el("h3", { class: "apart" }, "Seen"),
                el("ul", {}, Object.entries(counts).slice(0, longestList)
                .map(([name, value]) => el("li", {}, el("code", {}, name), " ", times(value))))),
            el("div", {}, el("h3", { class: "apart" }, "Missing"), el("ul", {}, missing.slice(0, longestList)
                .map((name) => el("li", {}, el("code", {}, name)))))));
}

/** @param {number} value */
const times = (value) => (typeof value === "number" ? `× ${value}`
    : Object.entries(value).map(([status, number]) => `${status} × ${number}`).join(", "));
