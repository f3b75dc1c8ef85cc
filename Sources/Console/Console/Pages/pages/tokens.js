/** The tokens of a card, by the phones they are on. */
import { el } from "../view.js";
import { sandbox, asBusiness } from "../api.js";
import { Panel } from "../panel.js";
import { emptiness } from "../table.js";
import { statusChip } from "../face.js";
import { phoneKinds, wallets } from "../device.js";
import { snapshotFirst } from "../safety.js";

/** @param {CardPage} page */
export function tokensPanel(page) {
    const panel = new Panel("In wallets");
    const read = sandbox("GET", `/cards/${page.cardId}/tokens`);
    panel.reads("List the card's tokens on all phones", read);
    panel.reads("Get the card with its tokenizations", asBusiness(page.owner.brand, "GET",
        `/v1/customers/${page.owner.customerId}/prepaid/cards/${page.cardId}`,
            { query: { include: "TOKENIZATIONS" } }));
    panel.loader = () => panel.load(async () => {
        const { body } = await panel.send(read);
        panel.showRows(() => (body.tokens.length
            ? el("ul", { class: "moves" }, body.tokens.map((entry) => tokenItem(panel, entry)))
            : emptiness("In no phone's wallet yet. Open one of the customer's ",
                el("a", { href: `#/customers/${page.owner.customerId}` }, "phones"), " and add the card there.")));
    });
    return panel;
}

/**
 * @param {Panel} panel
 * @param {Sandbox.CardTokenAnswer} entry
 */
function tokenItem(panel, { phone, token }) {
    return el("li", {},
        el("span", {}, el("a", { href: `#/phones/${phone.phoneId}` }, phoneKinds[phone.kind]),
            ` · ${wallets[phone.walletType]}`,
            el("div", { class: "hint" }, `pays as •••• ${token.dpanLastFour}`)),
        statusChip(token.tokenState),
        el("div", { class: "why buttons" }, tokenEvents(token).map(([type, label]) => panel.rows.button({
            label, name: `${label} the token on the ${phoneKinds[phone.kind]}`, kind: type === "DELETE" ? "small danger"
                : "small",
            sure: type === "DELETE" ? "Really?" : null, done: `${label}: done`, then: () => panel.again(),
            request: sandbox("POST", `/phones/${phone.phoneId}/tokens/${token.issuerTokenId}/events`,
                { json: { type } }), undo: type === "DELETE" ? snapshotFirst : null,
        }))));
}

/**
 * What the owner of a phone can do with a token in this state.
 *
 * @param {{ tokenState: string }} token
 */
export function tokenEvents({ tokenState }) {
    return {
        ACTIVE: [["SUSPEND", "Suspend"], ["DELETE", "Delete"]], SUSPENDED: [["RESUME", "Resume"], ["DELETE", "Delete"]],
        NEEDS_IDENTITY_VERIFICATION: [["DELETE", "Delete"]],
    }[tokenState] ?? [];
}
