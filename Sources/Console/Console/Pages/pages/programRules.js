/** The controls of a program and their draft: what the draft would change, and how it counts or ends. */
import { el, fill } from "../view.js";
import { sandbox } from "../api.js";
import { Panel } from "../panel.js";
import { fieldOf, formIn } from "../form.js";
import { controlFacts, controlFields, controlsOf } from "../controlWords.js";
import { differenceTable, draftChip } from "../ruleWords.js";
import { count, time } from "../format.js";
import { emptiness, facts } from "../table.js";
import { now } from "../clock.js";
import { query } from "../router.js";
import { refreshOn } from "../refresh.js";

const daysOfBacktest = 30;
const dayMilliseconds = 86_400_000;
/** A backtest may find any number of differences. */
const mostShown = 500;

/**
 * @param {unknown} _
 * @param {AbortSignal} signal
 */
export default async function programRulesPage(_, signal) {
    const name = query().get("name") ?? "";
    const page = new ProgramRules(name, signal);
    await page.again();
    // A payment draws only what it changes, so that nobody who types a draft loses it.
    refreshOn(["payment"], () => true, () => page.differencesPanel.again(), signal);
    refreshOn(["reset"], () => true, () => page.again(), signal);
    return el("div", { class: "page" },
        el("p", { class: "crumbs" }, el("a", { href: "#/money" }, "Money"), " · ",
            el("a", { href: "#/rules" }, "Rules")),
        el("div", { class: "title" }, el("h1", {}, name)),
        el("p", { class: "lead" }, "Draft the controls, let the draft judge payments in shadow or those of the past, "
            + "and promote it when the differences are those that you want."),
        el("div", { class: "columns wide-left" },
            el("div", { class: "stack" }, page.draftPanel.element, page.differencesPanel.element,
                page.backtestPanel.element),
            page.livePanel.element));
}

class ProgramRules {
    livePanel = new Panel("In force");
    draftPanel = new Panel("Draft");
    differencesPanel = new Panel("In shadow", { class: "flush", hint: "what the draft would have answered" });
    backtestPanel = new Panel("Backtest", { hint: "payments of the past, judged by the draft" });
    /** @type {Sandbox.CardControls | null} */
    #live = null;
    /** @type {Sandbox.RulesDraftAnswer | null} */
    #draft = null;
    #currency = "";
    #name;
    /** The name in paths. */
    #id;
    #signal;

