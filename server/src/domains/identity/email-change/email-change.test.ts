import { describe, expect, test } from 'vitest'
import { brands } from '#brands/index.ts'
import { getCustomer } from '#contract/customers.ts'
import {
  ALREADY_CONFIRMED,
  cancelEmailChange,
  confirmEmailChange,
  getEmailChange,
  requestEmailChange,
} from '#contract/email-changes.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { PUSH_BAD_TOKEN } from '#contract/push.ts'
import type { ReceivedMail } from '#sandbox/mailbox/mailbox.ts'
import { change } from '../../../context.ts'
import { findRow, listColumns, updateRows } from '../../../platform/db/rows.ts'
import { Client } from '../../../testing/client.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { PASSWORD, testServer } from '../../../testing/harness.ts'
import { openSocket } from '../../../testing/sockets.ts'
import { createCustomer } from '../../customers/index.ts'
import {
  CHANNEL,
  findMailedLink,
  listMails,
  openBrowser,
  requestPassword,
  toIdentityParams,
} from '../testing/mail-links.ts'
import { signInAs } from '../testing/sign-in-flow.ts'

const HOUR = 3_600_000
const server = closeAfterAll(await testServer())

let number = 0
const newAddress = () => `new-${++number}@keepsake.test`
const request = (client: Client, email: string, channel = CHANNEL) =>
  client.call(requestEmailChange, { params: toIdentityParams(client), body: { email, channel } })
const refusedRequest = async (client: Client, email: string, params: object = {}, channel = CHANNEL) => {
  const { status, body } = await client.expectError(requestEmailChange, {
    params: { ...toIdentityParams(client), ...params },
    body: { email, channel },
  })
  return [status, body.fields]
}
const confirm = (client: Client, token: string) =>
  client.call(confirmEmailChange, { params: { ...toIdentityParams(client), token } })
const refusedConfirm = async (client: Client, token: string) =>
  (await client.expectError(confirmEmailChange, { params: { ...toIdentityParams(client), token } })).status
const getPending = async (client: Client) =>
  (await client.call(getEmailChange, { params: toIdentityParams(client) })).pending?.email ?? null
const getEmail = async (client: Client) => (await client.call(getCustomer)).email

const mailsTo = (address: string) => listMails(server, address)
function findLink(mail: ReceivedMail | undefined): URL {
  const address = /https?:\/\/\S+/.exec(mail!.text)![0]
  expect(mail!.html).toContain(address.replaceAll('&', '&#38;'))
  return new URL(address)
}
const findToken = (mail: ReceivedMail | undefined) => findLink(mail).searchParams.get('confirmation-token')!
async function requestAndReadToken(client: Client, email: string): Promise<string> {
  await request(client, email)
  return findToken((await mailsTo(email))[0])
}
const signIn = ({ accountId }: Client, email: string, password = PASSWORD) =>
  Client.signIn(server.app, server.origin, accountId, email, password)
const browser = () => openBrowser(server)

/** A customer whose address was changed; with the link that was mailed to the former address. */
async function changedCustomer() {
  const before = await server.customer()
  const email = newAddress()
  await confirm(before, await requestAndReadToken(before, email))
  const [warning] = await mailsTo(before.email)
  return { before, after: await signIn(before, email), email, revertPath: findLink(warning).pathname }
}

const submitRevert = (path: string) => browser().submitPage(path, {})

