import { beforeEach, expect, test } from 'vitest'
import { getActivity } from '#contract/activity.ts'
import * as contract from '#contract/callbacks.ts'
import { getCustomer, patchCustomer } from '#contract/customers.ts'
import { getJournal, type JournalEntry, undoEntry } from '#contract/journal.ts'
import { endAllAccess } from '#contract/not-me.ts'
import { updateRows } from '../../platform/db/rows.ts'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { readJournal } from '../../testing/journal-entries.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { choosePassword } from '../identity/testing/mail-links.ts'
import { signInBrowser } from '../identity/testing/signed-in-browser.ts'
import { cleanUpJournal } from '../journal/index.ts'
import { upsertOrder } from '../orders/orders.ts'
import { deliverDue, startReceiver } from './callbacks.testing.ts'

const DAY = 86_400_000
const MINUTE = 60_000

let business: Client
/** A session that has just signed in, on a device of 7 days. */
let owner: Client
let orders = 0
const receiver = closeAfterAll(await startReceiver())
const outbound = closeAfterAll(createOutbound({ allowedOrigins: [receiver.origin], timeoutMs: 3000 }))
const server = closeAfterAll(await testServer({ outbound, config: { rateLimits: false } }))
const { ctx, clock } = server

beforeEach(async () => {
  clock.set(new Date().toISOString())
  receiver.received.length = 0
  business = await server.customer({ business: true })
  owner = await signInOnDeviceOf(7)
})

async function signInOnDeviceOf(days: number): Promise<Client> {
  const { accountId } = business
  const { client } = await signInBrowser(server, business)
  const created_at = new Date(clock.now().getTime() - days * DAY)
  await updateRows(ctx.db, 'devices', { account_id: accountId }, { created_at })
  return client
}

const addressOf = (path: string) => `${receiver.origin}/${path}`
const saveRecord = (path: string, callbackFormat: 'JSON' | 'XML' = 'JSON') =>
  owner.call(patchCustomer, { body: { ftp: { callbackUrl: path && addressOf(path), callbackFormat } } })
const change = (id: string, path: string, client = owner) =>
  client.call(contract.patchEndpoint, { params: { id }, body: { url: addressOf(path) } })
const add = (path: string) =>
  owner.call(contract.postEndpoint, { body: { name: path, url: addressOf(path) } })
const undo = ({ id }: JournalEntry, client = owner) => client.call(undoEntry, { params: { id } })
const refuse = async ({ id }: JournalEntry, client = owner) => {
  const { status, body } = await client.expectError(undoEntry, { params: { id } })
  return [status, body.reason ?? body.code]
}
const readEndpoints = async (client = owner) =>
  (await client.call(contract.getCallbacks)).endpoints.map(({ url, format, state, startsAt }) => [
    url.slice(receiver.origin.length + 1),
    format,
    state,
    startsAt,
  ])
/** The changes of addresses, newest first. */
const listEntries = async (client = owner) =>
  (await client.call(getJournal, { query: { limit: 100 } })).entries.filter(
    ({ kind }) => kind === 'callback.address-changed',
  )
async function listReceived(): Promise<string[]> {
  await upsertOrder(ctx, `U-${++orders}-${Date.now()}`, orderForTests(business.accountId, clock.now()))
  await deliverDue(server)
  return receiver.received.splice(0).map(({ path }) => path)
}

test('NX-418 NX-419 the former address of the record comes back with its format; twice is the same as once', async () => {
  await saveRecord('erp?token=hidden')
  await saveRecord('moved', 'XML')
  const [moved, first] = await listEntries()
  expect([moved!.undo, moved!.change]).toEqual([
    'possible',
    [
      { field: 'address', from: addressOf('erp?token=hidden'), to: addressOf('moved') },
      { field: 'format', from: 'JSON', to: 'XML' },
    ],
  ])
  expect([first!.undo, first!.change]).toEqual(['none', []])
  expect(await refuse(first!)).toEqual([409, 'none'])
  const { items } = await owner.call(getActivity)
  expect(items.find(({ id }) => id === moved!.id)!.entry!.change).toEqual(moved!.change)
  const other = await server.customer({ business: true })
  expect((await refuse(moved!, other))[0]).toBe(404)
  expect([await undo(moved!), await undo(moved!)]).toEqual(
    Array(2).fill({ restored: 0, hasMore: false, isEndpointOff: false }),
  )
  expect((await owner.call(getCustomer)).ftp).toEqual({
    callbackUrl: addressOf('erp?token=hidden'),
    callbackFormat: 'JSON',
  })
  expect(await listReceived()).toEqual(['/erp?token=hidden'])
  expect((await listEntries())[0]).toMatchObject({
    undo: 'done',
    change: moved!.change,
    undone: { actor: { isThisDevice: true } },
  })
  expect(await readJournal(ctx, business.accountId, 'change.undone')).toHaveLength(1)
})