    /**
     * @param {string} name
     * @param {AbortSignal} signal of the page's end.
     */
    constructor(name, signal) {
        this.#name = name;
        this.#signal = signal;
        this.#id = encodeURIComponent(name);
        this.livePanel.reads("Get the controls", this.#readLive());
        this.draftPanel.reads("Show the draft", this.#readDraft());
        this.draftPanel.loader = () => this.draftPanel.load(() => this.#loadDraft());
        this.differencesPanel.loader = () => this.differencesPanel.load(() => this.#loadDifferences());
        this.#showBacktest();
    }

    async again() {
        // If the program is gone, nothing of it can be drafted.
        this.#live = null;
        await this.livePanel.load(async () => {
            const { body: live } = await this.livePanel.send(this.#readLive());
            this.#live = live;
            const { programs } = (await this.livePanel.send(
                sandbox("GET", "/programs", { query: { search: this.#name, limit: 100 } }))).body;
            const found = programs.find(({ programName }) => programName === this.#name);
            this.#currency = found?.currencies[0] ?? "";
            this.livePanel.show(controlFacts(live, this.#currency));
        });
        await this.draftPanel.again();
        await this.differencesPanel.again();
    }

    #readLive() {
        return sandbox("GET", `/programs/${this.#id}/controls`);
    }

    #readDraft() {
        return sandbox("GET", `/programs/${this.#id}/controls/draft`, { expects: [404] });
    }

    async #loadDraft() {
        const answer = await this.draftPanel.send(this.#readDraft());
        this.#draft = answer.ok ? answer.body : null;
        this.draftPanel.showRows(() => {
            if (this.#draft) return this.#draftView(this.#draft);
            if (!this.#live) return emptiness("The program's controls could not be read, so none can be drafted.");
            return [emptiness("The program has no draft. Change the controls below, and keep them as a draft."),
                this.#draftForm(this.#live)];
        });
    }

    /** @param {Sandbox.RulesDraftAnswer} draft */
    #draftView(draft) {
        return el("div", { class: "stack" },
            controlFacts(draft.controls, this.#currency, [["Status", draftChip(draft.status)],
                ["Changed", time(draft.changedDate)], ["Version", String(draft.version)]]),
            el("div", { class: "buttons" }, this.#shadowButton(draft), this.#promoteButton(draft), this.#dropButton()),
            el("details", { "data-key": "draft" }, el("summary", {}, "Change the draft"),
                this.#draftForm(draft.controls)));
    }

    /** @param {Sandbox.RulesDraftAnswer} draft */
    #shadowButton({ status }) {
        const isOn = status === "SHADOW";
        return this.draftPanel.rows.button({
            label: isOn ? "End the shadow" : "Judge in shadow",
            done: isOn ? "The draft judges no longer." : "The draft judges each payment from now on.",
            request: sandbox(isOn ? "DELETE" : "POST", `/programs/${this.#id}/controls/draft/shadow`),
            then: () => this.again(),
        });
    }

    /** @param {Sandbox.RulesDraftAnswer} draft */
    #promoteButton({ version }) {
        return this.draftPanel.rows.button({
            label: "Promote", name: "Promote the draft", kind: "primary", sure: "Make it count?",
            done: "The draft is in force.",
            request: sandbox("POST", `/programs/${this.#id}/controls/draft/versions/${version}/promote`),
            // If somebody has changed the draft meanwhile, it is shown as it is now, under the error.
            run: (panel, request) => panel.send(/** @type {ServiceRequest} */ (request)).finally(() => this.again()),
        });
    }

    #dropButton() {
        return this.draftPanel.rows.button({
            label: "Drop", name: "Drop the draft", kind: "danger", sure: "Drop the draft?",
            done: "The draft is dropped.",
            request: sandbox("DELETE", `/programs/${this.#id}/controls/draft`), then: () => this.again(),
        });
    }

    /** @param {Sandbox.CardControls | null} controls with which the form begins. */
    #draftForm(controls) {
        if (!controls) return null;
        return formIn(this.draftPanel, {
            label: "Keep as draft", done: "The draft is kept. It decides nothing.", kind: this.#draft ? "" : "primary",
            class: "controls", fields: controlFields(controls, this.#currency),
            request: (typed) => sandbox("PUT", `/programs/${this.#id}/controls/draft`,
                { json: controlsOf(typed, controls, this.#currency) }),
            then: () => this.again(),
        }, this.draftPanel.rows);
    }

    async #loadDifferences() {
        const panel = this.differencesPanel;
        if (this.#draft?.status !== "SHADOW") {
            return panel.show(emptiness("The draft is not in shadow, so it judges no payment."));
        }
        const read = sandbox("GET", `/programs/${this.#id}/controls/draft/differences`, { expects: [403, 404] });
        const answer = await panel.send(read);
        const { differences, next } = answer.ok ? answer.body : { differences: [], next: undefined };
        return panel.show(differenceTable(differences, "No payment since then would be answered in another way."),
            next ? el("p", { class: "hint" }, `The oldest ${differences.length} are shown.`) : null);
    }

    #showBacktest() {
        const panel = this.backtestPanel;
        const result = el("div", { "aria-live": "polite" });
        const last = now();
        const first = new Date(last.getTime() - daysOfBacktest * dayMilliseconds);
        /** @param {Date} date */
        const dayOf = (date) => date.toISOString().slice(0, 10);
        const form = formIn(panel, {
            label: "Run", name: "Run the backtest", done: "The payments are judged.", kind: "",
            fields: [
                fieldOf({ name: "firstDay", label: "First day, UTC", type: "date", value: dayOf(first),
                    required: true }),
                fieldOf({ name: "lastDay", label: "Last day, UTC", type: "date", value: dayOf(last), required: true }),
            ],
            request: ({ firstDay, lastDay }) => this.#backtest(firstDay, lastDay),
            run: async (_, __, { firstDay, lastDay }) => this.#judge(firstDay, lastDay, result),
        });
        panel.show(form, result);
    }

    /**
     * @param {string} firstDay
     * @param {string} lastDay
     * @param {string} [next]
     */
    #backtest(firstDay, lastDay, next) {
        return sandbox("POST", `/programs/${this.#id}/controls/draft/backtest`,
            { json: { firstDay, lastDay, ...(next ? { next } : {}) } });
    }

    /**
     * Adds up the parts of a backtest.
     *
     * @param {string} firstDay
     * @param {string} lastDay
     * @param {HTMLElement} place
     */
    async #judge(firstDay, lastDay, place) {
        const sums = { cards: 0, judged: 0, declined: 0, approved: 0, otherwise: 0, unknown: 0 };
        /** @type {Sandbox.RuleDifferenceAnswer[]} */
        const changed = [];
        /** @type {string | undefined} */
        let next;
        do {
            const { body } = await this.backtestPanel.send(this.#backtest(firstDay, lastDay, next));
            for (const name of /** @type {(keyof typeof sums)[]} */ (Object.keys(sums))) sums[name] += body[name];
            changed.push(...body.differences.slice(0, mostShown - changed.length));
            next = body.next;
        } while (next && !this.#signal.aborted);
        fill(place, facts([
            ["Judged", `${count(sums.judged, "request")} of ${count(sums.cards, "card")}`],
            ["Would be declined", String(sums.declined)], ["Would be approved", String(sums.approved)],
            ["Would change in another way", String(sums.otherwise)],
            sums.unknown ? ["Cannot be judged", String(sums.unknown)] : null,
        ]), differenceTable(changed, "The draft changes no payment of these days."),
        sums.declined + sums.approved + sums.otherwise > changed.length
            ? el("p", { class: "hint" }, `The first ${changed.length} are shown.`) : null);
    }
}