describe('AA-053 a request to change the e-mail address', () => {
  test('AA-053 AA-056 mails a link to the new address, in brand and language of the customer; the old one stays until then', async () => {
    const customer = await server.customer()
    const email = newAddress()
    const pending = await request(customer, `  ${email.toUpperCase()} `)
    expect(pending).toMatchObject({ email, requestedAt: server.clock.now().toISOString() })
    expect(Date.parse(pending.expiresAt)).toBe(server.clock.now().getTime() + 24 * HOUR)
    expect(await getPending(customer)).toBe(email)
    const [mail] = await mailsTo(email)
    expect([mail!.subject, mail!.from.name]).toEqual(['Confirm your new email address', 'Keepsake'])
    const link = findLink(mail)
    expect([link.origin, link.pathname]).toEqual([server.origin, '/change-email-confirmation'])
    expect((await mailsTo(customer.email)).map(({ subject }) => subject)).toEqual([
      'Your email address is about to change',
    ])
    expect(await getEmail(customer)).toBe(customer.email)
    const stored = await server.ctx.db.selectFrom('mail_tokens').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(link.searchParams.get('confirmation-token'))
  })

  test('RV-840 its mails name the account, when it was requested and confirmed, and the device where it is known', async () => {
    const customer = await server.customer()
    const email = newAddress()
    const path = `${SERVICES.account}/v2/identities/keepsake/${customer.accountId}/emailchanges`
    const send = (path: string, agent: string, body?: object) =>
      customer.fetch(path, {
        method: 'POST',
        headers: { 'user-agent': agent, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
    const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
    expect((await send(path, firefox, { email, channel: CHANNEL })).status).toBe(202)
    const [link] = await mailsTo(email)
    expect(link!.text).toMatch(
      new RegExp(
        `^Account: ${customer.email}\nRequested: .+ at \\d\\d:\\d\\d\nDevice: Firefox, Windows$`,
        'm',
      ),
    )
    expect(link!.html).toContain('>Firefox, Windows<')
    const confirmed = await send(`${path}/${findToken(link)}/actions/confirm`, 'an unknown <b>agent</b>')
    expect(confirmed.status).toBe(204)
    const [warning] = await mailsTo(customer.email)
    expect(warning!.text).toMatch(new RegExp(`^Account: ${customer.email}\nRequested: .+$`, 'm'))
    expect(warning!.text).not.toMatch(/Device|agent/)
  })

  test('AA-056 the mail has the language of the customer, in all ten', async () => {
    const subjects = new Set<string>()
    for (const locale of new Set(brands.map(brand => brand.locale))) {
      const customer = await server.customer()
      await updateRows(server.ctx.db, 'customers', { account_id: customer.accountId }, { locale })
      const email = newAddress()
      await confirm(customer, await requestAndReadToken(customer, email))
      const asked = (await mailsTo(email)).at(-1)
      const [warned] = await mailsTo(customer.email)
      expect(asked!.html).toContain(`<html lang="${locale}">`)
      expect(warned!.html).toContain(`<html lang="${locale}">`)
      subjects.add(asked!.subject).add(warned!.subject)
    }
    expect(subjects.size).toBe(20)
  })

  test('AA-053 OP-62 invalid, too long and present addresses and unknown channels are answered 400 by field', async () => {
    const customer = await server.customer()
    const present = [customer.email, ` ${customer.email.toUpperCase()} `]
    for (const email of ['', 'nobody', 'a b@c.example', 'a@b.example\r\nBcc: c@d.example', ...present])
      expect([email, (await refusedRequest(customer, email))[0]]).toEqual([email, 400])
    // RV-829: the page says so, also where another window has changed the address meanwhile.
    for (const email of present)
      expect((await refusedRequest(customer, email))[1]).toEqual({ email: 'conflict' })
    expect(await refusedRequest(customer, `${'x'.repeat(250)}@a.example`)).toEqual([
      400,
      { email: 'too-long' },
    ])
    expect(await refusedRequest(customer, 'x', {}, 'HERZBILD-DE')).toEqual([
      400,
      { email: 'not-valid', channel: 'unknown' },
    ])
    const { status } = await customer.expectError(requestEmailChange, {
      params: toIdentityParams(customer),
      body: { email: newAddress() } as never,
    })
    expect([status, await getPending(customer)]).toEqual([400, null])
  })

  test('AA-053 the identity of another customer, of another type and an unknown one are answered 403 on every call', async () => {
    const [customer, other] = [await server.customer(), await server.customer()]
    await request(other, newAddress())
    for (const params of [toIdentityParams(other), { idpType: 'google' }, { idpSub: 'x' }]) {
      const path = { ...toIdentityParams(customer), ...params }
      expect((await refusedRequest(customer, newAddress(), params))[0]).toBe(403)
      for (const endpoint of [getEmailChange, cancelEmailChange])
        expect((await customer.expectError(endpoint, { params: path })).status).toBe(403)
      const refused = await customer.expectError(confirmEmailChange, { params: { ...path, token: 'x' } })
      expect(refused.status).toBe(403)
    }
    expect(await getPending(other)).not.toBeNull()
  })

  test('AA-049 AA-053 an address in use, in any spelling, is answered 409; one in use at another vendor is free', async () => {
    const [customer, other] = [await server.customer(), await server.customer()]
    expect((await refusedRequest(customer, other.email))[0]).toBe(409)
    expect((await refusedRequest(customer, other.email.toUpperCase()))[0]).toBe(409)
    const elsewhere = newAddress()
    await change(server.ctx, tx =>
      createCustomer(tx, {
        email: elsewhere,
        brandId: 'herzbild-de',
        locale: 'de-DE',
        registeredAt: server.clock.now(),
      }),
    )
    await request(customer, elsewhere)
    expect(await getPending(customer)).toBe(elsewhere)
  })

  test('AA-049 acceptance 20: of 20 parallel requests exactly 5 are accepted and 5 mails leave, the others are answered 429', async () => {
    const customer = await server.customer()
    const email = newAddress()
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const response = await fetch(
          `${server.origin}/api/account/v2/identities/keepsake/${customer.accountId}/emailchanges`,
          {
            method: 'POST',
            headers: { 'content-type': 'application/json', authorization: `Bearer ${customer.token}` },
            body: JSON.stringify({ email, channel: CHANNEL }),
          },
        )
        if (response.status === 429) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3000)
        return response.status
      }),
    )
    expect(statuses.sort()).toEqual([...Array(5).fill(202), ...Array(15).fill(429)])
    const mails = await mailsTo(email)
    expect(mails).toHaveLength(5)
    expect(new Set(mails.map(findToken)).size).toBe(5)
    // A second request ends the first: one link of five is left.
    const answers = []
    for (const token of mails.map(findToken)) {
      const usable = await listColumns(
        server.ctx.db,
        'mail_tokens',
        { account_id: customer.accountId, purpose: 'change-email', used_at: null },
        ['used_at'],
      )
      expect(usable).toHaveLength(1)
      const answer = await fetch(
        `${server.origin}/api/account/v2/identities/keepsake/${customer.accountId}/emailchanges/${token}/actions/confirm`,
        { method: 'POST', headers: { authorization: `Bearer ${customer.token}` } },
      )
      answers.push(answer.status)
      if (answer.ok) break
    }
    expect(answers.at(-1)).toBe(204)
    expect(answers.slice(0, -1).every(status => status === 404)).toBe(true)
  })

  test('AA-049 acceptance 20: the sixth request in an hour is answered 429, also after refusals; an hour later there are five more', async () => {
    const [customer, other] = [await server.customer(), await server.customer()]
    for (const _ of [1, 2]) expect((await refusedRequest(customer, other.email))[0]).toBe(409)
    for (const _ of [1, 2, 3]) await request(customer, newAddress())
    expect((await refusedRequest(customer, newAddress()))[0]).toBe(429)
    expect((await refusedRequest(customer, other.email))[0]).toBe(429)
    await request(other, newAddress())
    server.clock.advance(HOUR + 60_000)
    const again = await signIn(customer, customer.email)
    for (let i = 0; i < 5; i++) await request(again, newAddress())
    expect((await refusedRequest(again, newAddress()))[0]).toBe(429)
  })
})

