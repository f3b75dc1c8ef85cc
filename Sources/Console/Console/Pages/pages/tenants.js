/** Tenants: complete services on their own databases. The console can enter one. */
import { el, fill } from "../view.js";
import { sandbox } from "../api.js";
import { session } from "../session.js";
import { Panel } from "../panel.js";
import { formIn } from "../form.js";
import { table, emptiness, facts } from "../table.js";

export async function tenantsPart() {
    const panel = new Panel("Tenants", { class: "flush" });
    if (session.tenant) return inside(panel);
    const read = sandbox("GET", "/tenants");
    const list = el("div", {});
    const made = el("div", {});
    panel.reads("List the tenants", read);
    const again = () => panel.load(async () => {
        const { body } = await panel.send(read);
        panel.showRows(() => table("Tenants", columns(panel, again), body.tenants.map((name) => ({ name })),
            "No tenant. A test suite makes one for itself and deletes it afterwards; "
                + "making one takes about two seconds."), list);
    });
    const form = formIn(panel, {
        label: "Make a tenant", done: "Tenant made",
        fields: [
            { name: "name", label: "Name", value: "suite-1", longest: 30, required: true },
            { name: "brand", label: "Brand", value: "demo", longest: 40,
                hint: "Another name requires SCA for everything" },
            { name: "seed", label: "Seed", placeholder: "none", inputmode: "numeric", longest: 9,
                hint: "Makes a run repeatable" },
        ],
        request: ({ name, brand, seed }) => sandbox("POST", "/tenants", {
            json: { name, ...(brand ? { brand } : {}), ...(seed ? { seed: Number(seed) } : {}) },
        }),
        then: ({ body }) => {
            fill(made, el("div", { class: "note good" }, facts([["Card service", el("code", {}, body.baseUrl)],
                ["Sandbox", el("code", {}, body.sandboxUrl)],
                    ["Merchants", el("code", {}, body.merchantsUrl ?? "closed")]])));
            return again();
        },
    });
    panel.show(form, made, list);
    await again();
    return panel.element;
}

/**
 * @param {Panel} panel
 * @param {() => unknown} again
 * @returns {Column<{ name: string }>[]}
 */
function columns(panel, again) {
    return [
        { title: "Name", cell: ({ name }) => el("strong", {}, name) },
        { title: "", cell: ({ name }) => el("div", { class: "buttons" },
            el("button", { type: "button", class: "small", "aria-label": `Enter the tenant ${name}`, onclick: () =>
                enter(name) }, "Enter"),
            panel.rows.button({
                label: "Delete", name: `Delete the tenant ${name}`, kind: "small danger", sure: "Really?", then: again,
                done: "Tenant deleted", request: sandbox("DELETE", `/tenants/${name}`),
            })) },
    ];
}

/**
 * Inside a tenant there are no other tenants.
 *
 * @param {Panel} panel
 */
function inside(panel) {
    panel.reads("Ask where this tenant is", sandbox("GET", "/about"));
    panel.show(emptiness(`The console shows the tenant ${session.tenant}. `, el("button", {
        type: "button", onclick: () => enter(null),
    }, "Leave it")));
    return panel.element;
}

/** @param {string | null} name */
function enter(name) {
    session.tenant = name;
    window.dispatchEvent(new Event("tessera-tenant"));
}

