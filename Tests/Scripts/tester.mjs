// Requests and checks, for the replacements of k6 and of Postman's runner.

/** Only a service that hangs takes longer. */
export const patienceMilliseconds = 300_000;

/** The status and the text of an answer. A redirect is an answer and is not followed. */
export async function send({ method, url, headers, body }) {
  const signal = AbortSignal.timeout(patienceMilliseconds);
  const answer = await fetch(url, { method, headers, body, redirect: "manual", signal });
  return { status: answer.status, body: await answer.text() };
}

let made = 0;
let held = 0;

export function check(name, holds, answer) {
  made += 1;
  if (holds) held += 1;
  else console.error(`✗ ${name}${answer ? `: ${answer.status} ${answer.body}` : ""}`);
}

/** Ends the program with 99, as k6 does, if a check failed. Unlike k6, it also does so if there was no check. */
export function conclude() {
  console.log(`${held} of ${made} checks held`);
  if (made === 0 || held < made) process.exitCode = 99;
}
