// Stands in for k6, which Debian does not have: node k6.mjs SCRIPT ROUNDS
//
// Runs the rounds one after another, and fails only by checks. Thresholds for speed are left out, because they need an
// idle machine. As in k6, a round that ends early is no failure unless a check fails, and the next round begins; a
// setup that ends early ends the run.
import { readFileSync } from "node:fs";
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import { check, conclude, patienceMilliseconds } from "./tester.mjs";

const [file, rounds] = process.argv.slice(2);

// k6's functions block until their answer arrives, so another thread waits for it.
const { port1: here, port2: port } = new MessageChannel();
const bell = new Int32Array(new SharedArrayBuffer(4));
const sender = new URL("sender.mjs", import.meta.url);
new Worker(sender, { workerData: { port, bell }, transferList: [port] }).unref();

function request(method, url, body, { headers } = {}) {
  Atomics.store(bell, 0, 0);
  here.postMessage({ method, url, headers, body });
  // The other thread ends its request first.
  Atomics.wait(bell, 0, 0, 2 * patienceMilliseconds);
  const answer = receiveMessageOnPort(here).message;
  return { ...answer, json: () => JSON.parse(answer.body) };
}

globalThis.__ENV = process.env;
globalThis.modules = {
  "k6": {
    check: (answer, named) => Object.entries(named).forEach(([name, holds]) => check(name, holds(answer), answer)),
    fail: (reason) => { throw new Error(reason); },
  },
  "k6/encoding": { b64encode: (text) => Buffer.from(text).toString("base64") },
  "k6/http": {
    request,
    post: (url, body, options) => request("POST", url, body, options),
    put: (url, body, options) => request("PUT", url, body, options),
  },
};

const source = readFileSync(file, "utf8").replace(/^import (.+) from ("k6.*");$/gm, "const $1 = modules[$2];");
const script = await import(`data:text/javascript,${encodeURIComponent(source)}`);
if (script.options.thresholds.checks.join() !== "rate==1") throw new Error("Every check is to hold.");
script.setup();
for (let round = 0; round < Number(rounds); round += 1) {
  try {
    script.default();
  } catch (error) {
    console.error(error.message);
  }
}
conclude();
