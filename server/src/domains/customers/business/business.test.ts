import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createAddress, deleteAddress, updateAddress } from '#contract/addresses.ts'
import { getBusinessDetails, putBusinessDetails } from '#contract/business-details.ts'
import { getCustomer } from '#contract/customers.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { getOrders } from '#contract/orders.ts'
import type { LibraryPush } from '#contract/push.ts'
import { putBusinessCustomer } from '#contract/retailer-calls/customers.ts'
import { LANGUAGES } from '#locales/renderings.testing.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import { getTranslator } from '../../../platform/i18n/translate.ts'
import { createRecordingLog } from '../../../platform/log/recording-log.testing.ts'
import { addressForTests } from '../../../testing/addresses.ts'
import type { Client } from '../../../testing/client.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { crashAfter } from '../../../testing/crash-after.ts'
import { testServer } from '../../../testing/harness.ts'
import { startRetailerServer } from '../../../testing/retailer-server.ts'
import { putAsService } from '../../../testing/service-calls.ts'
import { openLibrarySocket } from '../../../testing/sockets.ts'
import { AFTER_LEASE_MS, sendDueMessages } from '../../retailer-outbox/retailer-outbox.testing.ts'
import { DETAILS } from './business.testing.ts'
import { saveBusinessDetails } from './details.ts'
import { businessStatusCommand } from './status-command.ts'

const SERVICE_TOKEN = 'the-token-of-customer-care-in-tests'
const ADDRESS = addressForTests({ companyName: 'Lindholm Studio', street: 'Paintworks' })
/** Its VAT number is written as people write it. */
const TYPED = { ...DETAILS, vatNumber: 'gb 980 780 684' }

let business: Client
let invoiceAddressId: string
const retailer = closeAfterAll(await startRetailerServer())
const serviceTokens = [{ name: 'customer-care', token: SERVICE_TOKEN }]
const config = { retailer: retailer.settings, serviceTokens, rateLimits: false }
const server = closeAfterAll(await testServer({ config }))
afterEach(() => server.idle())
beforeEach(async () => {
  server.clock.set(new Date().toISOString())
  retailer.received.length = 0
  retailer.on(putBusinessCustomer, () => ({ status: 204 }))
  business = await server.customer({ business: true })
  await setColumns({ business_status: 'Default' })
  // A device that is known: what a new one changes is mailed.
  const known = new Date(server.clock.now().getTime() - 8 * 86_400_000)
  await updateRows(server.ctx.db, 'devices', { account_id: business.accountId }, { created_at: known })
  invoiceAddressId = (await business.call(createAddress, { body: ADDRESS })).id
})

const setColumns = (values: { business_status?: 'Default' | 'Blocked'; locale?: string }) =>
  updateRows(server.ctx.db, 'customers', { account_id: business.accountId }, values)
const read = () => business.call(getBusinessDetails)
const save = (more: object = {}) =>
  business.call(putBusinessDetails, { body: { ...TYPED, invoiceAddressId, ...more } })
const refusal = async (more: object = {}, client = business) => {
  const body = { ...TYPED, invoiceAddressId, ...more }
  const { status, body: answer } = await client.expectError(putBusinessDetails, { body })
  return [status, answer.fields ?? answer.reason]
}
const readStatus = async () => (await business.call(getCustomer)).status
const mails = () => server.mailbox.list().filter(mail => mail.to.includes(business.email))

/** Sends a status as the retailer does; returns the HTTP status and whether it was stored. */
async function send(status: string, version: number, accountId = business.accountId) {
  const path = `${SERVICES.customers}/retailer/customers/${accountId}/status`
  const answer = await putAsService(server, SERVICE_TOKEN, path, { version, status })
  return [answer.status, answer.body.stored]
}

