import { check } from "./demo.js";
import { CardStatus, type CardService } from "@paysafe/paysafe-wallet-saas-web/cards";
import {
    NotAnsweredError, NotUnderstoodError, RefusedError, ScaRequiredError, SignInChangedError, TokenNotProvidedError,
    WalletError,
} from "@paysafe/paysafe-wallet-saas-web/common";
import { Wallet, type TokenProvider, type WalletConfiguration } from "@paysafe/paysafe-wallet-saas-web/wallet";

type Ending = () => Response;

const secret = "9137";
const request = { programName: "SKRILL-VIRTUAL-MC-EEA", currency: "EUR" };
const lock = { status: CardStatus.LOCKED, statusReason: "Mislaid" };
const body = {
    cardId: "c", status: "A-WORD-OF-TOMORROW", expiry: { month: 1, year: 2030 }, bin: "222100", lastFour: "1234",
    customerId: "1", cardType: "VIRTUAL", programName: "P", currency: "EUR", createdDate: "2026-03-15T12:00:00Z",
    accountId: "2", scheme: "MC", isPinSet: false,
};
const response = (status: number, text: string, headers: Record<string, string> = {}): Ending =>
    () => new Response(text, { status, headers });
const card = (status: number): Ending => response(status, JSON.stringify(body));
const problem = (status: number, code: string, headers: Record<string, string> = {}): Ending =>
    response(
        status, JSON.stringify({ error: { code, message: "A sentence.", details: [], fieldErrors: [] } }), headers);
const lost: Ending = () => { throw new TypeError("fetch failed"); };
const proxies = [
    response(502, `<html>${secret}</html>`), response(503, '{"error":{"code":"DW-SERV'), response(504, ""),
];

/** Plays the network: each response once, and the last one to all further requests. Only pauses move its clock. */
class Script {
    readonly requests: { url: string; headers: Record<string, string>; init: RequestInit }[] = [];
    readonly pauses: number[] = [];
    #now = 0;
    #endings: Ending[];

    constructor(...endings: Ending[]) {
        this.#endings = endings;
    }

    wallet(provider?: TokenProvider, configuration: Partial<WalletConfiguration> = {}): Wallet {
        const all = { baseUrl: "http://localhost/", ...configuration };
        return new Wallet(all, provider ?? (async () => ({ accessToken: "token" })), {
            fetch: async (url, init = {}) => {
                this.requests.push({ url: `${url}`, headers: init.headers as Record<string, string>, init });
                const ending = this.#endings.length > 1 ? this.#endings.shift() : this.#endings[0];
                return ending!();
            },
            now: () => this.#now,
            pause: async (millis) => {
                this.pauses.push(millis);
                this.#now += millis;
            },
            chance: () => 1,
        });
    }

    cards(): CardService {
        return this.wallet().getCardService();
    }

    get keys(): Set<string | undefined> {
        return new Set(this.requests.map(({ headers }) => headers["Idempotency-Key"]));
    }

    get tokens(): (string | undefined)[] {
        return this.requests.map(({ headers }) => headers.Authorization?.replace("Bearer ", ""));
    }
}

async function failure(call: Promise<unknown>): Promise<WalletError> {
    const found: unknown = await call.then((answer) => answer, (error: unknown) => error);
    check(found instanceof WalletError, `${found}`);
    return found;
}

async function retryBehindProxies(): Promise<void> {
    for (const proxy of proxies) {
        const network = new Script(proxy, card(201));
        const created = await network.cards().create(request);
        check(created.cardId === "c" && created.status === CardStatus.UNKNOWN, created);
        const [first] = network.requests;
        check(first!.url === "http://localhost/digitalwallets/v1/profile/prepaid/cards", first);
        check(first!.init.redirect === "manual" && first!.init.credentials === "omit", first!.init);
        check(network.requests.length === 2 && network.keys.size === 1, network.requests);
        const once = new Script(proxy, card(200));
        const error = await failure(once.cards().update("c", lock));
        check(error instanceof NotUnderstoodError && error.idempotencyKey === undefined, `${error}`);
        check(once.requests.length === 1 && !`${error}`.includes(secret), `${error}`);
    }
    const network = new Script(lost);
    const error = await failure(network.cards().getAll());
    check(error instanceof NotAnsweredError && network.pauses.join() === "200,400,800", network.pauses);
}

async function keepTheKey(): Promise<void> {
    const endings = [
        ...proxies, lost, response(201, '{"cardId":"c'), response(200, "<html>Sign in</html>"), response(302, ""),
        problem(503, "DW-SERVICE-UNAVAILABLE"), problem(500, "DW-LATER"), problem(429, "DW-LATER"),
    ];
    for (const ending of endings) {
        const network = new Script(lost, ending);
        const error = await failure(network.cards().create(request));
        check(network.keys.size === 1 && network.keys.has(error.idempotencyKey), `${error}`);
    }
    const network = new Script(lost, problem(401, "DW-UNAUTHORIZED"));
    const error = await failure(network.wallet().getCardService().create(request, null, "1"));
    check(network.keys.size === 1 && error.idempotencyKey === "1", `${error}`);
}

/** A request that was done has used up its event, so without a key it is sent once. */
async function spareTheEvent(): Promise<void> {
    const event = { eventId: "e", walletOperationId: "o" };
    const once = new Script(lost, card(200));
    check(await failure(once.cards().setPin("c", { pin: secret }, event)) instanceof NotAnsweredError, "sent");
    const pass = atob(once.requests[0]!.headers["SCA-Authorization"] ?? "");
    check(once.requests.length === 1 && pass === JSON.stringify({ scaDetails: event }), pass);
    const twice = new Script(lost, card(200));
    await twice.cards().setPin("c", { pin: secret });
    check(twice.requests.length === 2, twice.requests);
}

