import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { KEEPSAKE_CALLS } from '../keepsake-calls/answer-call.ts'
import { TestShop, waitUntilPasses } from '../testing/test-shop.testing.ts'
import type { Behaviour } from './receivers.ts'

const SECRET = `whsec_${Buffer.alloc(32, 'secret').toString('base64')}`
const OTHER_SECRET = `whsec_${Buffer.alloc(32, 'other').toString('base64')}`
const OFFICE = '/back-office/callbacks'

let t: TestShop
beforeEach(async () => {
  t = await TestShop.start({ SHOP_BACK_OFFICE: 'true' })
  // Signatures are valid for five minutes of the real time.
  t.now = new Date()
})
afterEach(() => t.close())

async function addReceiver(secret?: string) {
  await t.anna.open(OFFICE)
  await t.anna.submit(`${OFFICE}/add`, { action: 'add', name: 'studio' })
  if (secret) await t.anna.submit(`${OFFICE}/studio`, { action: 'save-the-secret', secret })
}
const become = async (behaviour: Behaviour) => {
  // The form with the buttons is the second one of that address.
  await t.anna.open(`${OFFICE}/studio`, { method: 'POST', body: new URLSearchParams({ action: behaviour }) })
}
const payloadOf = (orderCode: string) =>
  JSON.stringify({
    type: 'order.changed',
    timestamp: new Date().toISOString(),
    data: { customer: randomUUID(), orderCode },
  })

async function send(body: string, { secret = SECRET, id = 'msg_1', at = new Date(), ...more }: Sent = {}) {
  const answer = await fetch(`${t.shop.origin}/callbacks/studio`, {
    method: 'POST',
    redirect: 'manual',
    body,
    headers: {
      'content-type': more.contentType ?? 'application/json; charset=utf-8',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, at, more.signed ?? body),
      ...(more.version && { 'keepsake-version': more.version }),
    },
    signal: more.signal ?? null,
  })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

interface Sent {
  secret?: string
  id?: string
  at?: Date
  signed?: string
  contentType?: string
  version?: string
  signal?: AbortSignal
}

