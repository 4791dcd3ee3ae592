import { beforeEach, describe, expect, test } from 'vitest'
import { createAddress, deleteAddress, getAddresses, updateAddress } from '#contract/addresses.ts'
import { getBusinessDetails, putBusinessDetails } from '#contract/business-details.ts'
import { getCustomer, patchCustomer } from '#contract/customers.ts'
import { getJournal, undoEntry } from '#contract/journal.ts'
import { updateRows } from '../../platform/db/rows.ts'
import { addressForTests } from '../../testing/addresses.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { advanceElapsedTime } from '../../testing/elapsed-time.ts'
import { testServer } from '../../testing/harness.ts'
import { DETAILS } from './business/business.testing.ts'

let customer: Client
const server = closeAfterAll(await testServer())
beforeEach(async () => {
  customer = await server.customer()
})

const readEntries = async (client = customer) =>
  (await client.call(getJournal)).entries.filter(({ kind }) => !kind.startsWith('sign-in'))
const undo = (id: string, client = customer) => client.call(undoEntry, { params: { id } })
const change = (body: Parameters<typeof customer.call<typeof patchCustomer>>[1]['body']) =>
  customer.call(patchCustomer, { body })
const addAddress = (changes: Parameters<typeof addressForTests>[0] = {}, client = customer) =>
  client.call(createAddress, { body: addressForTests(changes) })
const readBook = async () => (await customer.call(getAddresses)).addresses
/** What entries say: their kind, from, to and whether they can be undone; the newest first. */
const describeEntries = async (client = customer) =>
  (await readEntries(client)).map(({ kind, change, undo }) => [
    kind,
    change
      .map(({ field, from, to }) => `${field}: ${from} > ${to}`)
      .toSorted()
      .join(', '),
    undo,
  ])

describe('NX-418 NX-419 personal details', () => {
  test('NX-418 NX-420 say from what to what; the later change is undone first', async () => {
    await change({ firstName: 'Ada', lastName: 'Byron' })
    await change({ firstName: 'Eve', paymentMethod: 'paypal' })
    await change({ firstName: 'Eve' })
    expect(await describeEntries()).toEqual([
      ['payment-method.changed', 'paymentMethod: null > paypal', 'possible'],
      ['profile.changed', 'firstName: Ada > Eve', 'possible'],
      ['profile.changed', 'firstName: null > Ada, lastName: null > Byron', 'changed-since'],
    ])
    const [paid, later, earlier] = await readEntries()
    const conflict = await customer.expectError(undoEntry, { params: { id: earlier!.id } })
    expect([conflict.status, conflict.body.reason]).toEqual([409, 'changed-since'])
    await undo(later!.id)
    await undo(later!.id)
    expect(await customer.call(getCustomer)).toMatchObject({ firstName: 'Ada', paymentMethod: 'paypal' })
    await undo(earlier!.id)
    await undo(paid!.id)
    const restored = await customer.call(getCustomer)
    expect(restored.paymentMethod).toBeNull()
    expect(earlier!.change.map(({ from }) => from)).toEqual([restored.firstName, restored.lastName])
    const undone = (await readEntries()).filter(({ kind }) => kind !== 'change.undone')
    expect(undone.map(({ undo, change }) => [undo, change.map(({ to }) => to).toSorted()])).toEqual([
      ['done', ['paypal']],
      ['done', ['Eve']],
      ['done', ['Ada', 'Byron']],
    ])
  })

  test('NX-419 a change after an undo can be undone again', async () => {
    await change({ firstName: 'Ada' })
    await undo((await readEntries())[0]!.id)
    await change({ firstName: 'Eve' })
    const [later] = await readEntries()
    const { from } = later!.change[0]!
    await undo(later!.id)
    expect((await customer.call(getCustomer)).firstName).toBe(from)
  })
})

describe('NX-418 NX-419 the address book', () => {
  test('NX-419 added, changed, deleted and default addresses are as before, whatever comes first', async () => {
    const home = await addAddress({ city: 'Bristol' })
    server.clock.advance(1000)
    const work = await addAddress({ city: 'Leeds' })
    const before = await readBook()
    const params = { id: home.id }
    await customer.call(updateAddress, { params, body: addressForTests({ city: 'York', isDefault: true }) })
    await customer.call(updateAddress, { params: { id: work.id }, body: { ...work, isDefault: true } })
    server.clock.advance(1000)
    const depot = await addAddress({ city: 'Grays' })
    await customer.call(deleteAddress, { params })
    const [removed, added, chosen, changed] = await readEntries()
    expect((await describeEntries()).slice(0, 4)).toEqual([
      ['address.removed', expect.stringContaining(', York > null'), 'possible'],
      ['address.added', expect.stringContaining(', Grays'), 'possible'],
      ['address.default-chosen', expect.stringMatching(/Lane, York > .*, Leeds/), 'possible'],
      ['address.changed', expect.stringMatching(/, Bristol > .*, York/), 'changed-since'],
    ])
    for (const entry of [removed, added, changed]) await undo(entry!.id)
    await undo(chosen!.id)
    expect(await readBook()).toEqual(before)
    expect((await readBook()).map(({ id }) => id)).not.toContain(depot.id)
  })

  test('NX-420 an address that cannot come back answers over', async () => {
    const first = await addAddress({ city: 'Bristol' })
    await customer.call(deleteAddress, { params: { id: first.id } })
    const [removed] = await readEntries()
    for (let count = 0; count < 50; count++) await addAddress({ city: `City ${count}` })
    const conflict = await customer.expectError(undoEntry, { params: { id: removed!.id } })
    expect([conflict.status, conflict.body.reason]).toEqual([409, 'over'])
    expect(await readBook()).toHaveLength(50)
  })
})

describe('NX-422 business details', () => {
  test('NX-419 NX-422 are restored after a recent sign-in, unless the account is blocked', async () => {
    const business = await server.customer({ business: true })
    const { id: invoiceAddressId } = await addAddress({ companyName: 'Lindholm Studio' }, business)
    const save = (changes: object) =>
      business.call(putBusinessDetails, { body: { ...DETAILS, invoiceAddressId, ...changes } })
    await save({})
    await save({ invoiceEmail: 'thief@example.com' })
    const [changed, first] = (await readEntries(business)).filter(({ kind }) =>
      /^(business-details|invoice-email)/.test(kind),
    )
    expect([changed!.change, changed!.undo, first!.undo]).toEqual([
      [{ field: 'invoiceEmail', from: 'accounts@lindholm.example', to: 'thief@example.com' }],
      'possible',
      'none',
    ])
    const device = { account_id: business.accountId }
    const old = new Date(server.clock.now().getTime() - 16 * 60_000)
    await updateRows(server.ctx.db, 'devices', device, { auth_time: old })
    await advanceElapsedTime(1000)
    const unconfirmed = await business.expectError(undoEntry, { params: { id: changed!.id } })
    expect(unconfirmed.body.code).toBe('step-up-required')
    const again = await server.signIn(business)
    const block = (business_status: 'Blocked' | 'Active') =>
      updateRows(server.ctx.db, 'customers', { account_id: business.accountId }, { business_status })
    await block('Blocked')
    const refused = await again.expectError(undoEntry, { params: { id: changed!.id } })
    expect([refused.status, refused.body.reason]).toEqual([409, 'over'])
    await block('Active')
    await undo(changed!.id, again)
    expect((await again.call(getBusinessDetails)).details).toMatchObject(DETAILS)
  })
})
