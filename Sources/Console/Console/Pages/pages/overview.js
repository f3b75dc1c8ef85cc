/** Where a presenter begins: the story, the places, and what is happening now. */
import { el, fill } from "../view.js";
import { cardFace } from "../face.js";
import { emptiness, facts } from "../table.js";
import { listen } from "../stream.js";
import { Panel } from "../panel.js";
import { sandbox } from "../api.js";
import { session } from "../session.js";
import { happened, newestRequests } from "../happening.js";

/**
 * @param {unknown} _
 * @param {AbortSignal} signal
 */
export default async function overviewPage(_, signal) {
    return el("div", { class: "page" },
        el("div", { class: "welcome" },
            el("div", {},
                el("h1", {}, "Issue a card, pay with it, see everything"),
                el("p", {},
                    "Tessera is a prepaid-card issuer with its whole surroundings simulated: cardholders, phones, "
                    + "terminals, shops and time. The guided story shows it in five minutes."),
                el("div", { class: "buttons" },
                    el("a", { class: "button primary", href: "#/story/1" }, "Begin the guided story"),
                    el("a", { class: "button", href: "#/story/dispute/1" }, "A purchase goes wrong"),
                    el("a", { class: "button", href: "#/customers" }, "Look around"))),
            el("div", { class: "fan", "aria-hidden": "true" }, cardFace(examples[0], { holder: "Specimen" }),
                cardFace(examples[1], { holder: "Specimen" }))),
        el("div", { class: "columns wide-left" }, (await feedPanel(signal)).element, addressesPanel().element),
        el("h2", {}, "Places"),
        el("ul", { class: "doors" }, places.map(([path, title, words]) => el("li", {},
            el("a", { href: `#/${path}` }, el("strong", {}, title), el("span", {}, words))))));
}

const examples = [
    { scheme: "VISA", cardType: "VIRTUAL", programName: "DEMO-VIRTUAL-VISA-EEA", lastFour: "4417", status: "ACTIVE",
        expiry: { month: 11, year: 2029 } },
    { scheme: "MC", cardType: "PHYSICAL", programName: "SKRILL-PHYSICAL-MC-EEA", lastFour: "8268", status: "ACTIVE",
        expiry: { month: 11, year: 2029 } },
];

const places = [
    ["customers", "Customers", "Their cards, money and phones"],
    ["phones", "Phones", "Apple Pay, Google Pay, Samsung Pay, message by message"],
    ["shops", "Shops", "Merchants at four gateways, checkouts, refunds"],
    ["money", "Money", "Balances, holds, entries, the trial balance"],
    ["disputes", "Disputes", "Claims about payments, and what each side can do next"],
    ["inbox", "Inbox", "Codes and questions to customers, as they arrive"],
    ["requests", "Requests", "Every call, why it failed, and its curl"],
    ["webhooks", "Webhooks", "Deliveries with bodies, and a receiver to try them"],
    ["sandbox", "Sandbox", "Clock, faults, scenarios, snapshots, tenants"],
];

/**
 * What happens, as it happens.
 *
 * @param {AbortSignal} signal
 */
async function feedPanel(signal) {
    const panel = new Panel("Happening now", { class: "flush" });
    panel.reads("Follow the events", sandbox("GET", "/events", { headers: { Accept: "text/event-stream" } }));
    panel.reads("List the newest requests, with which it begins", newestRequests);
    const list = el("ul", { class: "feed", "aria-label": "Events" });
    const again = async () => {
        fill(list, await happened());
        if (!list.hasChildNodes()) {
            panel.show(emptiness("Nothing has happened yet. Calls, messages, payments and webhooks appear here by "
                + "themselves."));
        } else if (!list.isConnected) {
            panel.show(list);
        }
    };
    listen(null, again, signal);
    await again();
    return panel;
}

function addressesPanel() {
    const panel = new Panel("This service");
    panel.reads("Ask where the service is", sandbox("GET", "/about"));
    const about = session.about;
    /**
     * @param {string | undefined} url
     * @param {string} path
     */
    const link = (url, path) => (url ? el("a", { href: `${url}${path}`, rel: "noreferrer" }, path) : "not open");
    panel.show(facts([
        ["Card service", about?.publicUrl ? el("code", {}, about?.publicUrl) : "unknown"],
        ["API reference", link(about?.publicUrl, "/docs")],
        ["Sandbox", about?.sandboxUrl ? el("code", {}, about?.sandboxUrl) : "unknown"],
        ["Merchants", about?.merchantsUrl ? el("code", {}, about?.merchantsUrl) : "closed"],
        ["Brands", (about?.brands ?? []).join(", ") || "–"],
        ["Version", about?.version],
    ]));
    return panel;
}

