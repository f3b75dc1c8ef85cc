/** The icons of the navigation, drawn for this page. */
import { svg } from "./view.js";

/** @type {Record<string, string[]>} */
const paths = {
    overview: ["M2.5 2.5h4.5v4.5h-4.5z", "M9 2.5h4.5v4.5h-4.5z", "M2.5 9h4.5v4.5h-4.5z", "M9 9h4.5v4.5h-4.5z"],
    story: ["M3 2.5v11", "M3 3.5h9l-2 3 2 3h-9"],
    person: ["M8 7.5a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2z", "M3 13.7c.4-2.8 2.4-4.2 5-4.2s4.6 1.4 5 4.2"],
    phone: ["M5 1.8h6a1 1 0 0 1 1 1v10.4a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-10.4a1 1 0 0 1 1-1z", "M7 12h2"],
    shop: ["M2.5 6.5l1-4h9l1 4", "M3.5 7.5v6h9v-6",
        "M2.5 6.5c0 1.6 2.7 1.6 2.7 0 0 1.6 2.8 1.6 2.8 0 0 1.6 2.8 1.6 2.8 0 0 1.6 2.7 1.6 2.7 0"],
    money: ["M2 4h12v8h-12z", "M8 9.7a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4z", "M4 6v0.01", "M12 10v0.01"],
    dispute: ["M8 2.5v11", "M4.5 13.5h7", "M3 4.5h10", "M3 4.5l-1.8 4.5h3.6z", "M13 4.5l-1.8 4.5h3.6z"],
    inbox: ["M2.5 9l2-6h7l2 6v4h-11z", "M2.5 9h3.5c0 2.5 4 2.5 4 0h3.5"],
    requests: ["M2 5h10l-2.5-2.5", "M14 11h-10l2.5 2.5"],
    webhook: ["M5.5 8.5a2.5 2.5 0 1 1 3.5-3.3", "M7 5l3 5.5h3", "M6 8.5l-2 3.5",
        "M4 14a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z"],
    sandbox: ["M2.5 5.5l5.5-3 5.5 3v5.5l-5.5 3-5.5-3z", "M2.5 5.5l5.5 3 5.5-3", "M8 8.5v5.5"],
};

/** @param {string} name */
export function icon(name) {
    return svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true", focusable: "false" }, paths[name]
        .map((d) => svg("path", {
        d, fill: "none", stroke: "currentColor", "stroke-width": "1.4", "stroke-linecap": "round",
        "stroke-linejoin": "round",
    })));
}
