/** Writes a request as a curl command that anybody can paste into a shell. */
import { target, tokenRequest } from "./api.js";
import { session } from "./session.js";

/** The variables that stand for secrets, each with what fills it. */
const variables = {
    ACCESS_TOKEN: "the access_token in the address of the gateway's operation",
    API_KEY: "the merchant's key at the gateway",
    AUDIENCE: "https://secure.stitch.money/connect/token at Stitch, and the account's address at Dintero",
    BUSINESS: "the token of a backend",
    CLIENT_ID: "the id of the client",
    CLIENT_SECRET: "the secret of the client",
    CODE: "the code in the inbox of the customer",
    CVV: "the security code that GET …/plastic shows",
    DEVICE_KEY: "the devicePrivateKey of …/certificates",
    GATEWAY_TOKEN: "the access_token that the gateway answers to the merchant in the request before",
    PAN: "the number that GET …/plastic shows",
    PASSWORD: "the merchant's password at the gateway",
    PAYMENT_DATA: "the paymentData that the phone gave, in the gateway's form",
    PIN: "the wallet's PIN",
    TESSERA_SANDBOX_TOKEN: "the value of the service's --sandbox-token",
};

/**
 * What fills the variables of a command, in sentences.
 *
 * @param {string} command
 */
export function explanations(command) {
    return Object.entries(variables).filter(([name]) => new RegExp(`\\$${name}\\b`).test(command))
        .map(([name, words]) => `$${name} is ${words}.`).join(" ");
}

/**
 * The command, and the commands that come before it because it needs a token.
 *
 * @param {ServiceRequest} request
 * @returns {{ text: string, before: string | null }}
 */
export function curlOf(request) {
    const url = base(request.area) + target(request);
    // Otherwise curl makes many requests of the brackets in an address.
    const lines = [verb(request) + (/[[\]{}]/.test(url) ? "-g " : "") + quoted(url)];
    if (request.as) lines.push(`-H "Authorization: Bearer $${tokenName(request.as)}"`);
    if (request.basic) lines.push(`-u ${credentials(request.basic)}`);
    if (request.bearer) lines.push(`-H "Authorization: Bearer $${request.bearerName ?? "GATEWAY_TOKEN"}"`);
    if (session.sandboxToken && request.area === "sandbox") {
        lines.push('-H "Authorization: Bearer $TESSERA_SANDBOX_TOKEN"');
    }
    for (const [name, value] of Object.entries(request.headers ?? {})) lines.push(
        `-H ${quoted(`${name}: ${value}`, request)}`);
    if (request.json !== undefined) {
        lines.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(request.json), request)}`);
    } else if (request.form) {
        for (const [name, value = ""] of Object.entries(request.form)) {
            lines.push(
                `${/^[\w:.-]*$/.test(value) ? "-d" : "--data-urlencode"} ${quoted(`${name}=${value}`, request)}`);
        }
    } else if (request.text !== undefined) {
        lines.push(`-H 'Content-Type: ${request.type}'`, `--data-raw ${quoted(request.text, request)}`);
    }
    return { text: lines.join(" \\\n  "), before: commandBefore(request) };
}

/**
 * Null if a request needs no token, or if nobody can say where it comes from.
 *
 * @param {ServiceRequest} request
 */
function commandBefore(request) {
    if (request.as) return keeping(tokenName(request.as), tokenRequest(request.as));
    return request.tokenRequest ? keeping("GATEWAY_TOKEN", request.tokenRequest) : null;
}

/**
 * The command that keeps the token of an answer in a variable of the shell.
 *
 * @param {string} name
 * @param {ServiceRequest} request
 */
const keeping = (name, request) =>
    `${name}=$(${curlOf(request).text} \\\n  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`;

/** @param {Caller} caller */
const tokenName = ({ kind, scope }) =>
    ({ business: "BUSINESS", client: "CLIENT_TOKEN", customer: scope ? "DATA_TOKEN" : "TOKEN" }[kind]);

/** @param {ServiceRequest} request */
function verb(request) {
    const isImplied = request.method === "GET"
        || (request.method === "POST" && (request.json !== undefined || request.form || request.text !== undefined));
    return isImplied ? "curl -s " : `curl -s -X ${request.method} `;
}

/**
 * A public secret is written; any other is a variable.
 *
 * @param {Client} client
 */
function credentials({ id, secret, isPublished, secretName = "CLIENT_SECRET" }) {
    if (isPublished) return quoted(`${id}:${secret}`);
    return /^(\$CLIENT_ID|[\w.-]*)$/.test(id) ? `"${id}:$${secretName}"` : `${quoted(id)}":$${secretName}"`;
}

/**
 * In the form of a shell, with a variable in the place of each secret of the request.
 *
 * @param {string} text
 * @param {{ secrets?: ServiceRequest["secrets"] }} request
 */
function quoted(text, request = {}) {
    let written = `'${text.replaceAll("'", "'\\''")}'`;
    for (const [name, value] of Object.entries(request.secrets ?? {})) {
        // In JSON the quotes of a secret are escaped.
        for (const form of value ? new Set([value, JSON.stringify(value).slice(1, -1)]) : []) {
            written = written.replaceAll(form, `'"$${name}"'`);
        }
    }
    return /^'[\w:/.,=@%+-]+'$/.test(written) ? written.slice(1, -1) : written;
}

/** @param {ServiceRequest["area"]} area */
function base(area) {
    const about = session.about;
    const known = { sandbox: about?.sandboxUrl, public: about?.publicUrl, merchants: about?.merchantsUrl }[area];
    const url = (known ?? location.origin + session.prefix).replace(/\/$/, "");
    return area === "sandbox" ? url.replace(/\/sandbox$/, "") : url;
}