describe('AA-054 the confirmation', () => {
  test('AA-054 acceptance 20: the new address signs in, the old one no longer, all sessions and sockets end, the old address is notified', async () => {
    const customer = await server.customer()
    const elsewhere = browser()
    const session = await signInAs(elsewhere, customer.email, PASSWORD)
    const socket = await openSocket(server.origin, '/api/push/library')
    socket.send({ type: 'authenticate', accessToken: session.accessToken })
    await expect.poll(() => socket.received.length).toBeGreaterThan(0)
    const email = newAddress()
    const token = await requestAndReadToken(customer, email)
    expect(await confirm(customer, token)).toBeUndefined()
    expect(await socket.closed).toBe(PUSH_BAD_TOKEN)
    expect((await customer.expectError(getCustomer)).status).toBe(401)
    expect((await elsewhere.post('/session/refresh', {})).statusCode).toBe(401)
    await expect(signInAs(browser(), customer.email, PASSWORD)).rejects.toThrow('refused with 401')
    const renewed = await signInAs(browser(), email, PASSWORD)
    expect([renewed.claims.email, renewed.claims.sub]).toEqual([email, customer.accountId])
    const warning = (await mailsTo(customer.email)).find(
      ({ subject }) => subject === 'Your email address was changed',
    )
    expect(warning!.text).not.toContain(email)
    // NX-324: the new address is told as well.
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
      'New sign-in to your account',
      'Your email address was changed',
      'Confirm your new email address',
    ])
  })

  test('AA-054 a link works once; used, unknown and superseded ones are answered 404, expired ones 410, another customer’s 403', async () => {
    const customer = await server.customer()
    const first = await requestAndReadToken(customer, newAddress())
    const second = await requestAndReadToken(customer, newAddress())
    const other = await server.customer()
    expect(await refusedConfirm(customer, 'unknown')).toBe(404)
    expect(await refusedConfirm(customer, first)).toBe(404)
    expect(await refusedConfirm(other, second)).toBe(403)
    expect(await getEmail(customer)).toBe(customer.email)
    await confirm(customer, second)
    const after = await signIn(
      customer,
      (await findRow(server.ctx.db, 'customers', { account_id: customer.accountId }, ['email']))!.email,
    )
    expect(await refusedConfirm(after, second)).toBe(404)
    expect(await refusedConfirm(other, second)).toBe(403)
    const expiring = await requestAndReadToken(after, newAddress())
    server.clock.advance(24 * HOUR)
    expect(await refusedConfirm(await signIn(after, after.email), expiring)).toBe(410)
    expect(await getPending(await signIn(after, after.email))).toBeNull()
  })

  test('AA-054 acceptance 20: an address taken meanwhile is answered 409 and changes nothing; the link works once it is free', async () => {
    const [customer, other] = [await server.customer(), await server.customer()]
    const email = newAddress()
    const token = await requestAndReadToken(customer, email)
    const otherToken = await requestAndReadToken(other, email)
    await confirm(other, otherToken)
    expect(await refusedConfirm(customer, token)).toBe(409)
    expect(await getEmail(customer)).toBe(customer.email)
    const moved = await signIn(other, email)
    await confirm(moved, await requestAndReadToken(moved, newAddress()))
    await confirm(customer, token)
    expect(await getEmail(await signIn(customer, email))).toBe(email)
  })

  test('AA-054 of two customers who confirm the same address at once one gets it', async () => {
    const customers = [await server.customer(), await server.customer()]
    const email = newAddress()
    const tokens: string[] = []
    for (const customer of customers) {
      await request(customer, email)
      tokens.push(findToken((await mailsTo(email))[0]))
    }
    const outcomes = await Promise.allSettled(customers.map((customer, i) => confirm(customer, tokens[i]!)))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const loser = outcomes.findIndex(({ status }) => status === 'rejected')
    expect(await refusedConfirm(customers[loser]!, tokens[loser]!)).toBe(409)
  })

  test('AA-054 OP-60 acceptance 19: ten openings by GET and HEAD, signed in or not, leave the link usable', async () => {
    const customer = await server.customer()
    const email = newAddress()
    await request(customer, email)
    const link = findLink((await mailsTo(email))[0])
    const token = link.searchParams.get('confirmation-token')!
    const path = `/api/account/v2/identities/keepsake/${customer.accountId}/emailchanges/${token}/actions/confirm`
    for (let i = 0; i < 10; i++)
      for (const method of ['GET', 'HEAD']) {
        await fetch(link, { method })
        expect((await fetch(server.origin + path, { method })).ok).toBe(false)
        expect((await customer.fetch(path, { method })).ok).toBe(false)
      }
    expect((await fetch(server.origin + path, { method: 'POST' })).status).toBe(401)
    expect(await getPending(customer)).toBe(email)
    await confirm(customer, token)
  })

  test('AA-043 AA-054 a repetition by the owner answers 404 with the reason that the change is made, as long as the address is that of the link', async () => {
    const refusal = async (client: Client, token: string) => {
      const answer = await client.expectError(confirmEmailChange, {
        params: { ...toIdentityParams(client), token },
      })
      return [answer.status, answer.body.reason]
    }
    const customer = await server.customer()
    const email = newAddress()
    const superseded = await requestAndReadToken(customer, newAddress())
    const token = await requestAndReadToken(customer, email)
    await confirm(customer, token)
    const path = findLink((await mailsTo(customer.email))[0]).pathname
    const after = await signIn(customer, email)
    for (const _ of [1, 2]) expect(await refusal(after, token)).toEqual([404, ALREADY_CONFIRMED])
    expect(await refusal(after, superseded)).toEqual([404, undefined])
    expect(await refusal(await server.customer(), token)).toEqual([403, undefined])
    expect(await getEmail(after)).toBe(email)
    expect((await submitRevert(path)).statusCode).toBe(200)
    const [mail] = await mailsTo(customer.email)
    await submitPassword(findLink(mail).pathname, 'chosen after the theft')
    const reverted = await signIn(customer, customer.email, 'chosen after the theft')
    expect(await refusal(reverted, token)).toEqual([404, undefined])
  })

  test('AA-054 the same confirmation twice at once changes the address once', async () => {
    const customer = await server.customer()
    const token = await requestAndReadToken(customer, newAddress())
    const outcomes = await Promise.allSettled([confirm(customer, token), confirm(customer, token)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const subjects = (await mailsTo(customer.email)).map(({ subject }) => subject)
    expect(subjects.filter(subject => subject === 'Your email address was changed')).toHaveLength(1)
  })

  test('AA-054 a cancelled change cannot be confirmed; cancelling is possible twice', async () => {
    const customer = await server.customer()
    const token = await requestAndReadToken(customer, newAddress())
    for (const _ of [1, 2]) await customer.call(cancelEmailChange, { params: toIdentityParams(customer) })
    expect(await getPending(customer)).toBeNull()
    expect(await refusedConfirm(customer, token)).toBe(404)
  })

  test('a new password ends a change that awaits its confirmation, and a change ends mailed links of the old address', async () => {
    const customer = await server.customer()
    const token = await requestAndReadToken(customer, newAddress())
    await resetPassword(customer.email, 'a completely new one')
    const renewed = await signIn(customer, customer.email, 'a completely new one')
    expect(await refusedConfirm(renewed, token)).toBe(404)
    const path = await askForPassword(customer.email)
    await confirm(renewed, await requestAndReadToken(renewed, newAddress()))
    expect((await browser().get(path)).statusCode).toBe(410)
  })
})

