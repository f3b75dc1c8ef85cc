/**
 * The rules of accessibility that a machine can check, after WCAG 2.2. This file runs in the page, and may run there
 * again; `check()` returns a sentence for each violation. `checkColours()` does so for the only rule that depends on
 * colours.
 */
{
    const rules = [names, references, headings, landmarks, order, contents, targets, layout, contrasts];

    globalThis.check = () => [...new Set(rules.flatMap((rule) => [...rule()]))];
    globalThis.checkColours = () => [...new Set(contrasts())];

    const isShown = (element) => element.checkVisibility({ checkVisibilityCSS: true })
        && !element.closest('[aria-hidden="true"]');
    const all = (selector) => [...document.querySelectorAll(selector)].filter(isShown);
    const where = (element) => `<${element.tagName.toLowerCase()}${element.id ? ` id="${element.id}"` : ""}`
        + `${element.className && typeof element.className === "string" ? ` class="${element.className}"` : ""}> `
        + `“${(element.textContent ?? "").trim().slice(0, 40)}”`;

    function* names() {
        for (const element of all(
            "a[href], button, input, select, textarea, summary, [role=button], [role=listbox], dialog, nav, "
            + "section[aria-labelledby], [role=region], [role=img], form[aria-label]")) {
            if (!nameOf(element)) yield `has no name: ${where(element)}`;
        }
        for (const input of all("input, select, textarea")) {
            if (!input.labels?.length && !input.getAttribute("aria-label")) yield `has no label: ${where(input)}`;
        }
        for (const image of all("img")) {
            if (image.getAttribute("alt") === null) yield `an image has no alt: ${where(image)}`;
        }
    }

    /** Ids are unique, and every referenced id exists. */
    function* references() {
        const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
        for (const id of new Set(ids.filter((one, index) => ids.indexOf(one) !== index))) {
            yield `the id ${id} exists twice`;
        }
        for (const element of document.querySelectorAll("[aria-labelledby], [aria-describedby], [aria-controls]")) {
            for (const name of ["aria-labelledby", "aria-describedby", "aria-controls"]) {
                for (const id of (element.getAttribute(name) ?? "").split(" ").filter(Boolean)) {
                    if (!document.getElementById(id)) {
                        yield `${name} names ${id}, which does not exist: ${where(element)}`;
                    }
                }
            }
        }
    }

    function* headings() {
        let level = 0;
        for (const heading of all("h1, h2, h3, h4")) {
            const next = Number(heading.tagName[1]);
            if (next > level + 1) yield `h${next} follows h${level}: ${where(heading)}`;
            level = next;
        }
        if (all("h1").length !== 1) yield `there are ${all("h1").length} headings of the first level`;
    }

    function* landmarks() {
        for (const landmark of ["header", "main", "nav", "[role=search]"]) {
            if (!document.querySelector(landmark)) yield `there is no ${landmark}`;
        }
        if (!document.documentElement.lang) yield "the page has no language";
    }

    /** The keyboard goes through the page in the order of its text, and hidden elements are not visible. */
    function* order() {
        for (const element of document.querySelectorAll("[tabindex]")) {
            if (element.tabIndex > 0) yield `is out of the order of the keyboard: ${where(element)}`;
        }
        for (const element of all("[hidden]")) yield `is hidden, and shown nevertheless: ${where(element)}`;
    }

    /** Elements are only where they may be. */
    function* contents() {
        for (const list of all("ul, ol")) {
            if ([...list.children].some(({ tagName }) => !["LI", "TEMPLATE"].includes(tagName))) {
                yield `holds other things than items: ${where(list)}`;
            }
        }
        for (const cell of all("th")) if (!cell.scope) yield `a heading of a table has no scope: ${where(cell)}`;
        for (const element of all("a, button, input, select, textarea")) {
            if (element.closest("a, button")?.contains(element) && element.closest("a, button") !== element) {
                yield `is inside another control: ${where(element)}`;
            }
        }
    }

    /** Every target of a click is large enough. */
    function* targets() {
        for (const element of all("a[href], button")) {
            const box = element.getBoundingClientRect();
            const isInText = getComputedStyle(element).display === "inline";
            if (box.width && !isInText && (box.width < 24 || box.height < 24)) {
                yield `is smaller than 24 pixels (${Math.round(box.width)} by ${Math.round(box.height)}): `
                    + where(element);
            }
        }
    }

    /** A choice that is too long ends with an ellipsis, and the command of a panel is beside its title. */
    function* layout() {
        for (const choice of all("select")) {
            if (getComputedStyle(choice).textOverflow !== "ellipsis") {
                yield `would cut its text without an ellipsis: ${where(choice)}`;
            }
        }
        for (const curl of all(".panel > header > .curl")) {
            const title = curl.parentElement?.querySelector("h2");
            if (title && curl.getBoundingClientRect().top > title.getBoundingClientRect().bottom) {
                yield `is below the title of its panel: ${where(curl)}`;
            }
        }
    }

    function nameOf(element) {
        const by = element.getAttribute("aria-labelledby");
        const labelled = by?.split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
        const label = element.labels?.[0]?.textContent;
        const images = [...element.querySelectorAll?.("img[alt]") ?? []].map(({ alt }) => alt).join(" ");
        const own = ["DIALOG", "NAV", "SECTION", "FORM", "SELECT", "INPUT", "TEXTAREA"].includes(element.tagName) ? ""
            : element.textContent;
        return [labelled, element.getAttribute("aria-label"), label, element.getAttribute("title"), own, images]
            .some((text) => text?.trim());
    }

    /** Finds text with a contrast to its background of less than 4.5, or of less than 3 if it is large. */
    function* contrasts() {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const element = node.parentElement;
            if (!node.data.trim() || !isShown(element)
                || element.closest("svg, .unseen, :disabled, .face, .device, noscript")) continue;
            const style = getComputedStyle(element);
            const behind = background(element);
            if (!behind) continue;
            const ink = over(colour(style.color), behind);
            const size = Number.parseFloat(style.fontSize);
            const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
            const ratio = contrast(ink, behind);
            if (ratio < (isLarge ? 3 : 4.5)) yield `has a contrast of ${ratio.toFixed(2)}: ${where(element)}`;
        }
    }

    /** The colour behind an element; null behind a picture. */
    function background(element) {
        const layers = [];
        for (let one = element; one; one = one.parentElement) {
            const style = getComputedStyle(one);
            if (style.backgroundImage !== "none") return null;
            const layer = colour(style.backgroundColor);
            layers.push(layer);
            if (layer[3] === 1) break;
        }
        return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255, 1]);
    }

    function colour(text) {
        const numbers = text.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
        const scale = text.startsWith("color(srgb") ? 255 : 1;
        return [numbers[0] * scale, numbers[1] * scale, numbers[2] * scale, numbers[3] ?? 1];
    }

    function over(top, below) {
        return [0, 1, 2].map((index) => top[index] * top[3] + below[index] * (1 - top[3])).concat(1);
    }

    function contrast(one, other) {
        const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
        return (light + 0.05) / (dark + 0.05);
    }

    function luminance(parts) {
        const [red, green, blue] = parts.slice(0, 3).map((part) => {
            const share = part / 255;
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    }
}
