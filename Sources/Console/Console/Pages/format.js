/** How values are written for people. */
import { el } from "./view.js";

const formats = new Map();

/**
 * The currencies whose number of decimals is not 2 (ISO 4217). Browsers follow the habits of cash instead, by which
 * some have none.
 */
/** @type {[string, number][]} */
const unusual = [
    ["BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF", 0],
    ["BHD IQD JOD KWD LYD OMR TND", 3], ["CLF UYW", 4],
];

/** @type {Map<string, number>} */
const decimals = new Map();
for (const [codes, digits] of unusual) for (const code of codes.split(" ")) decimals.set(code, digits);

/** @param {string} currency */
const decimalsOf = (currency) => decimals.get(currency) ?? 2;

/**
 * An amount in minor units, such as 1234 for 12.34 EUR.
 *
 * @param {number | string | null | undefined} minor
 * @param {string} currency
 */
export function money(minor, currency) {
    if (minor === null || minor === undefined || !currency) return "–";
    const digits = decimalsOf(currency);
    return `${decimalFormat(digits).format(Number(minor) / 10 ** digits)} ${currency}`;
}

/**
 * Minor units of an amount that somebody typed, such as 12.34. Null if it is no amount.
 *
 * @param {unknown} text
 * @param {string} currency
 */
export function minorUnits(text, currency) {
    const digits = decimalsOf(currency);
    const match = /^(\d{1,10})(?:[.,](\d+))?$/.exec(String(text).trim());
    if (!match || (match[2] ?? "").length > digits) return null;
    return Number(match[1] + (match[2] ?? "").padEnd(digits, "0"));
}

/**
 * The decimal form that gateways take, such as 12.34.
 *
 * @param {number} minor
 * @param {string} currency
 */
export function majorUnits(minor, currency) {
    const digits = decimalsOf(currency);
    return (minor / 10 ** digits).toFixed(digits);
}

/** @param {number} digits */
function decimalFormat(digits) {
    if (!formats.has(digits)) {
        formats.set(digits, new Intl.NumberFormat("en", {
            minimumFractionDigits: digits, maximumFractionDigits: digits,
        }));
    }
    return formats.get(digits);
}

/**
 * A time of the service, in UTC.
 *
 * @param {string | null | undefined} text
 */
export function time(text) {
    if (!text) return "–";
    const moment = new Date(text);
    if (Number.isNaN(moment.getTime())) return text;
    const iso = moment.toISOString();
    return el("time", { datetime: text, title: `${iso.slice(0, 19).replace("T", " ")} UTC` },
        `${day(iso)} ${iso.slice(11, 19)}`);
}

/**
 * The time of the day alone, of a moment that is near.
 *
 * @param {string} text
 */
export function timeOfDay(text) {
    return el("time", { datetime: text, title: `${text.slice(0, 19).replace("T", " ")} UTC` }, text.slice(11, 19));
}

/**
 * A day such as 24 Nov 2026.
 *
 * @param {string} iso
 */
export function day(iso) {
    const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    return `${Number(iso.slice(8, 10))} ${months[Number(iso.slice(5, 7)) - 1]} ${iso.slice(0, 4)}`;
}

const abbreviations = /\b(atm|cvv|mc|otp|pan|pin|sca|sms|totp)\b/g;

/**
 * A word of the API for people: SETTLED_PARTIAL becomes "settled partial", and PIN_BLOCKED "PIN blocked".
 *
 * @param {string | null | undefined} text
 */
export function words(text) {
    if (text === "NEEDS_IDENTITY_VERIFICATION") return "waits for a code";
    return text
        ? String(text).toLowerCase().replaceAll("_", " ").replace(abbreviations, (word) => word.toUpperCase()) : "–";
}

/** @param {string | null | undefined} text */
export function sentence(text) {
    const plain = words(text);
    return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** @param {{ month: number, year: number }} value */
export function expiry(value) {
    return value ? `${String(value.month).padStart(2, "0")}/${String(value.year).slice(-2)}` : "––/––";
}

/**
 * @param {number} number
 * @param {string} one
 * @param {string} many
 */
export function count(number, one, many = `${one}s`) {
    return `${Number(number).toLocaleString("en")} ${number === 1 ? one : many}`;
}

/**
 * JSON for people, with two spaces.
 *
 * @param {any} value
 */
export function pretty(value) {
    if (typeof value === "string") {
        try {
            return JSON.stringify(JSON.parse(value), null, 2);
        } catch {
            return value;
        }
    }
    return JSON.stringify(value, null, 2) ?? "";
}

/**
 * Groups of four digits.
 *
 * @param {string} pan
 */
export function grouped(pan) {
    return pan.replace(/(\d{4})(?=\d)/g, "$1 ");
}
