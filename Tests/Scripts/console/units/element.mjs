/** The part of an element that the list of rows uses. There is no layout, so a test sets the height. */
export class FakeElement extends EventTarget {
    children = [];
    parent = null;
    attributes = {};
    clientHeight = 0;
    scrollTop = 0;
    written = {};
    style = { setProperty: (name, value) => { this.written[name] = value; } };

    get id() { return this.attributes.id; }
    get firstChild() { return this.children[0] ?? null; }
    get nextSibling() { return this.parent.children[this.parent.children.indexOf(this) + 1] ?? null; }
    setAttribute(name, value) { this.attributes[name] = value; }
    append(...nodes) { for (const node of nodes) this.insertBefore(node, null); }
    closest() { return this; }
    scrollIntoView() {}

    insertBefore(node, next) {
        node.remove();
        node.parent = this;
        this.children.splice(next ? this.children.indexOf(next) : this.children.length, 0, node);
    }

    remove() {
        if (this.parent) this.parent.children.splice(this.parent.children.indexOf(this), 1);
        this.parent = null;
    }
}

Object.assign(globalThis, { Node: FakeElement, ResizeObserver: class { observe() {} } });
Object.assign(document, { createElement: () => new FakeElement() });