async function readRetryAfter(): Promise<void> {
    const seconds: [string, number | undefined][] = [
        ["7", 7], ["0", 0], ["86401", 86_400], ["9".repeat(400), 86_400], ["-5", undefined], ["1e9", undefined],
        ["soon", undefined], ["", undefined], ["Wed, 21 Oct 2099 07:28:00 GMT", undefined],
    ];
    for (const [text, expected] of seconds) {
        const network = new Script(problem(429, "DW-LATER", { "Retry-After": text }));
        const error = await failure(network.cards().getAll());
        check(error instanceof RefusedError && error.retryAfterSeconds === expected, `${text}: ${error}`);
    }
    const busyForLong = new Script(response(503, "<html>", { "retry-after": "61" }));
    await failure(busyForLong.cards().getAll());
    check(busyForLong.requests.length === 1, busyForLong.requests);
}

async function surviveNonsense(): Promise<void> {
    const nonsense = [
        "", `<html>${secret}</html>`, "null", "[]", `{"cardId":"${secret}"`, "[".repeat(1 << 20), '{"cardId":1}',
        JSON.stringify({ ...body, expiry: { month: "1", year: 1.5 } }), "\u0000", "x".repeat((1 << 20) + 1),
    ];
    for (const text of nonsense) {
        const error = await failure(new Script(response(200, text)).cards().update("c", lock));
        check(error instanceof NotUnderstoodError || error instanceof NotAnsweredError, `${error}`);
        check(!`${error}`.includes(secret), `${error}`);
    }
    const view = '{"url":"no address","expiresAt":"2026-03-15T12:00:00Z"}';
    const noView = await failure(new Script(response(201, view)).cards().getSecurePinPage({ cardId: "c" }));
    check(noView instanceof NotUnderstoodError, `${noView}`);
    const challenge = { "WWW-Authenticate": `SCA auth-param1="${btoa("nonsense")}"` };
    const noEvent = await failure(new Script(response(401, "", challenge)).cards().update("c", lock));
    check(noEvent instanceof NotUnderstoodError, `${noEvent}`);
}

/** A call belongs to the sign-in in which it began, even while the customer answers an event. */
async function signInAgain(): Promise<void> {
    const scaDetails = {
        eventId: "e", walletOperationId: "o", authenticationMode: "EMBEDDED", availableVerifications: [],
        creationTime: "2026-03-15T12:00:00Z", expirationTime: "2026-03-15T12:15:00Z",
    };
    const parameter = btoa(JSON.stringify({ scaDetails }));
    const demand = response(401, "", { "WWW-Authenticate": `SCA realm="Cards" auth-param1="${parameter}"` });
    const unheard = await failure(new Script(demand).cards().update("c", lock));
    check(unheard instanceof ScaRequiredError && unheard.authenticationEvent.eventId === "e", `${unheard}`);

    const network = new Script(demand, card(200));
    const wallet = network.wallet();
    wallet.listenScaAuthenticationEvent(async (event) => {
        wallet.authenticate({ accessToken: "jonas" });
        return event;
    });
    const error = await failure(wallet.getCardService().update("c", lock));
    check(error instanceof TokenNotProvidedError && error.cause instanceof SignInChangedError, `${error}`);
    check(network.tokens.join() === "token", network.tokens);

    let provide: (token: string) => void = () => undefined;
    const late = new Script(card(201));
    const other = late.wallet(() => new Promise((resolve) => {
        provide = (accessToken) => resolve({ accessToken });
    }));
    const ivanasCall = failure(other.getCardService().create(request));
    await Promise.resolve();
    await Promise.resolve();
    other.authenticate({ accessToken: "jonas" });
    provide("ivana");
    const changed = await ivanasCall;
    check(changed instanceof TokenNotProvidedError && changed.cause instanceof SignInChangedError, `${changed}`);
    await other.getCardService().create(request);
    check(late.tokens.join() === "jonas", late.tokens);
}

/** Many calls share a renewal, and a token is not used in its last seconds. */
async function renew(): Promise<void> {
    let tokens = 0;
    const network = new Script(card(200));
    const provider = async (): Promise<{ accessToken: string; expiresIn: number }> => {
        tokens += 1;
        return { accessToken: `${tokens}`, expiresIn: 0 };
    };
    const cards = network.wallet(provider).getCardService();
    await Promise.all([cards.get("c"), cards.get("c")]);
    check(tokens === 1 && network.tokens.join() === "1,1", network.tokens);
    await cards.get("c");
    check(network.tokens.at(-1) === "2", network.tokens);
    const invalid = network.wallet(async () => ({ accessToken: `${secret}\n` }));
    const error = await failure(invalid.getCardService().get("c"));
    check(error instanceof TokenNotProvidedError && !`${error}`.includes(secret), `${error}`);
}

/**
 * Proxies, captive portals and attackers between an app and the service. Each function plays one of them and checks
 * the reaction of the client.
 */
export async function attack(): Promise<void> {
    await retryBehindProxies();
    await keepTheKey();
    await spareTheEvent();
    await readRetryAfter();
    await surviveNonsense();
    await signInAgain();
    await renew();
}