describe('acceptance 20: ‘This wasn’t me’', () => {
  test('AA-054 NX-325 the link of 30 days in the mail to the old address survives scanners and shows what it does', async () => {
    const { before, email, revertPath } = await changedCustomer()
    for (let i = 0; i < 10; i++) {
      expect((await browser().get(revertPath)).statusCode).toBe(200)
      const head = await server.app.http.inject({
        method: 'HEAD',
        url: revertPath,
        headers: { host: new URL(server.origin).host },
      })
      expect(head.statusCode).toBe(200)
    }
    server.clock.advance(30 * 24 * HOUR - 60_000)
    const page = (await browser().get(revertPath)).body
    expect(page).toContain(`Your account will get the address ${before.email} back.`)
    expect(page).not.toContain(email)
    server.clock.advance(60_000)
    expect((await browser().get(revertPath)).statusCode).toBe(410)
  })

  test('AA-054 the old address is back at once: sessions of the new one end, the password stops working, a new one is chosen by mail', async () => {
    const { before, after, email, revertPath } = await changedCustomer()
    const done = await submitRevert(revertPath)
    expect([done.statusCode, done.body.includes('Your email address is back')]).toEqual([200, true])
    expect((await after.expectError(getCustomer)).status).toBe(401)
    for (const address of [email, before.email])
      await expect(signInAs(browser(), address, PASSWORD)).rejects.toThrow('refused with 401')
    const [mail] = await mailsTo(before.email)
    expect(mail!.subject).toBe('Your account is locked. Choose a new password')
    await submitPassword(findLink(mail).pathname, 'chosen after the theft')
    expect(await getEmail(await signIn(before, before.email, 'chosen after the theft'))).toBe(before.email)
    expect((await browser().get(revertPath)).statusCode).toBe(410)
  })

  test('AA-054 neither a new password nor another change by the attacker ends the link, and the attacker’s own link ends with it', async () => {
    const { before, after, email, revertPath } = await changedCustomer()
    server.clock.advance(60_000)
    await resetPassword(email, 'the attacker chose this')
    const attacker = await signIn(after, email, 'the attacker chose this')
    await confirm(attacker, await requestAndReadToken(attacker, newAddress()))
    const attackersLink = findLink((await mailsTo(email))[0]).pathname
    expect((await submitRevert(revertPath)).statusCode).toBe(200)
    expect((await browser().get(attackersLink)).statusCode).toBe(410)
    await resetPassword(before.email, 'mine again and again')
    expect(await getEmail(await signIn(before, before.email, 'mine again and again'))).toBe(before.email)
  })

  test('AA-054 without the page’s token nothing happens; an address taken meanwhile is answered 409 and the link stays', async () => {
    const { before, after, revertPath } = await changedCustomer()
    expect((await browser().submit(revertPath, { check: 'x' })).statusCode).toBe(410)
    expect(await getEmail(after)).not.toBe(before.email)
    const other = await server.customer()
    await confirm(other, await requestAndReadToken(other, before.email))
    const taken = await submitRevert(revertPath)
    expect([taken.statusCode, taken.body.includes('Another account now has this email address')]).toEqual([
      409,
      true,
    ])
    expect((await browser().get(revertPath)).statusCode).toBe(200)
    expect((await browser().onHost('herzbild-de.localhost').get(revertPath)).statusCode).toBe(410)
  })
})

async function askForPassword(email: string): Promise<string> {
  await requestPassword(server, email)
  return (await findMailedLink(server, email, '/identity/new-password/')).pathname
}

async function submitPassword(path: string, password: string): Promise<void> {
  expect((await browser().submitPage(path, { password })).statusCode).toBe(200)
}

const resetPassword = async (email: string, password: string) =>
  submitPassword(await askForPassword(email), password)
