import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { brands } from '#brands/index.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { getSubscription, requestSubscription, withdrawSubscription } from '#contract/subscriptions.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { putAsService } from '../../testing/service-calls.ts'
import { changeEmail, findNewestLink, listMails, submitLink } from '../identity/testing/mail-links.ts'
import { deleteRequestsBefore } from './store.ts'

const TOKEN = 'the-token-of-the-shop-for-newsletters'
const BASE = SERVICES.subscriptions

let customer: Client
let email: string
const server = closeAfterAll(
  await testServer({ config: { serviceTokens: [{ name: 'shop', token: TOKEN }] } }),
)
beforeEach(async () => {
  customer = await server.customer()
  email = `${randomUUID()}@example.com`
})

const address = (path: string) => new URL(BASE + path, server.origin)

function put(body: object = {}, to = email) {
  const requested = { channel: 'KEEPSAKE-GB', requestedAt: server.clock.now().toISOString() }
  const path = `${BASE}/retailer/profiles/${encodeURIComponent(to)}`
  return putAsService(server, TOKEN, path, { ...requested, ...body })
}

async function read(to = email, channel = 'KEEPSAKE-GB') {
  const answer = await fetch(address(`/retailer/profiles/${to}?channel=${channel}`), {
    headers: { authorization: `Bearer ${TOKEN}` },
  })
  return { status: answer.status, body: await answer.json() }
}

const requestConfirmation = (to: string, token: string, method = 'POST') =>
  fetch(
    address(`/api/v1/Profiles/${encodeURIComponent(to)}/subscription/confirm/${encodeURIComponent(token)}`),
    { method },
  )
const confirm = async (to: string, token: string, method = 'POST') =>
  (await requestConfirmation(to, token, method)).status
/** What a refused confirmation answers. */
async function refuse(to: string, token: string) {
  const answer = await requestConfirmation(to, token)
  return [answer.status, (await answer.json()).reason]
}

const mailsTo = (to: string) => listMails(server, to)

/** Address and token of the newest mail's link. */
async function linkTo(to: string) {
  const link = await findNewestLink(server, to)
  return {
    path: link.pathname,
    email: link.searchParams.get('email')!,
    token: link.searchParams.get('confirmation-token')!,
  }
}

/** Ends a subscription by the address that its mails have. */
async function unsubscribe(url?: string): Promise<void> {
  const { pathname } = new URL(url ?? (await read()).body.unsubscribeUrl)
  await fetch(new URL(pathname, server.origin), { method: 'POST' })
}

