// Stands in for k6, which is no package of Debian's: runs a load script's rounds, one after another,
// with curl. run.mjs SCRIPT ROUNDS. Exits with 1 if a check does not hold.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const [file, rounds] = process.argv.slice(2);
let checks = 0;

function request(method, url, body, { headers = {} } = {}) {
  const fields = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const data = body === null ? [] : ["--data-raw", body];
  const output = execFileSync("curl", ["-s", "-X", method, url, "-w", "\n%{http_code}", ...fields, ...data]).toString();
  const end = output.lastIndexOf("\n");
  const text = output.slice(0, end);
  return { status: Number(output.slice(end + 1)), body: text, json: () => JSON.parse(text) };
}

const http = {
  request,
  post: (url, body, options) => request("POST", url, body, options),
  put: (url, body, options) => request("PUT", url, body, options),
};

Object.assign(globalThis, {
  http,
  encoding: { b64encode: (text) => Buffer.from(text).toString("base64") },
  fail: (reason) => { throw new Error(reason); },
  check: (value, named) => {
    for (const [name, holds] of Object.entries(named)) {
      if (!holds(value)) throw new Error(`${name}: ${value.status} ${value.body}`);
      checks += 1;
    }
  },
  __ENV: process.env,
});

const source = readFileSync(file, "utf8").replace(/^import .*$/gm, "");
const script = await import(`data:text/javascript,${encodeURIComponent(source)}`);
if (!script.options.thresholds.checks.includes("rate==1")) throw new Error("Every check is to hold.");
script.setup();
for (let round = 0; round < Number(rounds); round += 1) script.default();
console.log(`${checks} checks held`);
