/** The states of a card: the diagram, what can happen now, and what has happened. */
import { el, fill } from "../view.js";
import { sandbox } from "../api.js";
import { Panel } from "../panel.js";
import { stateDiagram, legend, movesOf } from "../diagram.js";
import { movesFrom } from "../moves.js";
import { protectedCall } from "../sca.js";
import { statusChip } from "../face.js";
import { time, words } from "../format.js";
import { emptiness } from "../table.js";

/** @type {Record<string, string>} */
const people = { customer: "The customer", business: "The program manager",
    issuer: "The issuer, the post and the terminal" };

/**
 * @param {CardPage} page
 * @param {() => unknown} changed is called after an action has changed the card.
 */
export function statesPanels(page, changed) {
    const requests = {
        actions: sandbox("GET", `/cards/${page.cardId}/actions`),
        coverage: sandbox("GET", "/coverage"),
        history: sandbox("GET", `/cards/${page.cardId}/history`, { query: { limit: 100 }, expects: [404] }),
    };
    const diagram = new Panel("States").reads("List the possible actions", requests.actions)
        .reads("List the changes of status that exist, seen or missing", requests.coverage);
    const moves = new Panel("What can happen now").reads("List the possible actions", requests.actions);
    const history = new Panel("History").reads("List the card's changes of status", requests.history);
    let matrix = null;

    async function again() {
        const card = /** @type {CardService.Card} */ (page.card);
        /** @type {Change[]} */
        let changes = [];
        await history.load(async () => {
            const answer = await history.send(requests.history);
            changes = answer.body?.history ?? [];
            history.show(timeline(changes, card));
        });
        await diagram.load(async () => {
            matrix ??= movesOf((await diagram.send(requests.coverage)).body);
            const trail = trailOf(changes, card);
            const actions = (await diagram.send(requests.actions)).body;
            const possible = movesFrom(actions, card, page.owner, trail);
            diagram.show(stateDiagram(matrix, card.status, trail, targetsOf(matrix, possible, card.status)), legend());
            showPlace(diagram.element);
            moves.showRows(() => moveList(moves, page, possible, changed));
        });
    }

    return { diagram, moves, history, again };
}

/**
 * Where the diagram is wider than the window, it is scrolled to where the card stands.
 *
 * @param {Element} element
 */
function showPlace(element) {
    requestAnimationFrame(() => {
        const frame = element.querySelector(".diagram");
        const node = frame?.querySelector(".node.here")?.getBoundingClientRect();
        if (!frame || !node) return;
        frame.scrollLeft += node.x + node.width / 2 - frame.getBoundingClientRect().x - frame.clientWidth / 2;
    });
}

/**
 * The statuses that the card has had, oldest first.
 *
 * @param {Change[]} changes
 * @param {CardService.Card} card
 */
function trailOf(changes, card) {
    const oldestFirst = [...changes].reverse();
    const trail = oldestFirst.map(({ to }) => to);
    const first = oldestFirst[0]?.from;
    return first ? [first, ...trail] : trail.length ? trail : [card.status];
}

/**
 * The statuses to which the matrix leads from here, and whether one of the ways is open.
 *
 * @param {Transition[]} matrix
 * @param {Move[]} possible
 * @param {string} status
 */
function targetsOf(matrix, possible, status) {
    const targets = new Map();
    for (const { from, to } of matrix) if (from === status) targets.set(to, false);
    for (const move of possible) {
        if (move.possible) for (const to of move.to) if (targets.has(to)) targets.set(to, true);
    }
    return targets;
}

/**
 * @param {Panel} panel
 * @param {CardPage} page
 * @param {Move[]} possible
 * @param {() => unknown} changed
 */
function moveList(panel, page, possible, changed) {
    return el("div", { class: "movers" }, ["customer", "business", "issuer"].map((who) => {
        const theirs = possible.filter((move) => move.who === who && move.request);
        const open = theirs.filter((move) => move.possible);
        const shut = theirs.filter((move) => !move.possible);
        return el("section", { class: "mover" },
            el("h3", {}, people[who]),
            el("ul", { class: "moves" }, open.map((move) =>
                move.request && moveItem(panel, page, move, move.request, changed))),
            shut.length ? el("details", {}, el("summary", { class: "hint" }, `${shut.length} not possible now`),
                el("ul", { class: "moves" }, shut.map((move) => el("li", {},
                    el("span", {}, move.label), el("span", {}, move.to.map(words).join(" or ")),
                    el("p", { class: "why" }, move.reason))))) : null);
    }));
}

/**
 * @param {Panel} panel
 * @param {CardPage} page
 * @param {Move} move
 * @param {ServiceRequest} request
 * @param {() => unknown} changed
 */
function moveItem(panel, page, move, request, changed) {
    const into = move.to.length ? ` → ${move.to.map(words).join(" or ")}` : "";
    return el("li", {},
        el("span", {}, move.label, el("span", { class: "hint" }, into), " ", move.asks ? scaChip() : null),
        panel.rows.button({
            label: "Do it", name: `Do it: ${move.label}, ${people[move.who].toLowerCase()}`,
            kind: move.isFinal ? "small danger" : "small", sure: move.isFinal ? "Really?" : null,
                request: maskedRequest(request, move.label),
            run: () => perform(panel, page, request), done: `${move.label}: done`,
            then: async ({ body }) => {
                await changed();
                if (body?.url) fill(panel.notice, oneTimeView(body.url));
            },
        }));
}

const scaChip = () => el("span", { class: "chip", title: "The customer must authenticate" }, "SCA");

/**
 * A page of the Card service that opens once, in a tab of its own.
 *
 * @param {string} url
 */
function oneTimeView(url) {
    return el("p", { class: "note" }, "The page opens once, within a minute: ",
        el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, "open it in a new tab"));
}

/**
 * In the curl of an activation, the security code is a variable.
 *
 * @param {ServiceRequest} request
 * @param {string} label
 */
function maskedRequest(request, label) {
    const named = { ...request, explanation: label };
    return request.needsCVV ? { ...named, secrets: { CVV: "$CVV" } } : named;
}

/**
 * @param {Panel} panel
 * @param {CardPage} page
 * @param {ServiceRequest} request
 */
async function perform(panel, page, request) {
    if (request.as?.kind !== "customer") return panel.send(request);
    return protectedCall((one) => panel.send(one), page.customer, await complete(panel, page, request));
}

/**
 * An activation needs what is printed on the card.
 *
 * @param {Panel} panel
 * @param {CardPage} page
 * @param {ServiceRequest} request
 * @returns {Promise<ServiceRequest>}
 */
async function complete(panel, page, request) {
    if (!request.needsCVV) return request;
    const { body } = await panel.send(sandbox("GET", `/cards/${page.cardId}/plastic`));
    return { ...request, json: { ...request.json, cvv: body.cvv }, secrets: { CVV: body.cvv } };
}

/**
 * @param {Change[]} changes
 * @param {CardService.Card} card
 */
function timeline(changes, card) {
    if (!changes.length) return emptiness("The card is as it was made: ", words(card.status), ".");
    return el("ol", { class: "timeline" }, changes.map((change) => el("li", {},
        el("div", {}, change.from ? [statusChip(change.from), " → "] : null, statusChip(change.to)),
        el("div", { class: "when" }, time(change.date), " · ", words(change.actor),
            change.occasion ? ` · ${words(change.occasion)}` : "",
            change.reason ? ` · “${change.reason}”` : ""))));
}

