/** Sends requests to the service. A request is a value, so that its curl can be shown before and after it is sent. */
import { session } from "./session.js";
import { eventOf, passOf } from "./challenge.js";

/** An answer that is an error, in the service's words. */
export class Problem extends Error {
    /** @param {ServiceAnswer} answer */
    constructor(answer) {
        const { title, detail, code, fields } = wordsOf(answer);
        super(detail ?? title);
        Object.assign(this, { answer, status: answer.status, title, detail, code, fields });
    }
}

const timeLimitMilliseconds = 60_000;
const timedSignals = /** @type {typeof AbortSignal & TimedSignals} */ (AbortSignal);
/** @type {Map<string, { token: string, until: number }>} */
const tokens = new Map();
/**
 * The tokens that are on their way. Who needs the same one waits for it too, so that its customer is asked once.
 *
 * @type {Map<string, Promise<string>>}
 */
const awaited = new Map();
/**
 * Why there is no token: somebody has given up. Nobody is asked again before another page is opened.
 *
 * @type {Map<string, Error>}
 */
const givenUp = new Map();
window.addEventListener("hashchange", () => givenUp.clear());
/** @type {Authenticate | null} */
let authenticate = null;

/**
 * Sets who lets a customer answer the event of a token call: `authenticate(send, customer, event)`.
 *
 * @param {Authenticate} ask
 */
export function authenticateWith(ask) {
    authenticate = ask;
}

/**
 * A request to the sandbox.
 *
 * @template {string} Method
 * @template {string} Path
 * @param {Method} method
 * @param {Path} path
 * @param {RequestOptions} options
 * @returns {ServiceRequest<BodyOf<Sandbox.Bodies, Method, Path>>}
 */
export const sandbox = (method, path, options = {}) =>
    ({ area: "sandbox", method, path: `/sandbox${path}`, ...options });

/**
 * A request to the Card service as one of its customers.
 *
 * @template {string} Method
 * @template {string} Path
 * @param {Sender} customer
 * @param {Method} method
 * @param {Path} path
 * @param {RequestOptions} options
 * @returns {ServiceRequest<BodyOf<CardService.Bodies, Method, Path>>}
 */
export const asCustomer = (customer, method, path, options = {}) => ({
    area: "public", method, path: `/digitalwallets${path}`, as: { kind: "customer", ...customer }, ...options,
});

/**
 * A request to the Card service with the own token of a brand's app.
 *
 * @template {string} Method
 * @template {string} Path
 * @param {string} brand
 * @param {Method} method
 * @param {Path} path
 * @param {RequestOptions} options
 * @returns {ServiceRequest<BodyOf<CardService.Bodies, Method, Path>>}
 */
export const asClient = (brand, method, path, options = {}) => ({
    area: "public", method, path: `/digitalwallets${path}`, as: { kind: "client", brand }, ...options,
});

/**
 * A request to the Card service as the backend of a brand.
 *
 * @template {string} Method
 * @template {string} Path
 * @param {string} brand
 * @param {Method} method
 * @param {Path} path
 * @param {RequestOptions} options
 * @returns {ServiceRequest<BodyOf<CardService.Bodies, Method, Path>>}
 */
export const asBusiness = (brand, method, path, options = {}) => ({
    area: "public", method, path: `/digitalwallets${path}`, as: { kind: "business", brand }, ...options,
});

/**
 * A request of a merchant to a gateway.
 *
 * @param {string} method
 * @param {string} path
 * @param {RequestOptions} options
 * @returns {ServiceRequest}
 */
export const asMerchant = (method, path, options = {}) => ({ area: "merchants", method, path, ...options });

/**
 * Sends a request.
 *
 * @template Body
 * @param {ServiceRequest<Body>} request made by one of the functions above.
 * @param {(answer: ServiceAnswer) => void} record is called with each answer, also with those of the token that the
 *   request was the first to need.
 * @returns {Promise<ServiceAnswer<Body>>} the answer. An error is thrown as a Problem, unless `request.expects` lists
 *   its status.
 */
export async function send(request, record = () => {}) {
    let answer = await exchange(request, request.as ? await tokenFor(request.as, record) : null);
    record(answer);
    if (answer.status === 401 && request.as && !answer.headers.get("WWW-Authenticate")?.includes("auth-param1")) {
        // The token has ended, for example because the clock has moved.
        tokens.delete(tokenKey(request.as));
        answer = await exchange(request, await tokenFor(request.as, record));
        record(answer);
    }
    if (answer.ok || request.expects?.includes(answer.status)) return answer;
    if (answer.status === 401 && request.area === "sandbox") window.dispatchEvent(new Event("tessera-token"));
    throw new Problem(answer);
}

/** Forgets all tokens, for example because the clock has moved or the data was deleted. */
export function forgetTokens() {
    tokens.clear();
}

/**
 * The request that gets a token: for a customer by exchange, for an app or a backend by its credentials.
 *
 * @param {Caller} as
 * @returns {ServiceRequest<CardService.Token>}
 */
export function tokenRequest(as) {
    const clients = session.clients(as.brand);
    const client = as.kind === "business" ? clients.backend : clients.app;
    const form = as.kind === "customer"
        ? {
            grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
            subject_token: as.customerId, subject_token_type: "urn:tessera:token-type:customer-id",
            ...(as.scope ? { scope: as.scope } : {}),
        }
        : { grant_type: "client_credentials" };
    return {
        area: "public", method: "POST", path: `/digitalwallets/v1/auth/brands/${encodeURIComponent(as.brand)}/token`,
        basic: { ...client, isPublished: session.arePublished(as.brand) }, form,
    };
}

/**
 * Headers and body of a request as the browser sends them.
 *
 * @param {ServiceRequest} request
 * @param {string | null} [token]
 */
