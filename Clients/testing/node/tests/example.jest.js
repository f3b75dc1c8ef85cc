'use strict'

const { useTessera, call } = require('../index.js')

const tessera = useTessera()

const CARDS = '/digitalwallets/v1/profile/prepaid/cards'

/** Your code, which is under test. */
function orderCard(url, token) {
    const order = { programName: 'DEMO-VIRTUAL-VISA-EEA', currency: 'EUR' }
    return call('POST', url + CARDS, order, { Authorization: `Bearer ${token}` })
}

test('an order makes one card', async () => {
    await orderCard(tessera().url, await tessera().token())
    await tessera().verify('createCard', { times: 1, where: { status: 201, body: { currency: 'EUR' } } })
})

test('a card expires', async () => {
    const { cardId } = await orderCard(tessera().url, await tessera().token())
    await tessera().withClock({ now: '2040-01-01T00:00:00Z' }, async () => {
        const headers = { Authorization: `Bearer ${await tessera().token()}` }
        const card = await call('GET', `${tessera().url}${CARDS}/${cardId}`, undefined, headers)
        expect(card.status).toBe('EXPIRED')
    })
})

test('a slow answer is waited for', async () => {
    const rules = [{ operation: 'createCard', fault: 'LATENCY', milliseconds: 20 }]
    await tessera().withFaults({ rules }, async plan => {
        await orderCard(tessera().url, await tessera().token())
        expect((await plan()).rules[0].strikes).toBe(1)
    })
})
