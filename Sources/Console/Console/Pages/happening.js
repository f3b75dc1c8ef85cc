/** An event of the stream as a line for people. */
import { el } from "./view.js";
import { words } from "./format.js";
import { now } from "./clock.js";
import { wallets } from "./device.js";

const tellers = {
    request: (data) => [el("code", {}, `${data.method} ${data.path}`), " ",
        el("span", { class: `status s${String(data.status ?? 0)[0]}` }, data.status ?? "reset")],
    message: (data) => [el("a", { href: "#/inbox" }, data.channel ? `A message by ${words(data.channel)}`
        : "A code for a token"),
        data.customerId ? ` to ${data.customerId}` : null],
    webhook: (data) => [el("a", { href: `#/webhooks/${data.deliveryId}` }, "A webhook"),
        ` to ${data.owner}: ${words(data.outcome)}`],
    card: (data) => [el("a", { href: `#/cards/${data.cardId}` }, "A card"),
        ` went from ${words(data.from)} to ${words(data.to)}`],
    token: (data) => [`A token${data.walletType ? ` in ${wallets[data.walletType] ?? data.walletType}` : ""} `,
        el("strong", {}, words(data.state ?? data.status)),
        data.cardId ? [" of ", el("a", { href: `#/cards/${data.cardId}` }, "a card")] : null],
    payment: (data) => (data.gateway ? [`A payment at ${data.gateway} (${data.operation})`]
        : ["The network got ", el("strong", {}, data.responseCode), " for ",
            el("a", { href: `#/cards/${data.cardId}` }, "a card")]),
    clock: (data) => [el("a", { href: "#/sandbox/clock" }, "The clock"), ` shows ${data.now ?? ""}`],
    reset: () => ["The sandbox was reset"],
    gap: () => ["Some events were missed"],
};

/** Null for events that nobody wants to read, such as those of this page's own reads. */
export function happening({ kind, data }) {
    const tell = tellers[kind];
    if (!tell || (kind === "request" && data.method === "GET")) return null;
    const moment = data.time ?? data.createdDate ?? data.date ?? now().toISOString();
    return el("li", {}, el("time", { datetime: moment }, moment.slice(11, 19)), el("span", { class: "chip" }, kind),
        el("span", { class: "what" }, tell(data)));
}
