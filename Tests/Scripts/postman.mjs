// Stands in for Postman's runner, which Debian does not have: node postman.mjs COLLECTION
//
// Sends every request of a collection in order, as "Run collection" does, then each folder by itself, the last one
// first, with the variables as they were in the file. BASE_URL and SANDBOX_URL replace the collection's own. A
// variable without a value is a failure, like a failed test of the collection.
import { readFileSync } from "node:fs";
import { check, conclude, send } from "./tester.mjs";

const collection = JSON.parse(readFileSync(process.argv[2], "utf8"));
let sent = 0;
await run(collection.item);
for (const folder of [...collection.item].reverse()) await run([folder]);
console.log(`${sent} requests`);
conclude();

async function run(folders) {
  const variables = new Map(collection.variable.map(({ key, value }) => [key, value]));
  variables.set("baseUrl", process.env.BASE_URL).set("sandboxUrl", process.env.SANDBOX_URL);
  for (const folder of folders) for (const item of folder.item) await play(item, folder, variables);
}

async function play(item, folder, variables) {
  const { method, url, header, body, auth = folder.auth || collection.auth } = item.request;
  const place = `${folder.name} / ${item.name}`;
  const resolve = (text) => text.replace(/{{(\w+)}}/g, (_, name) => {
    if (!variables.get(name)) check(`${place} has a value for ${name}`, false);
    return variables.get(name);
  });
  const headers = Object.fromEntries(header.map(({ key, value }) => [key, resolve(value)]));
  const authorization = credentials(auth, resolve);
  if (authorization) headers.Authorization = authorization;
  const answer = await send({ method, url: resolve(url.raw), headers, body: content(body, resolve) });
  sent += 1;
  const scripts = item.event.filter((event) => event.listen === "test");
  check(`${place} has a test`, scripts.length === 1);
  for (const { script } of scripts) test(script.exec.join("\n"), place, answer, variables);
}

function credentials(auth, resolve) {
  const fields = (auth && auth[auth.type]) || [];
  const value = (name) => resolve(fields.find(({ key }) => key === name).value);
  switch (auth && auth.type) {
    case "basic": return `Basic ${btoa(`${value("username")}:${value("password")}`)}`;
    case "bearer": return `Bearer ${value("token")}`;
    default: return null;
  }
}

function content(body, resolve) {
  switch (body && body.mode) {
    case "raw": return resolve(body.raw);
    case "urlencoded": return body.urlencoded
      .map(({ key, value }) => `${encodeURIComponent(key)}=${encodeURIComponent(resolve(value))}`).join("&");
    default: return null;
  }
}

// Runs a test script with as much of Postman's `pm` as the collection uses.
function test(script, place, answer, variables) {
  const pm = {
    collectionVariables: { set: (name, value) => variables.set(name, value) },
    response: {
      json: () => JSON.parse(answer.body),
      to: { have: { status: (wanted) => { if (answer.status !== wanted) throw new Error("another status"); } } },
    },
    test: (name, body) => check(`${place} ${name}`, holds(body), answer),
  };
  check(`${place} has a script that runs`, holds(() => new Function("pm", script)(pm)), answer);
}

function holds(body) {
  try {
    body();
    return true;
  } catch (_) {
    return false;
  }
}
