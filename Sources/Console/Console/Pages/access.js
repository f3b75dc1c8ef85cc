/** Asks for what the service needs to let this page in: the sandbox's token, or the clients of a brand. */
import { el, fill } from "./view.js";
import { sandbox, send, forgetTokens } from "./api.js";
import { session } from "./session.js";
import { dialogWith, fieldOf, valuesOf } from "./form.js";

/** @type {HTMLDialogElement | null} */
let open = null;

export function askForToken() {
    if (open?.open) return;
    const note = el("p", { class: "field-error", role: "alert" });
    const form = el("form", {
        class: "form", "aria-label": "The sandbox's token",
        onsubmit: async (event) => {
            event.preventDefault();
            session.sandboxToken = valuesOf(form).token;
            const answer = await send(sandbox("GET", "/about", { expects: [401, 403, 404] })).catch((error) => error);
            if (answer.ok) {
                open?.close();
                window.dispatchEvent(new Event("tessera-tenant"));
            } else {
                session.sandboxToken = null;
                fill(note, answer instanceof Error ? answer.message : "The service does not accept this token.");
            }
        },
    },
    fieldOf({
        name: "token", label: "Token", type: "password", required: true, longest: 256,
        hint: "It stays in this tab until you close it, and is only sent to this service.",
    }),
    el("div", { class: "buttons" }, el("button", { type: "submit", class: "primary" }, "Enter")), note);
    open = dialogWith("This sandbox asks for a token", [
        el("p", {}, "Whoever started the service has set it with ", el("code", {}, "--sandbox-token"), " or ",
            el("code", {}, "TESSERA_SANDBOX_TOKEN"), "."),
        form,
    ]);
}

/**
 * A form for the API clients of a brand that is not the demo.
 *
 * @param {string} brand
 */
export function askForClients(brand) {
    const present = session.clients(brand);
    const form = el("form", {
        class: "form", "aria-label": `API clients of ${brand}`,
        onsubmit: (event) => {
            event.preventDefault();
            const typed = valuesOf(form);
            session.setClients(brand, {
                app: { id: typed.appId, secret: typed.appSecret || present.app.secret },
                    backend: { id: typed.backendId, secret: typed.backendSecret || present.backend.secret },
            });
            forgetTokens();
            dialog.close();
            window.dispatchEvent(new Event("tessera-tenant"));
        },
    },
    fieldOf({ name: "appId", label: "App's client", value: present.app.id }),
    fieldOf({ name: "appSecret", label: "Its secret", type: "password" }),
    fieldOf({ name: "backendId", label: "Backend's client", value: present.backend.id }),
    fieldOf({ name: "backendSecret", label: "Its secret", type: "password" }),
    el("div", { class: "buttons" }, el("button", { type: "submit", class: "primary" }, "Use these clients")));
    const dialog = dialogWith(`API clients of the brand ${brand}`, [
        el("p", {}, "The app's client gets tokens for customers, and the backend's client a token for all of them. "
            + "They stay in this tab until you close it."),
        form,
    ]);
}
