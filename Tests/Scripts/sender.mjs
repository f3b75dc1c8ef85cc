// Sends requests for a thread that blocks until they are answered.
import { workerData } from "node:worker_threads";
import { send } from "./tester.mjs";

const { port, bell } = workerData;

port.on("message", async (request) => {
  port.postMessage(await send(request).catch((error) => ({ status: 0, body: String(error.cause ?? error) })));
  Atomics.store(bell, 0, 1);
  Atomics.notify(bell, 0);
});
