/**
 * Follows payments into the books: books a clearing file with a break, explains the break, saves a statement of
 * account, tries a draft of controls, disputes a payment and is all sides of the dispute.
 */
import { drive } from "./browser.mjs";
import { furnish } from "./pages.mjs";

await drive("books", async (browser) => {
    await browser.look();
    await browser.open("/");
    const made = await furnish(browser);
    return [...await booked(browser, made), ...await tried(browser, made), ...await disputed(browser, made)];
});

/** A clearing file with a break is booked. Then the statement has its line, and its documents are saved as files. */
async function booked(browser, { cardId, accountId }) {
    const failures = [];
    await browser.ask(`sandbox("POST", "/cards/${cardId}/payments", { json: { amount: 321 } })`);
    await browser.open("/money/clearing");
    const text = await browser.evaluate("document.querySelector('textarea').value");
    if (!/^CLEARING,.*,321,true,$/m.test(text)) failures.push(`the clearing file has no line of 321: ${text}`);
    const unknown = text.replace(/^(CLEARING,[^,]*-)[0-9a-f]{12}(,[^,]*-)[0-9a-f]{12}(?=,EUR,321)/m,
        (_, reference, authorization) => `${reference}${"0".repeat(12)}${authorization}${"0".repeat(12)}`);
    await browser.enter("File", unknown);
    await browser.push("Book");
    await browser.until("document.querySelector('#main').textContent.includes('Unknown payment: 1')",
        "the file has a break");
    await browser.picture("books-clearing", { whole: true });
    await explained(browser);
    await browser.open("/money/clearing");
    await browser.push("Make the file");
    await browser.until("/^(?!.*0{12}).*,EUR,321,/m.test(document.querySelector('textarea').value)",
        "the line still waits");
    await browser.push("Book");
    await browser.until("document.querySelector('#main').textContent.includes('No line differs')", "nothing differs");
    await browser.open(`/money/${accountId}/statement`);
    await browser.until("document.querySelector('#main tbody')?.textContent.includes('−3.21 EUR')",
        "the statement has the purchase");
    await browser.evaluate(`(() => {
        window.saved = [];
        HTMLAnchorElement.prototype.click = function () { window.saved.push(this.download); };
    })()`);
    for (const form of ["JSON", "CSV", "camt.053", "A page to print"]) {
        await browser.push(`Save the statement: ${form}`);
        await browser.until("document.querySelectorAll('#main button:disabled').length === 0", `${form} is fetched`);
    }
    await browser.until("window.saved.length === 4", "four documents are saved");
    const saved = await browser.evaluate("window.saved.map((name) => name.split('.').at(-1)).join()");
    if (saved !== "json,csv,xml,html") failures.push(`the statement is saved as ${saved}`);
    await browser.picture("books-statement", { whole: true });
    await browser.enter("From", "2001-01-01");
    await browser.push("Show");
    await browser.until("document.querySelector('#main .problem')", "a period of more than a year is refused");
    return failures;
}

/** The breaks are filtered by the kind; the one of the unknown payment is opened and resolved. */
async function explained(browser) {
    const rows = "[...document.querySelectorAll('#main tbody tr')].filter((row) => row.textContent.includes('3.21'))";
    await browser.open("/money/breaks");
    await browser.until(`${rows}.length === 1`, "the break is listed");
    await browser.enter("Difference", "STATUS");
    await browser.until(`${rows}.length === 0`, "the break is of another kind");
    await browser.enter("Difference", "UNKNOWN");
    await browser.until(`${rows}.length === 1`, "the break is of this kind");
    await browser.picture("books-breaks", { whole: true });
    const path = await browser.evaluate(`${rows}[0].querySelector("a").getAttribute("href").slice(1)`);
    await browser.open(path);
    await browser.until("document.querySelector('h1').textContent === 'Unknown payment'", "the break has a page");
    await browser.enter("Reason", "The merchant has mistyped it.");
    await browser.push("Resolve");
    await browser.until("document.querySelector('#main').textContent.includes('The merchant has mistyped it.')"
        + " && !document.querySelector('#main form:not([hidden])')", "the break is resolved");
    await browser.picture("books-break", { whole: true });
    await browser.open("/money/breaks");
    await browser.until(`document.querySelector("#main .panel") && ${rows}.length === 0`, "no such break is open");
}

