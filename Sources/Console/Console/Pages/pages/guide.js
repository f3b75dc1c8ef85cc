/** The guided story: one step of a tale at a time, with what happened and its curl. */
import { Problem } from "../api.js";
import { el, fill, announce } from "../view.js";
import { Panel } from "../panel.js";
import { command, openDrawer } from "../drawer.js";
import { curlOf } from "../curl.js";
import { problemView } from "../problem.js";
import { go, reload } from "../router.js";
import { steps } from "../story.js";
import { forgetStory, keep, release, taleOf } from "../tale.js";

/** @param {{ step?: string }} parameters */
export default async function guidePage({ step }) {
    return storyPage({ name: "card", path: "/story", steps }, step);
}

/**
 * The page of one step of a tale.
 *
 * @param {Story} story
 * @param {string} [wanted] the number of the step, from 1.
 */
export function storyPage(story, wanted = "1") {
    const number = Math.min(Math.max(Number.parseInt(wanted, 10) || 1, 1), story.steps.length);
    const scene = new Scene(story, number);
    taleOf(story.name).draw = () => scene.draw();
    scene.draw();
    return scene.element;
}

/** The tales, by their paths. */
const tales = [["/story", "A card"], ["/story/dispute", "A purchase goes wrong"]];

/** The page of one step of the story. */
class Scene {
    #number;
    #index;
    #step;
    #body = el("div", { class: "scene-body" });
    #problem = el("div", {});
    #foot = el("footer", {});
    #list = el("ol", { class: "steps" });
    #story;

    /**
     * @param {Story} story
     * @param {number} number of the step, from 1.
     */
    constructor(story, number) {
        this.#story = story;
        this.#number = number;
        this.#index = number - 1;
        this.#step = story.steps[this.#index];
        this.element = el("div", { class: "page" },
            el("nav", { class: "tabs", "aria-label": "Tales" }, tales.map(([path, title]) => el("a",
                { href: `#${path}/1`, "aria-current": path === story.path ? "page" : null }, title))),
            el("div", { class: "story" },
                el("nav", { "aria-label": "Steps of the story" }, this.#list),
                el("div", { class: "scene" },
                    el("header", {}, el("p", { class: "eyebrow" }, `Step ${number} of ${story.steps.length}`),
                        el("h1", {}, this.#step.title),
                        el("p", { class: "tale" }, this.#step.words)),
                    this.#body, this.#foot)));
    }

    draw() {
        const { steps, path } = this.#story;
        const [index, tale] = [this.#index, this.#tale];
        fill(this.#list, steps.map((one, place) => stepItem(one, place, index, tale.done, path)));
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

    get #tale() { return taleOf(this.#story.name); }

    /** @param {Tale} one */
    #panelOf(one) {
        return (one.panels[this.#index] ??= new Panel(this.#step.title));
    }

    #nextLink() {
        const { steps, path } = this.#story;
        return this.#number === steps.length
            ? el("a", { class: "button primary", href: "#/", id: "next" }, "To the overview")
            : el("a", { class: "button primary", href: `#${path}/${this.#number + 1}`, id: "next" },
                `Next: ${steps[this.#number].name}`);
    }

    /** Does the step, once those before it are done. */
    #runButton() {
        const [{ steps, path }, tale] = [this.#story, this.#tale];
        const isEarly = this.#index > tale.done;
        return [
            el("button", {
                type: "button", class: "primary", id: "next", disabled: tale.isBusy || isEarly,
                onclick: () => this.#run(),
            }, tale.isBusy ? "One moment" : this.#step.does),
            isEarly ? el("span", { class: "hint" }, "Before it comes ",
                el("a", { href: `#${path}/${tale.done + 1}` }, steps[tale.done].name), ".") : null,
        ];
    }

    #otherButtons() {
        const [story, tale] = [this.#story, this.#tale];
        return el("div", { class: "right" },
            this.#number > 1 ? el("a", { class: "button", href: `#${story.path}/${this.#number - 1}` }, "Back") : null,
            tale.done || tale.happened.some((list) => list.length)
                ? el("button", { type: "button", class: "quiet", onclick: () => startOver(story) }, "Start over")
                : null,
            el("button", {
                type: "button", class: "curl", "aria-haspopup": "dialog", "aria-label": `${this.#step.title} as curl`,
                onclick: () => openDrawer(this.#panelOf(tale)),
            }, "curl"));
    }

    async #run() {
        const { name, steps } = this.#story;
        const [number, index, step, present] = [this.#number, this.#index, this.#step, this.#tale];
        present.isBusy = true;
        release(name);
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
            if (present === this.#tale) present.draw();
            return answer;
        };
        try {
            await step.run(act, present);
            present.done = Math.max(present.done, number);
            present.cards[index] = present.card;
            if (present === this.#tale) keep(name, present);
            announce(`${step.title}: done. `
                + (number < steps.length ? `Next is ${steps[number].name}.` : "That is the end."));
        } catch (error) {
            fill(this.#problem, problemView(error));
        } finally {
            present.isBusy = false;
            if (present === this.#tale) {
                present.draw();
                document.getElementById("next")?.focus();
            }
        }
    }
}

/**
 * @param {{ name: string }} step
 * @param {number} place
 * @param {number} present
 * @param {number} done how many steps are.
 * @param {string} path of the tale.
 */
function stepItem(step, place, present, done, path) {
    const isDone = done > place;
    return el("li", { class: isDone ? "done" : "" },
        el("a", { href: `#${path}/${place + 1}`, "aria-current": place === present ? "step" : null },
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

/** @param {Story} story */
function startOver({ name, path }) {
    forgetStory(name);
    go(`${path}/1`);
    reload();
}
