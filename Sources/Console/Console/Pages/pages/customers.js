/** The customers of the sandbox. */
import { debounced, el } from "../view.js";
import { sandbox } from "../api.js";
import { Panel } from "../panel.js";
import { Pages, table } from "../table.js";
import { fieldOf, formIn, dialogWith } from "../form.js";
import { go, query } from "../router.js";
import { nameOf } from "../people.js";
import { refreshOn } from "../refresh.js";

/**
 * @param {unknown} _
 * @param {AbortSignal} signal
 */
export default async function customersPage(_, signal) {
    const panel = new Panel("Customers", { class: "flush", hint: "newest first" });
    let term = query().get("search") ?? "";
    /** @param {PageRange} range */
    const read = ({ limit, offset }) => sandbox("GET", "/customers", { query: { search: term, limit, offset } });
    const pages = new Pages(panel, read, "customers", (rows) => table("Customers", columns, rows, term
        ? `No customer's id, name or card matches “${term}”.` : "There is no customer yet. Make the first one."));
    panel.reads("List the customers", () => pages.first);
    panel.tools.append(el("button", { type: "button", class: "primary", onclick: () => askForCustomer() },
        "New customer"));
    const search = fieldOf({
        name: "search", label: "Search", type: "search", value: term, placeholder: "Name, id or last four of a card",
        oninput: debounced((event) => {
            term = /** @type {HTMLInputElement} */ (event.target).value.trim();
            pages.load(1);
        }, signal),
    });
    panel.show(el("div", { class: "filters" }, search), pages.element);
    await pages.load();
    refreshOn(["reset"], () => true, () => pages.load(), signal);
    return el("div", { class: "page" },
        el("div", { class: "title" }, el("h1", {}, "Customers")),
        el("p", { class: "lead" },
            "People with cards. Open one to order a card, load money, or act as the customer does in the app."),
        panel.element);
}

/** @type {Column<Customer>[]} */
const columns = [
    { title: "Name", cell: (customer) => el("a", { href: `#/customers/${customer.customerId}` }, nameOf(customer)) },
    { title: "Id", cell: (customer) => el("code", {}, customer.customerId) },
    { title: "Brand", cell: (customer) => customer.brand },
    { title: "Country", cell: (customer) => customer.countryCode },
    { title: "Mobile", cell: (customer) => customer.mobile ?? "–" },
    { title: "Cards", class: "number", cell: (customer) => customer.cardCount },
];

/** A form for a new customer; it leads to their page. */
function askForCustomer() {
    const panel = new Panel("A customer", { level: 3 });
    panel.show(formIn(panel, {
        label: "Make the customer",
        fields: [
            { name: "firstName", label: "First name", value: "Anna", required: true, longest: 40 },
            { name: "lastName", label: "Last name", value: "Nowak", required: true, longest: 40 },
            { name: "country", label: "Country", value: "PL", required: true, longest: 2,
                hint: "Two letters, such as PL" },
            { name: "mobile", label: "Mobile", value: "+48 500100200", required: true, longest: 30 },
            { name: "email", label: "E-mail", type: "email", longest: 100 },
            { name: "address1", label: "Street", value: "Marszalkowska 10" },
            { name: "city", label: "City", value: "Warszawa" },
            { name: "postalCode", label: "Postal code", value: "00-590" },
        ],
        request: (typed) => customerRequest(typed),
        then: ({ body }, form) => {
            if (form.isConnected) go(`/customers/${body.customerId}`);
            dialog.close();
        },
    }));
    const dialog = dialogWith("New customer", panel.element);
}

/** @param {Values} typed */
function customerRequest({ address1, city, postalCode, email, ...rest }) {
    const address = address1 && city ? { address: { address1, city, postalCode, countryCode: rest.country } } : {};
    return sandbox("POST", "/customers", { json: { ...rest, ...(email ? { email } : {}), ...address } });
}
