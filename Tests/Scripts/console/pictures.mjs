/**
 * Takes the pictures of the documentation from a fresh demo: the overview, the story, a payment in a shop, two without
 * a card, a card, the requests, and a step of the story in the window of a phone.
 */
import { drive } from "./browser.mjs";

const views = [
    { name: "console-overview", path: "/", height: 620 },
    { name: "console-card", height: 830, card: true },
    { name: "console-requests", path: "/requests", height: 700 },
];

await drive("pictures", async (browser) => {
    await browser.look({ height: 800 });
    await browser.open("/story/1");
    for (let step = 1; step <= 8; step += 1) {
        await browser.click("#next");
        await browser.until(`document.querySelector("a#next")`, `step ${step} is done`);
        if (step === 5) await browser.picture("console-story");
        if (step === 6) await narrow(browser);
        if (step === 8) break;
        await browser.click("#next");
        await browser.until(`location.hash === "#/story/${step + 1}"`, `step ${step + 1} is shown`);
        await browser.settle();
    }
    const card = await browser.evaluate(`document.querySelector('.note a[href^="#/cards/"]').hash.slice(1)`);
    await browser.look({ height: 840 });
    await browser.open("/shops/496160873888");
    await browser.push("Pay");
    await browser.until("document.querySelector('#main [aria-live] .note')", "the gateway answers");
    await browser.settle();
    await browser.until("!document.querySelector('.notice')", "the notice has gone");
    await browser.picture("console-shop");
    await withoutCards(browser);
    for (const view of views) {
        await browser.look({ height: view.height });
        await browser.open(view.card ? card : view.path);
        await browser.picture(view.name);
    }
    return [];
});

/** Two payments of MoneyHash that need no card: one waits at a cash outlet, and one at PayPal has been paid. */
async function withoutCards(browser) {
    const list = "#main .page > section tbody tr";
    await browser.look({ height: 900 });
    await browser.enter("Gateway", "moneyhash");
    await browser.settle();
    for (const [way, state] of [["Paypal", "URL_TO_RENDER"], ["Cash Outlet", "WAITING_USER_ACTION"]]) {
        const index = await browser.evaluate(`[...document.querySelector("form[aria-label^='Pay at'] select").options]
            .findIndex(({ text }) => text === "${way}")`);
        await browser.enter("With", String(index));
        await browser.push("Pay");
        await browser.until(`document.querySelector("#main [aria-live] .note")?.textContent.includes("${state}")
            && document.querySelector("${list}")?.textContent.includes("${way}")`, `${way} waits`);
        if (way !== "Paypal") break;
        await browser.push("Customer pays: the payment of 12.34 EUR", list);
        await browser.until(`document.querySelector("${list}")?.textContent.includes("captured")`, `${way} is paid`);
    }
    await browser.settle();
    await browser.until("!document.querySelector('.notice')", "the notice has gone");
    await browser.picture("console-providers");
}

/** The same step in the window of a phone, dark. */
async function narrow(browser) {
    await browser.look({ width: 390, height: 760, dark: true });
    await browser.picture("console-phone");
    await browser.look({ height: 800 });
}
