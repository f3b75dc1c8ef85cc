/** The simulated phones. */
import { el, fill } from "../view.js";
import { sandbox } from "../api.js";
import { Panel } from "../panel.js";
import { formIn } from "../form.js";
import { Pages, table } from "../table.js";
import { phoneKinds, wallets } from "../device.js";
import { refreshOn } from "../refresh.js";
import { go } from "../router.js";
import { customersRequest } from "../payers.js";
import { nameOf } from "../people.js";

/**
 * @param {unknown} _
 * @param {AbortSignal} signal
 */
export default async function phonesPage(_, signal) {
    const panel = new Panel("Phones", { class: "flush" });
    /** @param {PageRange} range */
    const read = ({ limit, offset }) => sandbox("GET", "/phones", { query: { limit, offset } });
    const pages = new Pages(panel, read, "phones", (rows) => table("Phones", columns, rows,
        "No phone yet. Make one below, or let the guided story add a card to an iPhone."));
    panel.reads("List the phones", pages.first);
    const owners = await panel.send(customersRequest).then(({ body }) => body.customers.map((customer) =>
        [customer.customerId, `${nameOf(customer)}, ${customer.customerId}`])).catch(() => []);
    panel.reads("List the customers", customersRequest);
    panel.show(pages.element, newPhoneForm(panel, null, owners));
    await pages.load();
    refreshOn(["token"], () => true, () => pages.load(), signal);
    return el("div", { class: "page" },
        el("div", { class: "title" }, el("h1", {}, "Phones")),
        el("p", { class: "lead" },
            "Simulated phones with real cryptography. "
                + "A card that is added here goes through the same messages as on a real phone."),
        panel.element);
}

/** @type {Column<Sandbox.ListedPhoneAnswer>[]} */
const columns = [
    { title: "Phone", cell: (phone) => el("a", { href: `#/phones/${phone.phoneId}` }, phoneKinds[phone.kind]
        ?? phone.kind) },
    { title: "Wallet", cell: (phone) => (phone.hasWallet ? wallets[phone.walletType] : "none yet") },
    { title: "Owner", cell: (phone) => el("a", { href: `#/customers/${phone.customerId}` }, phone.ownerName
        || phone.customerId) },
    { title: "Tokens", class: "number", cell: (phone) => phone.tokenCount ?? 0 },
    { title: "Id", cell: (phone) => el("code", { class: "id" }, phone.phoneId) },
];

/**
 * The phones of one customer, in a panel of another page.
 *
 * @param {Panel} panel
 * @param {HTMLElement} place
 * @param {{ customerId: string }} customer
 */
export async function listPhones(panel, place, { customerId }) {
    const { body } = await panel.send(sandbox("GET", "/phones", { query: { customerId, limit: 100 } }));
    fill(place, table("Phones of the customer", columns.filter(({ title }) => title !== "Owner"), body.phones,
        "No phone yet."));
}

/**
 * @param {string[][]} owners to choose from, if the customer is not known: a list of [customerId, words].
 * @param {Panel} panel
 * @param {string | null} customerId
 */
export function newPhoneForm(panel, customerId, owners = []) {
    return formIn(panel, {
        label: "Make a phone", done: "Phone made", kind: "",
        fields: [
            { name: "kind", label: "Kind", options: Object.entries(phoneKinds) },
            ...(customerId ? [] : [{ name: "customerId", label: "Owner", options: owners }]),
        ],
        request: ({ kind, customerId: typed }) => sandbox("POST", "/phones",
            { json: { customerId: customerId ?? typed, kind } }),
        then: ({ body }, form) => { if (form.isConnected) go(`/phones/${body.phoneId}`); },
    });
}
