'use strict'

// The fixtures' own suite, for one test file of node:test or Jest. Each test changes what the others would notice, so
// it passes only if each is alone.

const assert = require('node:assert/strict')
const { call, difference, Refused, Unexpected, useTessera } = require('../index.js')

const CARDS = '/digitalwallets/v1/profile/prepaid/cards'
const PROGRAM = {
    name: 'SUITE-VIRTUAL-VISA', cardType: 'VIRTUAL', scheme: 'VISA', region: 'EEA', currencies: ['EUR'],
}

/** All tests have a program of their own. */
const setUp = tenant => tenant.sandbox('POST', '/programs', PROGRAM)

/** The code under test. */
async function order(tenant) {
    const headers = { Authorization: `Bearer ${await tenant.token()}` }
    return call('POST', tenant.url + CARDS, { programName: PROGRAM.name, currency: 'EUR' }, headers)
}

async function cards(tenant) {
    return (await call('GET', tenant.url + CARDS, undefined, { Authorization: `Bearer ${await tenant.token()}` })).cards
}

function suite(runner) {
    const tessera = useTessera(runner, { setUp })
    const { test } = runner

    for (let turn = 1; turn <= 3; turn++) {
        test(`each test begins with the set-up and nothing else (${turn})`, async () => {
            const tenant = tessera()
            assert.deepEqual(await cards(tenant), [])
            await tenant.verify('createCard', { times: 0 })
            const { cardId } = await order(tenant)
            assert.deepEqual((await cards(tenant)).map(card => card.cardId), [cardId])
            // The next test has neither the fault nor the time.
            const rules = [{ fault: 'STATUS', status: 503, operation: 'createCard' }]
            await tenant.sandbox('PUT', '/faults', { rules })
            await tenant.sandbox('PUT', '/clock', { now: '2031-01-01T00:00:00Z', frozen: true })
        })
    }

    test('a fault ends with its work, also if that fails', async () => {
        const tenant = tessera()
        const plan = { rules: [{ fault: 'STATUS', status: 503, operation: 'createCard' }] }
        await tenant.withFaults(plan, async struck => {
            await assert.rejects(order(tenant), error => error instanceof Refused && error.status === 503)
            assert.equal((await struck()).rules[0].strikes, 1)
        })
        const failing = tenant.withFaults(plan, async () => { throw new RangeError('work') })
        await assert.rejects(failing, RangeError)
        assert.ok((await order(tenant)).cardId)
    })

    test('the clock goes on from where it was', async () => {
        const tenant = tessera()
        const before = Date.parse((await tenant.sandbox('GET', '/clock')).now)
        await tenant.withClock({ now: '2029-12-01T00:00:00Z' }, async move => {
            await move({ advanceSeconds: 86400 })
            const inside = await tenant.sandbox('GET', '/clock')
            assert.deepEqual(inside, { now: '2029-12-02T00:00:00Z', frozen: true })
            await tenant.withClock({ advanceSeconds: 60, frozen: false }, async () => {
                assert.equal((await tenant.sandbox('GET', '/clock')).frozen, false)
            })
            assert.deepEqual(await tenant.sandbox('GET', '/clock'), inside)
        })
        const after = await tenant.sandbox('GET', '/clock')
        const moved = Date.parse(after.now) - before
        assert.ok(!after.frozen && moved > -2000 && moved < 300_000, `${moved} ms`)
    })

    test('a verification counts only the calls of the test, and shows the difference if it fails', async () => {
        const tenant = tessera()
        await order(tenant)
        assert.equal((await tenant.verify('createCard', { times: 1, where: { status: 201 } })).length, 1)
        await tenant.verify('issueToken', { times: 0 })
        const failing = tenant.verify('createCard', { times: 1, where: { body: { currency: 'PLN' } } })
        await assert.rejects(failing, error => {
            const lines = error.message.split('\n')
            assert.ok(error instanceof Unexpected && lines[2].endsWith(`POST ${CARDS} was answered 201`), error.message)
            assert.equal(lines[0], 'createCard was called 0 times, not 1 times.')
            assert.deepEqual(lines.slice(3), ['    body.currency', '      wanted "PLN"', '      found  "EUR"'])
            return true
        })
        const none = { matches: 0, atLeast: 1, atMost: 3, numbers: [], nearMisses: [] }
        const text = 'getCard was called 0 times, not at least 1 times and at most 3 times.\nNo request was similar.'
        assert.equal(difference('getCard', {}, none), text)
    })

    test('a snapshot of the test is restored', async () => {
        const tenant = tessera()
        await order(tenant)
        await tenant.snapshot('one-card')
        await order(tenant)
        await tenant.restore('one-card')
        assert.equal((await cards(tenant)).length, 1)
    })

    test('a refusal names the request and the reason', async () => {
        const tenant = tessera()
        const refused = tenant.sandbox('POST', '/customers', { country: 'nowhere' })
        await assert.rejects(refused, /POST http.* answered 400: .*country/)
        assert.notEqual(await tenant.businessToken(), await tenant.token())
        assert.ok(tenant.sandboxUrl.endsWith(`/tenants/${tenant.name}/sandbox`))
    })
}

module.exports = { suite }
