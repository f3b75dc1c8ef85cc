/** Light, dark, or as the system has it. */
const name = "tessera.theme";
const choices = ["auto", "light", "dark"];
/** @type {Record<string, string>} */
const labels = { auto: "◐ Auto", light: "◐ Light", dark: "◐ Dark" };
/** @type {Record<string, string>} */
const words = { auto: "auto, as the system", light: "light", dark: "dark" };

/** @param {HTMLElement} button */
export function setUpTheme(button) {
    const kept = localStorage.getItem(name) ?? "";
    let choice = choices.includes(kept) ? kept : "auto";
    apply();
    button.addEventListener("click", () => {
        choice = choices[(choices.indexOf(choice) + 1) % choices.length];
        localStorage.setItem(name, choice);
        apply();
    });

    function apply() {
        if (choice === "auto") delete document.documentElement.dataset.theme;
        else document.documentElement.dataset.theme = choice;
        button.textContent = labels[choice];
        button.setAttribute("aria-label", `Theme: ${words[choice]}`);
    }
}
