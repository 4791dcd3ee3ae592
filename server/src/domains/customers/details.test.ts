import { expect, test } from 'vitest'
import { findBrandByHost } from '#brands/index.ts'
import { createAddress } from '#contract/addresses.ts'
import { type Customer, getCustomer, patchCustomer, putCustomer } from '#contract/customers.ts'
import { updateRows } from '../../platform/db/rows.ts'
import { addressForTests } from '../../testing/addresses.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'

const server = closeAfterAll(await testServer())
const consumer = await server.customer()
const business = await server.customer({ business: true })

const me = (client: Client) => client.call(getCustomer)
const patch = (client: Client, body: object) => client.call(patchCustomer, { body })
const refusal = async (client: Client, body: object, endpoint = patchCustomer) => {
  const { status, body: answer } = await client.expectError(endpoint, { body })
  return [status, answer.fields]
}

/** The body of PUT: the fields of the customer that can be changed. */
const toRecord = (customer: Customer) => ({
  salutation: customer.salutation,
  firstName: customer.firstName ?? 'Anna',
  lastName: customer.lastName ?? 'Keller',
  dateOfBirth: customer.dateOfBirth,
  phoneNumber: customer.phoneNumber,
  language: customer.language,
  paymentMethod: customer.paymentMethod,
  ftp: customer.ftp,
})

const DETAILS = {
  salutation: 'Ms',
  firstName: 'Zoë',
  lastName: "O'Neill-Åström",
  dateOfBirth: '1988-03-04',
  phoneNumber: '+447700900142',
  language: 'de-DE',
  paymentMethod: 'paypal',
} as const

test('AA-109 a consumer has all fields, without ftp; a business has its callbacks, which are off at first', async () => {
  expect(await me(consumer)).toEqual({
    id: consumer.accountId,
    email: consumer.email,
    salutation: null,
    firstName: null,
    lastName: null,
    dateOfBirth: null,
    phoneNumber: null,
    language: 'en-GB',
    paymentMethod: null,
    sharesPositions: false,
    status: null,
    accountDeleted: false,
    addresses: [],
    registrationDate: expect.any(String),
    ftp: null,
  })
  expect(await me(business)).toMatchObject({
    status: 'Active',
    ftp: { callbackUrl: null, callbackFormat: 'JSON' },
  })
  const { id } = await business.call(createAddress, { body: addressForTests({ companyName: 'Studio' }) })
  expect((await me(business)).addresses).toMatchObject([{ id }])
})

test('AA-105 AA-110 OP-81 PATCH stores parts, trimmed, and answers the customer; the other parts stay', async () => {
  const changed = await patch(consumer, { ...DETAILS, firstName: '  Zoë ' })
  expect(changed).toEqual({ ...(await me(consumer)), ...DETAILS })
  expect(await patch(consumer, { firstName: 'Zoë' })).toEqual(changed)
  expect(await patch(consumer, { salutation: null, dateOfBirth: null })).toEqual({
    ...changed,
    salutation: null,
    dateOfBirth: null,
  })
  expect(await patch(consumer, {})).toEqual(await me(consumer))
})

test('AA-110 OP-85 PUT replaces the whole record: the customer as read, put again, changes nothing', async () => {
  for (const client of [consumer, business]) {
    await patch(client, DETAILS)
    const before = await me(client)
    expect(await client.call(putCustomer, { body: toRecord(before) as never })).toEqual(before)
    const cleared = { ...toRecord(before), salutation: null, phoneNumber: null, paymentMethod: null }
    await client.call(putCustomer, { body: cleared as never })
    expect(await me(client)).toEqual({ ...before, ...cleared })
  }
  const [status, fields] = await refusal(business, { firstName: 'Only' }, putCustomer as never)
  expect(status).toBe(400)
  expect(fields).toEqual(
    Object.fromEntries(
      ['salutation', 'lastName', 'dateOfBirth', 'phoneNumber', 'language', 'paymentMethod', 'ftp'].map(
        name => [name, 'missing'],
      ),
    ),
  )
})

test('AA-110 acceptance 22: status, id, email and unknown fields are never changed, ftp of a consumer is refused with 403, and nothing changes', async () => {
  for (const client of [consumer, business]) {
    const before = await me(client)
    for (const field of [
      'status',
      'id',
      'email',
      'accountDeleted',
      'registrationDate',
      'vendor',
      'addresses',
    ])
      expect(await patch(client, { [field]: 'Active' })).toEqual(before)
    const put = { ...toRecord(before), status: 'Active', id: 'x', email: 'x' }
    expect(await client.call(putCustomer, { body: put as never })).toEqual(before)
  }
  // A misspelt setting of a business would be reported as saved.
  const misspelt = { callbackURL: 'https://1.1.1.1/in' }
  expect(await refusal(business, { ftp: misspelt })).toEqual([400, { 'ftp.callbackURL': 'unknown' }])
  const before = await me(consumer)
  for (const ftp of [{ callbackUrl: 'https://erp.example/in' }, { callbackFormat: 'X' }, 'x', []]) {
    expect(await refusal(consumer, { ftp, firstName: 'Eve' })).toEqual([403, undefined])
    const put = { ...toRecord(before), ftp, firstName: 'Eve' }
    expect(await refusal(consumer, put, putCustomer as never)).toEqual([403, undefined])
  }
  expect(await me(consumer)).toEqual(before)
})