test('NX-419 NX-420 of two endpoints one is undone; a change that was followed by another one is changed-since', async () => {
  const [hall, shop] = [await add('hall'), await add('shop')]
  await change(hall.id, 'hall-2')
  await change(shop.id, 'shop-2')
  await change(hall.id, 'hall-3')
  const [third, ofShop, second] = await listEntries()
  expect([third, ofShop, second].map(entry => entry!.undo)).toEqual(['possible', 'possible', 'changed-since'])
  expect(await refuse(second!)).toEqual([409, 'changed-since'])
  await undo(third!)
  expect((await readEndpoints()).map(([path]) => path).toSorted()).toEqual(['hall-2', 'shop-2'])
  await undo(second!)
  expect((await readEndpoints()).map(([path]) => path).toSorted()).toEqual(['hall', 'shop-2'])
})

test('NX-422 it asks for a recent sign-in; from a device of less than 7 days the address starts 24 hours later', async () => {
  const { id } = await add('erp')
  await change(id, 'moved')
  const [entry] = await listEntries()
  const known = await signInBrowser(server, business)
  clock.advance(16 * MINUTE)
  expect(await refuse(entry!, await known.refresh())).toEqual([401, 'step-up-required'])
  const young = await signInOnDeviceOf(6.99)
  await undo(entry!, young)
  const startsAt = new Date(clock.now().getTime() + DAY).toISOString()
  expect(await readEndpoints(young)).toEqual([['erp', 'JSON', 'on', startsAt]])
  expect(await listReceived()).toEqual([])
  clock.advance(DAY)
  expect(await listReceived()).toEqual(['/erp', '/erp'])
})

test('NX-419 NX-432 an endpoint that was turned off to protect the account has its address again and stays off', async () => {
  const { id } = await add('erp')
  await change(id, 'thief')
  await owner.call(endAllAccess)
  const again = await choosePassword(server, business, 'chosen after the theft')
  const [entry] = await listEntries(again)
  expect(entry!.undo).toBe('possible')
  expect((await undo(entry!, again)).isEndpointOff).toBe(true)
  expect(await readEndpoints(again)).toMatchObject([['erp', 'JSON', 'off', expect.anything()]])
  expect(await listReceived()).toEqual([])
})

test('NX-419 it is over for an endpoint that was removed, an address that is refused by now and a blocked account', async () => {
  const { id } = await add('erp')
  await change(id, 'moved')
  await owner.call(contract.deleteEndpoint, { params: { id } })
  await saveRecord('one')
  await saveRecord('two')
  await saveRecord('')
  const [ofRecord, , ofEndpoint] = await listEntries()
  expect([ofRecord!.undo, ofEndpoint!.undo]).toEqual(['over', 'over'])
  expect([await refuse(ofRecord!), await refuse(ofEndpoint!)]).toEqual(Array(2).fill([409, 'over']))
  await saveRecord('three')
  expect((await listEntries())[1]!.undo).toBe('over')
  expect(await refuse(ofRecord!)).toEqual([409, 'over'])
  const kept = await add('kept')
  const key = { account_id: business.accountId, endpoint_id: kept.id }
  await updateRows(ctx.db, 'callbacks', key, { url: 'https://10.0.0.7/' })
  await change(kept.id, 'other')
  const [ofKept] = await listEntries()
  expect(await refuse(ofKept!)).toEqual([409, 'over'])
  await change(kept.id, 'third')
  const [latest] = await listEntries()
  await updateRows(ctx.db, 'customers', { account_id: business.accountId }, { business_status: 'Blocked' })
  expect(await refuse(latest!)).toEqual([409, 'over'])
})

test('NX-408 NX-419 the former address is kept 30 days and then in no entry', async () => {
  const { id } = await add('erp?token=hidden')
  await change(id, 'moved')
  const [entry] = await listEntries()
  clock.advance(30 * DAY - MINUTE)
  await cleanUpJournal(ctx, new AbortController().signal)
  expect((await listEntries(await signInOnDeviceOf(7)))[0]!.undo).toBe('possible')
  clock.advance(2 * MINUTE)
  await cleanUpJournal(ctx, new AbortController().signal)
  expect(await refuse(entry!, await signInOnDeviceOf(7))).toEqual([409, 'over'])
  expect(JSON.stringify(await readJournal(ctx, business.accountId))).not.toContain('hidden')
})
