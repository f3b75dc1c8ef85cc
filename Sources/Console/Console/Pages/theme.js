/** Light, dark, or as the system has it. */
const name = "tessera.theme";
const choices = ["auto", "light", "dark"];

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
        button.textContent = { auto: "◐ Auto", light: "◐ Light", dark: "◐ Dark" }[choice];
        const words = { auto: "auto, as the system", light: "light", dark: "dark" };
        button.setAttribute("aria-label", `Theme: ${words[choice]}`);
    }
}
