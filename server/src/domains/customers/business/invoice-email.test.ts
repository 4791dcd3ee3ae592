import { beforeEach, describe, expect, test } from 'vitest'
import { createAddress } from '#contract/addresses.ts'
import { getBusinessDetails, putBusinessDetails } from '#contract/business-details.ts'
import { getJournal, undoEntry } from '#contract/journal.ts'
import { putBusinessCustomer } from '#contract/retailer-calls/customers.ts'
import { findRow, updateRows } from '../../../platform/db/rows.ts'
import { addressForTests } from '../../../testing/addresses.ts'
import type { Client } from '../../../testing/client.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { testServer } from '../../../testing/harness.ts'
import { readJournal } from '../../../testing/journal-entries.ts'
import { startRetailerServer } from '../../../testing/retailer-server.ts'
import { findMailedLink, listMails, submitLink } from '../../identity/testing/mail-links.ts'
import { type SignedInBrowser, signInBrowser } from '../../identity/testing/signed-in-browser.ts'
import { sendDueMessages } from '../../retailer-outbox/retailer-outbox.testing.ts'
import { DETAILS } from './business.testing.ts'
import { releaseInvoiceEmail } from './details.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const retailer = await startRetailerServer()
const server = closeAfterAll(await testServer({ config: { retailer: retailer.settings } }))
closeAfterAll(retailer)
const { ctx, clock } = server
const SUBJECT = 'Another email address for your invoices'

let owner: SignedInBrowser
let business: Client
let neighbour: Client
let details: Awaited<ReturnType<typeof createBusiness>>['first']

const save = (client: Client, body: object) => client.send(putBusinessDetails, { body: body as never })
const emailOf = async (client: Client) => (await client.call(getBusinessDetails)).details!.invoiceEmail

/** The addresses that the retailer was told, oldest first. */
async function listTold(): Promise<string[]> {
  await server.idle()
  await sendDueMessages(ctx)
  return retailer.received.map(({ body }) => (body as { invoiceEmail: string }).invoiceEmail)
}

async function createBusiness() {
  const client = await server.customer({ business: true })
  const { id } = await client.call(createAddress, { body: addressForTests({ companyName: 'Lindholm' }) })
  const first = { ...DETAILS, invoiceEmail: `books-of-${client.email}`, invoiceAddressId: id }
  expect((await save(client, first)).status).toBe(200)
  return { client, first }
}

beforeEach(async () => {
  clock.set(new Date().toISOString())
  retailer.on(putBusinessCustomer, () => ({ status: 204 }))
  const created = await createBusiness()
  details = created.first
  neighbour = (await createBusiness()).client
  business = created.client
  owner = await signInBrowser(server, business)
  await listTold()
  retailer.received.length = 0
})

/** The newest change of the address in the journal. */
const findChange = async (client: Client) =>
  (await client.call(getJournal)).entries.find(({ kind }) => kind === 'invoice-email.changed')!

/** The mails about a change. */
const listNotices = async (email: string) =>
  (await listMails(server, email)).filter(({ subject }) => subject === SUBJECT)

/** The owner's browser on a device of this age, with a sign-in of just now. */
async function signInOnDeviceOf(days: number): Promise<Client> {
  clock.advance(days * DAY)
  const client = await owner.refresh()
  await owner.browser.post('/session/reauthentication', {
    method: 'password',
    password: 'a-password-for-tests',
  })
  return client
}

