/** One customer: cards, money, how they authenticate, phones. */
import { el, fill } from "../view.js";
import { sandbox, asCustomer } from "../api.js";
import { Panel } from "../panel.js";
import { formIn } from "../form.js";
import { Pages, table, facts, emptiness } from "../table.js";
import { cardFace, schemeName } from "../face.js";
import { money, minorUnits, time, words, sentence } from "../format.js";
import { addressIn, customerWith, customerRequest, nameOf } from "../people.js";
import { protectedCall } from "../sca.js";
import { refreshOn } from "../refresh.js";
import { session } from "../session.js";
import { go } from "../router.js";
import { askForClients } from "../access.js";
import { messagesPanel } from "./inbox.js";
import { concernsDisputes } from "./disputes.js";
import { listPhones, newPhoneForm } from "./phones.js";
import { disputeColumns } from "../disputeWords.js";

/**
 * @param {{ customerId: string }} parameters
 * @param {AbortSignal} signal
 */
export default async function customerPage({ customerId }, signal) {
    const about = new Panel("Customer").reads("Find the customer", customerRequest(customerId));
    const customer = await customerWith(customerId, (request) => about.send(request));
    session.customerId = customerId;
    about.tools.append(el("button", { type: "button", onclick: () => askForClients(customer.brand) }, "API clients"));
    about.show(facts([
        ["Customer id", el("code", {}, customer.customerId)], ["Brand", customer.brand],
            ["Country", customer.countryCode],
        ["Mobile", customer.mobile], ["E-mail", customer.email],
    ]));
    const cards = cardsPanel(customer);
    const accounts = accountsPanel(customer);
    const messages = messagesPanel(() => customerId);
    const [order, authentication, phones] = [await orderPanel(customer, cards), authenticationPanel(customer),
        phonesPanel(customer)];
    const disputes = disputesPanel(customer);
    await Promise.all([cards.again(), accounts.again(), disputes.again(), messages.again()]);
    /** @param {any} data */
    const concerns = (data) => !data.customerId || data.customerId === customerId;
    refreshOn(["card", "payment", "token"], concerns, () => Promise.all([cards.again(), accounts.again()]), signal);
    refreshOn(["request", "clock"], (data) => concernsDisputes(data) && concerns(data), () => disputes.again(), signal);
    refreshOn(["message"], concerns, () => messages.again(), signal);
    return el("div", { class: "page" },
        el("p", { class: "crumbs" }, el("a", { href: "#/customers" }, "Customers")),
        el("div", { class: "title" }, el("h1", {}, nameOf(customer))),
        cards.element,
        el("div", { class: "columns" },
            el("div", { class: "stack" }, accounts.element, disputes.element, order.element),
            el("div", { class: "stack" }, about.element, messages.element, authentication.element, phones.element)));
}

/** @param {Customer} customer */
function cardsPanel(customer) {
    const panel = new Panel("Cards");
    const read = asCustomer(customer, "GET", "/v1/profile/prepaid/cards", { query: { limit: 50 } });
    panel.reads("List the customer's cards", read);
    panel.loader = () => panel.load(async () => {
        const { body } = await panel.send(read);
        panel.show(body.cards.length ? el("ul", { class: "wallet" }, body.cards.map((card) => el("li", {},
            cardFace(card, { href: `#/cards/${card.cardId}`, holder: nameOf(customer) }),
            el("div", { class: "below" }, el("span", {},
                `${schemeName(card.scheme)} · ${words(card.cardType)} · ${card.currency}`),
                time(card.createdDate)))))
            : emptiness("This customer has no card yet. Order one below."));
    });
    return panel;
}

/** @param {Customer} customer */
function accountsPanel(customer) {
    const panel = new Panel("Money", { class: "flush" });
    const read = asCustomer(customer, "GET", "/v1/profile", { query: { include: "ACCOUNTS" } });
    panel.reads("Get the profile with its accounts", read);
    const list = el("div", {});
    const form = formIn(panel, {
        label: "Load money", done: "Money loaded",
        fields: [
            { name: "amount", label: "Amount", value: "50.00", inputmode: "decimal", required: true, longest: 14 },
            { name: "currencyCode", label: "Currency", value: "EUR", required: true, longest: 3 },
        ],
        incomplete: "The amount is no amount in this currency, such as 50.00.",
        request: ({ amount, currencyCode }) => {
            const code = currencyCode.toUpperCase();
            const minor = /^[A-Z]{3}$/.test(code) ? minorUnits(amount, code) : null;
            return minor === null ? null : sandbox("POST", `/customers/${customer.customerId}/load`, {
                json: { amount: minor, currencyCode: code },
            });
        },
        then: () => panel.again(),
    });
    panel.show(list, form);
    panel.loader = () => panel.load(async () => {
        const { body } = await panel.send(read);
        fill(list, table("Accounts", accountColumns, body.accounts ?? [],
            "No account yet: the first load opens one, and so does the first card."));
    });
    return panel;
}