/** A draft of a program's controls judges in shadow and in a backtest. Then it is promoted. */
async function tried(browser, { cardId }) {
    const failures = [];
    await browser.open(`/cards/${cardId}`);
    await browser.until("document.querySelector(\"a[href='#/rules/program?name=DEMO-VIRTUAL-VISA-EEA']\")",
        "the card's page leads to the rules of its program");
    await browser.open("/rules/program?name=DEMO-VIRTUAL-VISA-EEA");
    const text = "document.querySelector('#main').textContent";
    // What cannot be taken back asks again in its button.
    await browser.pushSurely("Drop the draft", "Drop the draft?");
    await browser.until(`${text}.includes("The program has no draft")`, "the draft that was there is dropped");
    await browser.enter("Blocked categories", "5812");
    await browser.push("Keep as draft");
    await browser.until(`${text}.includes("without: 5812")`, "the draft is shown");
    await browser.push("Judge in shadow");
    await browser.until("document.querySelector('#main .chip')?.textContent === 'in shadow'", "the draft is in shadow");
    const shop = { name: "Café am Markt", mcc: "5812", city: "Berlin", country: "DE" };
    const { responseCode } = await browser.ask(`sandbox("POST", "/cards/${cardId}/payments",
        { json: ${JSON.stringify({ amount: 432, currencyCode: "EUR", merchant: shop })} })`);
    if (responseCode !== "00") failures.push(`the payment is answered ${responseCode}`);
    const rows = `[...document.querySelectorAll("#main tbody tr")].filter((row) => row.textContent.includes("4.32"))`;
    await browser.until(`${rows}.length === 1`, "the shadow has the payment");
    await browser.push("Run");
    await browser.until(`${rows}.length === 2`, "the backtest has the payment, too");
    await browser.picture("books-rules", { whole: true });
    await browser.pushSurely("Promote the draft", "Make it count?");
    await browser.until(`${text}.includes("The program has no draft")`, "the draft is in force");
    const live = await browser.ask(`sandbox("GET", "/programs/DEMO-VIRTUAL-VISA-EEA/controls")`);
    if (live.blockedMccs?.join() !== "5812") failures.push(`the program's controls are ${JSON.stringify(live)}`);
    await browser.ask(`sandbox("PUT", "/programs/DEMO-VIRTUAL-VISA-EEA/controls", { json: {} })`);
    await browser.open("/rules");
    await browser.until(`${text}.includes("DEMO-VIRTUAL-VISA-EEA")`, "the programs are listed");
    return failures;
}

/** The customer disputes a payment on the card's page. On the dispute's page each side takes a step, up to the end. */
async function disputed(browser, { cardId, customerId }) {
    const pay = (json) => browser.ask(
        `sandbox("POST", "/cards/${cardId}/payments", { json: ${JSON.stringify(json)} })`);
    const { authorizationId } = await pay({ amount: 250 });
    await pay({ kind: "CLEARING", authorizationId });
    await browser.open(`/cards/${cardId}`);
    const name = `document.querySelector("button[aria-label^='Dispute the payment']")?.getAttribute("aria-label")`;
    await browser.until(name, "the payment can be disputed");
    await browser.push(await browser.evaluate(name));
    await browser.until("/^#\\/disputes\\/[0-9a-f-]{36}$/.test(location.hash)", "the dispute is opened");
    const path = await browser.evaluate("location.hash.slice(1)");
    const is = (status) => browser.until(`document.querySelector(".title .chip")?.textContent === "${status}"`,
        `the dispute is ${status}`);
    await is("open");
    await browser.enter("Text", "Здравейте, it has not arrived.");
    await browser.push("Add the file");
    await browser.until("document.querySelector('#main tbody')?.textContent.includes('letter.txt')",
        "the file is listed");
    await browser.push("The issuer: Charge back");
    await is("chargeback");
    await browser.push("The merchant's bank: Present the payment again");
    await is("represented");
    await browser.picture("books-dispute", { whole: true });
    // The end cannot be taken back, so the button asks again.
    await browser.pushSurely("The clock: Move the clock past the deadline");
    await is("lost");
    await browser.until("document.querySelectorAll('.timeline li').length === 4", "the dispute shows its 4 steps");
    await browser.until("!document.querySelector('.movers button')", "a lost dispute offers no step");
    await browser.open(`/customers/${customerId}`);
    await browser.until(`document.querySelector("a[href='#${path}']")`, "the customer's page lists the dispute");
    return [];
}
