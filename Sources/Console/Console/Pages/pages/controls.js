/** What a card must not do: channels, countries, merchant categories, limits. */
import { asBusiness } from "../api.js";
import { Panel } from "../panel.js";
import { formIn } from "../form.js";
import { minorUnits, majorUnits, sentence } from "../format.js";

/** @type {(keyof CardService.CardControlsChannels)[]} */
const channels = ["ecommerce", "pos", "contactless", "magneticStripe", "atm", "mobileWallet"];
const windows = ["TRANSACTION", "DAY", "MONTH"];

/** @param {CardPage} page */
export function controlsPanel(page) {
    const panel = new Panel("Controls");
    const path = `/v1/customers/${page.owner.customerId}/prepaid/cards/${page.cardId}/controls`;
    const read = asBusiness(page.owner.brand, "GET", path);
    panel.reads("Get the controls", read);
    panel.loader = () => panel.load(async () => {
        const { body } = await panel.send(read);
        panel.showRows(() => controlsForm(panel, page, path, body));
    });
    return panel;
}

/**
 * @param {Panel} panel
 * @param {CardPage} page
 * @param {string} path
 * @param {CardService.CardControls} controls
 */
function controlsForm(panel, page, path, controls) {
    const currency = page.card?.currency ?? "";
    /** @param {string} window */
    const limitOf = (window) => controls.limits?.find((limit) => limit.window === window && !limit.channel)?.amount;
    return formIn(panel, {
        label: "Set the controls", done: "Controls set", kind: "", class: "controls",
        fields: [
            ...channels.map((name) => ({
                name, label: sentence(name.replace(/([A-Z])/g, " $1")).replace("Pos", "At a terminal")
                    .replace("Atm", "Cash machine"),
                type: "checkbox", value: controls.channels[name],
            })),
            { name: "blockedCountries", label: "Blocked countries", value: (controls.blockedCountries ?? []).join(", "),
                placeholder: "FR, IT" },
            { name: "blockedMccs", label: "Blocked categories", value: (controls.blockedMccs ?? []).join(", "),
                placeholder: "7995" },
            ...windows.map((window) => ({
                name: window, label: `At most, each ${window.toLowerCase()}`, inputmode: "decimal", longest: 14,
                    placeholder: "no limit",
                value: majorUnitsOr(limitOf(window), currency),
            })),
        ],
        request: (typed) => asBusiness(page.owner.brand, "PUT", path, { json: bodyOf(typed, controls, currency) }),
        then: () => panel.again(),
    }, panel.rows);
}

/**
 * @param {number | undefined} amount
 * @param {string} currency
 */
const majorUnitsOr = (amount, currency) => (amount === undefined ? "" : majorUnits(amount, currency));

/**
 * The whole of the controls: what this form does not show stays as it was.
 *
 * @param {Values} typed
 * @param {CardService.CardControls} controls
 * @param {string} currency
 */
function bodyOf(typed, controls, currency) {
    /** @param {string} text */
    const list = (text) => text.toUpperCase().split(/[\s,]+/).filter(Boolean);
    const others = (controls.limits ?? []).filter((limit) =>
        limit.channel || !windows.includes(limit.window) || limit.amount === undefined);
    const limits = windows.filter((window) => typed[window]).map((window) => {
        const kept = controls.limits?.find((limit) => limit.window === window && !limit.channel);
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

