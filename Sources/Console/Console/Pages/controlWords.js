/** How controls are written for people, and the fields to type them. */
import { facts } from "./table.js";
import { count, majorUnits, minorUnits, money, sentence, words } from "./format.js";

/** @type {(keyof CardService.CardControlsChannels)[]} */
const channels = ["ecommerce", "pos", "contactless", "magneticStripe", "atm", "mobileWallet"];
const windows = ["TRANSACTION", "DAY", "MONTH"];

/** @type {Record<Sandbox.CardControlsLimit["window"], string>} */
const spans = { TRANSACTION: "each time", DAY: "a day", WEEK: "a week", MONTH: "a month", LIFETIME: "in all" };

/** @param {string} name */
const channelName = (name) => sentence(name.replace(/([A-Z])/g, " $1")).replace("Pos", "At a terminal")
    .replace("Atm", "Cash machine");

/**
 * Controls as names and values.
 *
 * @param {Sandbox.CardControls} controls
 * @param {string} currency of the amounts.
 * @param {unknown[][]} more names and values that stand behind them.
 */
export function controlFacts(controls, currency, more = []) {
    const refused = channels.filter((name) => !controls.channels[name]).map(channelName);
    return facts([
        ["Channels", refused.length ? `without: ${refused.join(", ")}` : "all"],
        ["Countries", placesOf(controls.allowedCountries, controls.blockedCountries)],
        ["Categories", placesOf(controls.allowedMccs, controls.blockedMccs)],
        ["Limits", (controls.limits ?? []).map((limit) => limitOf(limit, currency)).join("; ") || "none"],
        ...more,
    ]);
}

/**
 * @param {string[] | undefined} allowed
 * @param {string[] | undefined} blocked
 */
function placesOf(allowed, blocked) {
    if (allowed?.length) return `only ${allowed.join(", ")}`;
    return blocked?.length ? `without: ${blocked.join(", ")}` : "all";
}

/**
 * @param {Sandbox.CardControlsLimit} limit
 * @param {string} currency
 */
function limitOf({ window, channel, amount, count: payments }, currency) {
    const most = [amount === undefined ? null : money(amount, currency),
        payments === undefined ? null : count(payments, "payment")].filter(Boolean).join(" and ");
    return `${most} ${spans[window]}${channel ? `, ${words(channel)}` : ""}`;
}

/**
 * The fields of a form for controls, with the values that they have.
 *
 * @param {Sandbox.CardControls} controls
 * @param {string} currency of the amounts.
 */
export function controlFields(controls, currency) {
    return [
        ...channels.map((name) => ({
            name, label: channelName(name), type: "checkbox", value: controls.channels[name],
        })),
        { name: "blockedCountries", label: "Blocked countries", value: (controls.blockedCountries ?? []).join(", "),
            placeholder: "FR, IT" },
        { name: "blockedMccs", label: "Blocked categories", value: (controls.blockedMccs ?? []).join(", "),
            placeholder: "7995" },
        ...windows.map((window) => ({
            name: window, label: `At most, each ${window.toLowerCase()}`, inputmode: "decimal", longest: 14,
            placeholder: "no limit", value: majorUnitsOr(plainLimit(controls, window)?.amount, currency),
        })),
    ];
}

/**
 * The limit of a window for all channels.
 *
 * @param {Sandbox.CardControls} controls
 * @param {string} window
 */
const plainLimit = ({ limits }, window) => limits?.find((limit) => limit.window === window && !limit.channel);

/**
 * @param {number | undefined} amount
 * @param {string} currency
 */
const majorUnitsOr = (amount, currency) => (amount === undefined ? "" : majorUnits(amount, currency));

/**
 * The whole of the controls as they were typed: what the fields do not show stays as it was.
 *
 * @param {Values} typed
 * @param {Sandbox.CardControls} controls
 * @param {string} currency
 */
export function controlsOf(typed, controls, currency) {
    /** @param {string} text */
    const list = (text) => text.toUpperCase().split(/[\s,]+/).filter(Boolean);
    const others = (controls.limits ?? []).filter((limit) =>
        limit.channel || !windows.includes(limit.window) || limit.amount === undefined);
    const limits = windows.filter((window) => typed[window]).map((window) => {
        const kept = plainLimit(controls, window);
        return { window, amount: minorUnits(typed[window], currency), ...(kept?.count ? { count: kept.count } : {}) };
    });
    return {
        ...(controls.allowedCountries ? { allowedCountries: controls.allowedCountries } : {}),
        ...(controls.allowedMccs ? { allowedMccs: controls.allowedMccs } : {}),
        blockedCountries: list(typed.blockedCountries), blockedMccs: list(typed.blockedMccs),
        channels: Object.fromEntries(channels.map((name) => [name, typed[name]])),
        ...(others.length + limits.length ? { limits: [...others, ...limits] } : {}),
    };
}
