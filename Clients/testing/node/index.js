'use strict'

/**
 * Fixtures of Tessera for node:test and for Jest: a tenant for each test file, which is what both runners give to a
 * worker, and its snapshot restored before each test. It needs Node.js 20 and no package. README.md beside this file
 * shows how to use it.
 */

const SNAPSHOT = 'before-each-test'
// What the fixtures send is no call of the code under test, so no verification counts it and no fault strikes it.
const MARK = { 'Tessera-Tool': 'command' }
// For one request, and for each hook of a runner: Jest would give up a hook after 5 seconds.
const TIMEOUT_MILLISECONDS = 300_000

/** A service has answered with another status than 200 to 299. */
class Refused extends Error {
    constructor(method, url, status, body) {
        super(`${method} ${url} answered ${status}: ${body.slice(0, 2000)}`)
        this.name = 'Refused'
        this.status = status
        this.body = body
    }
}

/** Sends a request with a JSON body, a form or none, and returns the JSON of the answer; undefined if it has none. */
async function call(method, url, body, headers = {}) {
    const isForm = body instanceof URLSearchParams
    const content = body === undefined ? {} : isForm ? {} : { 'Content-Type': 'application/json' }
    let answer
    try {
        answer = await fetch(url, {
            method,
            body: body === undefined || isForm ? body : JSON.stringify(body),
            headers: { ...content, ...headers },
            signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
        })
    } catch (error) {
        const reason = error.cause?.code ?? error.message
        throw new Error(`Nothing answers at ${url} (${reason}). Start: tessera serve --demo`)
    }
    const text = await answer.text()
    if (!answer.ok) throw new Refused(method, url, answer.status, text)
    return text === '' ? undefined : JSON.parse(text)
}

/** A complete service for one test file: url for the Card service, sandboxUrl for the sandbox. */
class Tenant {
    #authorization

    constructor(made, token) {
        this.name = made.name
        this.brand = made.brand
        this.customers = made.customers
        this.url = made.baseUrl
        this.sandboxUrl = made.sandboxUrl
        this.merchantsUrl = made.merchantsUrl
        this.app = made.clients.find(client => client.mayExchange)
        this.backend = made.clients.find(client => client.isBusiness)
        this.#authorization = token ? { Authorization: `Bearer ${token}` } : {}
    }

    /** Calls the sandbox, such as POST /customers. */
    sandbox(method, path, body) {
        return call(method, this.sandboxUrl + path, body, { ...MARK, ...this.#authorization })
    }

    /** An access token of a customer, by default of the first one. */
    token(customer = this.customers[0]) {
        return this.#token(this.app, {
            grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
            subject_token: String(customer),
            subject_token_type: 'urn:tessera:token-type:customer-id',
        })
    }

    /** An access token of the brand's backend. */
    businessToken() {
        return this.#token(this.backend, { grant_type: 'client_credentials' })
    }

    async #token(client, form) {
        const url = `${this.url}/digitalwallets/v1/auth/brands/${this.brand}/token`
        const basic = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')
        const headers = { ...MARK, Authorization: `Basic ${basic}` }
        return (await call('POST', url, new URLSearchParams(form), headers)).access_token
    }

    /** Takes a snapshot of all data. */
    snapshot(name) {
        return this.sandbox('POST', '/snapshots', { name })
    }

    /** Brings back the data of a snapshot. */
    restore(name) {
        return this.sandbox('POST', `/snapshots/${encodeURIComponent(name)}/restore`)
    }

    /**
     * Causes faults while `work` runs: withFaults({ rules: [{ fault: 'STATUS', status: 503 }], seed: 7 }, work). The
     * plan is the body of PUT /sandbox/faults. `work` gets a function that returns it with the count of strikes.
     */
    async withFaults(plan, work) {
        await this.sandbox('PUT', '/faults', plan)
        try {
            return await work(() => this.sandbox('GET', '/faults'))
        } finally {
            await this.sandbox('DELETE', '/faults')
        }
    }

    /**
     * Moves the clock while `work` runs: withClock({ now: '2029-12-01T00:00:00Z' }, work), or forward by
     * { advanceSeconds: 86400 }. It is frozen unless the change says otherwise. `work` gets a function that moves it
     * further. Afterwards it goes on from where it was.
     */
    async withClock(change, work) {
        const before = await this.sandbox('GET', '/clock')
        const begin = performance.now()
        const move = further => this.sandbox('PUT', '/clock', { frozen: true, ...further })
        await move(change)
        try {
            return await work(move)
        } finally {
            const passed = before.frozen ? 0 : performance.now() - begin
            const now = new Date(Date.parse(before.now) + passed).toISOString().replace(/\.\d+Z$/, 'Z')
            await this.sandbox('PUT', '/clock', { now, frozen: before.frozen })
        }
    }

    /**
     * Fails unless the journal has the expected requests: verify('createCard', { times: 1, where: { status: 201 } }).
     * The members are those of POST /sandbox/requests/verify. Returns the numbers of the matching requests.
     */
    async verify(operation, expectation = {}) {
        const answer = await this.sandbox('POST', '/requests/verify', { operation, ...expectation })
        if (!answer.holds) throw new Unexpected(operation, expectation, answer)
        return answer.numbers
    }

    /** Clears the journal and the faults, which belong to no snapshot. */
    async forget() {
        await this.sandbox('DELETE', '/requests')
        await this.sandbox('DELETE', '/faults')
    }
}

