/**
 * Clicks the parts of pages that no other driver clicks: approves and denies the question of an app, in the inbox, on
 * the customer's page and where the customer must authenticate; authenticates a customer at the token call; checks that
 * a token follows its card; uses the keyboard; takes a snapshot, compares with it and restores it.
 */
import { drive } from "./browser.mjs";
import { addressesOf, furnish } from "./pages.mjs";

const customer = { customerId: "10000001", brand: "demo" };
/** The customer, the card and the other things to open and to search for. */
let made;

await drive("acts", async (browser) => {
    const failures = [];
    await fetch(`${process.argv[2]}/sandbox/reset`, { method: "POST" });
    await browser.look();
    await browser.open("/");
    const card = await browser.ask(`asCustomer(${JSON.stringify(customer)}, "POST", "/v1/profile/prepaid/cards",
        { json: { programName: "DEMO-VIRTUAL-VISA-EEA", currency: "EUR" } })`);
    failures.push(...await inTheInbox(browser, card), ...await whereItIsAsked(browser, card),
        ...await focus(browser, card), ...await tokenFollows(browser, card), ...await tokenCall(browser),
        ...await addressed(browser), ...await searched(browser), ...await undisturbed(browser),
        ...await worded(browser), ...await undone(browser), ...await snapshots(browser, card));
    return failures;
});

/** The app asks in the inbox and on the customer's page, while they are open. */
async function inTheInbox(browser, card) {
    const failures = [];
    for (const [path, answer, means] of [["/inbox", "Approve", "approved"],
        [`/customers/${customer.customerId}`, "Deny", "denied"]]) {
        await browser.open(path);
        const event = await question(browser, card);
        await browser.push(`${answer} the question to ${customer.customerId}`);
        await browser.until(`document.querySelector(".messages .chip")?.textContent === "${means}"`,
            `${path} says ${means}`);
        const buttons = await browser.evaluate(
            "document.querySelectorAll('.messages li:first-child button').length");
        if (buttons) failures.push(`${path} still offers to answer`);
        const status = await lockWith(browser, card, event);
        if ((status === 200) !== (answer === "Approve")) failures.push(`${path}, ${answer}: locking gets ${status}`);
        await browser.picture(`acts-${means}`);
    }
    return failures;
}

/** On the page of a card, its token is suspended and active again with the card. */
async function tokenFollows(browser, card) {
    await browser.evaluate(`(async () => {
        const { sandbox, send } = await import("${browser.parts}api.js");
        const { messagesOf } = await import("${browser.parts}provisioning.js");
        const customer = ${JSON.stringify(customer)};
        const event = (type) => send(sandbox("POST", "/cards/${card.cardId}/events", { json: { type } }));
        await event("RESUME").catch(() => {});
        const { body: phone } = await send(sandbox("POST", "/phones",
            { json: { kind: "IPHONE", customerId: customer.customerId } }));
        const trip = { phone, card: ${JSON.stringify(card)}, customer };
        for (const message of messagesOf(trip)) await message.run(send, trip);
    })()`);
    await browser.open(`/cards/${card.cardId}`);
    for (const [type, state] of [["SUSPEND", "suspended"], ["RESUME", "active"]]) {
        await browser.ask(`sandbox("POST", "/cards/${card.cardId}/events", { json: { type: "${type}" } })`);
        await browser.until(`[...document.querySelectorAll("section.panel")]
            .find((panel) => panel.querySelector("h2").textContent === "In wallets")
            .querySelector(".chip").textContent === "${state}"`, `the token is ${state}`);
    }
    return [];
}

/** An app wants to lock or unlock the card, and the customer's phone asks. Returns the event. */
async function question(browser, card) {
    return browser.evaluate(`(async () => {
        const { asCustomer, send } = await import("${browser.parts}api.js");
        const { eventOf } = await import("${browser.parts}challenge.js");
        const customer = ${JSON.stringify(customer)};
        const refused = await send(asCustomer(customer, "PATCH", "/v1/profile/prepaid/cards/${card.cardId}",
            { json: { status: "LOCKED", statusReason: "Mislaid" }, expects: [401] }));
        const event = eventOf(refused);
        await send(asCustomer(customer, "POST", "/v1/auth/sca/events/" + event.eventId + "/challenges",
            { json: { walletOperationId: event.walletOperationId,
                verification: { method: "OTP", channel: "PUSH_NOTIFICATION" } } }));
        return event;
    })()`);
}

