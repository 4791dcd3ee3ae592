import { afterEach, beforeEach, expect, test } from 'vitest'
import { TestShop } from './testing/test-shop.testing.ts'

let t: TestShop
beforeEach(async () => {
  t = await TestShop.start()
})
afterEach(() => t.close())

test('NX-151 an unknown ticket leaves the address without it, and the fields empty', async () => {
  const { id, form } = await t
    .openEditor({ 'beach.jpg': 1 as never })
    .catch(() => ({ id: '', form: '' as never }))
  void form
  const answer = await t.anna.send(`/prints/${id || 'x'}/delivery?a=1&checkoutTicket=unknown`)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/prints/${id || 'x'}/delivery?a=1`])
})
