import { expect, test } from 'vitest'
import { createAddress, deleteAddress } from '#contract/addresses.ts'
import { patchCustomer } from '#contract/customers.ts'
import type { Client } from '#server/testing/client.ts'
import { testServer } from '#server/testing/harness.ts'
import { addressForTests } from '../../../testing/addresses.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { changeEmail, listMails } from '../testing/mail-links.ts'
import { signInBrowser } from '../testing/signed-in-browser.ts'

const DAY = 86_400_000
const SUBJECT = 'A new device changed your addresses or payment preference'
const server = closeAfterAll(await testServer())

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