/** The journal is not as expected. */
class Unexpected extends Error {
    constructor(operation, expectation, answer) {
        super(difference(operation, expectation, answer))
        this.name = 'Unexpected'
    }
}

function difference(operation, expectation, { matches, atLeast, atMost, numbers, nearMisses }) {
    const wanted = atLeast === atMost ? `${atLeast} times`
        : `at least ${atLeast} times` + (atMost === undefined ? '' : ` and at most ${atMost} times`)
    const lines = [`${operation} was called ${matches} times, not ${wanted}.`]
    if (expectation.where) lines.push(`Counted were requests with ${JSON.stringify(expectation.where)}.`)
    if (numbers.length > 0) lines.push(`The matching requests are ${numbers.join(', ')}.`)
    for (const { request, differences } of nearMisses) {
        const status = request.status ?? 'not at all'
        lines.push(`  request ${request.number}: ${request.method} ${request.path} was answered ${status}`)
        for (const { criterion, wanted, found = null } of differences) {
            lines.push(`    ${criterion}`)
            lines.push(`      wanted ${JSON.stringify(wanted)}`, `      found  ${JSON.stringify(found)}`)
        }
    }
    if (matches === 0 && nearMisses.length === 0) lines.push('No request was similar.')
    return lines.join('\n')
}

/**
 * Gives a test file a tenant, restored before each test. Call it once in a file, outside all tests.
 *
 * @param runner require('node:test'); leave it out in Jest, whose functions are global.
 * @param options setUp(tenant) puts what all tests need into the new tenant; tenant is what it begins with, such as
 *   { brand: 'acme' }; sandboxUrl is the address of the service's sandbox.
 * @returns a function that returns the tenant, in a test.
 */
function useTessera(runner = globalThis, { setUp = () => {}, tenant: beginning = {}, sandboxUrl } = {}) {
    const url = sandboxUrl ?? process.env.TESSERA_SANDBOX_URL ?? 'http://127.0.0.1:8081'
    // Below `tessera exec`, the address is that of a tenant, which cannot have tenants.
    const base = url.replace(/(\/tenants\/[^/]+)?(\/sandbox)?\/?$/, '') + '/sandbox'
    const token = process.env.TESSERA_SANDBOX_TOKEN
    const headers = token ? { ...MARK, Authorization: `Bearer ${token}` } : MARK
    const isJest = runner.beforeAll !== undefined
    const [begin, end] = isJest ? [runner.beforeAll, runner.afterAll] : [runner.before, runner.after]
    const timeout = isJest ? TIMEOUT_MILLISECONDS : { timeout: TIMEOUT_MILLISECONDS }
    let tenant

    begin(async () => {
        tenant = new Tenant(await call('POST', `${base}/tenants`, beginning, headers), token)
        await setUp(tenant)
        await tenant.snapshot(SNAPSHOT)
    }, timeout)
    runner.beforeEach(async () => {
        await tenant.restore(SNAPSHOT)
        await tenant.forget()
    }, timeout)
    end(async () => {
        if (tenant) await call('DELETE', `${base}/tenants/${tenant.name}`, undefined, headers)
    }, timeout)
    return () => tenant
}

module.exports = { useTessera, Tenant, Refused, Unexpected, call, difference }
