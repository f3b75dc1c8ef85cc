/** The parts of a page that the console's modules use, for tests in node. Tests import this before the modules. */
const page = new EventTarget();
const inert = { hidden: false, title: "" };

Object.assign(globalThis, {
    window: page,
    document: Object.assign(new EventTarget(), inert),
    location: { hash: "", search: "", pathname: "/", origin: "http://127.0.0.1:8081" },
    sessionStorage: { kept: new Map(), getItem(name) { return this.kept.get(name) ?? null; },
        setItem(name, value) { this.kept.set(name, value); }, removeItem(name) { this.kept.delete(name); } },
    matchMedia: () => new EventTarget(),
    requestAnimationFrame: (draw) => setImmediate(draw),
});

export const pages = "../../../../Sources/Console/Console/Pages";
