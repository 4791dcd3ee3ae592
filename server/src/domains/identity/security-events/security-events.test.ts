import { describe, expect, test } from 'vitest'
import { getActivity } from '#contract/activity.ts'
import { createAddress, deleteAddress } from '#contract/addresses.ts'
import { LOCALES } from '#contract/brands.ts'
import { patchCustomer } from '#contract/customers.ts'
import { SECURITY_EVENT_KINDS } from '#contract/journal.ts'
import { change } from '#server/context.ts'
import { shortenAddress } from '#server/http/describe-request.ts'
import type { Client } from '#server/testing/client.ts'
import { PASSWORD, testServer } from '#server/testing/harness.ts'
import { readJournal } from '#server/testing/journal-entries.ts'
import { listColumns, updateRows } from '../../../platform/db/rows.ts'
import { addressForTests } from '../../../testing/addresses.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { startDelayedJobs } from '../../../testing/delayed-jobs.ts'
import { cleanUpIdentity } from '../jobs.ts'
import { changeEmail, listLinks, listMails, listSubjects, openBrowser } from '../testing/mail-links.ts'
import { openSignInPage, signInAs, startSignIn, submitSignIn } from '../testing/sign-in-flow.ts'
import { signInBrowser } from '../testing/signed-in-browser.ts'
import { enqueueSummary, recordSecurityEvent, type SecurityEvent } from './record-security-event.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36'
const NEW_SIGN_IN = 'New sign-in to your account'
const server = closeAfterAll(await testServer())

const record = ({ accountId }: Client, event: Omit<SecurityEvent, 'accountId'>) =>
  change(server.ctx, tx => recordSecurityEvent(server.ctx, tx, { accountId, ...event }))
const listEvents = ({ accountId }: Client) => readJournal(server.ctx, accountId)

const BY = { type: 'device', deviceName: 'Chrome, Windows', network: '81.2.69.x' } as const

/** What each kind tells. */
const DETAIL = {
  name: 'Reporting',
  hint: 'b7Xa',
  scopes: 'invoices:read',
  expiresAt: '2026-12-01T10:00:00Z',
  effectiveAt: '2026-12-02T10:00:00Z',
  address: 'in.datasink.example',
  orderCode: '4711-2077',
}

