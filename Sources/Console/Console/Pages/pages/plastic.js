/** What is printed on a card: shown by a click, and masked again after 30 seconds or when the page is left. */
import { el, announce } from "../view.js";
import { sandbox } from "../api.js";

const shownSeconds = 30;

/**
 * @param {Panel} panel
 * @param {CardPage} page
 * @param {(printed?: Sandbox.PlasticAnswer) => void} draw is called with what is printed, and without it to mask it.
 */
export function plasticControl(panel, page, draw) {
    const request = sandbox("GET", `/cards/${page.cardId}/plastic`);
    panel.reads("Read what is printed on the card", request);
    const button = el("button", { type: "button", "aria-pressed": "false", onclick: () => toggle() },
        "Show the number");
    const note = el("p", { class: "hint" });
    /** @type {ReturnType<typeof setInterval> | null} */
    let timer = null;
    let left = 0;

    async function toggle() {
        if (timer) return mask();
        button.disabled = true;
        try {
            const { body } = await panel.send(request);
            if (document.hidden || page.signal.aborted) return;
            draw(body);
            announce(
                `The card's number is ${body.pan}, the security code ${body.cvv}. `
                + `It is masked in ${shownSeconds} seconds.`);
            left = shownSeconds;
            button.setAttribute("aria-pressed", "true");
            button.textContent = "Mask the number";
            tick();
            timer = setInterval(tick, 1000);
        } catch (error) {
            panel.fail(error);
        } finally {
            button.disabled = false;
        }
    }

    function tick() {
        note.textContent = `Masked again in ${left} s`;
        if (left <= 0) mask();
        left -= 1;
    }

    function mask() {
        if (!timer) return;
        clearInterval(timer);
        timer = null;
        note.textContent = "";
        announce("The number is masked.");
        button.setAttribute("aria-pressed", "false");
        button.textContent = "Show the number";
        draw();
    }

    page.signal.addEventListener("abort", mask);
    document.addEventListener("visibilitychange", () => { if (document.hidden) mask(); }, { signal: page.signal });
    const element = el("div", { class: "buttons" }, button, note);
    element.classList.add("plastic");
    return { element, mask };
}
