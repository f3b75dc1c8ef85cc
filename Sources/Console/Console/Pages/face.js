/** The face of a card. */
import { el, svg } from "./view.js";
import { expiry, grouped, words } from "./format.js";

const ended = ["EXPIRED", "CANCELLED", "LOST", "DAMAGED", "REJECTED"];
const held = ["LOCKED", "SUSPENDED", "APPLIED", "PENDING"];

/**
 * How a status looks in lists.
 *
 * @param {string} status
 */
export function statusChip(status) {
    const look = { ACTIVE: "good", DIGITAL: "good", ISSUED: "info", APPLIED: "info", PENDING: "info", LOCKED: "warn",
        SUSPENDED: "warn", COMPLETED: "good", DELIVERED: "good", APPROVED: "good", SETTLED: "good", VERIFIED: "good",
        AUTHORIZED: "info", CAPTURED: "good", PENDING_AUTHENTICATION: "warn", DECLINED: "bad", FAILED: "bad",
        DEAD: "bad", REJECTED: "bad", DENIED: "bad", EXPIRED: "bad", OPEN: "info", CHARGEBACK: "info",
        REPRESENTED: "warn", PRE_ARBITRATION: "info", ARBITRATION: "info", WON: "good" }[status];
    return el("span", { class: `chip ${look ?? ""}` }, words(status));
}

/**
 * A card as a picture.
 *
 * @param {FaceOfCard} card as the Card service shows it.
 * @param {{ href?: string, holder?: string, plastic?: { pan: string, cvv: string, cardHolderName: string } }} options
 *   `href` makes it a link, `holder` is the name on it, `plastic` shows what is printed on it.
 */
export function cardFace(card, { href, holder, plastic } = {}) {
    const isPhysical = card.cardType === "PHYSICAL";
    const look = ["face", card.scheme === "MC" ? "mc" : "visa", isPhysical ? "physical" : "virtual",
        ended.includes(card.status) ? "ended" : "", held.includes(card.status) ? "held" : ""].join(" ");
    const name = `${schemeName(card.scheme)} card that ends in ${card.lastFour}, ${words(card.status)}`;
    return el(href ? "a" : "div", href ? { class: look, href, "aria-label": name }
        : { class: look, role: "img", "aria-label": name },
        pattern(),
        el("span", { class: "program", "aria-hidden": "true" }, programName(card.programName)),
        el("span", { class: "standing", "aria-hidden": "true" }, words(card.status)),
        isPhysical ? el("span", { class: "chip-art" }, chipArt()) : null,
        isPhysical ? el("span", { class: "waves" }, waves()) : null,
        el("span", { class: "digits", "aria-hidden": "true" }, plastic ? grouped(plastic.pan)
            : `•••• •••• •••• ${card.lastFour}`),
        plastic ? el("span", { class: "code" }, `CVV ${plastic.cvv}`) : null,
        el("span", { class: "holder", "aria-hidden": "true" }, plastic?.cardHolderName ?? holder ?? ""),
        el("span", { class: "valid", "aria-hidden": "true" }, card.expiry ? expiry(card.expiry) : ""),
        el("span", { class: "scheme" }, schemeMark(card.scheme)));
}

/** @param {string} scheme */
export const schemeName = (scheme) => (scheme === "MC" ? "Mastercard" : "Visa");

/** SKRILL-VIRTUAL-MC-EEA for people: Skrill virtual. */
function programName(name = "") {
    const parts = name.split("-").filter((part) => !["MC", "VISA", "EEA", "US"].includes(part));
    const text = parts.join(" ").toLowerCase();
    return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {string} scheme */
function schemeMark(scheme) {
    if (scheme === "MC") {
        return svg("svg", { viewBox: "0 0 60 36", "aria-hidden": "true" },
            svg("circle", { cx: 21, cy: 18, r: 15, fill: "#e8452f" }),
            svg("circle", { cx: 39, cy: 18, r: 15, fill: "#f5a623", "fill-opacity": "0.9" }));
    }
    return svg("svg", { viewBox: "0 0 60 36", "aria-hidden": "true" },
        svg("text", { x: 60, y: 30, "text-anchor": "end", fill: "currentColor", "font-size": 26, "font-weight": 800,
            "font-style": "italic", "font-family": "sans-serif", textLength: 58 }, "VISA"));
}

function chipArt() {
    return svg("svg", { viewBox: "0 0 26 20", "aria-hidden": "true" },
        svg("rect", { x: 0.5, y: 0.5, width: 25, height: 19, rx: 3.5, fill: "#e2c07a" }),
        svg("path", { d: "M0.5 7h8v-6.5M0.5 13h8v6.5M25.5 7h-8v-6.5M25.5 13h-8v6.5M8.5 7v6M17.5 7v6",
            fill: "none", stroke: "#9a7a34", "stroke-width": 0.8 }));
}

function waves() {
    return svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" },
        ["M3 5.5c1.5 1.5 1.5 3.5 0 5", "M6.5 3.5c2.6 2.6 2.6 6.4 0 9", "M10 1.5c3.8 3.8 3.8 9.2 0 13"].map((d) =>
            svg("path", { d, fill: "none", stroke: "currentColor", "stroke-width": 1.4, "stroke-linecap": "round" })));
}

/** Tiles, as in a mosaic. */
function pattern() {
    const tiles = [];
    for (let row = 0; row < 5; row += 1) {
        for (let column = 0; column < 8; column += 1) {
            if ((row * 5 + column * 3) % 4 !== 0) continue;
            tiles.push(svg("rect", { x: column * 43 + (row % 2) * 21, y: row * 43 + 1, width: 40, height: 40, rx: 9 }));
        }
    }
    return svg("svg", { class: "pattern", viewBox: "0 0 340 214", preserveAspectRatio: "xMidYMid slice",
        fill: "currentColor",
        "aria-hidden": "true" }, tiles);
}
