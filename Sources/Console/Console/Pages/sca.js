/** Strong customer authentication: what an app does when an operation is answered with 401 and an event. */
import { asClient, asCustomer, sandbox, Problem } from "./api.js";
import { eventOf, passOf } from "./challenge.js";
import { el, fill, announce } from "./view.js";
import { dialogWith } from "./form.js";
import { problemView } from "./problem.js";
import { words } from "./format.js";

/**
 * Sends a request, and authenticates the customer if the service demands it.
 *
 * @param {Send} send sends a request and remembers it.
 * @param {{ customerId: string, brand: string }} customer
 * @param {ServiceRequest<any>} request
 * @param {Authenticate} prove answers the event: in a dialog, or by itself. It throws if the customer gives up.
 */
export async function protectedCall(send, customer, request, prove = askInDialog) {
    const first = await send({ ...request, expects: [...(request.expects ?? []), 401] });
    if (first.ok) return first;
    const event = eventOf(first);
    if (!event) throw new Problem(first);
    await prove(send, customer, event);
    return send({ ...request, headers: { ...request.headers, "SCA-Authorization": passOf(event) } });
}

/**
 * A code by text message: asked for, read from the inbox, and entered.
 *
 * @param {Send} send sends a request and remembers it.
 * @param {Sender} customer whose code it is.
 * @param {AuthenticationEvent} event of the operation.
 * @param {(message: Message) => void} told is called with the message.
 */
export async function proveByCode(send, customer, event, told = () => {}) {
    const verification = { method: "OTP", channel: "SMS" };
    await send(challengeOf(customer, event, verification));
    const message = await newestMessage(send, customer, event);
    told(message);
    await attempt(send, customer, event, { verification, otp: message.code });
    return message;
}

/**
 * @param {Sender} customer
 * @param {AuthenticationEvent} event
 * @param {Verification} verification
 */
function challengeOf(customer, { eventId, walletOperationId }, verification) {
    return answering(customer, `/v1/auth/sca/events/${eventId}/challenges`,
        { json: { walletOperationId, verification } });
}

/**
 * Whoever has no token yet answers with the client's own.
 *
 * @param {Sender} customer
 * @param {string} path
 * @param {RequestOptions} options
 */
const answering = (customer, path, options) => (customer.hasNoToken
    ? asClient(customer.brand, "POST", path, options) : asCustomer(customer, "POST", path, options));

/**
 * @param {Send} send
 * @param {Sender} customer
 * @param {AuthenticationEvent} event
 */
async function newestMessage(send, customer, event) {
    const { body } = await send(sandbox("GET", "/messages", { query: { customerId: customer.customerId } }));
    const message = body.messages.find((one) => one.eventId === event.eventId);
    if (!message) throw new Error("The inbox has no message about this event.");
    return message;
}

/**
 * @param {Send} send
 * @param {Sender} customer
 * @param {AuthenticationEvent} event
 * @param {{ verification: Verification, otp?: string, password?: string, pin?: string }} proof
 */
async function attempt(send, customer, { eventId, walletOperationId }, proof) {
    const path = `/v1/auth/sca/events/${eventId}/attempts`;
    const secrets = { CODE: proof.otp, PASSWORD: proof.password, PIN: proof.pin };
    const { body } = await send(answering(customer, path, { json: { walletOperationId, ...proof }, secrets }));
    if (body.status !== "VERIFIED") {
        throw Object.assign(new Error(body.statusReason ?? "The service does not accept this."),
            { title: "Not verified" });
    }
}

/**
 * Lets whoever sits here choose a method and be the customer.
 *
 * @param {Send} send
 * @param {Sender} customer
 * @param {AuthenticationEvent} event
 * @returns {Promise<void>}
 */
export function askInDialog(send, customer, event) {
    return new Promise((resolve, reject) => {
        new Asking(send, customer, event, { resolve, reject });
    });
}

/** Opens a dialog that asks for one of the proofs that an event allows. Its outcome is whether one was accepted. */
class Asking {
    #send;
    #customer;
    #event;
    #outcome;
    #dialog;
    #place = el("div", {});
    #notice = el("div", {});

    /**
     * @param {Send} send
     * @param {Sender} customer
     * @param {AuthenticationEvent} event
     * @param {{ resolve: () => void, reject: (error: Error) => void }} outcome
     */
    constructor(send, customer, event, outcome) {
        this.#send = send;
        this.#customer = customer;
        this.#event = event;
        this.#outcome = outcome;
        const { eventId, authenticationMode, availableVerifications } = event;
        // If the partner authenticates the customer, the service sends and checks nothing.
        const isOutsourced = authenticationMode === "OUTSOURCED";
        const offered = isOutsourced ? [] : availableVerifications.filter(isPlayable);
        this.#dialog = dialogWith("The customer must authenticate", [
            el("p", {}, "The brand requires strong customer authentication for this. ", isOutsourced
                ? "The partner authenticates the customer, and its backend reports the outcome with a "
                    + `business token: POST /digitalwallets/v2/sca/events/${eventId}/attempts`
                : "The app now asks the customer for one of these:"),
            el("div", { class: "buttons" }, offered.map((verification) => this.#methodButton(verification))),
            this.#place, this.#notice,
        ]);
        // Once there is another outcome, closing changes nothing.
        this.#dialog.addEventListener("close", () => outcome.reject(new Cancelled()));
    }

