import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findLink, LARGE, TestShop } from './testing/test-shop.testing.ts'

let t: TestShop
beforeEach(async () => {
  t = await TestShop.start()
})
afterEach(() => t.close())

/** Opens the delivery form of a selection, to which the customer came with this ticket. */
async function openDelivery(ticket: string): Promise<string> {
  const id = t.keepsake.createSelection({ 'beach.jpg': LARGE })
  const answer = await t.anna.send(`${findLink(id)}&checkoutTicket=${ticket}`)
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe(findLink(id))
  await t.anna.open(findLink(id))
  await t.anna.submit(`/prints/${id}`, { next: 'delivery' })
  return t.anna.html
}
const CUSTOMER = {
  accountId: 'account-of-anna',
  channel: 'KEEPSAKE-GB',
  locale: 'en-GB',
  email: 'anna@example.com',
}
const ADDRESS = {
  firstName: 'Anna',
  lastName: 'Keller',
  street: 'Rosemary Lane',
  streetNumber: '12',
  city: 'Bristol',
  countryCode: 'GB',
  phoneNumber: '0117 496 0123',
} as const

describe('NX-150 NX-151 tickets for the checkout', () => {
  test('a ticket fills in address and phone, and leaves the address of the page', async () => {
    t.keepsake.tickets.set('T-1', { ...CUSTOMER, deliveryAddress: ADDRESS, paymentMethod: 'PayPal' })
    const html = await openDelivery('T-1')
    for (const value of ['Anna', 'Keller', 'Rosemary Lane', '12', 'Bristol', '0117 496 0123'])
      expect(html).toContain(`value="${value}"`)
    expect(html).not.toContain('T-1')
  })

  test('of a customer without a preferred payment method the first one is chosen, as without a ticket', async () => {
    const chosen = /name="payment" value="now" checked/
    expect(await openDelivery('unknown')).toMatch(chosen)
    t.keepsake.tickets.set('T-3', { ...CUSTOMER, deliveryAddress: ADDRESS })
    expect(await openDelivery('T-3')).toMatch(chosen)
  })

  test('an unknown ticket, and one of another customer, leave the fields empty', async () => {
    expect(await openDelivery('unknown')).not.toContain('value="Keller"')
    t.keepsake.tickets.set('T-2', { ...CUSTOMER, accountId: 'another', deliveryAddress: ADDRESS })
    expect(await openDelivery('T-2')).not.toContain('value="Keller"')
  })
})
