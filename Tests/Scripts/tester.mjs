// Requests and checks, for what stands in for k6 and for Postman's runner.

/** A request's status and text. A redirect is an answer like others. */
export async function send({ method, url, headers, body }) {
  const answer = await fetch(url, { method, headers, body, redirect: "manual", signal: AbortSignal.timeout(30_000) });
  return { status: answer.status, body: await answer.text() };
}

let made = 0;
let held = 0;

export function check(name, holds, answer) {
  made += 1;
  if (holds) held += 1;
  else console.error(`✗ ${name}${answer ? `: ${answer.status} ${answer.body}` : ""}`);
}

/** Ends the program with 99, as k6 does, if a check failed, and also if there was none, which is no failure to k6. */
export function conclude() {
  console.log(`${held} of ${made} checks held`);
  if (made === 0 || held < made) process.exitCode = 99;
}
