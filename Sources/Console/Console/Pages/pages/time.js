/** The clock: freeze it, set it, travel. */
import { el, fill } from "../view.js";
import { sandbox, forgetTokens } from "../api.js";
import { Panel } from "../panel.js";
import { formIn } from "../form.js";
import { count, day } from "../format.js";
import { now } from "../clock.js";
import { refreshOn } from "../refresh.js";

/** @type {[string, number][]} */
const journeys = [["An hour", 3600], ["A day", 86_400], ["A week", 604_800], ["A month", 2_592_000],
    ["A year", 31_536_000]];

/** @param {AbortSignal} signal */
export async function clockPart(signal) {
    const panel = new Panel("Clock", { hint: "tokens, holds, expiries and deliveries follow it" });
    const read = sandbox("GET", "/clock");
    const face = el("div", { class: "clock-face" });
    panel.reads("Read the clock", read);
    /** @param {any} json */
    const put = (json) => sandbox("PUT", "/clock", { json });
    const result = el("div", { "aria-live": "polite" });
    const payments = sandbox("GET", "/payments", { query: { limit: 100 } });
    panel.reads("List the payments in shops, with when each was cleared", payments);
    /** @param {ServiceAnswer<Sandbox.ClockAnswer>} answer */
    const moved = async ({ body }) => {
        const before = now().toISOString();
        forgetTokens();
        show(body);
        const steps = (await panel.send(payments)).body.payments.flatMap((payment) => payment.steps ?? []);
        const cleared = steps.filter(({ settledDate }) => (settledDate ?? "") >= before).length;
        fill(result, cleared ? el("p", { class: "note good" },
            `${count(cleared, "capture or refund was", "captures and refunds were")} cleared: `,
            el("a", { href: "#/money" }, "see the money"), ".") : null);
    };
    const freeze = panel.button({ label: "Freeze", done: "The clock is frozen.", request: put({ frozen: true }),
        then: moved });
    const run = panel.button({ label: "Let it run", done: "The clock runs.", request: put({ frozen: false }),
        then: moved });

    /** @param {Sandbox.ClockAnswer} clock */
    function show({ now: time, frozen }) {
        fill(face, el("strong", {}, time.slice(11, 19)), el("span", {}, `${day(time)}, UTC`),
            el("span", { class: `chip ${frozen ? "info" : "good"}` }, frozen ? "frozen" : "running"));
        freeze.hidden = frozen;
        run.hidden = !frozen;
    }

    // The hands move as the bar's do.
    const hands = setInterval(() => {
        const seconds = face.querySelector("strong");
        if (seconds) seconds.textContent = now().toISOString().slice(11, 19);
    }, 1000);
    signal.addEventListener("abort", () => clearInterval(hands));
    const again = () => panel.load(async () => show((await panel.send(read)).body));
    panel.show(face, result, el("div", { class: "buttons" }, freeze, run),
        el("h3", { class: "apart" }, "Travel forward"),
        el("div", { class: "buttons" }, journeys.map(([label, seconds]) => panel.button({
            label, name: `Travel forward: ${label.toLowerCase()}`, request: put({ advanceSeconds: seconds }),
                then: moved,
            done: `${label} has passed.`,
        }))),
        el("h3", { class: "apart" }, "Set"),
        formIn(panel, {
            label: "Set the clock", done: "The clock is set.", kind: "",
            fields: [{ name: "now", label: "Time in UTC", value: "2030-01-01T00:00:00Z", required: true, longest: 30,
                width: "double", hint: "In the years 2000 to 2099" }],
            request: ({ now: time }) => put({ now: time }), then: moved,
        }));
    await again();
    refreshOn(["clock"], () => true, again, signal);
    return el("div", { class: "columns" }, panel.element,
        el("div", { class: "panel" }, el("div", { class: "panel-body" },
        el("h2", {}, "What happens when time moves"),
        el("ul", {},
            el("li", {},
                "Everything that is due is done before the answer: cards expire, days of merchants end, webhooks "
            + "that wait are tried again."),
        el("li", {}, "Access tokens are valid for 15 minutes of this clock. The console gets new ones by itself."),
        el("li", {}, "The setting stays after a restart. To go back, set a time.")))));
}