describe('RV-1003 NX-430 another e-mail address for invoices', () => {
  test('asks for a recent sign-in, other details do not; nothing is stored, recorded or mailed before', async () => {
    clock.advance(16 * MINUTE)
    const client = await owner.refresh()
    expect((await save(client, { ...details, phoneNumber: '0117 496 0124' })).status).toBe(200)
    const refused = await save(client, { ...details, invoiceEmail: 'thief@example.com' })
    expect([refused.status, (await refused.json()).code]).toEqual([401, 'step-up-required'])
    expect(await emailOf(client)).toBe(details.invoiceEmail)
    expect(await readJournal(ctx, client.accountId, 'invoice-email')).toEqual([])
    expect(await listNotices(client.email)).toEqual([])
  })

  test('is mailed to the account, and without a link to both addresses; nobody else; from a known device the retailer has it at once', async () => {
    const client = await signInOnDeviceOf(7)
    const { invoiceEmail: from } = details
    const to = `new-${from}`
    for (let i = 0; i < 2; i++)
      expect((await save(client, { ...details, invoiceEmail: to })).status).toBe(200)
    const mails = await Promise.all([client.email, from, to, neighbour.email].map(listNotices))
    expect(mails.map(each => each.length)).toEqual([1, 1, 1, 0])
    expect(mails.flat().map(({ text }) => text.includes('/identity/not-me/'))).toEqual([true, false, false])
    expect(mails[0]![0]!.text).toContain('for 30 days')
    expect(await listTold()).toEqual([to])
    expect((await readJournal(ctx, client.accountId, 'business-details')).length).toBe(1)
  })

  test('from a device of less than 7 days the retailer has it 24 hours later, other details at once', async () => {
    const client = await signInOnDeviceOf(6.99)
    const { invoiceEmail: from } = details
    const to = `new-${from}`
    expect((await save(client, { ...details, invoiceEmail: to, phoneNumber: '0117 496 0125' })).status).toBe(
      200,
    )
    expect(await listTold()).toEqual([from])
    expect(await emailOf(client)).toBe(to)
    const [mail] = await listNotices(client.email)
    expect(mail!.text).toContain('because it was saved on a new device')
    clock.advance(DAY - 1)
    await releaseInvoiceEmail(ctx, client.accountId)
    expect(await listTold()).toEqual([from])
    clock.advance(1)
    for (let i = 0; i < 2; i++) await releaseInvoiceEmail(ctx, client.accountId)
    expect(await listTold()).toEqual([from, to])
    const versions = retailer.received.map(({ body }) => (body as { version: number }).version)
    expect(versions).toEqual(versions.toSorted((a, b) => a - b))
    expect(new Set(versions).size).toBe(2)
  })

  test('undone before, the retailer never hears of it', async () => {
    const client = await signInOnDeviceOf(1)
    const { invoiceEmail: from } = details
    expect((await save(client, { ...details, invoiceEmail: 'thief@example.com' })).status).toBe(200)
    expect(await listTold()).toEqual([from])
    const entry = await findChange(client)
    expect([entry.undo, entry.change]).toEqual([
      'possible',
      [{ field: 'invoiceEmail', from, to: 'thief@example.com' }],
    ])
    const other = await server.signIn({
      accountId: neighbour.accountId,
      email: neighbour.email,
      business: true,
    })
    expect((await other.expectError(undoEntry, { params: { id: entry.id } })).status).toBe(404)
    for (let i = 0; i < 2; i++) await client.call(undoEntry, { params: { id: entry.id } })
    expect(await listTold()).toEqual([from, from])
    clock.advance(2 * DAY)
    await releaseInvoiceEmail(ctx, client.accountId)
    expect(await listTold()).toEqual([from, from])
    expect(await emailOf(await owner.refresh())).toBe(from)
  })

  test('can be undone for 30 days, by a recent sign-in, and the retailer has the one of before', async () => {
    const client = await signInOnDeviceOf(7)
    const { invoiceEmail: from } = details
    expect((await save(client, { ...details, invoiceEmail: `new-${from}` })).status).toBe(200)
    const { id } = await findChange(client)
    expect(await listTold()).toEqual([`new-${from}`])
    clock.advance(30 * DAY - 17 * MINUTE)
    const late = await signInBrowser(server, business)
    clock.advance(16 * MINUTE)
    const old = await late.refresh()
    expect((await old.expectError(undoEntry, { params: { id } })).body.code).toBe('step-up-required')
    const { client: confirmed } = await signInBrowser(server, business)
    await confirmed.call(undoEntry, { params: { id } })
    expect([await emailOf(old), await listTold()]).toEqual([from, [`new-${from}`, from]])
  })

  test('is over after 30 days', async () => {
    const client = await signInOnDeviceOf(7)
    const { invoiceEmail: from } = details
    await save(client, { ...details, invoiceEmail: `new-${from}` })
    const { id } = await findChange(client)
    clock.advance(30 * DAY)
    const { client: late } = await signInBrowser(server, business)
    expect((await late.expectError(undoEntry, { params: { id } })).body.reason).toBe('over')
    expect(await emailOf(late)).toBe(`new-${from}`)
  })

  test('an undo brings back no address that the retailer was never told before its day is over', async () => {
    const client = await signInOnDeviceOf(1)
    const { invoiceEmail: from } = details
    for (const invoiceEmail of ['thief@example.com', 'other@example.com'])
      expect((await save(client, { ...details, invoiceEmail })).status).toBe(200)
    const { id } = await findChange(client)
    await client.call(undoEntry, { params: { id } })
    expect([await emailOf(client), new Set(await listTold())]).toEqual(['thief@example.com', new Set([from])])
  })

  test.each([
    ['from the device that saved it', 1],
    ['from a known one, after the owner has typed the address of before', 7],
  ])(
    'an undo of a further change %s holds it again, to be taken back by "It wasn\'t me"',
    async (_, days) => {
      const client = await signInOnDeviceOf(1)
      const { invoiceEmail: from } = details
      expect((await save(client, { ...details, invoiceEmail: 'thief@example.com' })).status).toBe(200)
      const again = days === 1 ? client : await server.signIn(business)
      if (days !== 1)
        await updateRows(
          ctx.db,
          'devices',
          { account_id: business.accountId },
          { created_at: new Date(clock.now().getTime() - days * DAY) },
        )
      expect((await save(again, details)).status).toBe(200)
      const { id } = await findChange(again)
      await again.call(undoEntry, { params: { id } })
      expect([await emailOf(again), new Set(await listTold())]).toEqual([
        'thief@example.com',
        new Set([from]),
      ])
      clock.advance(DAY - MINUTE)
      await releaseInvoiceEmail(ctx, client.accountId)
      expect(new Set(await listTold())).toEqual(new Set([from]))
      await submitLink(server, await findMailedLink(server, client.email, '/identity/not-me/'))
      clock.advance(DAY)
      await releaseInvoiceEmail(ctx, client.accountId)
      expect(new Set(await listTold())).toEqual(new Set([from]))
      const stored = await findRow(ctx.db, 'business_details', { account_id: client.accountId })
      expect(stored).toMatchObject({ invoice_email: from, held_email: null })
    },
  )

  test('"It wasn\'t me" takes back all that are held: the retailer never hears of them', async () => {
    const client = await signInOnDeviceOf(6.99)
    const { invoiceEmail: from } = details
    for (const invoiceEmail of ['thief@example.com', 'other@example.com'])
      expect((await save(client, { ...details, invoiceEmail })).status).toBe(200)
    clock.advance(DAY - MINUTE)
    await submitLink(server, await findMailedLink(server, client.email, '/identity/not-me/'))
    const read = async () => (await findRow(ctx.db, 'business_details', { account_id: client.accountId }))!
    expect(await read()).toMatchObject({ invoice_email: from, held_email: null, held_until: null })
    clock.advance(2 * DAY)
    await releaseInvoiceEmail(ctx, client.accountId)
    expect([new Set(await listTold()), (await read()).invoice_email]).toEqual([new Set([from]), from])
    const entries = await readJournal(ctx, client.accountId)
    const changes = entries.filter(({ kind }) => kind === 'invoice-email.changed')
    const undos = entries.filter(
      ({ kind, detail }) => kind === 'change.undone' && detail.kind === 'invoice-email.changed',
    )
    expect(undos.map(({ undoes }) => undoes).sort()).toEqual(changes.map(({ entry_id }) => entry_id))
    expect(undos.map(({ actor }) => actor)).toEqual(['link', 'link'])
  })

  test('"It wasn\'t me" leaves one that the retailer has, which stays to be undone', async () => {
    const client = await signInOnDeviceOf(6.99)
    const { invoiceEmail: from } = details
    expect((await save(client, { ...details, invoiceEmail: `new-${from}` })).status).toBe(200)
    expect(await listTold()).toEqual([from])
    clock.advance(DAY)
    await releaseInvoiceEmail(ctx, client.accountId)
    await submitLink(server, await findMailedLink(server, client.email, '/identity/not-me/'))
    expect(await listTold()).toEqual([from, `new-${from}`])
    const entries = await readJournal(ctx, client.accountId, 'change.undone')
    expect(entries).toEqual([])
  })
})