describe('AA-055 the confirmation of a subscription', () => {
  test('AA-055 AA-056 works by the mailed link without a bearer token, once and again', async () => {
    expect(await put({ source: 'Shop footer' })).toMatchObject({ status: 200, body: { state: 'requested' } })
    const link = await linkTo(email)
    expect([link.path, link.email]).toEqual(['/subscription-confirmation', email])
    // RV-840: the address may have no account.
    expect((await mailsTo(email))[0]!.text).toMatch(new RegExp(`^Email: ${email}\\nRequested: .+$`, 'm'))
    for (let i = 0; i < 10; i++) {
      expect(await confirm(email, link.token, 'GET')).toBe(405)
      await confirm(email, link.token, 'HEAD')
    }
    expect((await read()).body.state).toBe('requested')
    expect(await confirm(email, link.token)).toBe(204)
    const confirmed = await read()
    expect(confirmed.body).toMatchObject({ state: 'confirmed', since: expect.any(String) })
    server.clock.advance(60_000)
    expect(await confirm(email.toUpperCase(), link.token)).toBe(204)
    expect(await read()).toEqual(confirmed)
  })

  test('AA-055 a wrong token and a wrong address answer 404 and confirm nothing', async () => {
    await put()
    const { token } = await linkTo(email)
    const other = `${randomUUID()}@example.com`
    await put({}, other)
    expect(await confirm(email, `${token}x`)).toBe(404)
    expect(await confirm(other, token)).toBe(404)
    expect(await confirm('nobody@example.com', token)).toBe(404)
    expect([(await read()).body.state, (await read(other)).body.state]).toEqual(['requested', 'requested'])
  })

  test('RV-1107 AA-047 a token that never existed has no reason; one that was mailed has ended: replaced, withdrawn, expired', async () => {
    expect(await refuse(email, 'never-mailed')).toEqual([404, undefined])
    await put()
    const { token } = await linkTo(email)
    const [proof, seal] = token.split('.') as [string, string]
    const other = `${randomUUID()}@example.com`
    await put({}, other)
    for (const [to, altered] of [
      [email, proof],
      [email, `${proof}.`],
      [email, `${seal}.${proof}`],
      [email, `${token}x`],
      [email, `${token}.x`],
      [other, token],
    ] as const)
      expect([altered, await refuse(to, altered)]).toEqual([altered, [404, undefined]])
    await unsubscribe()
    expect(await refuse(email, token)).toEqual([404, 'ended'])
    server.clock.advance(60_000)
    await put()
    expect(await refuse(email.toUpperCase(), token)).toEqual([404, 'ended'])
    const { token: newest } = await linkTo(email)
    await deleteRequestsBefore(server.ctx.db, new Date(server.clock.now().getTime() + 1))
    expect(await refuse(email, newest)).toEqual([404, 'ended'])
  })

  test('RV-1090 a + of the address that a gateway decoded as a space is still the address', async () => {
    email = `anna+news-${randomUUID()}@example.com`
    await put()
    const { token } = await linkTo(email)
    expect(await confirm(email.replace('+', '-'), token)).toBe(404)
    expect(await confirm(`\u200b${email.replace('+', ' ')}`, token)).toBe(204)
    expect((await read(encodeURIComponent(email))).body.state).toBe('confirmed')
  })

  test('AA-055 the link of a withdrawn subscription does not bring it back; a later request does, by a new link', async () => {
    await put()
    const old = await linkTo(email)
    await confirm(email, old.token)
    await unsubscribe()
    expect((await read()).body.state).toBe('withdrawn')
    expect(await confirm(email, old.token)).toBe(404)
    server.clock.advance(60_000)
    await put()
    expect(await confirm(email, old.token)).toBe(404)
    expect(await confirm(email, (await linkTo(email)).token)).toBe(204)
  })
})