/** A brand protects the token call: the page asks for the code once, and asks again later if the user gives up. */
async function tokenCall(browser) {
    const failures = [];
    const protect = (operations) => browser.ask(
        `sandbox("PUT", "/brands/demo/authentication", { json: { operations: ${JSON.stringify(operations)} } })`);
    const before = (await browser.ask('sandbox("GET", "/brands/demo/authentication")')).operations;
    await protect([...before, "ISSUE_TOKEN"]);
    await browser.evaluate(`import("${browser.parts}api.js").then(({ forgetTokens }) => forgetTokens())`);
    const shown = (text) => browser.evaluate(`document.querySelector("#main").textContent.includes("${text}")`);
    await browser.open("/customers");
    const dialogs = "document.querySelectorAll('dialog').length";
    await browser.evaluate(`location.hash = "#/customers/${customer.customerId}"`);
    await browser.until(`${dialogs} === 1`, "the page asks");
    await browser.evaluate("document.querySelector('dialog').close()");
    await browser.settle();
    if (!await shown("has not authenticated")) failures.push("giving up says nothing");
    await browser.open("/customers");
    await browser.evaluate(`location.hash = "#/customers/${customer.customerId}"`);
    await browser.until(`${dialogs} === 1`, "the page asks again");
    const offer = await browser.evaluate(`[...document.querySelectorAll("dialog button")]
        .find(({ textContent }) => textContent.startsWith("Code by")).textContent`);
    await browser.push(offer, "dialog");
    await browser.until("document.querySelector('dialog .secret-code')", "the inbox has the code");
    await browser.push("Use this code", "dialog");
    await browser.picture("acts-token-call");
    await browser.push("Confirm", "dialog");
    await browser.until(`${dialogs} === 0`, "the customer has authenticated");
    await browser.settle();
    if (await browser.evaluate("Boolean(document.querySelector('#main .problem'))")) {
        failures.push("a panel has a problem after the customer has authenticated");
    }
    if (!await browser.evaluate("Boolean(document.querySelector('#main .wallet'))")) failures.push("no card is shown");
    await protect(before);
    return failures;
}

/** The status of the answer to locking the card with the verified event. */
async function lockWith(browser, card, event) {
    return browser.evaluate(`(async () => {
        const { asCustomer, send } = await import("${browser.parts}api.js");
        const { passOf } = await import("${browser.parts}challenge.js");
        const customer = ${JSON.stringify(customer)};
        const answer = await send(asCustomer(customer, "PATCH", "/v1/profile/prepaid/cards/${card.cardId}", {
            json: { status: "LOCKED", statusReason: "Mislaid" }, expects: [400, 401, 403, 409],
            headers: { "SCA-Authorization": passOf(${JSON.stringify(event)}) } }));
        return answer.status;
    })()`);
}

/** The card's page asks the customer before it unlocks the card. The answer is first no, and then yes. */
async function whereItIsAsked(browser, card) {
    const failures = [];
    const status = () => browser.ask(`sandbox("GET", "/cards/${card.cardId}")`).then((body) => body.status);
    if (await status() !== "LOCKED") failures.push(`the card is ${await status()} after an approved lock`);
    await browser.open(`/cards/${card.cardId}`);
    for (const [answer, after] of [["Deny", "LOCKED"], ["Approve", "ACTIVE"]]) {
        await browser.push("Do it: Unlock, the customer");
        await browser.push("Approve in the app", "dialog");
        await browser.until("document.querySelector('dialog .bubble')", "the app asks");
        await browser.picture(`acts-asks-${answer.toLowerCase()}`);
        await browser.push(answer, "dialog");
        await browser.until("!document.querySelector('dialog')", "the dialog is closed");
        await browser.settle();
        if (await status() !== after) failures.push(`after ${answer} the card is ${await status()}`);
        const problem = await browser.evaluate("document.querySelector('#main .problem')?.textContent ?? ''");
        if (problem.includes("denied") !== (answer === "Deny")) {
            failures.push(`after ${answer} it says “${problem}”`);
        }
    }
    return failures;
}

