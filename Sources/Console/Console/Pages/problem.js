/** Shows an error as the service words it. */
import { el } from "./view.js";

/** @param {Failure} problem */
export function problemView(problem) {
    const fields = (problem.fields ?? []).filter((field) => field.error);
    return el("div", { class: "problem", role: "alert" },
        el("p", { class: "problem-title" }, el("strong", {}, problem.title ?? "This cannot be done"),
            problem.status && problem.title !== `Status ${problem.status}`
                ? el("span", { class: "chip" }, problem.status) : null,
            problem.code ? el("code", {}, problem.code) : null),
        el("p", {}, problem.detail ?? problem.message),
        fields.length
            ? el("ul", {}, fields.map((field) => el("li", {}, field.field ? el("code", {}, field.field) : null, " ",
                field.error)))
            : null);
}

/**
 * Marks the fields of a form that the service has refused. Returns how many it found.
 *
 * @param {HTMLFormElement} form
 * @param {{ fields?: Failure["fields"] } | null} problem
 */
export function markFields(form, problem) {
    for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
    for (const note of form.querySelectorAll(".field-error")) note.textContent = "";
    let found = 0;
    for (const { field, error } of problem?.fields ?? []) {
        const input = /** @type {HTMLInputElement[]} */ ([...form.elements])
            .find((element) => element.name && element.name === field);
        const note = input && document.getElementById(`${input.id}-error`);
        if (!note) continue;
        input.setAttribute("aria-invalid", "true");
        note.textContent = error;
        found += 1;
    }
    if (found) /** @type {HTMLElement | null} */ (form.querySelector("[aria-invalid]"))?.focus();
    return found;
}
