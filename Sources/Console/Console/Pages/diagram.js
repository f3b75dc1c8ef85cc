/** Draws the states of a card: where it stands, where it has been, and where it may go. */
import { el, svg } from "./view.js";
import { words } from "./format.js";

/**
 * Where each state is drawn; the arrows between them come from the service.
 *
 * @type {Record<string, number[]>}
 */
const places = {
    APPLIED: [0, 1.5], PENDING: [1, 1.5], REJECTED: [1, 3],
    ISSUED: [2, 0.5], DIGITAL: [2, 2.5],
    ACTIVE: [3, 1.5], SUSPENDED: [4, 0.25], LOCKED: [4, 2.75],
    EXPIRED: [5.2, 0], LOST: [5.2, 1], DAMAGED: [5.2, 2], CANCELLED: [5.2, 3],
};
const box = { width: 96, height: 32, column: 158, row: 60, left: 6, top: 14 };

/**
 * The moves that the service knows, from the names of its coverage such as CUSTOMER UPDATE ACTIVE -> LOCKED.
 *
 * @param {Sandbox.CoverageAnswer} coverage
 */
export function movesOf(coverage) {
    const names = [...Object.keys(coverage.statusTransitions.counts), ...coverage.statusTransitions.missing];
    return names.map((name) => {
        const [, actor, occasion, from, to] = /^(\w+) (\w+) (\w+) -> (\w+)$/.exec(name) ?? [];
        return from ? { actor, occasion, from, to } : null;
    }).filter(Boolean);
}

/**
 * @param {Transition[]} moves of the matrix.
 * @param {string} status where the card stands.
 * @param {string[]} trail the statuses that it has had, oldest first.
 * @param {Map<string, boolean>} targets a map of the statuses that the matrix leads to from here, to whether one of the
 *   ways is open now.
 */
export function stateDiagram(moves, status, trail, targets) {
    const pairs = new Map(moves.map((move) => [`${move.from} ${move.to}`, move]));
    const gone = new Set(trail.slice(1).map((to, index) => `${trail[index]} ${to}`));
    const edges = [...pairs.keys()].map((pair) => {
        const [from, to] = pair.split(" ");
        const look = from === status ? (targets.get(to) ? "open" : "shut") : gone.has(pair) ? "gone" : "";
        return { from, to, look };
    }).sort((a, b) => rank(a.look) - rank(b.look));
    const words = describe(status, trail, targets);
    return el("div", { class: "diagram", tabindex: "0", role: "region", "aria-label": "State diagram" },
        svg("svg", { viewBox: "0 0 932 246", role: "img", "aria-label": words },
            svg("defs", {}, ["", "gone", "open", "shut"].map(arrowHead)),
            edges.map(edge),
            Object.keys(places).map((name) => node(name, status, trail, targets))));
}

export function legend() {
    return el("ul", { class: "legend" },
        el("li", {}, el("i", { class: "box" }), "is here"), el("li", {}, el("i", { class: "open" }), "possible now"),
        el("li", {}, el("i", { class: "shut" }), "something prevents it"),
            el("li", {}, el("i", { class: "gone" }), "has gone"),
        el("li", {}, el("i", {}), "other cards may"));
}

/** @param {string} look */
const rank = (look) => ["", "gone", "shut", "open"].indexOf(look);

/**
 * @param {string} status
 * @param {string[]} trail
 * @param {Map<string, boolean>} targets
 */
function describe(status, trail, targets) {
    const open = [...targets].filter(([, isOpen]) => isOpen).map(([name]) => words(name));
    return `The card is ${words(status)}. It has been ${trail.map(words).join(", then ")}. `
        + (open.length ? `From here it can become ${open.join(", ")}.` : "From here it goes nowhere.");
}

/** @param {string} name */
const left = (name) => box.left + places[name][0] * box.column;
/** @param {string} name */
const top = (name) => box.top + places[name][1] * box.row;

/**
 * @param {string} name
 * @param {string} status
 * @param {string[]} trail
 * @param {Map<string, boolean>} targets
 */
function node(name, status, trail, targets) {
    const look = name === status ? "here" : targets.get(name) ? "next" : trail.includes(name) ? "been" : "";
    return svg("g", { class: `node ${look}` },
        svg("rect", { x: left(name), y: top(name), width: box.width, height: box.height, rx: 8 }),
        svg("text", { x: left(name) + box.width / 2, y: top(name) + box.height / 2 + 0.5 }, words(name)));
}

/**
 * A curve from the border of one box to the border of the other.
 *
 * @param {{ from: string, to: string, look: string }} edge
 */
function edge({ from, to, look }) {
    const [a, b] = [centre(from), centre(to)];
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const isUpright = Math.abs(dy) * 1.6 > Math.abs(dx);
    const bend = (from < to ? 1 : -1) * 7;
    const start = isUpright
        ? { x: a.x + bend, y: a.y + Math.sign(dy) * box.height / 2 }
        : { x: a.x + Math.sign(dx) * box.width / 2, y: a.y + bend * 0.6 };
    const end = isUpright
        ? { x: b.x + bend, y: b.y - Math.sign(dy) * (box.height / 2 + 3) }
        : { x: b.x - Math.sign(dx) * (box.width / 2 + 3), y: b.y + bend * 0.6 };
    const reach = isUpright ? Math.abs(dy) * 0.45 : Math.abs(dx) * 0.45;
    const curve = isUpright
        ? `C${start.x} ${start.y + Math.sign(dy) * reach} ${end.x} ${end.y - Math.sign(dy) * reach}`
        : `C${start.x + Math.sign(dx) * reach} ${start.y} ${end.x - Math.sign(dx) * reach} ${end.y}`;
    return svg("path", { class: `edge ${look}`, "marker-end": `url(#arrow-${look || "plain"})`,
        d: `M${start.x} ${start.y} ${curve} ${end.x} ${end.y}` });
}

/** @param {string} name */
const centre = (name) => ({ x: left(name) + box.width / 2, y: top(name) + box.height / 2 });

/** @param {string} look */
function arrowHead(look) {
    return svg("marker", { id: `arrow-${look || "plain"}`, class: look, viewBox: "0 0 8 8", refX: 7, refY: 4,
        markerWidth: 7,
        markerHeight: 7, orient: "auto-start-reverse", markerUnits: "userSpaceOnUse" },
            svg("path", { d: "M0 0.5L8 4L0 7.5z" }));
}