/** The focus stays where it is while lists are drawn again, and from page to page. */
async function focus(browser, card) {
    const failures = [];
    const focused = () => browser.evaluate(
        "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent");
    await browser.open("/inbox");
    await question(browser, card);
    await browser.until("document.querySelector('.messages li:first-child button')", "the question is shown");
    await browser.evaluate("document.querySelector('.messages li:first-child button').focus()");
    const before = await focused();
    const shown = await browser.evaluate("document.querySelectorAll('.messages > li').length");
    await question(browser, card);
    await browser.until(`document.querySelectorAll(".messages > li").length > ${shown}`, "the next question is shown");
    if (await focused() !== before) failures.push(`the focus goes from “${before}” to “${await focused()}”`);
    for (let number = 0; number < 24; number += 1) {
        await browser.ask(`sandbox("POST", "/customers", { json: { country: "PL", firstName: "Jan",
            lastName: "Kowalski", mobile: "+48 500100200" } })`);
    }
    await browser.open("/customers");
    for (const [button, page, next] of [["Next", 2, "Previous"], ["Previous", 1, "Next"]]) {
        await browser.evaluate(`(() => {
            const button = [...document.querySelectorAll(".pages button")]
                .find(({ textContent }) => textContent === "${button}");
            button.focus();
            button.click();
        })()`);
        await browser.until(`document.querySelector(".pages").textContent.includes("Page ${page} of 2")`,
            `page ${page} is shown`);
        if (await focused() !== next) failures.push(`after ${button}, the focus is on “${await focused()}”`);
    }
    return failures;
}

/** Each thing is shown at its URL in a new tab, also a tenant's, and Back leads from a request to the list. */
async function addressed(browser) {
    const failures = [];
    made = await furnish(browser);
    for (const path of [...addressesOf(made), `/requests/${made.number}?status=2`]) {
        await browser.openAnew(path);
        const said = await browser.evaluate("document.querySelector('#main').textContent");
        const id = path.split("?")[0].split("/").at(-1);
        if (!said.includes(id) || /cannot be shown|is not among|has no request/.test(said)) {
            failures.push(`${path} does not show ${id}`);
        }
    }
    await browser.evaluate("location.hash = '#/requests'");
    await browser.settle();
    const list = await browser.evaluate("document.querySelector('.long')?.scrollHeight");
    await browser.click(".long-row");
    await browser.until("/^#\\/requests\\/\\d+$/.test(location.hash)", "the row has an address");
    await browser.evaluate("document.querySelector('.long').dataset.same = 'true'");
    await browser.evaluate("history.back()");
    await browser.until("location.hash === '#/requests' && document.querySelector('#main').textContent"
        + ".includes('Choose a request')", "Back leads to the list");
    if (!list || !await browser.evaluate("document.querySelector('.long').dataset.same === 'true'")) {
        failures.push("Back loads the list again");
    }
    const gone = await browser.evaluate("location.hash = '#/requests/999999'")
        && await browser.until("document.querySelector('#main').textContent.includes('has no request 999999')", "gone");
    return gone === false ? ["a request that is gone does not say so"] : failures;
}

