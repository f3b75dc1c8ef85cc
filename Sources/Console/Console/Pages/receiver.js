/** The receiver of webhooks that is built into the sandbox. */
import { sandbox } from "./api.js";
import { listen } from "./stream.js";

const patienceMilliseconds = 10_000;

/** @param {string} name */
export const receiverRequest = (name) => sandbox("GET", `/receivers/${encodeURIComponent(name)}`);

/**
 * What has arrived at a receiver, as soon as it is at least `least`, or what is there after ten seconds.
 *
 * @param {Act} send
 * @param {string} name
 * @param {number} least
 */
export async function received(send, name, least) {
    const until = performance.now() + patienceMilliseconds;
    for (;;) {
        const { body } = await send("The receiver shows what has arrived", receiverRequest(name));
        if (body.webhooks.length >= least || performance.now() > until) return body.webhooks;
        await nextDelivery(until - performance.now());
    }
}

/**
 * Waits for the next event about a webhook.
 *
 * @param {number} milliseconds
 * @returns {Promise<void>}
 */
function nextDelivery(milliseconds) {
    return new Promise((resolve) => {
        const waiting = new AbortController();
        const finish = () => {
            waiting.abort();
            clearTimeout(timer);
            resolve();
        };
        const timer = setTimeout(finish, Math.max(0, milliseconds));
        listen(["webhook"], finish, waiting.signal);
    });
}

/**
 * Whether the signature of a webhook was made with this key: HMAC-SHA256 of the body.
 *
 * @param {{ headers: Record<string, string>, body?: any, text?: string }} webhook
 * @param {string} signingKey
 */
export async function isGenuine({ headers, body, text = JSON.stringify(body) }, signingKey) {
    const signature = Object.entries(headers).find(([name]) => name.toLowerCase() === "signature")?.[1];
    if (!signature || !crypto.subtle) return null;
    const key = await crypto.subtle.importKey("raw", bytes(signingKey), { name: "HMAC", hash: "SHA-256" }, false,
        ["verify"]);
    return crypto.subtle.verify("HMAC", key, bytes(signature), new TextEncoder().encode(text));
}

/** @param {string} base64 */
const bytes = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
