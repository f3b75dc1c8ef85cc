/** Forms: fields with labels, what is wrong with them, and a request that follows what was typed. */
import { el, fill, freshId, notify, occupied } from "./view.js";
import { markFields, problemView } from "./problem.js";

/**
 * A field. `options` makes it a list to choose from; `lines` makes it a text of several lines.
 *
 * @param {Field} field with `options` of [value, words].
 */
export function fieldOf(field) {
    const id = freshId("field");
    const described = [field.hint ? `${id}-hint` : null, `${id}-error`].filter(Boolean).join(" ");
    const common = {
        id, name: field.name, required: field.required, "aria-describedby": described, oninput: field.oninput,
        onchange: field.onchange,
    };
    let input;
    if (field.options) {
        input = el("select", common, field.options.map(([value, words]) =>
            el("option", { value, selected: value === field.value }, words ?? value)));
    } else if (field.lines) {
        input = el("textarea", { ...common, rows: field.lines, spellcheck: "false", autocapitalize: "off" });
        input.value = field.value ?? "";
    } else if (field.type === "checkbox") {
        input = el("input", { ...common, type: "checkbox", checked: field.value });
    } else {
        input = el("input", {
            ...common, type: field.type ?? "text", value: field.value ?? "", maxlength: field.longest ?? 200,
            inputmode: field.inputmode, autocomplete: "off", placeholder: field.placeholder, spellcheck: "false",
            list: field.list,
        });
    }
    const label = el("label", { for: id }, field.label);
    const notes = [
        field.hint ? el("p", { class: "hint", id: `${id}-hint` }, field.hint) : null,
        el("p", { class: "field-error", id: `${id}-error` }),
    ];
    return field.type === "checkbox"
        ? el("div", { class: `field check ${field.width ?? ""}` }, input, label, notes)
        : el("div", { class: `field ${field.width ?? ""}` }, label, input, notes);
}

/**
 * A form in a panel. Its curl follows what was typed.
 *
 * @param {Panel} panel
 * @param {FormOptions} options `request(values)` is null if it is not complete, `run(panel, request, values)` is done
 *   instead of sending the request alone, and `done` is what is said afterwards.
 * @param {Actions} actions of the panel, to which the form's belongs: its own, or those of its rows.
 */
export function formIn(panel, options, actions = panel.own) {
    const notice = el("div", { class: "form-notice" });
    const button = el("button", { type: "submit", class: options.kind ?? "primary" }, options.label);
    const form = el("form", {
        class: `form ${options.class ?? ""}`, novalidate: true, "aria-label": options.name ?? options.label,
        onsubmit: (event) => {
            event.preventDefault();
            submit();
        },
    }, options.fields.map((field) => (field instanceof Node ? field : fieldOf(field))),
    el("div", { class: "buttons" }, button, options.more), notice);
    const request = () => options.request(valuesOf(form));
    actions.add(options.name ?? options.label, request);

    async function submit() {
        fill(notice);
        markFields(form, null);
        const empty = inputsOf(form).find((input) => input.required && !input.value.trim());
        if (empty) {
            const error = { fields: [{ field: empty.name, error: "is required" }] };
            return void markFields(form, error);
        }
        const wanted = request();
        if (!wanted) return void fill(notice, el("p", { class: "field-error" }, options.incomplete
            ?? "Fill in the form."));
        await occupied(button, async () => {
            try {
                const answer = options.run
                    ? await options.run(panel, wanted, valuesOf(form)) : await panel.send(wanted);
                notify(options.done ?? `${options.label}: done`);
                await options.then?.(answer, form);
            } catch (error) {
                markFields(form, error);
                fill(notice, problemView(error));
            }
        });
    }
    return form;
}

/**
 * The fields of a form.
 *
 * @param {HTMLFormElement} form
 */
export const inputsOf = (form) => /** @type {HTMLInputElement[]} */ ([...form.elements]);

/**
 * What was typed, by the names of the fields.
 *
 * @param {HTMLFormElement} form
 * @returns {Values}
 */
export function valuesOf(form) {
    /** @type {Values} */
    const values = {};
    for (const input of inputsOf(form)) {
        if (!input.name) continue;
        if (input.type === "radio") {
            if (input.checked) values[input.name] = input.value;
        } else {
            values[input.name] = valueOf(input);
        }
    }
    return values;
}

/** @param {HTMLInputElement} input */
function valueOf(input) {
    if (input.type === "checkbox") return input.checked;
    // The lines of a longer text keep their numbers.
    return input.localName === "textarea" ? input.value : input.value.trim();
}

/**
 * Opens a dialog with a form. It closes when the form has done its work.
 *
 * @param {string} title
 * @param {unknown} content
 */
export function dialogWith(title, content) {
    const id = freshId("dialog");
    /** @type {HTMLDialogElement} */
    const dialog = el("dialog", { class: "dialog", "aria-labelledby": id },
        el("header", {}, el("h2", { id }, title),
            el("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Close")),
        el("div", { class: "dialog-body" }, content));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
}
