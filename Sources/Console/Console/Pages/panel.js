/** A panel of a page: a heading, what it shows, its actions, and their curl. */
import { el, fill, announce, freshId, notify, occupied } from "./view.js";
import { send } from "./api.js";
import { problemView } from "./problem.js";
import { openDrawer } from "./drawer.js";

const rememberedAnswers = 12;

/**
 * @param {RequestMaker} request
 * @returns {() => ServiceRequest | null}
 */
const makerOf = (request) => (typeof request === "function" ? request : () => request);

/** Requests with labels, which the drawer shows, and the buttons that send some of them. */
class Actions {
    /**
     * The request of a form is null while the form is not complete.
     *
     * @type {{ label: string, request: () => ServiceRequest | null }[]}
     */
    entries = [];
    #panel;

    /** @param {Panel} panel */
    constructor(panel) {
        this.#panel = panel;
    }

    /**
     * @param {string} label
     * @param {RequestMaker} request
     */
    add(label, request) {
        this.entries.push({ label, request: makerOf(request) });
    }

    clear() {
        this.entries = [];
    }

    /**
     * A button that sends a request.
     *
     * @param {Action} action `request` (the request, or a function), `run(panel)` instead of sending the request alone,
     *   `incomplete` for when there is no request, `done` for what is said afterwards, `kind` (primary, danger), `sure`
     *   for a question, `undo` for what returns the request that takes it back, before it is done.
     */
    button(action) {
        const request = makerOf(action.request);
        this.add(action.label, request);
        const isGrave = action.sure || action.kind?.includes("danger");
        const button = el("button", {
            type: "button", class: action.kind ?? "", "aria-label": action.name,
            // The second half of a double click answers no question that the first half has made, and does not delete
            // what has come to the place of what the first half has deleted.
            onclick: ({ detail }) => { if (detail < 2 || !isGrave) this.#panel.act(button, action, request); },
        }, action.label);
        return button;
    }
}

export class Panel {
    /** The reads and the actions that stay when it shows something else. */
    own = new Actions(this);
    /** The actions of the rows that it shows now, or of the one thing that it is about. */
    rows = new Actions(this);
    /** @type {ServiceAnswer[]} */
    answers = [];
    /**
     * Loads and shows what this panel is for, as whoever makes the panel sets it.
     *
     * @type {() => unknown}
     */
    loader = () => undefined;
    #loads = 0;

    /**
     * @param {string} title
     * @param {{ level?: 2 | 3, class?: string, hint?: string }} options `level` of the heading (2), `class` for the
     *   look, `hint` beside the title.
     */
    constructor(title, options = {}) {
        this.title = title;
        const id = freshId("panel");
        this.body = el("div", { class: "panel-body" });
        this.tools = el("div", { class: "tools" });
        this.notice = el("div", {});
        this.element = el("section", { class: `panel ${options.class ?? ""}`, "aria-labelledby": id },
            el("header", {},
                el(`h${options.level ?? 2}`, { id }, title),
                options.hint ? el("p", { class: "hint" }, options.hint) : null,
                this.tools,
                el("button", {
                    type: "button", class: "curl", "aria-label": `${title} as curl`, "aria-haspopup": "dialog",
                    onclick: () => openDrawer(this),
                }, "curl")),
            this.notice, this.body);
    }

    /** @param {...unknown} children */
    show(...children) {
        fill(this.body, ...children);
        return this;
    }

    /**
     * Shows rows, or something else with actions. The actions of what was there before go with it.
     *
     * @param {() => unknown} draw
     * @param {Element} place
     */
    showRows(draw, place = this.body) {
        this.rows.clear();
        fill(place, draw());
        return this;
    }

    /**
     * Sends a request of this panel and remembers its curl and its answer.
     *
     * @template Body
     * @param {ServiceRequest<Body>} request
     */
    async send(request) {
        return send(request, (answer) => {
            this.answers.unshift(answer);
            this.answers.length = Math.min(this.answers.length, rememberedAnswers);
        });
    }

    /**
     * Shows an error above what the panel shows.
     *
     * @param {Failure} error
     */
    fail(error) {
        fill(this.notice, problemView(error));
    }

    clear() {
        fill(this.notice);
    }

    /**
     * Loads and shows; what fails is shown in this panel, so that the others stay.
     *
     * @param {(panel: this) => unknown} work
     */
    async load(work) {
        this.#loads += 1;
        this.element.setAttribute("aria-busy", "true");
        try {
            await work(this);
            if (this.notice.querySelector(".problem")) this.clear();
        } catch (error) {
            this.fail(error);
        } finally {
            this.#loads -= 1;
            if (!this.#loads) this.element.removeAttribute("aria-busy");
        }
        return this;
    }

    /** Loads with the panel's own loader: at first, and after every change. */
    async again() {
        await this.loader();
    }

    /**
     * Names a request for the drawer without a button of its own, such as the read that fills the panel.
     *
     * @param {string} label
     * @param {RequestMaker} request
     */
    reads(label, request) {
        this.own.add(label, request);
        return this;
    }

    /**
     * A button that sends a request, and stays when the panel shows something else.
     *
     * @param {Action} action
     */
    button(action) {
        return this.own.button(action);
    }

    /**
     * @param {HTMLButtonElement} button
     * @param {Action} action
     * @param {() => ServiceRequest | null} request
     */
    async act(button, action, request) {
        if (action.sure && !button.dataset.sure) return this.#ask(button, action);
        this.#forget(button, action);
        this.clear();
        await occupied(button, async () => {
            try {
                const wanted = request();
                if (!wanted && !action.run) return this.fail(new Error(action.incomplete));
                const back = await action.undo?.(this);
                const answer = action.run ? await action.run(this, wanted)
                    : await this.send(/** @type {ServiceRequest} */ (wanted));
                notify(action.done ?? `${action.label}: done`, back ? () => this.#undo(back, action) : null);
                await action.then?.(answer);
            } catch (error) {
                this.fail(error);
            }
        });
    }

    /**
     * @param {ServiceRequest} request
     * @param {Action} action
     */
    async #undo(request, action) {
        try {
            const answer = await this.send(request);
            notify("It is undone.");
            await action.then?.(answer);
        } catch (error) {
            this.fail(error);
        }
    }

    /**
     * What cannot be taken back asks again in its own button.
     *
     * @param {HTMLButtonElement} button
     * @param {Action} action
     */
    #ask(button, action) {
        const question = action.sure ?? "Really?";
        button.dataset.sure = "asked";
        button.textContent = question;
        announce(question);
        setTimeout(() => this.#forget(button, action), 6000);
    }

    /**
     * @param {HTMLButtonElement} button
     * @param {Action} action
     */
    #forget(button, action) {
        if (!button.dataset.sure) return;
        delete button.dataset.sure;
        button.textContent = action.label;
    }
}