describe('AA-108 the system of a business customer', () => {
  test('accepts what is signed with its secret, also a second time, and lists it', async () => {
    await addReceiver(SECRET)
    expect(t.anna.text).toContain('Done.')
    expect(t.anna.html).not.toContain(SECRET)
    const body = payloadOf('P-1')
    expect(await send(body)).toMatchObject({ status: 200, body: { received: true } })
    expect((await send(body)).status).toBe(200)
    await t.restart()
    await t.anna.open(OFFICE)
    expect(t.anna.text).toMatch(
      /order\.changed P-1 signature verified · received before · answered 200 .* msg_1/,
    )
    expect(t.anna.text.match(/order\.changed P-1/g)).toHaveLength(2)
    expect(t.anna.text.match(/received before/g)).toHaveLength(1)
  })

  test('reads XML', async () => {
    await addReceiver(SECRET)
    const xml = `<?xml version="1.0" encoding="UTF-8"?>
<callback xmlns="urn:keepsake:callback:1"><type>invoice.ready</type><timestamp>2026-11-22T11:50:00.000Z</timestamp>
<data><customer>c-1</customer><invoiceNumber>2026-7</invoiceNumber></data></callback>`
    expect((await send(xml, { contentType: 'application/xml; charset=utf-8' })).status).toBe(200)
    await t.anna.open(OFFICE)
    expect(t.anna.text).toContain('invoice.ready 2026-7 signature verified')
  })

  test('reads both forms of version 2026-12, a later type of it too', async () => {
    await addReceiver(SECRET)
    const version = '2026-12'
    const data = {
      customer: randomUUID(),
      productCode: 'P-1-1',
      orderCode: null,
      purpose: 'product.pdf',
      url: '/',
    }
    const json = JSON.stringify({ type: 'product-file.ready', timestamp: new Date().toISOString(), data })
    expect((await send(json, { version, id: 'msg_1' })).status).toBe(200)
    const xml = `<?xml version="1.0" encoding="UTF-8"?>
<callback xmlns="urn:keepsake:callback:2"><type>parcel.lost</type><timestamp>2026-12-22T11:50:00.000Z</timestamp>
<data><customer>c-1</customer><orderCode>P-7</orderCode><version>7</version><note>a</note><note>b</note></data></callback>`
    const contentType = 'application/xml; charset=utf-8'
    expect((await send(xml, { version, id: 'msg_2', contentType })).status).toBe(200)
    await t.anna.open(OFFICE)
    expect(t.anna.text).toContain('product-file.ready P-1-1 signature verified')
    expect(t.anna.text).toContain('parcel.lost P-7 signature verified')
  })

  test('refuses another secret, changed bytes, an old one, and everything without a secret', async () => {
    await addReceiver()
    expect(t.anna.text).toContain('Without it everything is refused.')
    const body = payloadOf('P-1')
    expect((await send(body)).status).toBe(401)
    await t.anna.submit(`${OFFICE}/studio`, { secret: SECRET })
    expect((await send(body, { secret: OTHER_SECRET })).status).toBe(401)
    expect((await send(body, { signed: payloadOf('P-2') })).status).toBe(401)
    expect((await send(body, { at: new Date(Date.now() - 6 * 60_000) })).status).toBe(401)
    expect((await send('<!DOCTYPE x [<!ENTITY y "z">]>', { secret: OTHER_SECRET })).status).toBe(401)
    await t.anna.open(OFFICE)
    expect(t.anna.text).not.toContain('P-1')
    expect(t.anna.text.match(/wrong signature, refused · answered 401/g)).toHaveLength(5)
  })

  test.each<[Behaviour, number, string | null, RegExp]>([
    ['error', 500, null, /Answers: error/],
    ['unavailable', 503, '60', /Answers: unavailable/],
    ['gone', 410, null, /Answers: gone/],
    ['redirect', 307, null, /Answers: redirect/],
  ])(
    'told to be %s it answers %i until it is told to accept',
    async (behaviour, status, retryAfter, said) => {
      await addReceiver(SECRET)
      await become(behaviour)
      expect(t.anna.text).toMatch(said)
      const failed = await send(payloadOf('P-1'))
      expect([failed.status, failed.headers.get('retry-after')]).toEqual([status, retryAfter])
      await become('accept')
      expect((await send(payloadOf('P-1'))).status).toBe(200)
      await t.anna.open(OFFICE)
      // What failed was not accepted before.
      expect(t.anna.text).not.toContain('received before')
    },
  )

  test('told to be slow it has not answered when the caller gives up, which ends the wait', async () => {
    await addReceiver(SECRET)
    await become('slow')
    const giveUp = new AbortController()
    const sent = send(payloadOf('P-1'), { signal: giveUp.signal })
    sent.catch(() => undefined)
    await waitUntilPasses(async () => {
      await t.anna.open(OFFICE)
      expect(t.anna.text).toContain('signature verified · answered too late')
    })
    giveUp.abort()
    await expect(sent).rejects.toThrow()
  })

  test('a wrong name, a wrong secret and a form of another site change nothing', async () => {
    await t.anna.open(OFFICE)
    await t.anna.submit(`${OFFICE}/add`, { action: 'add', name: '../studio' })
    expect(t.anna.text).toContain('Please use small letters, digits and hyphens, 40 at most.')
    await addReceiver('not-a-secret')
    expect(t.anna.text).toContain('This is no signing secret: it begins with whsec_')
    await t.anna.open(OFFICE)
    const forged = { action: 'save-the-secret', secret: SECRET }
    await t.anna.submit(`${OFFICE}/studio`, forged, { origin: 'https://elsewhere.example' })
    expect(t.anna.status).toBe(403)
    expect((await send(payloadOf('P-1'))).status).toBe(401)
    expect((await fetch(`${t.shop.origin}/callbacks/other`, { method: 'POST' })).status).toBe(404)
  })

  test('exists with the back office only; the demo gives it its secret by a call', async () => {
    const put = (name: string, secret: string) => t.call('PUT', `/demo-receivers/${name}`, { secret })
    expect((await put('studio', SECRET)).status).toBe(204)
    expect((await put('studio', 'whsec_short')).status).toBe(404)
    expect((await put('Not-small', SECRET)).status).toBe(404)
    expect((await send(payloadOf('P-1'))).status).toBe(200)
    await t.restart({ SHOP_BACK_OFFICE: 'false' })
    expect((await fetch(`${t.shop.origin}/callbacks/studio`, { method: 'POST' })).status).toBe(404)
    expect((await t.anna.open(OFFICE)).status).toBe(404)
    const path = `${KEEPSAKE_CALLS}/demo-receivers/studio`
    expect((await t.anna.send(path, { method: 'PUT' })).status).toBe(404)
  })
})