describe('NX-328 an event of the account’s security', () => {
  test.each(SECURITY_EVENT_KINDS)(
    'NX-328 %s is stored and mailed in every language, with device, time and what it is, with one link that ends everything',
    async kind => {
      const customer = await server.customer()
      const { accountId, email } = customer
      const subjects = new Set<string>()
      for (const locale of LOCALES) {
        await updateRows(server.ctx.db, 'customers', { account_id: accountId }, { locale })
        server.clock.advance(DAY)
        await record(customer, { kind, by: BY, detail: DETAIL })
        // The mail about merged calls waits for the others.
        await startDelayedJobs(server, 'security-mail')
        const [mail] = await listMails(server, email)
        expect(mail!.html).toContain(`<html lang="${locale}">`)
        for (const fact of ['Chrome, Windows', '81.2.69.x', 'Reporting …b7Xa', 'invoices:read', '4711-2077'])
          for (const content of [mail!.text, mail!.html!]) expect(content).toContain(fact)
        expect(mail!.subject + mail!.text).not.toMatch(/[{}]|\bundefined\b|\bnull\b/)
        const paths = listLinks(mail!).map(({ pathname }) => pathname)
        expect(paths.filter(path => path.startsWith('/identity/not-me/'))).toHaveLength(1)
        subjects.add(mail!.subject)
      }
      expect(subjects.size).toBeGreaterThanOrEqual(10)
      expect((await listEvents(customer)).map(event => event.kind)).toEqual(LOCALES.map(() => kind))
      const bounced = await server.ctx.db
        .selectFrom('sent_mails')
        .select(['kind', 'to_former_address'])
        .where('account_id', '=', accountId)
        .distinct()
        .execute()
      expect(bounced).toEqual([{ kind, to_former_address: false }])
    },
  )

  test('NX-328 neither table nor queue have the token of its links, and an event whose act failed is neither stored nor mailed', async () => {
    const customer = await server.customer()
    await record(customer, { kind: 'passkey.added' })
    const [mail] = await listMails(server, customer.email)
    const token = listLinks(mail!)
      .find(({ pathname }) => pathname.startsWith('/identity/not-me/'))!
      .pathname.split('/')
      .at(-1)!
    for (const table of ['mail_tokens', 'journal'] as const)
      expect(JSON.stringify(await server.ctx.db.selectFrom(table).selectAll().execute())).not.toContain(token)
    const failed = change(server.ctx, async tx => {
      await recordSecurityEvent(server.ctx, tx, { accountId: customer.accountId, kind: 'sftp.added' })
      throw new Error('the act fails')
    })
    await expect(failed).rejects.toThrow('the act fails')
    expect(await listSubjects(server, customer.email)).toEqual(['A passkey was added to your account'])
    expect(await listEvents(customer)).toHaveLength(1)
  })

  test('NX-324 for 30 days after a change its mails go to both addresses, and no longer; a bounce of the former one is no concern of the owner', async () => {
    const owner = await server.customer()
    const moved = await changeEmail(server, owner, `new-${owner.email}`)
    const count = async () => [
      (await listSubjects(server, owner.email)).length,
      (await listSubjects(server, moved.email)).length,
    ]
    const [former, present] = await count()
    await record(moved, { kind: 'sftp.added' })
    expect(await count()).toEqual([former! + 1, present! + 1])
    await updateRows(
      server.ctx.db,
      'sent_mails',
      { account_id: owner.accountId, to_former_address: true },
      { bounced_at: server.clock.now() },
    )
    expect((await moved.call(getActivity)).items.filter(({ kind }) => kind === 'mail-bounced')).toEqual([])
    server.clock.advance(30 * DAY)
    await record(moved, { kind: 'sftp.added' })
    expect(await count()).toEqual([former! + 1, present! + 2])
  })

  test('NX-324 an address that was replaced is not told again once it is the present one', async () => {
    const owner = await server.customer()
    const moved = await changeEmail(server, owner, `new-${owner.email}`)
    const back = await changeEmail(server, moved, owner.email)
    const before = (await listSubjects(server, owner.email)).length
    await record(back, { kind: 'sftp.added' })
    expect(await listSubjects(server, owner.email)).toHaveLength(before + 1)
  })

  test('RV-1286 NX-324 former addresses are deleted after they can be brought back', async () => {
    const owner = await server.customer()
    await changeEmail(server, owner, `new-${owner.email}`)
    const countFormer = async () =>
      (await listColumns(server.ctx.db, 'former_emails', { account_id: owner.accountId }, ['email'])).length
    // Needed for 30 days, for 30 days after a closing in that time, and until the erasure.
    server.clock.advance((60 + server.ctx.config.closureGraceDays) * DAY)
    await cleanUpIdentity(server.ctx)
    expect(await countFormer()).toBe(1)
    server.clock.advance(1)
    await cleanUpIdentity(server.ctx)
    expect(await countFormer()).toBe(0)
  })
})

