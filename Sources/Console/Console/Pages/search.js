/** Finds what somebody types: an id goes straight to its object, anything else to the customers. */
import { sandbox, send } from "./api.js";
import { go } from "./router.js";
import { announce, el, fill } from "./view.js";

const identifier = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Makes the field. It is not in the page itself, because a browser draws a page without a field sooner. */
export function setUpSearch(form) {
    fill(form,
        el("label", { class: "unseen", for: "term" }, "Search customers, cards, phones and requests"),
        el("input", {
            id: "term", name: "term", type: "search", placeholder: "Customer, last four, id", autocomplete: "off",
            spellcheck: "false", maxlength: 60,
        }),
        el("kbd", { "aria-hidden": "true" }, "/"));
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        const term = form.elements.term.value.trim();
        if (!term) return;
        const path = identifier.test(term) ? await objectPath(term) : `/customers?search=${encodeURIComponent(term)}`;
        if (path) {
            form.elements.term.value = "";
            go(path);
        } else {
            announce(`Nothing has the id ${term}.`);
            go(`/requests?search=${encodeURIComponent(term)}`);
        }
    });
}

/** The kinds of objects that a UUID can name, in the order of how often they are looked for. */
async function objectPath(id) {
    const places = [["/cards", "/cards"], ["/phones", "/phones"]];
    for (const [request, page] of places) {
        const answer = await send(sandbox("GET", `${request}/${id}`, { expects: [400, 403, 404] })).catch(() => null);
        // The page of a request shows what fails, too.
        if (answer?.ok) return `${page}/${id}`;
    }
    return null;
}