test('OP-81 OP-82 one refusal names every wrong field, and nothing changes', async () => {
  const before = await me(business)
  const wrong = {
    salutation: 'Dr',
    firstName: ' ',
    lastName: 'x'.repeat(51),
    dateOfBirth: '1988-02-30',
    phoneNumber: 'call me',
    language: 'en-US',
    paymentMethod: 'ideal',
    ftp: { callbackUrl: 'ftp://host', callbackFormat: 'CSV' },
  }
  expect(await refusal(business, wrong)).toEqual([
    400,
    {
      salutation: 'not-valid',
      firstName: 'empty',
      lastName: 'too-long',
      dateOfBirth: 'not-valid',
      phoneNumber: 'not-valid',
      language: 'not-valid',
      paymentMethod: 'not-valid',
      'ftp.callbackUrl': 'not-valid',
      'ftp.callbackFormat': 'not-valid',
    },
  ])
  expect(await me(business)).toEqual(before)
})

test.each(['Anna<b>', 'a>b', 'Robert; drop', 'a\u0000b', 'a\nb'])(
  'OP-81 the name %j is refused',
  async name => {
    expect(await refusal(consumer, { firstName: name, lastName: name })).toEqual([
      400,
      { firstName: 'not-valid', lastName: 'not-valid' },
    ])
  },
)

test('OP-81 a birth is in the past of the brand’s day', async () => {
  const day = (offset: number) => {
    const at = new Date(server.clock.now().getTime() + offset * 86_400_000)
    return at.toLocaleDateString('en-CA', { timeZone: findBrandByHost('localhost')!.timeZone })
  }
  expect((await patch(consumer, { dateOfBirth: day(-1) })).dateOfBirth).toBe(day(-1))
  for (const dateOfBirth of [day(0), day(1), '0088-03-04'])
    expect(await refusal(consumer, { dateOfBirth })).toEqual([400, { dateOfBirth: 'not-valid' }])
})

test('OP-82 AA-106 the ways to pay are those of the brand whose page calls', async () => {
  for (const [host, method, status] of [
    ['keepsake-gb.localhost', 'paypal', 200],
    ['keepsake-gb.localhost', 'bizum', 400],
    ['keepsake-es.localhost', 'bizum', 200],
    ['keepsake-es.localhost', 'klarna', 400],
  ] as const) {
    const answer = await server.app.http.inject({
      method: 'PATCH',
      url: '/api/customers/customers/me',
      headers: { host, authorization: `Bearer ${consumer.token}` },
      payload: { paymentMethod: method },
    })
    expect([host, method, answer.statusCode]).toEqual([host, method, status])
  }
  expect((await patch(consumer, { paymentMethod: null })).paymentMethod).toBeNull()
})

test('OP-84 a business sets address and format of its callbacks; an empty address turns them off', async () => {
  const callbackUrl = 'https://erp.example/orders?key=1'
  expect((await patch(business, { ftp: { callbackUrl, callbackFormat: 'XML' } })).ftp).toEqual({
    callbackUrl,
    callbackFormat: 'XML',
  })
  expect((await patch(business, { ftp: { callbackUrl: '' } })).ftp).toEqual({
    callbackUrl: null,
    callbackFormat: 'XML',
  })
  const tooLong = `https://erp.example/${'x'.repeat(2048)}`
  for (const [callbackUrl, issue] of [
    ['erp.example', 'not-valid'],
    ['javascript:1', 'not-valid'],
    [tooLong, 'too-long'],
  ])
    expect(await refusal(business, { ftp: { callbackUrl } })).toEqual([400, { 'ftp.callbackUrl': issue }])
})

test('a blocked business cannot change its callbacks, but its details', async () => {
  const blocked = await server.customer({ business: true })
  await updateRows(
    server.ctx.db,
    'customers',
    { account_id: blocked.accountId },
    { business_status: 'Blocked' },
  )
  expect(await refusal(blocked, { ftp: { callbackUrl: '' }, firstName: 'Eve' })).toEqual([409, undefined])
  expect((await patch(blocked, { firstName: 'Mira' })).firstName).toBe('Mira')
})

test('AA-110 concurrent changes of different fields are all kept', async () => {
  for (let round = 0; round < 20; round++) {
    const details = {
      firstName: `F${round}`,
      lastName: `L${round}`,
      phoneNumber: `+44770090014${round % 10}`,
    }
    await Promise.all(Object.entries(details).map(([name, value]) => patch(consumer, { [name]: value })))
    expect(await me(consumer)).toMatchObject(details)
  }
})

test('AA-109 AA-110 a customer whose account is deleted is answered like one without an account', async () => {
  const gone = await server.customer()
  await updateRows(
    server.ctx.db,
    'customers',
    { account_id: gone.accountId },
    { deleted_at: server.clock.now() },
  )
  const { status } = await gone.expectError(patchCustomer, { body: { firstName: 'Eve' } })
  expect([401, 404]).toContain(status)
})
