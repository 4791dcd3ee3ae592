import { describe, expect, test } from 'vitest'
import { getCustomer } from '#contract/customers.ts'
import { confirmEmailChange } from '#contract/email-changes.ts'
import { endAllAccess } from '#contract/not-me.ts'
import { getPhotos } from '#contract/photos.ts'
import { change } from '#server/context.ts'
import type { Client } from '#server/testing/client.ts'
import { PASSWORD, testServer } from '#server/testing/harness.ts'
import { readJournal } from '#server/testing/journal-entries.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { listColumns } from '../../../platform/db/rows.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { recordSecurityEvent } from '../security-events/record-security-event.ts'
import { Browser, readCsrfToken } from '../testing/browser.ts'
import {
  changeEmail,
  choosePassword,
  closeAccount,
  findMailedLink,
  listLinks,
  listMails,
  listSubjects,
  openBrowser,
  requestEmail,
  signInAgain,
  submitLink,
} from '../testing/mail-links.ts'
import { signInAs } from '../testing/sign-in-flow.ts'

const DAY = 86_400_000
const LOCKED = 'Your account is locked. Choose a new password'
const server = closeAfterAll(await testServer())

const getEmail = (accountId: string) =>
  server.ctx.db
    .selectFrom('customers')
    .select(['email', 'deleted_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
/** Records an event and returns its link that ends everything. */
async function mailNotMe({ accountId, email }: Client): Promise<URL> {
  await change(server.ctx, tx => recordSecurityEvent(server.ctx, tx, { accountId, kind: 'sftp.added' }))
  return findMailedLink(server, email, '/identity/not-me/')
}

describe('NX-321 ‘It wasn’t me’', () => {
  test('NX-321 RV-827 from the page: sessions, links and the password end, and the mail says that the account is locked', async () => {
    const customer = await server.customer()
    const other = await signInAgain(server, customer)
    await requestEmail(server, customer, `pending-${customer.email}`)
    expect(await customer.call(endAllAccess)).toEqual({ email: customer.email })
    for (const session of [customer, other]) expect((await session.expectError(getCustomer)).status).toBe(401)
    await expect(signInAs(openBrowser(server), customer.email, PASSWORD)).rejects.toThrow('401')
    const mails = await listMails(server, customer.email)
    const mail = mails.find(({ subject }) => subject === LOCKED)
    expect(mail!.text).not.toMatch(/ignore/)
    const open = await listColumns(
      server.ctx.db,
      'mail_tokens',
      { account_id: customer.accountId, used_at: null },
      ['purpose'],
    )
    expect(open).toEqual([{ purpose: 'new-password' }])
    const again = await choosePassword(server, customer, 'chosen after the theft')
    expect((await again.call(getCustomer)).email).toBe(customer.email)
    expect(await getEmail(customer.accountId)).toMatchObject({ email: customer.email })
  })

  test('NX-321 from a mailed link: scanners change nothing, the page names what ends, one of two concurrent calls acts', async () => {
    const customer = await server.customer()
    const link = await mailNotMe(customer)
    const browser = openBrowser(server)
    for (let i = 0; i < 10; i++) {
      await browser.get(link.pathname)
      const { statusCode } = await server.app.http.inject({
        method: 'HEAD',
        url: link.pathname,
        headers: { host: link.host },
      })
      expect(statusCode).toBe(200)
    }
    const page = (await browser.get(link.pathname)).body
    expect(page).toContain(`because of an email we sent to ${customer.email}`)
    expect(page).toContain('1 device or app is signed out')
    expect(page).not.toContain('becomes')
    await customer.call(getCustomer)
    const check = readCsrfToken(page)
    expect((await browser.submit(link.pathname, { check: 'x' })).statusCode).toBe(410)
    await customer.call(getCustomer)
    const answers = await Promise.all([1, 2].map(() => browser.submit(link.pathname, { check })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(answers[0]!.body).toContain('Your account is locked for everyone')
    expect((await customer.expectError(getCustomer)).status).toBe(401)
    const ended = await readJournal(server.ctx, customer.accountId, 'access.ended')
    expect(ended).toHaveLength(1)
  })

  test('NX-321 a repetition changes nothing: it mails the link again while the account is locked, three times an hour, and has expired afterwards', async () => {
    const customer = await server.customer()
    const link = await mailNotMe(customer)
    for (let i = 0; i < 6; i++) expect((await submitLink(server, link)).statusCode).toBe(200)
    const mails = (await listSubjects(server, customer.email)).filter(subject => subject === LOCKED)
    expect(mails).toHaveLength(4)
    const session = await choosePassword(server, customer, 'chosen after the theft')
    const browser = openBrowser(server)
    expect((await browser.get(link.pathname)).statusCode).toBe(410)
    await session.call(getCustomer)
  })

  test('NX-321 the link works for 30 days, only at hosts of its vendor, and an unknown one is answered as an expired one', async () => {
    const customer = await server.customer()
    const link = await mailNotMe(customer)
    const browser = openBrowser(server)
    expect((await browser.onHost('herzbild-de.localhost').get(link.pathname)).statusCode).toBe(410)
    const unknown = await browser.get('/identity/not-me/unknown')
    server.clock.advance(30 * DAY - 60_000)
    expect((await browser.get(link.pathname)).statusCode).toBe(200)
    server.clock.advance(60_000)
    const expired = await browser.get(link.pathname)
    expect([expired.statusCode, expired.body]).toEqual([410, unknown.body])
  })

  test('NX-321 the page is asked three times an hour at most', async () => {
    let customer = await server.customer()
    for (let i = 0; i < 3; i++) {
      await customer.call(endAllAccess)
      customer = await choosePassword(server, customer, `chosen after theft ${i}`)
    }
    expect((await customer.expectError(endAllAccess)).status).toBe(429)
    await customer.call(getCustomer)
  })
})

describe('NX-322 the recovery begins at the oldest address of the last 30 days', () => {
  test('NX-322 NX-324 whoever presses it: a thief who presses it in the new mailbox gives the address back', async () => {
    const owner = await server.customer()
    const [second, third] = [`b-${owner.email}`, `c-${owner.email}`]
    const moved = await changeEmail(server, owner, second)
    server.clock.advance(DAY)
    const movedAgain = await changeEmail(server, await signInAgain(server, moved, second), third)
    const link = await mailNotMe(movedAgain)
    const page = (await openBrowser(server).get(link.pathname)).body
    expect(page).toContain(`Your email address becomes ${owner.email} again`)
    const before = (await listSubjects(server, third)).length
    expect((await submitLink(server, link)).statusCode).toBe(200)
    expect(await getEmail(owner.accountId)).toMatchObject({ email: owner.email })
    expect((await listSubjects(server, owner.email))[0]).toBe(LOCKED)
    const session = await choosePassword(server, owner, 'chosen after the theft')
    // The thief's addresses are no former addresses: they get no more mails, and their links are over.
    await mailNotMe(session)
    expect(await listSubjects(server, third)).toHaveLength(before)
    for (const address of [second, third]) {
      const mails = await listMails(server, address)
      const links = mails
        .flatMap(mail => listLinks(mail))
        .filter(each => each.pathname.startsWith('/identity/'))
      expect(links.length).toBeGreaterThan(0)
      for (const each of links)
        expect([each.pathname, (await openBrowser(server).get(each.pathname)).statusCode]).toEqual([
          each.pathname,
          410,
        ])
    }
    await session.call(getCustomer)
  })

  test('NX-322 an address that was replaced more than 30 days ago is not brought back', async () => {
    const owner = await server.customer()
    const moved = await changeEmail(server, owner, `new-${owner.email}`)
    server.clock.advance(30 * DAY)
    const session = await signInAgain(server, moved)
    expect(await session.call(endAllAccess)).toEqual({ email: moved.email })
    expect(await getEmail(owner.accountId)).toMatchObject({ email: moved.email })
  })

  test('NX-323 the link of a change that never happened ends everything and changes no address', async () => {
    const owner = await server.customer()
    const params = await requestEmail(server, owner, `thief-of-${owner.email}`)
    const link = await findMailedLink(server, owner.email, '/identity/not-me/')
    expect((await submitLink(server, link)).statusCode).toBe(200)
    expect(await getEmail(owner.accountId)).toMatchObject({ email: owner.email })
    const session = await choosePassword(server, owner, 'chosen after the theft')
    expect((await session.expectError(confirmEmailChange, { params })).status).toBe(404)
  })

  test('NX-321 NX-325 a closed account opens again with its photos and the address of before', async () => {
    const owner = await server.customer()
    await owner.upload('one.jpg', await jpeg())
    await server.idle()
    const thief = await changeEmail(server, owner, `thief-of-${owner.email}`)
    const link = await findMailedLink(server, thief.email, '/identity/not-me/')
    await closeAccount(server, thief)
    server.clock.advance(29 * DAY)
    expect((await submitLink(server, link)).statusCode).toBe(200)
    expect(await getEmail(owner.accountId)).toEqual({ email: owner.email, deleted_at: null })
    const session = await choosePassword(server, owner, 'chosen after the theft')
    expect((await session.call(getPhotos)).images).toHaveLength(1)
  })

  test('NX-321 an address that belongs to another account by now is not taken from it: 409, and the link stays', async () => {
    const owner = await server.customer()
    const thief = await changeEmail(server, owner, `thief-of-${owner.email}`)
    const link = await mailNotMe(thief)
    const other = await server.customer()
    await changeEmail(server, other, owner.email)
    expect((await submitLink(server, link)).statusCode).toBe(409)
    expect((await thief.expectError(endAllAccess)).status).toBe(409)
    expect((await openBrowser(server).get(link.pathname)).statusCode).toBe(200)
    expect(await getEmail(other.accountId)).toMatchObject({ email: owner.email })
  })
})

test('NX-321 a browser of another site cannot submit the page', async () => {
  const customer = await server.customer()
  const link = await mailNotMe(customer)
  const browser = new Browser(server.app.http, link.host)
  const answer = await browser.submitPage(link.pathname, {}, { origin: 'https://evil.example' })
  expect(answer.statusCode).toBe(410)
  await customer.call(getCustomer)
})