/** @param {Customer} customer */
function disputesPanel(customer) {
    const panel = new Panel("Disputes", { class: "flush", hint: "newest first" });
    /** @param {PageRange} range */
    const read = ({ limit, offset }) => asCustomer(customer, "GET", "/v1/profile/disputes",
        { query: { limit, offset } });
    const pages = new Pages(panel, read, "disputes", (rows) => table("Disputes", disputeColumns, rows,
        "No dispute. The page of a card has its payments, and those that were cleared can be disputed there."), 10);
    panel.reads("List the customer's disputes", () => pages.first);
    panel.show(pages.element);
    panel.loader = () => pages.load();
    return panel;
}

/** @type {Column<CardService.Account>[]} */
const accountColumns = [
    { title: "Account", cell: (account) => el("a", { href: `#/money/${account.id}` }, account.id) },
    { title: "Balance", class: "number", cell: (account) => money(account.totalBalance, account.currencyCode) },
    { title: "Available", class: "number", cell: (account) => money(account.availableBalance, account.currencyCode) },
];

/**
 * @param {Customer} customer
 * @param {Panel} cards
 */
async function orderPanel(customer, cards) {
    const panel = new Panel("Order a card");
    const read = asCustomer(customer, "GET", "/v1/profile/prepaid/programs");
    panel.reads("List the programs that the customer can have", read);
    await panel.load(async () => {
        const { body } = await panel.send(read);
        if (!body.programs.length) return panel.show(emptiness("No program is for the customer's country."));
        panel.show(orderForm(panel, customer, body.programs, cards));
    });
    return panel;
}

/**
 * @param {Panel} panel
 * @param {Customer} customer
 * @param {CardService.Program[]} programs
 * @param {Panel} cards
 */
function orderForm(panel, customer, programs, cards) {
    const currencies = [...new Set(programs.flatMap((program) => program.currencies))];
    const isAmerican = customer.countryCode === "US";
    return formIn(panel, {
        label: "Order", done: "Card ordered",
        fields: [
            {
                name: "programName", label: "Program", width: "double",
                options: programs.map((program) => [program.name, `${program.name} (${words(program.cardType)})`]),
            },
            { name: "currency", label: "Currency", options: currencies.map((code) => [code]) },
        ],
        request: ({ programName, currency }) => asCustomer(customer, "POST", "/v1/profile/prepaid/cards", {
            json: {
                programName, currency, ...(isAmerican ? { termsAndConditionsAccepted: true, eDisclosureAccepted: true }
                    : {}),
                ...(programs.find((one) => one.name === programName)?.cardType === "PHYSICAL"
                    ? { deliveryAddress: addressIn(customer.countryCode) } : {}),
            },
        }),
        run: (_, request) => protectedCall((one) => panel.send(one), customer, request),
        then: ({ body }, form) => (body?.cardId && form.isConnected ? go(`/cards/${body.cardId}`) : cards.again()),
    });
}

/** @param {Customer} customer */
function authenticationPanel(customer) {
    const panel = new Panel("Authentication");
    const path = `/customers/${customer.customerId}/authentication`;
    const shown = el("div", {});
    panel.show(el("p", { class: "hint" }, "How the customer proves who they are when the brand requires it."),
        el("div", { class: "buttons" },
            panel.button({
                label: "Reset attempts", done: "Attempts reset",
                    request: sandbox("PUT", path, { json: { clearAttempts: true } }),
                then: ({ body }) => fill(shown, means(body)),
            }),
            panel.button({
                label: "Set the demo's password", done: "Password set",
                request: sandbox("PUT", path, { json: { password: "demo-password" } }), then: ({ body }) =>
                    fill(shown, means(body)),
            })), shown);
    return panel;
}

/** @param {any} body */
function means(body) {
    return facts([
        ["Mobile", body.mobile], ["E-mail", body.email],
        ...["hasPassword", "hasPin", "hasAuthenticator", "hasPasskey", "hasTrustedDevice"].map((name) =>
            [sentence(name.replace("has", "").replace(/([A-Z])/g, " $1").trim()), body[name] ? "yes" : "no"]),
    ]);
}

/** @param {Customer} customer */
function phonesPanel(customer) {
    const panel = new Panel("Phones", { class: "flush" });
    const list = el("div", {});
    panel.loader = () => listPhones(panel, list, { customerId: customer.customerId });
    panel.show(list, newPhoneForm(panel, customer.customerId));
    panel.load(() => panel.again());
    return panel;
}

