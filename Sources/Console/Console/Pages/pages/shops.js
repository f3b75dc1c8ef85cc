/** The merchants. */
import { el } from "../view.js";
import { sandbox } from "../api.js";
import { Panel } from "../panel.js";
import { formIn } from "../form.js";
import { table } from "../table.js";
import { go } from "../router.js";
import { legible } from "../people.js";
import { keepCredentials } from "../merchants.js";

export default async function shopsPage() {
    const panel = new Panel("Merchants", { class: "flush" });
    const read = sandbox("GET", "/merchants");
    panel.reads("List the merchants", read);
    await panel.load(async () => {
        const { body } = await panel.send(read);
        panel.show(table("Merchants", columns, body.merchants.slice(0, 200), "No merchant yet."));
    });
    const make = new Panel("New merchant", { hint: "with credentials and keys at every gateway" });
    make.show(formIn(make, {
        label: "Make the merchant", done: "Merchant made",
        fields: [
            { name: "name", label: "Name", value: "Flower Corner", required: true, longest: 25 },
            { name: "mcc", label: "Category", value: "5992", required: true, longest: 4 },
            { name: "city", label: "City", value: "Berlin", required: true, longest: 13 },
            { name: "country", label: "Country", value: "DE", required: true, longest: 2 },
            { name: "currencyCode", label: "Currency", value: "EUR", required: true, longest: 3 },
        ],
        request: (typed) => sandbox("POST", "/merchants", { json: typed }),
        then: ({ body }, form) => {
            keepCredentials(body);
            if (form.isConnected) go(`/shops/${body.merchantId}`);
        },
    }));
    return el("div", { class: "page" },
        el("div", { class: "title" }, el("h1", {}, "Shops")),
        el("p", { class: "lead" },
            "Merchants reach the issuer through gateways. "
                + "Open one to check out with a phone or a card, and to capture and refund."),
        panel.element, make.element);
}

/** @type {Column<Sandbox.MerchantAnswer>[]} */
const columns = [
    { title: "Name", cell: (merchant) => el("a", { href: `#/shops/${merchant.merchantId}` },
        legible(merchant.name, merchant.merchantId)) },
    { title: "Merchant id", cell: (merchant) => el("code", {}, merchant.merchantId) },
    { title: "Category", cell: (merchant) => merchant.mcc },
    { title: "Where", cell: (merchant) => `${merchant.city}, ${merchant.country}` },
    { title: "Currency", cell: (merchant) => merchant.currencyCode },
    { title: "Day ends", cell: (merchant) => `${merchant.dayEnds} UTC` },
];