export function parts(request, token) {
    // A test that runs while somebody looks at the service does not count what the page asks.
    /** @type {Record<string, string>} */
    const headers = { Accept: "application/json", "Tessera-Tool": "console", ...request.headers };
    if (token) headers.Authorization = `Bearer ${token}`;
    if (request.basic) headers.Authorization = `Basic ${base64(`${request.basic.id}:${request.basic.secret}`)}`;
    if (request.bearer) headers.Authorization = `Bearer ${request.bearer}`;
    if (session.sandboxToken) {
        if (request.area === "sandbox") headers.Authorization = `Bearer ${session.sandboxToken}`;
        else headers["Sandbox-Token"] = session.sandboxToken;
    }
    let body;
    if (request.json !== undefined) {
        headers["Content-Type"] = "application/json";
        body = JSON.stringify(request.json);
    } else if (request.form) {
        headers["Content-Type"] = "application/x-www-form-urlencoded";
        body = new URLSearchParams(/** @type {Record<string, string>} */ (request.form)).toString();
    } else if (request.text !== undefined) {
        headers["Content-Type"] = request.type ?? "text/plain";
        body = request.text;
    }
    return { headers, body };
}

/**
 * The base64 of a text in UTF-8, of which RFC 7617 makes credentials; `btoa` alone fails beyond Latin-1.
 *
 * @param {string} text
 */
export const base64 = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/**
 * The path with its query.
 *
 * @param {ServiceRequest} request
 */
export function target(request) {
    const query = Object.entries(request.query ?? {})
        .filter(([, value]) => value !== undefined && value !== null && value !== "")
        .map(([name, value]) => [name, String(value)]);
    return query.length ? `${request.path}?${new URLSearchParams(query)}` : request.path;
}

/**
 * @template Body
 * @param {ServiceRequest<Body>} request
 * @param {string | null | undefined} token
 */
async function exchange(request, token) {
    const began = performance.now();
    let response, text;
    try {
        response = await fetch(session.prefix + target(request), {
            method: request.method, ...parts(request, token), credentials: "omit", cache: "no-store",
            signal: timedSignals.timeout(timeLimitMilliseconds),
        });
        text = await response.text();
    } catch (error) {
        const isLate = error.name === "TimeoutError";
        return answerOf(request, {
            status: 0, ok: false, headers: new Headers(),
            text: JSON.stringify({
                title: isLate ? "No answer in time" : "No connection",
                detail: isLate
                    ? "The service has not answered within 60 seconds."
                    : "The service cannot be reached, or it closed the connection. Look whether it is running.",
            }),
        }, began);
    }
    const { status, ok, headers } = response;
    return answerOf(request, { status, ok, headers, text }, began);
}

/**
 * @template Body
 * @param {ServiceRequest<Body>} request
 * @param {{ status: number, ok: boolean, headers: Headers, text: string }} answer
 * @param {number} began
 * @returns {ServiceAnswer<Body>}
 */
function answerOf(request, answer, began) {
    let body = null;
    try {
        body = answer.text ? JSON.parse(answer.text) : null;
    } catch {
        body = null;
    }
    return { request, ...answer, body, milliseconds: performance.now() - began };
}

/** @param {Caller} as */
const tokenKey = (as) => [session.tenant, as.brand, as.kind, as.customerId, as.scope].join(" ");

/**
 * @param {Caller} as
 * @param {(answer: ServiceAnswer) => void} record
 * @returns {Promise<string | undefined>}
 */
async function tokenFor(as, record) {
    const key = tokenKey(as);
    const kept = tokens.get(key);
    if (kept && kept.until > Date.now()) return kept.token;
    if (givenUp.has(key)) throw givenUp.get(key);
    if (!awaited.has(key)) awaited.set(key, newToken(as, record).finally(() => awaited.delete(key)));
    return awaited.get(key);
}

/**
 * If the brand protects the token call, the customer authenticates first.
 *
 * @param {Caller} as
 * @param {(answer: ServiceAnswer) => void} record
 * @returns {Promise<string>}
 */
async function newToken(as, record) {
    const request = tokenRequest(as);
    let answer = await send({ ...request, expects: [401] }, record);
    if (!answer.ok) {
        const event = eventOf(answer);
        if (!event || !authenticate) throw new Problem(answer);
        try {
            await authenticate((one) => send(one, record), { ...as, hasNoToken: true }, event);
        } catch (error) {
            givenUp.set(tokenKey(as), error);
            throw error;
        }
        answer = await send({ ...request, headers: { "SCA-Authorization": passOf(event) } }, record);
    }
    const { access_token: token, expires_in: seconds } = answer.body;
    tokens.set(tokenKey(as), { token, until: Date.now() + (seconds - 30) * 1000 });
    return token;
}

/**
 * The words of an error: of the sandbox (RFC 9457), of the Card service, of OAuth, or of a gateway.
 *
 * @param {{ status: number, body: any, text: string }} answer
 */
function wordsOf({ status, body, text }) {
    const title = body?.title ?? (status ? `Status ${status}` : "No connection");
    if (body?.error && typeof body.error === "object") {
        const { code, message, details, fieldErrors, errors } = body.error;
        const listed = fieldErrors ?? (errors ?? []).map((/** @type {any} */ error) =>
            ({ field: "", error: String(error.message ?? error) }));
        return { title, code, detail: [message, ...(details ?? [])].filter(Boolean).join(" "), fields: listed };
    }
    if (typeof body?.error === "string") {
        return { title, code: body.error, detail: body.error_description ?? body.error, fields: [] };
    }
    return { title, code: body?.code, detail: body?.detail ?? (body ? title : text.slice(0, 300)), fields: body?.errors
        ?? [] };
}
