/** The search: one field, with suggestions by kind, and everything by the keyboard. */
import { announce, debounced, el, fill, freshId } from "./view.js";
import { count } from "./format.js";
import { go } from "./router.js";
import { searchable, suggestions } from "./finders.js";

/**
 * Makes the field. It is not in the page itself, because a browser draws a page without a field sooner.
 *
 * @param {HTMLFormElement} form
 */
export function setUpSearch(form) {
    new Search(form);
}

class Search {
    #form;
    #field;
    #list = el("div", { id: "suggestions", role: "listbox", "aria-label": "Suggestions" });
    #hint = el("div", { class: "search-hint" });
    #popup = el("div", { class: "suggestions", hidden: true });
    /**
     * The options that are shown, each with its path.
     *
     * @type {{ node: HTMLElement, path: string }[]}
     */
    #options = [];
    #active = -1;
    /**
     * The term of what is shown.
     *
     * @type {string | null}
     */
    #shown = null;
    /** The search that runs. */
    #running = Promise.resolve();

    /** @param {HTMLFormElement} form */
    constructor(form) {
        this.#form = form;
        const ask = debounced(() => this.#ask(), new AbortController().signal);
        this.#field = el("input", {
            id: "term", name: "term", type: "search", placeholder: "Search everything",
            autocomplete: "off", spellcheck: "false", maxlength: 60, role: "combobox", "aria-expanded": "false",
            "aria-controls": "suggestions", "aria-autocomplete": "list",
            oninput: ask, onfocus: () => this.#ask(), onkeydown: (event) => this.#key(event),
        });
        fill(this.#popup, this.#list, this.#hint);
        fill(form, el("label", { class: "unseen", for: "term" },
            "Search customers, cards, requests, payments, disputes, shops and operations"),
            this.#field, el("kbd", { "aria-hidden": "true" }, "/"), this.#popup);
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            this.#enter();
        });
        form.addEventListener("focusout", ({ relatedTarget }) => {
            if (!form.contains(/** @type {Node | null} */ (relatedTarget))) this.#close();
        });
        // A press on a suggestion must not take the focus from the field, because the list would close.
        this.#popup.addEventListener("mousedown", (event) => event.preventDefault());
        this.#list.addEventListener("click", ({ target }) => {
            const pressed = /** @type {Node | null} */ (target);
            const option = this.#options.find(({ node }) => node.contains(pressed));
            if (option) this.#open(option);
        });
    }

    get #term() { return this.#field.value.trim(); }

    /** Looks for what is in the field, and shows it unless something else is there by then. */
    #ask() {
        const term = this.#term;
        if (term === this.#shown) return this.#reveal();
        this.#running = (term ? suggestions(term) : Promise.resolve([])).then((groups) => {
            if (term !== this.#term) return;
            this.#shown = term;
            this.#show(groups, term);
            this.#reveal();
        });
        return this.#running;
    }

    /**
     * @param {{ kind: string, found: Suggestion[] }[]} groups
     * @param {string} term
     */
    #show(groups, term) {
        this.#options = [];
        fill(this.#list, groups.map(({ kind, found }) => {
            const id = freshId("kind");
            return el("div", { role: "group", "aria-labelledby": id },
                el("p", { class: "kind", id, role: "presentation" }, kind), found.map((one) => this.#option(one)));
        }));
        this.#list.hidden = !groups.length;
        fill(this.#hint, groups.length ? null : [
            el("p", {}, term ? `Nothing is found for “${term}”. You can search for` : "You can search for"),
            el("ul", {}, searchable.map((words) => el("li", {}, words)))]);
        this.#hint.hidden = groups.length > 0;
        this.#activate(groups.length ? 0 : -1);
        if (term) announce(groups.length ? count(this.#options.length, "suggestion") : "Nothing is found.");
    }

    /** @param {Suggestion} suggestion */
    #option({ title, words, path }) {
        const node = el("div", { role: "option", id: freshId("option"), "aria-selected": "false" },
            el("strong", {}, title), el("span", {}, words));
        this.#options.push({ node, path });
        return node;
    }

    /** @param {number} index */
    #activate(index) {
        this.#options[this.#active]?.node.setAttribute("aria-selected", "false");
        this.#active = index;
        const option = this.#options[index];
        option?.node.setAttribute("aria-selected", "true");
        option?.node.scrollIntoView({ block: "nearest" });
        if (option) this.#field.setAttribute("aria-activedescendant", option.node.id);
        else this.#field.removeAttribute("aria-activedescendant");
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const last = this.#options.length - 1;
        const next = { ArrowDown: this.#active >= last ? 0 : this.#active + 1,
            ArrowUp: this.#active <= 0 ? last : this.#active - 1 }[event.key];
        if (next !== undefined && last >= 0) {
            event.preventDefault();
            if (this.#popup.hidden) this.#reveal();
            else this.#activate(next);
        }
        if (event.key === "Enter") {
            event.preventDefault();
            this.#enter();
        }
        if (event.key === "Escape" && !this.#popup.hidden) {
            // The first closes the list, and the second clears the field, as a browser does.
            event.preventDefault();
            event.stopPropagation();
            this.#close();
        }
    }

    async #enter() {
        await (this.#term === this.#shown ? this.#running : this.#ask());
        const option = this.#options[this.#active];
        if (option) this.#open(option);
        else this.#reveal();
    }

    /** @param {{ path: string }} option */
    #open({ path }) {
        this.#field.value = "";
        this.#field.blur();
        this.#close();
        go(path);
    }

    /** Shows the list, unless somebody has left the field before the answers were there. */
    #reveal() {
        if (!this.#form.contains(document.activeElement)) return;
        this.#popup.hidden = false;
        this.#field.setAttribute("aria-expanded", "true");
    }

    #close() {
        this.#popup.hidden = true;
        this.#field.setAttribute("aria-expanded", "false");
    }
}
