/** Reset: everything is deleted, and the demo is there again. */
import { el } from "../view.js";
import { sandbox, forgetTokens } from "../api.js";
import { Panel } from "../panel.js";

export async function resetPart() {
    const panel = new Panel("Reset");
    panel.show(
        el("p", {},
            "Deletes all data: customers, cards, payments, the journal, faults and snapshots. "
                + "After that the demo universe is "
            + "there again, the first new customer gets the number 30000001, and the clock shows real time."),
        el("div", { class: "buttons" }, panel.button({
            label: "Reset the sandbox", kind: "danger", sure: "Really delete everything?",
                done: "The sandbox is reset.",
            request: sandbox("POST", "/reset"), then: () => forgetTokens(),
        })));
    return panel.element;
}