describe('NX-327 a sign-in', () => {
  const signIn = async (email: string, agent = CHROME) => {
    const browser = openBrowser(server)
    const page = await openSignInPage(browser, await startSignIn(browser))
    const check = /name="check" value="([^"]+)"/.exec(page.page)![1]!
    const answer = await browser.submit(
      page.path,
      { check, email, password: PASSWORD },
      { 'user-agent': agent },
    )
    expect(answer.statusCode).toBe(303)
    return browser
  }

  test('NX-327 in an unknown browser is mailed with device and shortened address; again in it is not', async () => {
    const customer = await server.customer()
    expect(await listMails(server, customer.email)).toEqual([])
    const browser = await signIn(customer.email)
    const [mail, ...others] = await listMails(server, customer.email)
    expect([mail!.subject, others]).toEqual([NEW_SIGN_IN, []])
    expect(mail!.text).toMatch(/^Device: Chrome, Windows\nFrom: 127\.0\.0\.x$/m)
    expect(mail!.text).not.toContain('127.0.0.1')
    await signInAs(browser, customer.email, PASSWORD)
    expect(await listMails(server, customer.email)).toHaveLength(1)
  })

  test('NX-327 in a browser that is known under the address before is known', async () => {
    const owner = await server.customer()
    const browser = await signIn(owner.email)
    const moved = await changeEmail(server, owner, `new-${owner.email}`)
    const before = await listSubjects(server, moved.email)
    await signInAs(browser, moved.email, PASSWORD)
    expect(await listSubjects(server, moved.email)).toEqual(before)
  })

  test('NX-327 a wrong password in an unknown browser mails nothing', async () => {
    const customer = await server.customer()
    const browser = openBrowser(server)
    const page = await openSignInPage(browser, await startSignIn(browser))
    expect((await submitSignIn(browser, page, customer.email, 'wrong')).answer.statusCode).toBe(401)
    expect(await listMails(server, customer.email)).toEqual([])
  })

  test('NX-327 five a day have a mail of their own, the others one summary, whose links end everything too', async () => {
    const customer = await server.customer()
    for (let i = 0; i < 8; i++) {
      await signIn(customer.email)
      server.clock.advance(HOUR)
    }
    expect(await listSubjects(server, customer.email)).toEqual(Array(5).fill(NEW_SIGN_IN))
    // Their job is due a day after the first mail.
    const summaries = (await readJournal(server.ctx, customer.accountId)).flatMap(
      ({ detail }) => detail.summary ?? [],
    )
    expect([summaries.length, new Set(summaries).size]).toEqual([3, 1])
    server.clock.advance(17 * HOUR)
    const summary = { accountId: customer.accountId, summaryId: summaries[0]! }
    await change(server.ctx, tx => enqueueSummary(server.ctx, tx, summary))
    const [mail, ...others] = await listMails(server, customer.email)
    expect([mail!.subject, others.length]).toEqual(['More new sign-ins to your account', 5])
    expect(mail!.text).toContain('3 more devices')
    expect(listLinks(mail!).some(({ pathname }) => pathname.startsWith('/identity/not-me/'))).toBe(true)
    await signIn(customer.email)
    expect((await listSubjects(server, customer.email))[0]).toBe(NEW_SIGN_IN)
  })
})

test('NX-314 NX-327 an address is shortened to /24, of IPv6 to /48', () => {
  expect(['81.2.69.160', '::ffff:81.2.69.160', '2001:db8:1:2::3', 'none'].map(shortenAddress)).toEqual([
    '81.2.69.x',
    '81.2.69.x',
    '2001:db8:1::',
    null,
  ])
})

const SUBJECT = 'A new device changed your addresses or payment preference'

const countMails = async (email: string) =>
  (await listMails(server, email)).filter(({ subject }) => subject === SUBJECT).length
const addAddress = (client: Client) => client.call(createAddress, { body: addressForTests() })

test('NX-434 address book and payment preference changed on a device of less than 7 days are told by one mail a day', async () => {
  const customer = await server.customer()
  const { refresh, client } = await signInBrowser(server, customer)
  const neighbour = await server.customer()
  await client.call(patchCustomer, { body: { firstName: 'Ada' } })
  expect(await countMails(customer.email)).toBe(0)
  const { id } = await addAddress(client)
  await client.call(deleteAddress, { params: { id } })
  await client.call(patchCustomer, { body: { paymentMethod: 'paypal' } })
  expect(await countMails(customer.email)).toBe(1)
  const [mail] = (await listMails(server, customer.email)).filter(({ subject }) => subject === SUBJECT)
  expect(mail!.text).toMatch(/\/identity\/not-me\/|\/settings\/security/)
  server.clock.advance(DAY + 60_000)
  await (await refresh()).call(patchCustomer, { body: { paymentMethod: null } })
  expect(await countMails(customer.email)).toBe(2)
  server.clock.advance(6 * DAY - 120_000)
  await addAddress(await refresh())
  expect(await countMails(customer.email)).toBe(3)
  server.clock.advance(2 * DAY)
  await addAddress(await refresh())
  expect([await countMails(customer.email), await countMails(neighbour.email)]).toEqual([3, 0])
})

test('NX-434 the mail goes to the addresses of 30 days', async () => {
  const customer = await server.customer()
  const email = `new-${customer.email}`
  await addAddress(await changeEmail(server, customer, email))
  expect([await countMails(customer.email), await countMails(email)]).toEqual([1, 1])
})
