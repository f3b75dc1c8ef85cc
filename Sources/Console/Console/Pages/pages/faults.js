/** Faults: errors that the sandbox causes on purpose. */
import { el } from "../view.js";
import { sandbox } from "../api.js";
import { Panel } from "../panel.js";
import { formIn } from "../form.js";
import { table, emptiness } from "../table.js";
import { words } from "../format.js";

const kinds = ["LATENCY", "STATUS", "CONNECTION_RESET", "ANSWER_LOST", "TRUNCATED", "MALFORMED", "SCA_AGAIN",
    "ISSUER_DOWN", "WEBHOOK_DUPLICATE", "WEBHOOK_LATE"];

/** @type {FaultPlan} */
const noPlan = { seed: 0, alsoTools: false, rules: [] };

/**
 * @param {unknown} _
 * @param {string | undefined} chosen
 */
export async function faultsPart(_, chosen) {
    const panel = new Panel("The plan", { class: "flush" });
    const read = sandbox("GET", "/faults");
    const list = el("div", {});
    let plan = noPlan;
    panel.reads("Show the plan", read);

    /** @param {FaultPlan} body */
    function show(body) {
        plan = body;
        panel.showRows(() => (body.rules?.length
            ? marked(table("Rules", columns(panel, () => plan, show), body.rules), chosen)
            : emptiness("No fault is planned: everything works. Add a rule, or take the profile that every client "
                + "should survive.")), list);
    }

    panel.tools.append(
        panel.button({
            label: "ADVERSARIAL", name: "Use the profile ADVERSARIAL", done: "The profile is set.",
            request: sandbox("PUT", "/faults", {
                json: { profile: "ADVERSARIAL", seed: 1, alsoTools: true },
            }), then: ({ body }) => show(body),
        }),
        panel.button({
            label: "Clear", kind: "danger", request: sandbox("DELETE", "/faults"), done: "No fault is planned.",
            then: ({ body }) => show(body ?? noPlan), undo: () => planned(plan),
        }));
    panel.show(list);
    const add = new Panel("Add a rule");
    add.show(formIn(add, {
        label: "Add", name: "Add a rule", done: "Rule added", fields: fields(), then: ({ body }) => show(body),
        request: (typed) => sandbox("PUT", "/faults", { json: {
            seed: plan.seed, alsoTools: typed.alsoTools, rules: [...rulesOf(plan), ruleFrom(typed)],
        } }),
    }));
    await panel.load(async () => show((await panel.send(read)).body));
    return el("div", { class: "columns wide-left" }, panel.element, add.element);
}

/**
 * The rules as they were set, without what the service counts.
 *
 * @param {{ rules?: any[] }} plan
 */
const rulesOf = (plan) => (plan.rules ?? []).map(({ occasions, strikes, ...rule }) => rule);

function fields() {
    return [
        { name: "fault", label: "Fault", options: kinds.map((kind) => [kind, words(kind)]) },
        { name: "operation", label: "Operation", placeholder: "all", longest: 60, hint: "Such as createCard" },
        { name: "percent", label: "Percent", placeholder: "100", inputmode: "numeric", longest: 3 },
        { name: "times", label: "Times at most", placeholder: "no limit", inputmode: "numeric", longest: 6 },
        { name: "nth", label: "Only number", placeholder: "any", inputmode: "numeric", longest: 6,
            hint: "Of those that fit, instead of percent and times" },
        { name: "cardId", label: "Card", placeholder: "any; its id", longest: 36 },
        { name: "customerId", label: "Customer", placeholder: "any; the id", inputmode: "numeric", longest: 18 },
        { name: "header", label: "Header", placeholder: "any", longest: 200, hint: "Such as X-Suite: checkout" },
        { name: "milliseconds", label: "Milliseconds", value: "500", inputmode: "numeric", longest: 5,
            hint: "For latency" },
        { name: "jitterMilliseconds", label: "And up to", placeholder: "0", inputmode: "numeric", longest: 5,
            hint: "More, for latency" },
        { name: "status", label: "Status", value: "503", inputmode: "numeric", longest: 3, hint: "For status" },
        { name: "seconds", label: "Seconds late", value: "30", inputmode: "numeric", longest: 5,
            hint: "For late webhooks" },
        { name: "retryAfterSeconds", label: "Retry after", placeholder: "the usual", inputmode: "numeric", longest: 5,
            hint: "Seconds, for 429 and 503" },
        { name: "onlyWithIdempotencyKey", label: "Only requests with an Idempotency-Key", type: "checkbox" },
        { name: "alsoTools", label: "The plan strikes this console and commands, too", type: "checkbox", value: true },
    ];
}