describe('the retailer’s request', () => {
  test('is known again when it is repeated, and sends no second mail', async () => {
    const requestedAt = server.clock.now().toISOString()
    const first = await put({ requestedAt })
    const known = { ...first, body: { ...first.body, stored: false } }
    expect(await put({ requestedAt })).toEqual(known)
    expect(await put({ requestedAt: '2026-01-01T00:00:00Z' })).toEqual(known)
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('of another day is mailed with the same link; a confirmed subscription is left alone', async () => {
    await put()
    const first = await linkTo(email)
    server.clock.advance(86_400_000)
    await put()
    expect(await linkTo(email)).toEqual(first)
    expect(await mailsTo(email)).toHaveLength(2)
    await confirm(email, first.token)
    server.clock.advance(86_400_000)
    expect((await put()).body.state).toBe('confirmed')
    expect(await mailsTo(email)).toHaveLength(2)
  })

  test.each([
    [{ channel: 'NOWHERE' }, 'channel'],
    [{ channel: undefined }, 'channel'],
    [{ requestedAt: 'yesterday' }, 'requestedAt'],
    [{ requestedAt: '2099-01-01T00:00:00Z' }, 'requestedAt'],
  ])('with %j answers 400 and names the field', async (body, field) => {
    const answer = await put(body)
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]])
  })

  test('for something that is no address answers 400; a sixth mail within an hour 429', async () => {
    expect((await put({}, 'not an address')).status).toBe(400)
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) {
      server.clock.advance(1000)
      statuses.push((await put()).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('is forgotten after 30 days without a confirmation', async () => {
    await put()
    await deleteRequestsBefore(server.ctx.db, new Date(server.clock.now().getTime() + 1))
    expect((await read()).status).toBe(404)
  })
})

describe('the customer’s switch', () => {
  test('asks, is confirmed by the mail, and withdraws at once', async () => {
    expect(await customer.call(getSubscription)).toEqual({ state: 'none', since: null })
    expect(await customer.call(requestSubscription)).toMatchObject({ state: 'requested' })
    const { token } = await linkTo(customer.email)
    await confirm(customer.email, token)
    expect(await customer.call(getSubscription)).toMatchObject({ state: 'confirmed' })
    await customer.call(withdrawSubscription)
    await customer.call(withdrawSubscription)
    expect(await customer.call(getSubscription)).toMatchObject({ state: 'withdrawn' })
    expect((await read(customer.email)).body.state).toBe('withdrawn')
  })
})

describe('the profile of an account whose e-mail address changes', () => {
  const changeTo = (to: string) => changeEmail(server, customer, to)
  async function subscribe(client: Client, to: string): Promise<void> {
    await client.call(requestSubscription)
    await confirm(to, (await linkTo(to)).token)
  }
  async function revert(): Promise<void> {
    const link = await findNewestLink(server, customer.email)
    expect((await submitLink(server, link)).statusCode).toBe(200)
  }
  const readState = async (to: string) => (await read(to)).body.state

  test('AA-054 AA-055 is that of the new address, and its unsubscribe link still works', async () => {
    await subscribe(customer, customer.email)
    const { unsubscribeUrl } = (await read(customer.email)).body
    const after = await changeTo(email)
    expect((await read(customer.email)).status).toBe(404)
    expect(await after.call(getSubscription)).toMatchObject({ state: 'confirmed' })
    await unsubscribe(unsubscribeUrl)
    expect(await readState(email)).toBe('withdrawn')
  })

  test('AA-054 does not replace what the new address decided, nor follow while it is unconfirmed', async () => {
    await subscribe(customer, customer.email)
    await put()
    await unsubscribe()
    await changeTo(email)
    expect([(await read(customer.email)).status, await readState(email)]).toEqual([404, 'withdrawn'])
    customer = await server.customer()
    email = `${randomUUID()}@example.com`
    await customer.call(requestSubscription)
    await changeTo(email)
    expect([(await read(customer.email)).status, (await read()).status]).toEqual([404, 404])
  })

  test('AA-054 is back after ‘This wasn’t me’, without what was confirmed since the change', async () => {
    await subscribe(customer, customer.email)
    await changeTo(email)
    server.clock.advance(60_000)
    await revert()
    expect([await readState(customer.email), (await read()).status]).toEqual(['confirmed', 404])
    customer = await server.customer()
    email = `${randomUUID()}@example.com`
    const thief = await changeTo(email)
    server.clock.advance(60_000)
    await subscribe(thief, email)
    await revert()
    expect([(await read(customer.email)).status, (await read()).status]).toEqual([404, 404])
  })
})

describe('unsubscribing (RFC 8058)', () => {
  test('AA-056 every opt-in mail has the header; POST unsubscribes in one click, GET shows a page and changes nothing', async () => {
    await put()
    const [mail] = await mailsTo(email)
    const source = mail!.raw.replace(/\r\n[ \t]/g, ' ')
    const [, url] = /^List-Unsubscribe:\s*<([^>]+)>/im.exec(source)!
    expect(source).toMatch(/^List-Unsubscribe-Post:\s*List-Unsubscribe=One-Click/im)
    const target = new URL(new URL(url!).pathname, server.origin)
    for (const method of ['GET', 'HEAD', 'GET']) expect((await fetch(target, { method })).status).toBe(200)
    expect((await read()).body.state).toBe('requested')
    const page = await (await fetch(target)).text()
    expect(page).toContain(email)
    const answer = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringContaining('You’re unsubscribed'),
    ])
    expect((await read()).body.state).toBe('withdrawn')
    // RFC 8058, 3.1 allows both types of form, and the address alone says what to do.
    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    expect((await fetch(target, { method: 'POST', body: form })).status).toBe(200)
    expect((await fetch(address('/unsubscribe/not-an-id'), { method: 'POST' })).status).toBe(404)
    expect((await fetch(address(`/unsubscribe/${randomUUID()}`))).status).toBe(404)
  })
})

describe('AA-056 the mail', () => {
  test.each([...new Set(brands.map(brand => brand.locale))])(
    'AA-056 OP-63 is rendered in %s with the brand’s name and a link of the brand',
    async locale => {
      const brand = brands.find(each => each.locale === locale)!
      await put({ channel: brand.channel })
      const [mail] = await mailsTo(email)
      expect(mail!.from.name).toBe(brand.name)
      expect(mail!.html).toContain(`lang="${locale}"`)
      expect(mail!.text).toContain(`http://${brand.id === 'keepsake-gb' ? 'localhost' : brand.localHost}:`)
      expect(mail!.subject).not.toMatch(/[{}]/)
    },
  )
})
