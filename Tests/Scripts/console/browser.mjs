/** Drives headless Chromium over a pipe with the DevTools protocol. It needs only Node and Chromium. */
import { spawn } from "node:child_process";
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Only a page that hangs takes longer. */
const patienceMilliseconds = 300_000;

export class Browser {
    #next = 0;
    #waiting = new Map();
    #listeners = new Map();
    #rest = "";
    #session;
    #folder = mkdtempSync(join(tmpdir(), "console-browser-"));
    /** The path of the console's modules, which names their release. */
    parts;
    /** The faults: errors of scripts, violations of the policy, requests to other hosts. */
    faults = [];

    /** Starts Chromium and opens an empty page. */
    static async start(base, output) {
        const browser = new Browser();
        browser.base = base.replace(/\/$/, "");
        const page = await (await fetch(`${browser.base}/`)).text();
        browser.parts = page.match(/src="(\/console\/.*?)app\.js"/)[1];
        browser.output = output;
        if (output) mkdirSync(output, { recursive: true });
        browser.process = spawn(process.env.CHROMIUM ?? "chromium", [
            "--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--hide-scrollbars", "--no-first-run",
            "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update",
            "--disable-sync", "--disable-default-apps", "--mute-audio", `--user-data-dir=${browser.#folder}`,
                "about:blank",
        ], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"], detached: true });
        // A character may come in two pieces.
        browser.process.stdio[4].setEncoding("utf8").on("data", (text) => browser.#receive(text));
        await browser.#attach();
        return browser;
    }

    async #attach() {
        const { targetInfos } = await this.send("Target.getTargets", {}, null);
        const target = targetInfos.find(({ type }) => type === "page")
            ?? await this.send("Target.createTarget", { url: "about:blank" }, null);
        const attached = await this.send("Target.attachToTarget", { targetId: target.targetId, flatten: true }, null);
        this.#session = attached.sessionId;
        for (const domain of ["Page", "Runtime", "Log", "Network", "Accessibility", "DOM"]) await this.send(
            `${domain}.enable`);
        this.on("Runtime.exceptionThrown", ({ exceptionDetails }) => this.faults.push(
            `script error: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`));
        this.on("Runtime.consoleAPICalled", ({ type, args }) => {
            if (type !== "error") return;
            this.faults.push(`console error: ${args.map(({ value, description }) => value ?? description).join(" ")}`);
        });
        this.on("Log.entryAdded", ({ entry }) => {
            if (entry.source === "security" || /Content.Security.Policy/i.test(entry.text)) this.faults.push(
                `policy: ${entry.text}`);
        });
        this.on("Network.requestWillBeSent", ({ request }) => {
            const isOwn = request.url.startsWith(`${this.base}/`) || /^(data|blob|about|chrome):/.test(request.url);
            if (!isOwn) this.faults.push(`request to another place: ${request.url}`);
        });
        await this.send("Page.addScriptToEvaluateOnNewDocument", {
            source: `window.__violations = []; document.addEventListener("securitypolicyviolation",
                (event) => window.__violations.push(event.violatedDirective + " " + event.blockedURI));`,
        });
        await this.send("Browser.grantPermissions", { permissions: ["clipboardReadWrite"], origin: this.base }, null)
            .catch(() => {});
    }

    /** Sends a command. Without a session it is for the browser, not for the page. */
    send(method, parameters = {}, session = this.#session) {
        this.#next += 1;
        const id = this.#next;
        const message = { id, method, params: parameters, ...(session ? { sessionId: session } : {}) };
        this.process.stdio[3].write(`${JSON.stringify(message)}\0`);
        return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject, method }));
    }

    on(event, take) {
        this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), take]);
    }

    #receive(text) {
        const messages = (this.#rest + text).split("\0");
        this.#rest = messages.pop();
        for (const { id, result, error, method, params } of messages.map((message) => JSON.parse(message))) {
            if (method) for (const take of this.#listeners.get(method) ?? []) take(params);
            const waiting = this.#waiting.get(id);
            if (!waiting) continue;
            this.#waiting.delete(id);
            if (error) waiting.reject(new Error(`${waiting.method}: ${error.message}`));
            else waiting.resolve(result);
        }
    }

    /** The value of an expression in the page. The expression may be a promise. */
    async evaluate(expression, session = this.#session) {
        const { result, exceptionDetails } = await this.send("Runtime.evaluate", {
            expression, awaitPromise: true, returnByValue: true, userGesture: true,
        }, session);
        if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        return result.value;
    }

    /** Waits until an expression is true. */
    async until(expression, what = expression, session = this.#session) {
        const end = Date.now() + patienceMilliseconds;
        while (!(await this.evaluate(`Boolean(${expression})`, session).catch(() => false))) {
            const seconds = patienceMilliseconds / 1000;
            if (Date.now() > end) throw new Error(`This has not happened within ${seconds} s: ${what}`);
            await new Promise((resolve) => setTimeout(resolve, 50));
        }
    }

    /** Sets the size and the colour scheme of the window. */
    async look({ width = 1280, height = 800, dark = false, scale = 1 } = {}) {
        this.size = { width, height, dark };
        await this.send("Emulation.setDeviceMetricsOverride", {
            width, height, deviceScaleFactor: scale, mobile: width < 600,
        });
        await this.send("Emulation.setEmulatedMedia", {
            features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" },
                { name: "prefers-reduced-motion", value: "reduce" }],
        });
        const scheme = dark ? "dark" : "light";
        await this.until(`matchMedia("(prefers-color-scheme: ${scheme})").matches`, `the page is ${scheme}`);
    }

    /** Opens a page of the console and waits until it is drawn. */
    async open(path = "/") {
        const url = `${this.base}/#${path}`;
        const isOpen = await this.evaluate(`location.href.startsWith(${JSON.stringify(`${this.base}/`)})`);
        if (isOpen) {
            await this.evaluate(`location.hash = ${JSON.stringify(`#${path}`)}`);
        } else {
            await this.send("Page.navigate", { url });
        }
        await this.settle();
    }

    /** Opens a page of the console as in a new tab that has the storage of this tab. */
    async openAnew(path) {
        // For a page of another origin, Chromium would start another process.
        const between = `${this.base}/console/between/icon.svg`;
        await this.send("Page.navigate", { url: between });
        await this.until(`location.href === ${JSON.stringify(between)}`);
        await this.send("Page.navigate", { url: `${this.base}/#${path}` });
        await this.settle();
    }

    /** Waits until the page and its panels have loaded. */
    async settle() {
        await new Promise((resolve) => setTimeout(resolve, 80));
        await this.until(`document.querySelector("#main h1") && !document.querySelector('#main[aria-busy="true"]')
            && !document.querySelector('#main [aria-busy="true"]')`, `the page ${await this.evaluate(
                "location.hash")} is drawn`);
        await new Promise((resolve) => setTimeout(resolve, 60));
    }

    /** Clicks the middle of the element that a selector finds, as a user does. */
    async click(selector) {
        await this.until(`document.querySelector(${JSON.stringify(selector)})`, `${selector} exists`);
        const place = await this.evaluate(`(() => {
            const element = document.querySelector(${JSON.stringify(selector)});
            element.scrollIntoView({ block: "center" });
            const box = element.getBoundingClientRect();
            return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        })()`);
        for (const type of ["mousePressed", "mouseReleased"]) {
            await this.send("Input.dispatchMouseEvent", { type, ...place, button: "left", clickCount: 1 });
        }
    }

    /**
     * Presses the button of this name, in the part of the page that a selector finds. Finds and presses it in one step,
     * because events draw lists again at any moment.
     */
    async push(name, within = "body") { await this.#push(name, within, "button.click()"); }

    /**
     * Presses a button that asks again. It answers in the same step, because the question ends with the next drawing of
     * the list and after some seconds.
     */
    async pushSurely(name, question = "Really?") {
        await this.#push(name, "body", `button.click();
            if (button.textContent !== ${JSON.stringify(question)}) {
                throw new Error("The button asks “" + button.textContent + "”.");
            }
            button.click()`);
    }

    async #push(name, within, press) {
        await this.until(`(() => {
            const button = [...document.querySelectorAll(${JSON.stringify(`${within} button:not(:disabled)`)})]
                .find((one) => [one.getAttribute("aria-label"), one.textContent].includes(${JSON.stringify(name)}));
            if (!button?.checkVisibility()) return false;
            ${press};
            return true;
        })()`, `there is a button “${name}”`);
    }

    /** Sets the field of a form to a value, by its label, as typing and leaving it does. */
    async enter(label, value) {
        const find = `[...document.querySelectorAll("label")]
            .find((one) => one.textContent === ${JSON.stringify(label)})?.control`;
        await this.until(find, `there is a field “${label}”`);
        await this.evaluate(`(() => {
            const input = ${find};
            const value = ${JSON.stringify(value)};
            if (input.type === "checkbox") input.checked = value; else input.value = value;
            for (const type of ["input", "change"]) input.dispatchEvent(new Event(type, { bubbles: true }));
        })()`);
    }

    /** Opens another page beside the console's, whose requests may go anywhere. Returns its session. */
    async openBeside(url) {
        const { targetId } = await this.send("Target.createTarget", { url: "about:blank", background: true }, null);
        const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true }, null);
        await this.send("Page.navigate", { url }, sessionId);
        await this.until("location.href !== 'about:blank' && document.readyState === 'complete'", `${url} is loaded`,
            sessionId);
        return sessionId;
    }

    /** Sends a request as the console does. `expression` makes the request with `sandbox` and `asCustomer`. */
    async ask(expression) {
        return this.evaluate(`(async () => {
            const { sandbox, asCustomer, asBusiness, send } = await import("${this.parts}api.js");
            return (await send(${expression})).body;
        })()`);
    }

    async press(key, code = key, virtual = 0) {
        for (const type of ["keyDown", "keyUp"]) {
            await this.send("Input.dispatchKeyEvent", { type, key, code, windowsVirtualKeyCode: virtual });
        }
    }

    /** Takes a picture of the window, or of the whole page with `whole`. */
    async picture(name, { whole = false } = {}) {
        if (!this.output) return;
        const { width, height, dark } = this.size;
        if (whole) {
            const all = await this.evaluate("document.documentElement.scrollHeight");
            await this.look({ width, dark, height: Math.min(Math.max(all, height), 4000) });
        }
        await this.evaluate(`scrollTo(0, 0);
            new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))`);
        const { data } = await this.send("Page.captureScreenshot", { format: "png" });
        writeFileSync(join(this.output, `${name}.png`), Buffer.from(data, "base64"));
        if (whole) await this.look({ width, height, dark });
    }

    /** The faults so far, including violations of the policy. */
    async allFaults() {
        const violations = await this.evaluate("window.__violations ?? []");
        return [...this.faults, ...violations.map((text) => `policy: ${text}`)];
    }

    /** Ends Chromium with all its processes, and deletes what it has written. */
    async close() {
        const ended = new Promise((resolve) => this.process.once("exit", resolve));
        process.kill(-this.process.pid, "SIGKILL");
        await ended;
        rmSync(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
}

/** Runs a driver: prints each failure on a line of its own, and ends with 1 if there is one. */
export async function drive(name, work) {
    const [base, output] = process.argv.slice(2);
    if (!base) {
        console.log(`usage: node ${name}.mjs BASE-URL [OUTPUT-FOLDER]`);
        process.exit(64);
    }
    const browser = await Browser.start(base, output);
    let failures = [];
    try {
        failures = await work(browser) ?? [];
        failures.push(...await browser.allFaults());
    } catch (error) {
        failures.push(`${error.message}`, ...await browser.allFaults().catch(() => []));
        await browser.picture("failure").catch(() => {});
    } finally {
        await browser.close();
    }
    for (const failure of new Set(failures)) console.log(failure);
    process.exit(failures.length ? 1 : 0);
}