/**
 * The members that only one kind of fault has.
 *
 * @type {Record<string, string[]>}
 */
const ownMembers = {
    LATENCY: ["milliseconds", "jitterMilliseconds"], STATUS: ["status", "retryAfterSeconds"], WEBHOOK_LATE: ["seconds"],
};

/**
 * Only what belongs to the kind of fault: the service refuses the rest.
 *
 * @param {Values} typed
 */
function ruleFrom(typed) {
    const own = ownMembers[typed.fault] ?? [];
    const numbers = [...own, "percent", "times", "nth"].filter((name) => typed[name])
        .map((name) => [name, whole(typed[name])]);
    const texts = ["operation", "cardId", "customerId", "header"].filter((name) => typed[name])
        .map((name) => [name, typed[name]]);
    return { fault: typed.fault, ...Object.fromEntries([...numbers, ...texts]),
        ...(typed.onlyWithIdempotencyKey ? { onlyWithIdempotencyKey: true } : {}) };
}

/**
 * A number, or the text as it is, so that the service says what is wrong with it.
 *
 * @param {string} text
 */
const whole = (text) => (/^\d{1,9}$/.test(text) ? Number(text) : text);

/**
 * The request that plans these rules again; null without one.
 *
 * @param {FaultPlan} plan
 */
const planned = ({ seed, alsoTools, rules }) => (rules?.length
    ? sandbox("PUT", "/faults", { json: { seed, alsoTools, rules: rulesOf({ rules }) } }) : null);

/**
 * The plan without one rule. A plan has at least one, so without the last there is none.
 *
 * @param {any} rule
 * @param {FaultPlan} plan
 */
function without(rule, { seed, alsoTools, rules }) {
    const others = rules.filter((/** @type {any} */ other) => other !== rule);
    return others.length
        ? sandbox("PUT", "/faults", { json: { seed, alsoTools, rules: rulesOf({ rules: others }) } })
            : sandbox("DELETE", "/faults");
}

/**
 * Marks the rule of the page's address, which is its number in the plan.
 *
 * @param {HTMLElement} list
 * @param {string | undefined} chosen
 */
function marked(list, chosen) {
    const row = /^\d+$/.test(chosen ?? "") ? list.querySelectorAll("tbody tr")[Number(chosen) - 1] : null;
    row?.classList.add("chosen");
    return list;
}

/**
 * @param {Panel} panel
 * @param {() => FaultPlan} plan
 * @param {(plan: FaultPlan) => void} show
 * @returns {Column<any>[]}
 */
function columns(panel, plan, show) {
    return [
        { title: "Rule", cell: (rule) => {
            const number = plan().rules.indexOf(rule) + 1;
            return el("a", { href: `#/sandbox/faults/${number}` }, `Rule ${number}`);
        } },
        { title: "Fault", cell: (rule) => el("strong", {}, words(rule.fault)) },
        { title: "Where", cell: (rule) => where(rule) },
        { title: "How", cell: (rule) => detail(rule) },
        { title: "Hits", class: "number", cell: (rule) => `${rule.strikes} of ${rule.occasions}` },
        { title: "", cell: (rule) => panel.rows.button({
            label: "Remove", name: `Remove the rule ${words(rule.fault)}`, kind: "small danger", done: "Rule removed",
            request: () => without(rule, plan()), then: ({ body }) => show(body ?? noPlan),
            undo: () => planned(plan()),
        }) },
    ];
}

/** @param {{ operation?: string, cardId?: string, customerId?: string, header?: string }} rule */
function where({ operation, cardId, customerId, header }) {
    const words = [
        operation ? el("code", {}, operation) : null,
        cardId ? ["card ", el("a", { href: `#/cards/${cardId}` }, cardId.slice(0, 8))] : null,
        customerId ? ["customer ", el("a", { href: `#/customers/${customerId}` }, customerId)] : null,
        header ? ["header ", el("code", {}, header)] : null,
    ].filter(Boolean);
    return words.length ? words.map((word) => el("div", {}, word)) : "everywhere";
}

/** @param {any} rule */
function detail(rule) {
    return [rule.nth ? `only number ${rule.nth}` : null,
        rule.milliseconds === undefined ? null : `${rule.milliseconds} ms`,
        rule.jitterMilliseconds ? `up to ${rule.jitterMilliseconds} ms more` : null, rule.status
            ? `status ${rule.status}` : null,
        rule.seconds ? `${rule.seconds} s later` : null, rule.percent === undefined ? "always" : `${rule.percent} %`,
        rule.times ? `${rule.times} times` : null, rule.onlyWithIdempotencyKey ? "only with a key" : null]
            .filter(Boolean).join(", ");
}
