/** One break of a clearing file: what differs, and how somebody explains it. */
import { el, fill } from "../view.js";
import { sandbox } from "../api.js";
import { Panel } from "../panel.js";
import { formIn } from "../form.js";
import { facts } from "../table.js";
import { statusChip, schemeName } from "../face.js";
import { breakKinds, lineOf, paymentLink } from "../breakWords.js";
import { count, money, time } from "../format.js";
import { refreshOn } from "../refresh.js";

/** The schemes that can be paid a line that was not booked. */
const schemes = ["VISA", "MC"];

/**
 * @param {{ breakId: string }} parameters
 * @param {AbortSignal} signal
 */
export default async function breakPage({ breakId }, signal) {
    const panel = new Panel("Difference");
    const end = new Panel("Explanation");
    const read = sandbox("GET", `/clearing/breaks/${breakId}`);
    panel.reads("Get the break", read);
    const title = el("h1", {}, "A break");
    const explained = el("div", {});
    const form = formIn(end, {
        label: "Resolve", name: "Resolve the break", done: "The break is resolved.",
        fields: [
            { name: "reason", label: "Reason", value: "The merchant has corrected it.", required: true, longest: 500,
                width: "whole" },
            { name: "lossTo", label: "Pay anyway", value: "", hint: "The issuer bears the amount of a line that was "
                + "not booked.", options: [["", "No"],
                ...schemes.map((scheme) => [scheme, `To ${schemeName(scheme)}`])] },
        ],
        request: ({ reason, lossTo }) => sandbox("POST", `/clearing/breaks/${breakId}/resolve`,
            { json: lossTo ? { reason, lossTo } : { reason } }),
        then: () => again(),
    });
    end.show(explained, form);
    const again = () => panel.load(async () => {
        const { body } = await panel.send(read);
        title.textContent = breakKinds[body.break.kind].title;
        panel.show(el("p", {}, breakKinds[body.break.kind].meaning), differenceFacts(body));
        form.hidden = body.break.resolvedDate !== undefined;
        fill(explained, form.hidden ? resolutionFacts(body.break) : null);
    });
    await again();
    refreshOn(["payment", "clock", "reset"], () => true, again, signal);
    return el("div", { class: "page" },
        el("p", { class: "crumbs" }, el("a", { href: "#/money" }, "Money"), " · ",
            el("a", { href: "#/money/breaks" }, "Breaks")),
        el("div", { class: "title" }, title), panel.element, end.element);
}

/** @param {Sandbox.LocatedBreakAnswer} row */
function differenceFacts(row) {
    const found = row.break;
    return facts([
        found.currencyCode ? ["Collected", el("strong", {}, money(found.amount, found.currencyCode))] : null,
        found.authorizedCurrencyCode
            ? ["Authorized", money(found.authorizedAmount, found.authorizedCurrencyCode)] : null,
        ["On the customer's account", found.isBooked ? "The line was booked." : "Nothing was booked."],
        ["Payment", [paymentLink(row), row.status ? statusChip(row.status) : null]],
        row.customerId ? ["Customer", el("a", { href: `#/customers/${row.customerId}` }, row.customerId)] : null,
        found.explanation ? ["Why", found.explanation] : null,
        found.line ? ["Line", lineOf(found)] : null,
        ["Authorization id", el("code", {}, found.authorizationId)],
        ["Found", [time(found.openedDate), el("div", { class: "hint" }, `${count(found.ageDays, "day")} old`)]],
        ["Break id", el("code", {}, found.breakId)],
    ]);
}

/** @param {Sandbox.ClearingBreakAnswer} found */
function resolutionFacts(found) {
    return facts([
        ["Reason", found.reason], ["By", found.resolvedBy], ["When", time(found.resolvedDate)],
        ["Loss of the issuer", found.isLoss && found.currencyCode ? money(found.amount, found.currencyCode) : "no"],
    ]);
}