describe('AA-107 OP-83 business details', () => {
  test('AA-107 are missing at first; complete ones are shown, status Default becomes New, and the retailer is notified', async () => {
    expect(await read()).toEqual({ status: 'Default', details: null })
    const details = { ...DETAILS, invoiceAddress: ADDRESS }
    expect(await save()).toEqual({ status: 'New', details })
    expect(await read()).toEqual({ status: 'New', details })
    expect(await readStatus()).toBe('New')
    await server.idle()
    expect(retailer.received).toEqual([
      {
        call: 'PUT /customers/:accountId/business',
        params: { accountId: business.accountId },
        body: { ...details, requestId: expect.any(String), version: 1 },
      },
    ])
  })

  test('AA-107 every field is required, and all wrong fields are named at once; nothing is stored', async () => {
    const nothing = Object.fromEntries(Object.keys(DETAILS).map(name => [name, ' ']))
    const allAre = (issue: string) => Object.fromEntries(Object.keys(DETAILS).map(name => [name, issue]))
    expect(await refusal({ ...nothing, invoiceAddressId: undefined })).toEqual([
      400,
      { ...allAre('empty'), invoiceAddressId: 'missing' },
    ])
    const absent = Object.fromEntries(Object.keys(DETAILS).map(name => [name, undefined]))
    expect(await refusal({ ...absent, invoiceAddressId: undefined })).toEqual([
      400,
      { ...allAre('missing'), invoiceAddressId: 'missing' },
    ])
    expect(await refusal({ vatNumber: 'GB12345', invoiceEmail: 'accounts', phoneNumber: 'call us' })).toEqual(
      [400, { vatNumber: 'not-valid', invoiceEmail: 'not-valid', phoneNumber: 'not-valid' }],
    )
    expect(await refusal({ status: 'Active' })).toEqual([400, { status: 'unknown' }])
    expect(await read()).toEqual({ status: 'Default', details: null })
    await server.idle()
    expect(retailer.received).toEqual([])
  })

  test('AA-107 a VAT number with wrong check digits is stored with a warning', async () => {
    const { details } = await save({ vatNumber: 'GB980780685' })
    expect(details).toMatchObject({ vatNumber: 'GB980780685', vatNumberWarning: 'check-digits' })
    await server.idle()
    expect(retailer.received[0]!.body).toMatchObject({ vatNumberWarning: 'check-digits' })
  })

  test('AA-107 a foreign or unknown invoice address is refused; the copy outlives changes of the address book', async () => {
    const other = await server.customer({ business: true })
    const { id: foreign } = await other.call(createAddress, { body: ADDRESS })
    for (const id of [foreign, randomUUID()])
      expect(await refusal({ invoiceAddressId: id })).toEqual([400, { invoiceAddressId: 'not-valid' }])
    await save()
    const params = { id: invoiceAddressId }
    await business.call(updateAddress, { params, body: { ...ADDRESS, city: 'Bath' } })
    expect((await read()).details!.invoiceAddress.city).toBe(ADDRESS.city)
    await business.call(deleteAddress, { params })
    expect((await save({ invoiceAddressId: undefined, companyName: 'New' })).details).toMatchObject({
      companyName: 'New',
      invoiceAddress: { street: 'Paintworks' },
    })
  })

  test('AA-107 an active customer stays active when details change, and the same details again notify nobody', async () => {
    await save()
    await server.idle()
    await send('Active', 1)
    expect((await save({ companyName: 'Lindholm & Co' })).status).toBe('Active')
    await save({ companyName: 'Lindholm & Co' })
    await server.idle()
    expect(retailer.received.map(({ body }) => body)).toMatchObject([
      { version: 1, companyName: 'Lindholm Studio Ltd' },
      { version: 2, companyName: 'Lindholm & Co' },
    ])
  })

  test('AA-107 a blocked customer reads details and orders; saving is a conflict that changes nothing', async () => {
    await save()
    const before = await read()
    await send('Blocked', 1)
    expect(await refusal({ companyName: 'Another' })).toEqual([409, 'account-blocked'])
    expect(await read()).toEqual({ ...before, status: 'Blocked' })
    expect(await business.call(getOrders, { query: {} })).toMatchObject({ superOrders: [] })
  })
})

