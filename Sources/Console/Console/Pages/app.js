/** Puts the console together: the frame, the routes, the live state. */
import { el, fill, announce, notify, placed } from "./view.js";
import { authenticateWith, sandbox, send, forgetTokens } from "./api.js";
import { askInDialog } from "./sca.js";
import { session } from "./session.js";
import { serve, go, reload } from "./router.js";
import { listen, start } from "./stream.js";
import { icon } from "./icons.js";
import { nameGateways } from "./gateways.js";
import { setUpTheme } from "./theme.js";
import { setUpSearch } from "./search.js";
import { askForToken } from "./access.js";
import { showClock } from "./clock.js";
import { loadAll, routes } from "./routes.js";
import { beginAgain } from "./happening.js";
import { forgetStories } from "./tale.js";

const sections = [
    ["", "Overview", "overview"], ["story", "Guided story", "story"], null,
    ["customers", "Customers", "person"], ["phones", "Phones", "phone"], ["shops", "Shops", "shop"],
    ["money", "Money", "money"], ["disputes", "Disputes", "dispute"], null,
    ["inbox", "Inbox", "inbox"], ["requests", "Requests", "requests"], ["webhooks", "Webhooks", "webhook"], null,
    ["sandbox", "Sandbox", "sandbox"],
];

drawNavigation();
setUpTheme(placed("theme"));
setUpSearch(/** @type {HTMLFormElement} */ (placed("search")));
authenticateWith(askInDialog);
window.addEventListener("tessera-token", askForToken);
window.addEventListener("tessera-stream", (event) => showLive(event.detail));
window.addEventListener("tessera-tenant", enter);
listen(["clock"], (events) => { if (events.some(({ kind }) => kind === "clock")) forgetTokens(); });
listen(["reset"], (events) => {
    // Events were missed, but what was typed and every token are still good.
    if (!events.some(({ kind }) => kind === "reset")) return;
    forgetTokens();
    forgetStories();
    session.customerId = null;
    announce("The sandbox was reset.");
    reload();
});
await learn();
beginAgain();
serve(routes).then(loadAll);
start();
showClock(placed("clock"));

/** Begins again, for example in another tenant. */
async function enter() {
    forgetTokens();
    forgetStories();
    await learn();
    beginAgain();
    start();
    showClock(placed("clock"));
    reload();
}

/**
 * Asks where the service is, which the curl commands must show.
 *
 * @returns {Promise<void>}
 */
async function learn() {
    const tenant = placed("tenant");
    tenant.hidden = !session.tenant;
    tenant.textContent = session.tenant ? `tenant ${session.tenant}` : "";
    try {
        session.about = (await send(sandbox("GET", "/about"))).body;
        nameGateways(session.about);
    } catch (error) {
        if (error.status === 404 && session.tenant) {
            notify(`The tenant ${session.tenant} was deleted. This is the main service.`);
            session.tenant = null;
            return learn();
        }
        session.about = null;
    }
}

function drawNavigation() {
    const navigation = placed("navigation");
    fill(navigation, el("ul", {}, sections.map((section) => (section
        ? el("li", {}, el("a", { href: `#/${section[0]}` }, icon(section[2]), section[1]))
        : el("li", { class: "gap", role: "presentation", "aria-hidden": "true" })))));
    const menu = placed("menu");
    menu.addEventListener("click", () => {
        const isOpen = navigation.classList.toggle("open");
        menu.setAttribute("aria-expanded", String(isOpen));
    });
    document.addEventListener("keydown", (event) => {
        if (event.key === "Escape" && navigation.classList.contains("open")) menu.click();
        const isTyping = event.target instanceof Element
            && event.target.closest("input, textarea, select, [contenteditable]");
        if (event.key === "/" && !isTyping && !document.querySelector("dialog[open]")) {
            event.preventDefault();
            /** @type {HTMLInputElement} */ (placed("term")).select();
        }
    });
    document.querySelector(".skip")?.addEventListener("click", (event) => {
        event.preventDefault();
        placed("main").focus();
    });
    document.querySelector(".mark")?.addEventListener("click", (event) => {
        event.preventDefault();
        go("/");
    });
}

const liveWords = { live: "live", broken: "reconnecting", waiting: "connecting" };

/** @param {keyof typeof liveWords} state */
function showLive(state) {
    const live = placed("live");
    live.dataset.state = state;
    live.textContent = liveWords[state];
}
