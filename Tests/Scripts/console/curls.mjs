/**
 * Runs the curl command of every action of the console in a shell, and checks the answers of the service. A refusal
 * because of a card's state is an answer, too. A request that the service does not understand is a failure.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drive } from "./browser.mjs";
import { furnish, pathsOf } from "./pages.mjs";

/** The commands that end or delete something run last. */
const ends = [/CANCELLED|"EXPIRE"|"reason":|\/restore/, /-X DELETE/, /\/sandbox\/reset/];
const fewest = 90;
/** Only a service that hangs takes longer. */
const patienceSeconds = 300;
/** A stream of events has no end, so curl cuts it off. On a busy machine it may not have begun so soon. */
const streamSeconds = [2, 20, patienceSeconds];
/** The code with which curl ends then. */
const cutOff = 28;

await drive("curls", async (browser) => {
    await browser.look();
    await browser.open("/");
    await browser.evaluate(`import("${browser.parts}api.js")
        .then(({ send, sandbox }) => send(sandbox("POST", "/reset")))`);
    const things = await furnish(browser);
    const commands = [];
    for (const path of pathsOf(things)) {
        await browser.open(path);
        commands.push(...await commandsOf(browser, path));
    }
    const unique = [...new Map(commands.map((command) => [command.text, command])).values()];
    unique.sort((a, b) => rank(a.text) - rank(b.text));
    const failures = unique.length < fewest ? [`only ${unique.length} commands were found`] : [];
    const folder = mkdtempSync(join(tmpdir(), "console-curls-"));
    try {
        const variables = await secretsOf(browser, things);
        for (const command of unique) {
            const failure = play(command, variables, folder);
            if (failure) failures.push(`${command.path}, ${command.label}: ${failure}`);
        }
    } finally {
        rmSync(folder, { recursive: true });
    }
    console.error(`${unique.length} commands were played.`);
    return failures;
});

function rank(text) {
    return ends.findIndex((pattern) => pattern.test(text)) + 1;
}

/** The commands in the drawers of all panels of a page. */
async function commandsOf(browser, path) {
    const found = [];
    const panels = await browser.evaluate("document.querySelectorAll('#main section.panel').length");
    for (let index = 0; index < panels; index += 1) {
        await browser.evaluate(
            `document.querySelectorAll("#main section.panel")[${index}].querySelector("button.curl").click()`);
        found.push(...await browser.evaluate(`(() => {
            const dialog = document.querySelector("dialog.drawer");
            const before = [...dialog.querySelectorAll("[data-before]")].map(({ textContent }) => textContent);
            const commands = [...dialog.querySelectorAll("[data-curl]:not([data-before], [data-sent])")]
                .map((element) => ({ label: element.dataset.curl, text: element.textContent, before }));
            dialog.close();
            return commands;
        })()`));
        await browser.until("!document.querySelector('dialog')", "the drawer is closed");
    }
    return found.map((command) => ({ ...command, path }));
}

/** The values of the variables in commands. */
function secretsOf(browser, { cardId }) {
    return browser.evaluate(`(async () => {
        const { sandbox, send } = await import("${browser.parts}api.js");
        const { body } = await send(sandbox("GET", "/cards/${cardId}/plastic"));
        return { CVV: body.cvv, PAN: body.pan };
    })()`);
}

/** Runs a command. Returns the fault of its answer, or null. */
function play(command, variables, folder) {
    if (command.text.includes("/sandbox/events")) {
        const begins = streamSeconds.some((seconds) => {
            const { code, status } = run(command, variables, folder, seconds);
            return code === cutOff && status === "200";
        });
        return begins ? null : `the stream does not begin within ${patienceSeconds} s`;
    }
    const { code, status } = run(command, variables, folder, patienceSeconds);
    if (code !== 0) return `curl ends with ${code}`;
    if (/^2/.test(status) || ["403", "409"].includes(status)) return null;
    if (status === "401" && readFileSync(join(folder, "head"), "utf8").includes("auth-param1")) return null;
    const body = readFileSync(join(folder, "body"), "utf8").slice(0, 300);
    return `${status} ${body}\n  ${command.text.replaceAll("\n", "\n  ")}`.replaceAll("\n", " ");
}

/** Runs a command for at most some seconds. Returns the code with which curl ends, and the status of the answer. */
function run({ text, before }, variables, folder, seconds) {
    const output = `-o '${join(folder, "body")}' -D '${join(folder, "head")}' -w '%{http_code}'`;
    const script = [
        ...before.filter((command) => needs(text, command)),
        `curl() { command curl --max-time ${seconds} ${output} "$@"; }`,
        text,
    ].join("\n");
    try {
        const env = { ...process.env, ...variables };
        return { code: 0, status: execFileSync("bash", ["-c", script], { env, encoding: "utf8" }) };
    } catch (error) {
        return { code: error.status, status: error.stdout };
    }
}

/** Returns true if a command uses the variable that the other one sets. */
function needs(text, command) {
    return text.includes(`$${command.slice(0, command.indexOf("="))}"`);
}