describe('AA-107 notifying the retailer', () => {
  test('AA-107 is repeated until there is an answer, of the newest details; a refusal ends it and is logged', async () => {
    const { log, output } = createRecordingLog('error')
    const quiet = await testServer({ work: false, config: { retailer: retailer.settings }, log })
    onTestFinished(() => quiet.close())
    const customer = await quiet.customer({ business: true })
    const { id } = await customer.call(createAddress, { body: ADDRESS })
    const save = (companyName: string) =>
      customer.call(putBusinessDetails, { body: { ...TYPED, companyName, invoiceAddressId: id } })
    const idOf = async () =>
      (await quiet.ctx.db.selectFrom('business_details').select('change_id').executeTakeFirstOrThrow())
        .change_id
    await save('First')
    const first = await idOf()
    retailer.on(putBusinessCustomer, () => ({ status: 500 }))
    await sendDueMessages(quiet.ctx)
    await save('Second')
    await save('Third')
    const third = await idOf()
    retailer.on(putBusinessCustomer, () => ({ status: 409, body: { reason: 'unknown-company' } }))
    for (let i = 0; i < 2; i++) {
      quiet.clock.advance(6_000)
      await sendDueMessages(quiet.ctx)
    }
    // Only the newest of the waiting changes is sent.
    expect(retailer.received.map(({ body }) => (body as { requestId: string }).requestId)).toEqual([
      first,
      third,
    ])
    expect(output()).toContain('the retailer refused business details')
  })

  test('AA-107 a process that dies at any step of saving stores all or nothing, and of notifying notifies again', async () => {
    const quiet = await testServer({ work: false, config: { retailer: retailer.settings } })
    onTestFinished(() => quiet.close())
    const customer = await quiet.customer({ business: true })
    const { accountId } = customer
    await quiet.ctx.db.updateTable('customers').set({ business_status: 'Default' }).execute()
    const { id } = await customer.call(createAddress, { body: ADDRESS })
    const input = { ...DETAILS, invoiceAddressId: id }
    for (let steps = 1; ; steps++) {
      const { ctx, hasCrashed } = crashAfter(quiet.ctx, steps)
      await saveBusinessDetails(ctx, accountId, input).catch(() => undefined)
      const { status, details } = await customer.call(getBusinessDetails)
      expect([status, details === null]).toEqual(details ? ['New', false] : ['Default', true])
      if (!hasCrashed()) break
    }
    const { change_id: changeId } = await quiet.ctx.db
      .selectFrom('business_details')
      .select('change_id')
      .executeTakeFirstOrThrow()
    for (let steps = 1; ; steps++) {
      const { ctx, hasCrashed } = crashAfter(quiet.ctx, steps)
      await sendDueMessages(ctx).catch(() => undefined)
      quiet.clock.advance(AFTER_LEASE_MS)
      if (!hasCrashed()) break
    }
    const ids = new Set(retailer.received.map(({ body }) => (body as { requestId: string }).requestId))
    expect([...ids]).toEqual([changeId])
  })
})

describe('AA-107 OP-50 the status that the retailer sends', () => {
  test('AA-107 consumers and unknown accounts are not found; other states are refused', async () => {
    const consumer = await server.customer()
    expect((await send('Active', 1, consumer.accountId))[0]).toBe(404)
    expect((await send('Active', 1, randomUUID()))[0]).toBe(404)
    for (const status of ['Default', 'New', 'active']) expect((await send(status, 1))[0]).toBe(400)
    expect(await readStatus()).toBe('Default')
  })

  test.each(LANGUAGES)(
    'AA-107 in %s the customer gets one mail for each change, with working links',
    async locale => {
      await setColumns({ locale })
      await send('Active', 1)
      await send('Active', 2)
      await server.idle()
      await send('Blocked', 3)
      await server.idle()
      const text = getTranslator(locale)
      const received = mails().toSorted((a, b) => Number(a.subject > b.subject))
      const subjects = [text('mail.business-active.subject'), text('mail.business-blocked.subject')]
      expect(received.map(({ subject }) => subject).toSorted()).toEqual(subjects.toSorted())
      const active = received.find(({ subject }) => subject === subjects[0])!
      expect(active.text).toContain(text('mail.business-active.text'))
      expect(active.text).toContain('/settings/b2b')
      // RV-840
      for (const mail of received)
        expect(mail.text).toContain(`${text('mail.fact.account')}: ${business.email}`)
      const blocked = received.find(({ subject }) => subject === subjects[1])!
      expect(blocked.text).toContain('https://www.keepsake.example/contact')
      expect(blocked.text).toContain('/orders')
    },
  )

  test('AA-021 AA-022 AA-023 open pages are notified of each change', async () => {
    const socket = await openLibrarySocket(server.origin, business.token)
    await save()
    await send('Active', 1)
    const told = () =>
      socket.received.filter(message => (message as LibraryPush).type === 'customer-changed').length
    await expect.poll(told).toBe(2)
    socket.close()
  })

  test('OP-50 an operator can set it, and the retailer’s versions go on', async () => {
    const lines: string[] = []
    const run = (...args: string[]) =>
      businessStatusCommand.parse(args)!(server.ctx, line => lines.push(line))
    await send('Active', 1)
    expect(await run(business.email, 'Blocked')).toBe(0)
    expect(await readStatus()).toBe('Blocked')
    expect(await send('Active', 1)).toEqual([200, false])
    expect(await send('Active', 2)).toEqual([200, true])
    expect(await readStatus()).toBe('Active')
    expect(await run('nobody@keepsake.test', 'Active')).toBe(1)
    expect(businessStatusCommand.parse([business.email, 'New'])).toBeNull()
    expect(businessStatusCommand.parse([business.email, 'Active', 'now'])).toBeNull()
  })
})