    /** @param {Verification} verification */
    #methodButton(verification) {
        return el("button", {
            type: "button", onclick: () => this.#attending(() => this.#start(verification)),
        }, `${nameOf(verification)}${verification.target ? ` to ${verification.target}` : ""}`);
    }

    /**
     * One thing at a time, with what fails below it.
     *
     * @param {() => Promise<void>} work
     */
    async #attending(work) {
        const waiting = /** @type {NodeListOf<HTMLButtonElement>} */ (
            this.#dialog.querySelectorAll(".dialog-body button"));
        for (const button of waiting) button.disabled = true;
        fill(this.#notice);
        try {
            await work();
        } catch (error) {
            fill(this.#notice, problemView(error));
        } finally {
            for (const button of waiting) button.disabled = false;
        }
    }

    /** @param {{ method: string, channel?: string }} verification */
    async #start({ method, channel }) {
        fill(this.#place);
        const verification = channel ? { method, channel } : { method };
        if (method === "PASSWORD" || method === "PIN" || channel === "AUTHENTICATOR") {
            return this.#enter(verification, null);
        }
        await this.#send(challengeOf(this.#customer, this.#event, verification));
        const message = await newestMessage(this.#send, this.#customer, this.#event);
        if (isPush({ method, channel })) this.#ask(message);
        else this.#enter(verification, message);
    }

    /**
     * The question of the app, which is in the inbox too.
     *
     * @param {Message} message
     */
    #ask(message) {
        /** @param {string} word */
        const answer = (word) => this.#attending(async () => {
            await this.#send(sandbox("POST", `/messages/${message.id}/${word}`));
            if (word === "approve") return this.#finish();
            this.#outcome.reject(new Denied());
            this.#dialog.close();
        });
        fill(this.#place, el("div", { class: "bubble whole" },
            el("span", { class: "from" }, `The app of ${this.#customer.customerId} asks`),
            el("span", {}, "Is this you?"),
            el("div", { class: "buttons" },
                el("button", { type: "button", class: "primary", onclick: () => answer("approve") }, "Approve"),
                el("button", { type: "button", onclick: () => answer("deny") }, "Deny"))));
    }

    /**
     * A form for a code, a password or a PIN. A code is in a message.
     *
     * @param {Verification} verification
     * @param {Message | null} message
     */
    #enter(verification, message) {
        const member = memberOf[verification.method] ?? "otp";
        const input = el("input", {
            id: "proof", autocomplete: "off", maxlength: 100, type: member === "password" ? "password" : "text",
        });
        const confirm = () => this.#attending(async () => {
            await attempt(this.#send, this.#customer, this.#event, { verification, [member]: input.value.trim() });
            this.#finish();
        });
        fill(this.#place, el("form", {
            class: "form", onsubmit: (submission) => {
                submission.preventDefault();
                confirm();
            },
        },
        message ? el("div", { class: "bubble whole" },
            el("span", { class: "from" }, `${message.channel} to ${message.target}, in the inbox`),
            el("span", { class: "secret-code" }, message.code),
            el("button", { type: "button", class: "link", onclick: () => { input.value = message.code ?? ""; } },
                "Use this code")) : null,
        el("div", { class: "field whole" },
            el("label", { for: "proof" }, `The customer's ${member === "otp" ? "code" : member}`), input),
        el("div", { class: "buttons" }, el("button", { type: "submit", class: "primary" }, "Confirm"))));
        input.focus();
    }

    #finish() {
        this.#outcome.resolve();
        this.#dialog.close();
        announce("The customer has authenticated.");
    }
}

/** @type {Record<string, string>} */
const memberOf = { PASSWORD: "password", PIN: "pin" };

class Cancelled extends Error {
    title = "Not done";
    constructor() {
        super("The customer has not authenticated, so nothing has changed.");
    }
}

class Denied extends Error {
    title = "Denied";
    constructor() {
        super("The customer has denied it in the app, so nothing has changed.");
    }
}

/** @param {{ method: string, channel?: string }} verification */
const isPush = ({ method, channel }) => method === "PUSH_NOTIFICATION" || channel === "PUSH_NOTIFICATION";

/** @param {Verification} verification */
const isPlayable = (verification) => isPush(verification) || ["OTP", "PASSWORD", "PIN"].includes(verification.method);

/** @param {{ method: string, channel?: string }} verification */
const nameOf = ({ method, channel }) => {
    if (isPush({ method, channel })) return "Approve in the app";
    if (method === "OTP") return channel === "AUTHENTICATOR" ? "Code of an authenticator" : `Code by ${words(channel)}`;
    return method === "PIN" ? "Wallet PIN" : "Password";
};
