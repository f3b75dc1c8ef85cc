/**
 * Pays at every gateway with every accepted method, and captures, voids and refunds from the page of a shop. Completes
 * 3-D Secure on the linked page. A payment without a card waits until the driver ends it at its provider.
 */
import { spawnSync } from "node:child_process";
import { drive } from "./browser.mjs";

const customer = "10000001";
const shop = "496160873888";
const amount = "12.34";
/** The rows of the payments, and the text of their panel. */
const list = "#main .page > section tbody tr";
const notices = "#main .page > section > div .note, #main .page > section > div .problem";

/** For each gateway: the number of this customer's ways to pay, the gateway's words, and the steps after a payment. */
const gateways = [
    { name: "stitch", title: "Stitch", ways: 3, says: "Pending: authorizationNotFinalised",
        then: ["Capture", "Refund"], ends: "refunded" },
    { name: "cardpointe", title: "CardPointe", ways: 3, says: "Approv", then: ["Capture", "Void"],
        ends: "voided" },
    { name: "dintero", title: "Dintero", ways: 1, says: "AUTHORIZED", then: ["Capture", "Refund"], ends: "refunded" },
    { name: "moneyhash", title: "MoneyHash", ways: 10, says: "INTENT_PROCESSED", then: ["Capture", "Refund"],
        ends: "refunded" },
];

/** The ways to pay without a card, in the order of the list, each with the button that ends a payment. */
const local = {
    "Cash Outlet": ["Customer pays", "Refund"], "Mobile Wallet": ["Refuse"], "Paypal": ["Customer pays", "Refund"],
    "Cash On Delivery": ["Expire"], "M-Pesa": ["Customer pays", "Refund"], "Mobile Money": ["Customer pays", "Refund"],
    "Crypto Wallet": ["Customer pays", "Refund"],
};

await drive("shops", async (browser) => {
    const failures = [];
    await fetch(`${process.argv[2]}/sandbox/reset`, { method: "POST" });
    await browser.look({ height: 1000 });
    await browser.open("/");
    await furnishPurse(browser);
    await browser.open(`/shops/${shop}`);
    await browser.enter("Customer", customer);
    for (const gateway of gateways) {
        await browser.enter("Gateway", gateway.name);
        await browser.settle();
        const ways = await browser.evaluate(`[...document.querySelector("form[aria-label^='Pay at'] select").options]
            .map(({ text }) => text)`);
        if (ways.length !== gateway.ways) failures.push(`${gateway.title} offers ${ways.join(", ")}`);
        for (const [index, way] of ways.entries()) {
            const failure = local[way] ? await payLocally(browser, gateway, way, index)
                : await pay(browser, gateway, index);
            if (failure) failures.push(`${gateway.title}, ${way}: ${failure}`);
        }
        await browser.picture(`shop-${gateway.name}`, { whole: true });
    }
    failures.push(...await authenticate(browser));
    await browser.enter("Customer", "20000001");
    await browser.until("document.querySelector('#main .empty')?.textContent.includes('takes')",
        "the page says what a customer without anything to pay with needs");
    await browser.click("#main .empty button");
    await browser.until("document.querySelector(\"form[aria-label^='Pay at']\")", "one button gives it");
    failures.push(...await replay(browser));
    return failures;
});

/** Money, a card, and the card in the wallet of each phone. */
async function furnishPurse(browser) {
    await browser.ask(`sandbox("POST", "/customers/${customer}/load",
        { json: { amount: 60000, currencyCode: "EUR" } })`);
    const card = await browser.ask(`asCustomer({ customerId: "${customer}", brand: "demo" }, "POST",
        "/v1/profile/prepaid/cards", { json: { programName: "DEMO-VIRTUAL-VISA-EEA", currency: "EUR" } })`);
    for (const kind of ["IPHONE", "PIXEL", "GALAXY"]) {
        const phone = await browser.ask(`sandbox("POST", "/phones",
            { json: { customerId: "${customer}", kind: "${kind}" } })`);
        const path = `/phones/${phone.phoneId}/tokens`;
        const token = await browser.ask(`sandbox("POST", "${path}", { json: { cardId: "${card.cardId}" } })`);
        const { messages } = await browser.ask(`sandbox("GET", "/messages")`);
        const { code } = messages.find(({ issuerTokenId }) => issuerTokenId === token.issuerTokenId);
        await browser.ask(`sandbox("POST", "${path}/${token.issuerTokenId}/verification",
            { json: { code: "${code}" } })`);
    }
}

