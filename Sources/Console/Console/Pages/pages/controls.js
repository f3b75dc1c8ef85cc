/** What a card must not do: channels, countries, merchant categories, limits. */
import { el } from "../view.js";
import { asBusiness } from "../api.js";
import { Panel } from "../panel.js";
import { formIn } from "../form.js";
import { controlFields, controlsOf } from "../controlWords.js";
import { rulesPath } from "../ruleWords.js";

/** @param {CardPage} page */
export function controlsPanel(page) {
    const panel = new Panel("Controls");
    const path = `/v1/customers/${page.owner.customerId}/prepaid/cards/${page.cardId}/controls`;
    const read = asBusiness(page.owner.brand, "GET", path);
    panel.reads("Get the controls", read);
    panel.loader = () => panel.load(async () => {
        const { body } = await panel.send(read);
        panel.showRows(() => [controlsForm(panel, page, path, body), programHint(page)]);
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
    return formIn(panel, {
        label: "Set the controls", done: "Controls set", kind: "", class: "controls",
        fields: controlFields(controls, currency),
        request: (typed) => asBusiness(page.owner.brand, "PUT", path, { json: controlsOf(typed, controls, currency) }),
        then: () => panel.again(),
    }, panel.rows);
}

/** @param {CardPage} page */
const programHint = ({ card }) => (card ? el("p", { class: "hint" }, "A payment must pass the controls of the program, "
    + "too: ", el("a", { href: `#${rulesPath(card.programName)}` }, card.programName), ".") : null);
