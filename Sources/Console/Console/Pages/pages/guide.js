/** The guided story: one step at a time, with what happened and its curl. */
import { Problem } from "../api.js";
import { el, fill, announce } from "../view.js";
import { Panel } from "../panel.js";
import { command, openDrawer } from "../drawer.js";
import { curlOf } from "../curl.js";
import { problemView } from "../problem.js";
import { go, reload } from "../router.js";
import { session } from "../session.js";
import { steps } from "../story.js";
import { forgetStory, keep, tale } from "../tale.js";

/** @param {{ step?: string }} parameters */
export default async function guidePage({ step: wanted }) {
    const number = Math.min(Math.max(Number.parseInt(wanted ?? "1", 10) || 1, 1), steps.length);
    const scene = new Scene(number);
    tale.draw = () => scene.draw();
    scene.draw();
    return scene.element;
}

/** The page of one step of the story. */
class Scene {
    #number;
    #index;
    #step;
    #body = el("div", { class: "scene-body" });
    #problem = el("div", {});
    #foot = el("footer", {});
    #list = el("ol", { class: "steps" });

    /** @param {number} number of the step, from 1. */
    constructor(number) {
        this.#number = number;
        this.#index = number - 1;
        this.#step = steps[this.#index];
        this.element = el("div", { class: "page" },
            el("div", { class: "story" },
                el("nav", { "aria-label": "Steps of the story" }, this.#list),
                el("div", { class: "scene" },
                    el("header", {}, el("p", { class: "eyebrow" }, `Step ${number} of ${steps.length}`),
                        el("h1", {}, this.#step.title),
                        el("p", { class: "tale" }, this.#step.words)),
                    this.#body, this.#foot)));
    }

    draw() {
        const index = this.#index;
        fill(this.#list, steps.map((one, place) => stepItem(one, place, index)));
        const happened = tale.happened[index] ?? [];
        const isForgotten = tale.done > index && !happened.length;
        fill(this.#body,
            tale.done > index ? this.#step.draw({ ...tale, card: tale.cards[index] }) : null,
            happened.length ? el("section", { "aria-label": "What happened" },
                el("h2", { class: "unseen" }, "What happened"),
                el("ul", { class: "happened" }, happened.map(line))) : null,
            isForgotten ? el("p", { class: "hint" }, "The page was loaded again since. ",
                el("a", { href: "#/requests" }, "Requests"), " shows what was sent.") : null,
            this.#problem);
        fill(this.#foot, tale.done > index ? this.#nextLink() : this.#runButton(), this.#otherButtons());
    }

    /** @param {Tale} one */
    #panelOf(one) {
        return (one.panels[this.#index] ??= new Panel(this.#step.title));
    }

    #nextLink() {
        return this.#number === steps.length
            ? el("a", { class: "button primary", href: "#/", id: "next" }, "To the overview")
            : el("a", { class: "button primary", href: `#/story/${this.#number + 1}`, id: "next" },
                `Next: ${steps[this.#number].name}`);
    }

    /** Does the step, once those before it are done. */
    #runButton() {
        const isEarly = this.#index > tale.done;
        return [
            el("button", {
                type: "button", class: "primary", id: "next", disabled: tale.isBusy || isEarly,
                onclick: () => this.#run(),
            }, tale.isBusy ? "One moment" : this.#step.does),
            isEarly ? el("span", { class: "hint" }, "Before it comes ",
                el("a", { href: `#/story/${tale.done + 1}` }, steps[tale.done].name), ".") : null,
        ];
    }

    #otherButtons() {
        return el("div", { class: "right" },
            this.#number > 1 ? el("a", { class: "button", href: `#/story/${this.#number - 1}` }, "Back") : null,
            tale.done || tale.happened.some((list) => list.length)
                ? el("button", { type: "button", class: "quiet", onclick: startOver }, "Start over") : null,
            el("button", {
                type: "button", class: "curl", "aria-haspopup": "dialog", "aria-label": `${this.#step.title} as curl`,
                onclick: () => openDrawer(this.#panelOf(tale)),
            }, "curl"));
    }

    async #run() {
        const [number, index, step, present] = [this.#number, this.#index, this.#step, tale];
        present.isBusy = true;
        session.story = null;
        present.happened[index] = [];
        fill(this.#problem);
        this.draw();
        /**
         * @param {string} words
         * @param {ServiceRequest} request
         */
        const act = async (words, request) => {
            const answer = await this.#panelOf(present).send(request);
            present.happened[index].push({ words, answer });
            if (present === tale) tale.draw();
            return answer;
        };
        try {
            await step.run(act, present);
            present.done = Math.max(present.done, number);
            present.cards[index] = present.card;
            if (present === tale) keep(tale);
            announce(`${step.title}: done. `
                + (number < steps.length ? `Next is ${steps[number].name}.` : "That is the end."));
        } catch (error) {
            fill(this.#problem, problemView(error));
        } finally {
            present.isBusy = false;
            if (present === tale) {
                tale.draw();
                document.getElementById("next")?.focus();
            }
        }
    }
}

/**
 * @param {{ name: string }} step
 * @param {number} place
 * @param {number} present
 */
function stepItem(step, place, present) {
    const isDone = tale.done > place;
    return el("li", { class: isDone ? "done" : "" },
        el("a", { href: `#/story/${place + 1}`, "aria-current": place === present ? "step" : null },
            el("span", { class: "ordinal", "aria-hidden": "true" }, isDone ? "✓" : place + 1),
            el("span", { class: "words" }, step.name, isDone ? el("span", { class: "unseen" }, ", done") : null)));
}

/** @param {{ words: string, answer: ServiceAnswer }} happened */
function line({ words, answer }) {
    const { request, status } = answer;
    const refusal = refusalIn(answer);
    return el("li", { class: refusal ? "refused" : "" },
        el("details", {}, el("summary", {}, words), command(curlOf(request).text, words, { "data-sent": "true" })),
        el("span", {}, `${request.method} ${status}`),
        refusal ? el("p", { class: "hint" }, refusal) : null);
}

/**
 * Why something was refused, as the service says it; null if it was not. The story goes on after what it expects.
 *
 * @param {ServiceAnswer} answer
 */
function refusalIn(answer) {
    if (!answer.ok) return new Problem(answer).message;
    const { responseCode, meaning } = answer.body ?? {};
    return responseCode && responseCode !== "00" ? `${responseCode}: ${meaning}` : null;
}

function startOver() {
    forgetStory();
    go("/story/1");
    reload();
}
