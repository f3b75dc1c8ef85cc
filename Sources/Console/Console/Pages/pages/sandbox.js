/** What surrounds the service: time, faults, states of the data, scenarios, tenants. */
import { el } from "../view.js";
import { clockPart } from "./time.js";
import { faultsPart } from "./faults.js";
import { snapshotsPart } from "./snapshots.js";
import { scenariosPart } from "./scenarios.js";
import { tenantsPart } from "./tenants.js";
import { coveragePart } from "./coverage.js";
import { resetPart } from "./reset.js";

/** @type {Record<string, [string, (signal: AbortSignal, item: string) => Node | Promise<Node>]>} */
const parts = {
    clock: ["Clock", clockPart], faults: ["Faults", faultsPart], snapshots: ["Snapshots", snapshotsPart],
    scenarios: ["Scenarios", scenariosPart], tenants: ["Tenants", tenantsPart], coverage: ["Coverage", coveragePart],
    reset: ["Reset", resetPart],
};

/**
 * @param {{ part?: string, item: string }} parameters
 * @param {AbortSignal} signal
 */
export default async function sandboxPage({ part = "clock", item }, signal) {
    const present = Object.hasOwn(parts, part) ? part : "clock";
    const [title, draw] = parts[present];
    return el("div", { class: "page" },
        el("div", { class: "title" }, el("h1", {}, present === "clock" ? "Sandbox"
            : `Sandbox: ${title.toLowerCase()}`)),
        el("nav", { class: "tabs", "aria-label": "Parts of the sandbox" }, Object.entries(parts)
            .map(([name, [words]]) =>
            el("a", { href: `#/sandbox/${name}`, "aria-current": name === present ? "page" : null }, words))),
        await draw(signal, item));
}
