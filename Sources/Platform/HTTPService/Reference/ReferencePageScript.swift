extension ReferencePage {
    /// Searches the list of operations and error codes, and copies requests. Without the script, the page is as
    /// readable.
    ///
    /// A word is looked for in the names, paths and summaries, and in the members. Enter prefers an entry that has all
    /// words in its name, path or summary.
    static let script = PageScript(
        #"""
        const field = document.querySelector("#search");
        const found = document.querySelector("#found");
        const text = (elements) => [...elements].map((one) => one.textContent).join(" ").toLowerCase();
        const entries = [...document.querySelectorAll("nav li")].map((item) => {
            const link = item.firstElementChild;
            const target = document.getElementById(link.hash.slice(1));
            const names = text(target.querySelectorAll("h3, h3 + p, .path, :scope > td"));
            return { item, link, names, all: names + " " + text(target.querySelectorAll("table code")) };
        });
        const shown = () => entries.filter(({ item }) => !item.hidden);
        const best = () => shown().find(({ isBest }) => isBest) ?? shown()[0];

        function search() {
            const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
            const has = (text) => words.every((word) => text.includes(word));
            for (const entry of entries) {
                entry.item.hidden = !has(entry.all);
                entry.isBest = words.length > 0 && has(entry.names);
                entry.link.classList.remove("best");
            }
            for (const list of document.querySelectorAll("nav ul")) {
                const isEmpty = ![...list.children].some((item) => !item.hidden);
                list.hidden = isEmpty;
                list.previousElementSibling.hidden = isEmpty;
            }
            if (words.length) best()?.link.classList.add("best");
            const count = shown().length;
            found.textContent = words.length ? count ? `${count} found` : "Nothing matches. You can search for "
                + "operations, paths, members and error codes." : "";
        }

        /** Moves the focus among the found links; before the first one is the field. */
        function move(steps) {
            const links = [field, ...shown().map(({ link }) => link)];
            links[Math.min(Math.max(links.indexOf(document.activeElement) + steps, 0), links.length - 1)].focus();
        }

        document.addEventListener("keydown", (event) => {
            const isSearching = document.querySelector("nav").contains(document.activeElement);
            if (event.ctrlKey || event.metaKey || event.altKey) return;
            if (event.key === "/" && document.activeElement !== field) {
                field.focus();
                field.select();
            } else if (isSearching && event.key === "ArrowDown") {
                move(1);
            } else if (isSearching && event.key === "ArrowUp") {
                move(-1);
            } else if (event.key === "Enter" && document.activeElement === field) {
                best()?.link.click();
            } else if (isSearching && event.key === "Escape") {
                field.value = "";
                search();
                field.focus();
            } else {
                return;
            }
            event.preventDefault();
        });
        field.addEventListener("input", search);
        field.parentElement.hidden = false;
        search();

        for (const block of document.querySelectorAll(".block")) {
            const button = document.createElement("button");
            button.type = "button";
            button.textContent = "Copy";
            button.addEventListener("click", () => {
                // The clipboard's own interface is only there with TLS, or on this machine.
                getSelection().selectAllChildren(block.querySelector("code"));
                button.textContent = document.execCommand("copy") ? "Copied" : "Selected";
                setTimeout(() => { button.textContent = "Copy"; }, 1500);
            });
            block.append(button);
        }
        """#)
}
