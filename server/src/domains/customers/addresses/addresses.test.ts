import { beforeEach, expect, test } from 'vitest'
import {
  ADDRESSES_MAX,
  createAddress,
  deleteAddress,
  getAddresses,
  updateAddress,
} from '#contract/addresses.ts'
import { getCustomer } from '#contract/customers.ts'
import { addressForTests } from '../../../testing/addresses.ts'
import type { Client } from '../../../testing/client.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { testServer } from '../../../testing/harness.ts'

let customer: Client
const server = closeAfterAll(await testServer())
beforeEach(async () => {
  customer = await server.customer()
})

const add = (changes: Parameters<typeof addressForTests>[0] = {}, client = customer) =>
  client.call(createAddress, { body: addressForTests(changes) })
const book = async (client = customer) => (await client.call(getAddresses)).addresses
const cities = async () => (await book()).map(({ city, isDefault }) => (isDefault ? `${city}*` : city))
/** Addresses in these cities, each a minute newer than the one before. */
async function addCities(...names: string[]): Promise<string[]> {
  const ids = []
  for (const city of names) {
    ids.push((await add({ city })).id)
    server.clock.advance(60_000)
  }
  return ids
}

test('AA-102 an address is created with an id, listed, changed and deleted', async () => {
  const response = await customer.fetch('/api/customers/customers/me/addresses', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(addressForTests({ postalCode: 'bs65ad', streetNumberAddition: ' ' })),
  })
  expect(response.status).toBe(201)
  const created = await response.json()
  expect(created).toEqual({ ...addressForTests(), id: expect.any(String), isDefault: true })
  expect(await book()).toEqual([created])

  const body = addressForTests({
    countryCode: 'DE',
    postalCode: 'D-10435',
    city: 'Berlin',
    streetNumberAddition: 'Hinterhaus',
  })
  const changed = await customer.call(updateAddress, { params: { id: created.id }, body })
  expect(changed).toEqual({ ...body, postalCode: '10435', id: created.id, isDefault: true })
  expect(await book()).toEqual([changed])

  await customer.call(deleteAddress, { params: { id: created.id } })
  expect(await book()).toEqual([])
})

test('AA-109 GET /customers/me has the addresses, each with its id', async () => {
  await addCities('Bristol', 'Bath')
  expect((await customer.call(getCustomer)).addresses).toEqual(await book())
})

test('AA-102 invalid fields are 400 with the names of all of them, and nothing is stored', async () => {
  const wrong = {
    streetNumber: '–',
    postalCode: '1043',
    phoneNumber: '12',
    city: '',
    countryCode: 'DE',
  } as const
  const expected = {
    streetNumber: 'not-valid',
    postalCode: 'not-valid',
    phoneNumber: 'not-valid',
    city: 'empty',
  }
  const created = await customer.expectError(createAddress, { body: addressForTests(wrong) })
  expect([created.status, created.body.fields]).toEqual([400, expected])
  const { id } = await add()
  const changed = await customer.expectError(updateAddress, { params: { id }, body: addressForTests(wrong) })
  expect([changed.status, changed.body.fields]).toEqual([400, expected])
  expect(await book()).toMatchObject([addressForTests()])
})

test('RV-836 an address without a number is saved and shown; a pasted whole address is refused', async () => {
  const { streetNumber: _, ...hamlet } = addressForTests({
    street: 'Lieu-dit Les Granges',
    postalCode: '24220',
    city: 'Vézac',
    countryCode: 'FR',
  })
  const created = await customer.call(createAddress, { body: hamlet })
  expect(created).toEqual({ ...hamlet, id: created.id, isDefault: true })
  expect(await book()).toEqual([created])
  const pasted = { ...hamlet, street: '99 Rue de Rivoli, 75001 Paris' }
  const refused = await customer.expectError(createAddress, { body: pasted })
  expect([refused.status, refused.body.fields]).toEqual([400, { street: 'conflict' }])
})

test.each(['id', 'accountId', 'status'])('AA-102 RV-1105 %s of a body is ignored', async field => {
  const response = await customer.fetch('/api/customers/customers/me/addresses', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...addressForTests(), [field]: 'x' }),
  })
  expect(response.status).toBe(201)
  const [added, ...others] = await book()
  expect([others, Object.values(added!).includes('x')]).toEqual([[], false])
})

test('OP-77 a business names its company; a consumer need not', async () => {
  const business = await server.customer({ business: true })
  const refused = await business.expectError(createAddress, { body: addressForTests({ city: '' }) })
  expect([refused.status, refused.body.fields]).toEqual([400, { companyName: 'empty', city: 'empty' }])
  expect(await add({ companyName: 'Studio Keller' }, business)).toMatchObject({
    companyName: 'Studio Keller',
  })
})

test('AA-102 the first address is the default; choosing another replaces it, and changing an address keeps it', async () => {
  const [bristol, bath] = await addCities('Bristol', 'Bath')
  expect(await cities()).toEqual(['Bristol*', 'Bath'])
  await customer.call(updateAddress, {
    params: { id: bristol! },
    body: addressForTests({ city: 'Bristol', isDefault: false }),
  })
  expect(await cities()).toEqual(['Bristol*', 'Bath'])
  await customer.call(updateAddress, {
    params: { id: bath! },
    body: addressForTests({ city: 'Bath', isDefault: true }),
  })
  expect(await cities()).toEqual(['Bath*', 'Bristol'])
  await add({ city: 'York', isDefault: true })
  expect(await cities()).toEqual(['York*', 'Bath', 'Bristol'])
})

test('AA-102 after deleting the default address the newest is the default', async () => {
  const [bristol, , york] = await addCities('Bristol', 'Bath', 'York')
  await customer.call(deleteAddress, { params: { id: bristol! } })
  expect(await cities()).toEqual(['York*', 'Bath'])
  await customer.call(deleteAddress, { params: { id: york! } })
  expect(await cities()).toEqual(['Bath*'])
})

test('AA-102 exactly one address stays the default under concurrent changes', async () => {
  const ids = await addCities('Bristol', 'Bath', 'York', 'Leeds')
  const calls = [
    ...ids.map(id =>
      customer.call(updateAddress, {
        params: { id },
        body: addressForTests({ city: 'Hull', isDefault: true }),
      }),
    ),
    ...Array.from({ length: 4 }, () => add({ city: 'Ely', isDefault: true })),
    ...ids.slice(0, 2).map(id => customer.call(deleteAddress, { params: { id } })),
  ]
  const answers = await Promise.allSettled(calls)
  // A change of an address that was deleted before is 404, nothing else fails.
  for (const answer of answers)
    if (answer.status === 'rejected') expect(String(answer.reason)).toContain('404')
  const addresses = await book()
  expect(addresses).toHaveLength(6)
  expect(addresses.filter(({ isDefault }) => isDefault)).toHaveLength(1)
})

test('AA-102 an address book has at most 50 addresses, also when they come at the same time', async () => {
  for (let n = 0; n < ADDRESSES_MAX - 3; n++) await add({ streetNumber: String(n) })
  const answers = await Promise.allSettled(Array.from({ length: 8 }, () => add()))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  const full = await customer.expectError(createAddress, { body: addressForTests() })
  expect([full.status, full.body.code]).toEqual([409, 'conflict'])
  expect(await book()).toHaveLength(ADDRESSES_MAX)
})