/** Each term in the search leads to its page with Enter. */
async function searched(browser) {
    const failures = [];
    const { customerId, cardId, phoneId, paymentId, eventId, deliveryId, disputeId, breakId, merchantId, number,
        requestId, lastFour } = made;
    const dpan = await browser.ask(`sandbox("GET", "/cards/${cardId}/tokens")`)
        .then(({ tokens }) => tokens[0].token.dpanLastFour);
    const wanted = {
        [customerId]: `/customers/${customerId}`, [cardId]: `/cards/${cardId}`, [lastFour]: `/cards/${cardId}`,
        [dpan]: `/cards/${cardId}`, [phoneId]: `/phones/${phoneId}`, [paymentId]: `/payments/${paymentId}`,
        [eventId]: `/events/${eventId}`, [deliveryId]: `/webhooks/${deliveryId}`, [disputeId]: `/disputes/${disputeId}`,
        [breakId]: `/money/breaks/${breakId}`, [`#${number}`]: `/requests/${number}`,
        [requestId]: `/requests/${number}`, "probe-order": `/payments/${paymentId}`, Vera: `/customers/${customerId}`,
        sendChallenge: "/requests?search=sendChallenge", "401": "/requests?status=401",
    };
    for (const [term, path] of Object.entries(wanted)) {
        await search(browser, term);
        await browser.press("Enter", "Enter", 13);
        await browser.until(`location.hash === ${JSON.stringify(`#${path}`)}`, `${term} leads to ${path}`)
            .catch(async ({ message }) => failures.push(`${message}, not ${await browser.evaluate("location.hash")}`));
    }
    await search(browser, merchantId);
    await browser.until("document.querySelector('.suggestions [role=option]')?.textContent.includes('Corner Shop')",
        "the shop is suggested");
    await search(browser, "no such thing at all");
    await browser.until("document.querySelector('.search-hint:not([hidden])')?.textContent"
        + ".includes('last four digits of a card')", "an empty result says what can be searched");
    await browser.picture("search-empty");
    await search(browser, "card");
    await browser.until("document.querySelectorAll('.suggestions [role=option]').length > 1", "several are suggested");
    const active = () => browser.evaluate(`document.getElementById(document.getElementById("term")
        .getAttribute("aria-activedescendant")).textContent`);
    const first = await active();
    await browser.press("ArrowDown", "ArrowDown", 40);
    if (await active() === first) failures.push("an arrow does not go to the next suggestion");
    await browser.press("ArrowUp", "ArrowUp", 38);
    if (await active() !== first) failures.push("an arrow does not go back");
    await browser.press("Escape", "Escape", 27);
    if (await browser.evaluate("document.getElementById('term').getAttribute('aria-expanded')") !== "false") {
        failures.push("Escape does not close the suggestions");
    }
    return failures;
}

/** A page that finishes loading does not take the focus from a user who has begun to type. */
async function undisturbed(browser) {
    await browser.evaluate(`(() => {
        const fetched = window.fetch;
        const released = new Promise((release) => {
            window.release = () => {
                window.fetch = fetched;
                release();
            };
        });
        window.fetch = async (...request) => {
            await released;
            return fetched(...request);
        };
        location.hash = "#/payments/${made.paymentId}";
    })()`);
    await browser.until("document.querySelector('#main[aria-busy]')", "the page is loading");
    await search(browser, "Vera");
    await browser.evaluate("window.release()");
    await browser.until("!document.querySelector('#main[aria-busy]')", "the page has loaded");
    const failures = [];
    if (await browser.evaluate("document.activeElement.id") !== "term") failures.push("a page takes the focus");
    await browser.until("document.querySelector('.suggestions [role=option]')", "Vera is suggested");
    await browser.evaluate("[window.wait, window.setTimeout] = [setTimeout, (work) => { window.later = work; }]");
    await search(browser, "Vera");
    await browser.evaluate("document.activeElement.blur(), window.later(), window.setTimeout = window.wait");
    if (await browser.evaluate("document.getElementById('term').getAttribute('aria-expanded')") === "true") {
        failures.push("the suggestions open after the field was left");
    }
    return failures;
}

/** Types a term into the search after a slash, which replaces the earlier term. */
async function search(browser, term) {
    await browser.evaluate("document.activeElement.blur()");
    await browser.press("/", "Slash", 191);
    await browser.send("Input.insertText", { text: term });
    await browser.until(`document.getElementById("term").value === ${JSON.stringify(term)}`,
        `${term} replaces the rest`);
}

/** Every operation has a sentence for users. */
async function worded(browser) {
    return browser.evaluate(`(async () => {
        const { sandbox, send } = await import("${browser.parts}api.js");
        const { deed } = await import("${browser.parts}sayings.js");
        const { operations, gateways } = (await send(sandbox("GET", "/coverage"))).body;
        const asked = [{ operations }, ...gateways].flatMap(({ name, operations: { missing, counts } }) =>
            [...missing, ...Object.keys(counts)].map((operation) => ({ gateway: name, operation })));
        return asked.map((entry) => deed({ ...entry, status: 200, method: "GET", path: "/", body: {} }).textContent)
            .filter((sentence) => /called|undefined/.test(sentence));
    })()`);
}

/** Undo restores a deleted plan of faults with every selector, and a deleted phone. */
async function undone(browser) {
    const failures = [];
    const typed = { Fault: "STATUS", Operation: "listCards", "Only number": "3", Customer: made.customerId,
        Header: "X-Suite: checkout", Status: "503", "Retry after": "7" };
    await browser.open("/sandbox/faults");
    for (const [label, value] of Object.entries(typed)) await browser.enter(label, value);
    await browser.enter("Only requests with an Idempotency-Key", true);
    await browser.push("Add", "form[aria-label='Add a rule']");
    const plan = () => browser.ask(`sandbox("GET", "/faults")`).then(({ rules }) =>
        JSON.stringify((rules ?? []).map(({ occasions, strikes, ...rule }) => rule)));
    await browser.until("document.querySelectorAll('#main tbody tr').length === 1", "the rule is planned");
    const rules = await plan();
    for (const member of ['"nth":3', `"customerId":"${made.customerId}"`, '"header":"X-Suite: checkout"',
        '"retryAfterSeconds":7', '"onlyWithIdempotencyKey":true']) {
        if (!rules.includes(member)) failures.push(`the form of faults does not plan ${member}: ${rules}`);
    }
    await browser.push("Clear");
    await browser.until("document.querySelectorAll('#main tbody tr').length === 0", "the plan is cleared");
    await browser.push("Undo");
    await browser.until("document.querySelectorAll('#main tbody tr').length === 1", "the plan is there again");
    if (await plan() !== rules) failures.push(`an undone plan is ${await plan()}`);
    await browser.ask(`sandbox("DELETE", "/faults")`);
    await browser.open(`/phones/${made.phoneId}`);
    await browser.pushSurely("Erase", "Really erase?");
    await browser.until("location.hash === '#/phones'", "the phone is erased");
    // The stream reports that all data were replaced, and the page is drawn again.
    await browser.evaluate(`import("${browser.parts}stream.js").then(({ listen }) =>
        listen(["reset"], (events) => { window.wasReset ||= events.some(({ kind }) => kind === "reset"); }))`);
    await browser.push("Undo");
    await browser.until("window.wasReset", "the page learns of it");
    await browser.settle();
    await browser.until(`fetch("/sandbox/phones/${made.phoneId}").then(({ ok }) => ok)`, "the phone is there again");
    return failures;
}

async function snapshots(browser, card) {
    const failures = [];
    await browser.open("/sandbox/snapshots");
    await browser.enter("Name", "before-the-end");
    await browser.push("Take a snapshot");
    await browser.until("document.querySelector('#main tbody')?.textContent.includes('before-the-end')",
        "the snapshot is listed");
    await browser.ask(`sandbox("POST", "/cards/${card.cardId}/events", { json: { type: "SUSPEND" } })`);
    await browser.push("Compare with before-the-end");
    await browser.until("document.querySelectorAll('#main details.entry').length > 0", "the changes are shown");
    const changes = await browser.evaluate("document.querySelector('#main').textContent");
    if (!changes.includes("SUSPENDED")) failures.push("the comparison does not show that the card was suspended");
    await browser.picture("acts-changes", { whole: true });
    await browser.push("Restore before-the-end");
    await browser.until(`[...document.querySelectorAll("#main button")]
        .some(({ textContent }) => textContent === "Really?")`, "the button asks again");
    const suspended = await browser.ask(`sandbox("GET", "/cards/${card.cardId}")`);
    if (suspended.status !== "SUSPENDED") failures.push("one click goes back already");
    await browser.openAnew("/sandbox/snapshots");
    await browser.pushSurely("Restore before-the-end");
    // The page reports the restore, and the stream that all data were replaced. Either message may come last.
    await browser.until(`["Back at before-the-end", "The sandbox was reset."]
        .includes(document.querySelector("#announcement").textContent)`, "it is back");
    const restored = await browser.ask(`sandbox("GET", "/cards/${card.cardId}")`);
    if (restored.status !== "ACTIVE") failures.push(`after going back, the card is ${restored.status}`);
    return failures;
}