/** Pays in one way, and takes all possible steps of the payment. Returns the fault, or null. */
async function pay(browser, gateway, way) {
    await browser.enter("With", String(way));
    await browser.enter("Amount in EUR", amount);
    // The last payment has ended in another status than a new one begins in.
    const last = await newest(browser);
    await browser.evaluate(`document.querySelector("#main [aria-live].stack")?.replaceChildren()`);
    await browser.push("Pay");
    const answer = `document.querySelector("#main [aria-live] .note, #main form .problem")?.textContent`;
    await browser.until(`${answer} && document.querySelector("${list}")?.textContent !== ${JSON.stringify(last)}`,
        `${gateway.title} answers, and the payment is in the list`);
    const said = await browser.evaluate(answer);
    if (!said.includes(`${gateway.title} says`) || !said.includes(gateway.says)) return said;
    for (const step of gateway.then) {
        const name = `${step.toLowerCase()} the payment of ${amount} EUR`;
        await browser.push(name, list);
        await browser.until(`document.querySelector("${notices}")`, `${gateway.title} answers to ${step}`);
        const words = await browser.evaluate(`document.querySelector("${notices}").textContent`);
        if (!words.includes("says")) return `${step}: ${words}`;
        await browser.evaluate(`document.querySelector("${notices}").remove()`);
    }
    const status = await newest(browser);
    return status.includes(gateway.ends) ? null : `it ends as ${status}`;
}

/** Pays without a card: the payment waits, its provider ends it, and a paid one is refunded. */
async function payLocally(browser, gateway, way, index) {
    const [end, ...then] = local[way];
    const isOnPage = ["Paypal", "Crypto Wallet"].includes(way);
    const waiting = { ...gateway, says: isOnPage ? "URL_TO_RENDER" : "TRANSACTION_WAITING_USER_ACTION", then: [],
        ends: "pending authentication" };
    const failure = await pay(browser, waiting, index);
    if (failure) return failure;
    const row = await newest(browser);
    if (!row.includes(way)) return `the list shows ${row}`;
    if (row.includes("Page") !== isOnPage) return `the list has ${isOnPage ? "no" : "a"} page for ${way}`;
    await browser.push(`${end}: the payment of ${amount} EUR`, list);
    const status = { "Customer pays": "captured", Refuse: "declined", Expire: "declined" }[end];
    await browser.until(`document.querySelector("${list}")?.textContent.includes("${status}")`, `${end} ends ${way}`);
    for (const step of then) await browser.push(`${step.toLowerCase()} the payment of ${amount} EUR`, list);
    if (then.length) await browser.until(`document.querySelector("${list}")?.textContent.includes("refunded")`,
        `${way} is refunded`);
    return null;
}

function newest(browser) {
    return browser.evaluate(`document.querySelector("${list}")?.textContent ?? ""`);
}

/** A payment at Stitch that waits for the customer, who confirms it by a code on the page of the issuer. */
async function authenticate(browser) {
    await browser.enter("Gateway", "stitch");
    await browser.settle();
    await browser.enter("The shop demands 3-D Secure", true);
    await browser.push("Pay");
    await browser.until(`document.querySelector("#main [aria-live] ol a[target=_blank]")`, "the story has a link");
    await browser.until(`document.querySelector("${list}")?.textContent.includes("3-D Secure")`,
        "the list has the link, too");
    await browser.picture("shop-secure", { whole: true });
    const address = await browser.evaluate(`document.querySelector("#main [aria-live] ol a").href`);
    const page = await browser.openBeside(address);
    const press = (name) => browser.evaluate(`document.querySelector('button[value="${name}"]').click()`, page);
    await browser.until(`document.querySelector('button[value="sms"]')`, "the issuer offers a code", page);
    await press("sms");
    await browser.until("document.querySelector('#code')", "the issuer asks for a code", page);
    const { messages } = await browser.ask(`sandbox("GET", "/messages")`);
    const { code, about } = messages.find((message) => message.about);
    await browser.evaluate(`document.querySelector("#code").value = "${code}"`, page);
    await press("code");
    await browser.until(`document.querySelector("${list}")?.textContent.includes("authorized")`,
        "the payment is authorized, and the list says so");
    await browser.until("document.querySelector('h1')?.textContent === 'Back at the shop'",
        "the bank leads back to the shop", page);
    return about.includes("12.34 EUR") ? [] : [`the message is about ${about}`];
}

/** The command of a request in the journal leads to the gateway that the request was for. */
async function replay(browser) {
    await browser.open("/requests");
    await browser.enter("Where", "stitch");
    const row = `[...document.querySelectorAll(".long-row")]
        .find(({ textContent }) => textContent.includes("graphql"))`;
    await browser.until(row, "the journal shows what came to Stitch");
    await browser.evaluate(`${row}.click()`);
    const commands = `[...document.querySelectorAll("#main .command pre")].map(({ textContent }) => textContent)`;
    await browser.until(`${commands}.length === 2`, "the request has its command, and the one that gets its token");
    const [token, command] = await browser.evaluate(commands);
    const { stdout } = spawnSync("bash", ["-c", `${token}\n${command} -w ' %{http_code}'`], { encoding: "utf8" });
    const isAnswered = stdout.endsWith(" 200") && !stdout.includes("UNAUTHENTICATED");
    return isAnswered ? [] : [`the command of a request to Stitch gets: ${stdout}`];
}
