/** Scenarios: a text that describes customers, cards and payments, with each mistake at its line. */
import { el, fill } from "../view.js";
import { sandbox } from "../api.js";
import { Panel } from "../panel.js";
import { formIn } from "../form.js";
import { emptiness } from "../table.js";

const example = `customers:
  anna: {country: PL, firstName: Anna, lastName: Nowak, mobile: +48 500100200}
cards:
  everyday:
    customer: anna
    program: SKRILL-VIRTUAL-MC-EEA
    currency: EUR
  lost:
    customer: anna
    program: DEMO-VIRTUAL-VISA-EEA
    status: LOCKED
tokenizations:
  pixel: {card: everyday, wallet: GOOGLE_PAY}
loads:
  salary: {customer: anna, amount: 250000, currency: EUR}
payments:
  coffee: {card: everyday, amount: 380}
  hotel: {card: everyday, amount: 12000, status: SETTLED}
`;

export async function scenariosPart() {
    const panel = new Panel("Scenario", { hint: "YAML or JSON" });
    const result = new Panel("What it made");
    result.show(emptiness("Play a scenario, and the ids of what it made appear here, with links."));
    const errors = el("ul", { class: "errors" });
    const form = formIn(panel, {
        label: "Play", name: "Play the scenario", done: "The scenario is played.", class: "scenario",
        fields: [{ name: "scenario", label: "Text", lines: 20, value: example, width: "whole" }],
        request: ({ scenario }) => sandbox("POST", "/scenarios", { text: `${scenario}\n`, type: "application/yaml" }),
        run: async (own, request) => {
            fill(errors);
            try {
                return await own.send(request);
            } catch (error) {
                fill(errors, (error.fields ?? []).map((/** @type {{ field: string, error: string }} */ field) =>
                    errorItem(field, area)));
                throw error;
            }
        },
        then: ({ body }) => result.show(made(body)),
    });
    const area = /** @type {HTMLTextAreaElement} */ (form.querySelector("textarea"));
    panel.show(form, errors);
    return el("div", { class: "columns wide-left" }, panel.element, result.element);
}

/**
 * An error that leads to its place in the text.
 *
 * @param {{ field: string, error: string }} mistake
 * @param {HTMLTextAreaElement} area
 */
function errorItem({ field, error }, area) {
    const place = /\(line (\d+), column (\d+)\)/.exec(error);
    const words = el("span", {}, el("code", {}, field), " ", error);
    if (!place) return el("li", {}, words);
    return el("li", {}, el("button", {
        type: "button", class: "link", "aria-label": `Go to line ${place[1]}`,
        onclick: () => goTo(area, Number(place[1]), Number(place[2])),
    }, `Line ${place[1]}`), " ", words);
}

/**
 * @param {HTMLTextAreaElement} area
 * @param {number} line
 * @param {number} column
 */
function goTo(area, line, column) {
    const lines = area.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
    const end = start - column + 1 + (lines[line - 1]?.length ?? 0);
    area.focus();
    area.setSelectionRange(start, Math.max(start, end));
    const height = area.scrollHeight / Math.max(1, lines.length);
    area.scrollTop = Math.max(0, (line - 4) * height);
}

/** @param {Sandbox.PlayedScenarioAnswer} body */
function made(body) {
    /**
     * @param {string} title
     * @param {Record<string, string> | undefined} items
     * @param {(id: string) => unknown} item
     */
    const section = (title, items, item) => {
        const entries = Object.entries(items ?? {});
        return entries.length ? el("section", {}, el("h3", {}, title),
            el("ul", {}, entries.slice(0, 200).map(([name, id]) =>
            el("li", {}, el("strong", {}, name), " ", item(id))))) : null;
    };
    /** @param {string} value */
    const code = (value) => el("code", {}, typeof value === "string" ? value : Object.values(value).join(" "));
    /** @param {any} load */
    const clearing = ({ reference, breaks }) => [el("code", {}, reference), " ", breaks.length
        ? el("a", { href: "#/money/breaks" }, "with breaks") : "without breaks"];
    return el("div", { class: "stack" },
        section("Customers", body.customers, (id) => el("a", { href: `#/customers/${id}` }, id)),
        section("Cards", body.cards, (id) => el("a", { href: `#/cards/${id}` }, `${id.slice(0, 8)}…`)),
        section("Tokens", body.tokenizations, code), section("Loads", body.loads, code),
        section("Payments", body.payments, code), section("Clearing files", body.clearingFiles, clearing));
}
