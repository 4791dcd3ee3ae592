import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkFigures } from '#server/domains/invoices/check-figures.ts'
import { orderStudioPack, TestShop, waitUntilPasses } from '../testing/test-shop.testing.ts'

let t: TestShop
beforeEach(async () => {
  t = await TestShop.start({ SHOP_BACK_OFFICE: 'true' })
})
afterEach(() => t.close())

/** Takes the steps to the carrier. */
async function dispatch(code: string): Promise<void> {
  for (let step = 0; step < 4; step++) await t.press(code, 'next-step')
}
const sent = () => [...t.keepsake.invoices.entries()].map(([number, body]) => ({ number, ...body }))
const untilSent = (count: number) => waitUntilPasses(() => expect(sent()).toHaveLength(count))

describe('AA-084 the shop’s invoices', () => {
  test('a company gets one when its order is dispatched, whose figures agree; a consumer gets none', async () => {
    const consumers = await t.order()
    const code = await orderStudioPack(t, '3')
    await dispatch(consumers)
    await dispatch(code)
    await untilSent(1)
    const [invoice] = sent()
    expect(invoice).toMatchObject({
      number: 'S-2026-00001',
      version: 1,
      accountId: 'account-of-anna',
      kind: 'invoice',
      channel: 'KEEPSAKE-GB',
      currency: 'GBP',
      issueDate: '2026-11-21',
      buyer: { name: 'Studio Keller', contactName: 'Anna Keller' },
      orders: [code],
      lines: [{ description: 'Weddings', quantity: 3 }],
      totals: { gross: 23_349, paid: 23_349, due: 0 },
    })
    expect(t.keepsake.orders.get(code)!.total!.amount).toBe(23_349)
    expect(checkFigures(invoice!)).toEqual([])
  })

  test('of every country and quantity agree to the minor unit', async () => {
    const { composeInvoice } = await import('./compose-invoice.ts')
    const order = await t.file(await orderStudioPack(t))
    const channels = [
      'KEEPSAKE-IE',
      'HERZBILD-DE',
      'NORDFOTO-SE',
      'KEEPSAKE-IT',
      'ALBELINA-NL',
      'HERZBILD-AT',
    ]
    for (const channel of channels)
      for (let price = 1; price < 400; price += 7) {
        const products = [1, 2].map(() => ({ ...order.state.products[0]!, price, quantity: 3 }))
        const total = { amount: 2 * price + 299, currency: 'EUR' }
        const body = composeInvoice({ ...order, channel, state: { ...order.state, products, total } }, t.now)
        expect([channel, price, checkFigures({ ...body, number: '1' })]).toEqual([channel, price, []])
      }
  })

  test('a dispatched order that is taken back gets a credit note under the next number, once', async () => {
    const [first, second] = [await orderStudioPack(t), await orderStudioPack(t)]
    await dispatch(first)
    await dispatch(second)
    await untilSent(2)
    await t.press(first, 'take-back')
    await untilSent(3)
    expect(sent()[2]).toMatchObject({
      number: 'S-2026-00003',
      kind: 'credit-note',
      orders: [first],
      corrects: [{ number: 'S-2026-00001', issueDate: '2026-11-21' }],
      totals: { gross: 7949 },
    })
    expect(t.keepsake.orders.get(first)!.status).toBe('Cancelled')
    await t.restart()
    await t.press(first, 'take-back')
    expect(t.anna.text).toContain('Not possible in this state.')
    expect(sent()).toHaveLength(3)
  })

  test('an order that is cancelled before it is sent has neither', async () => {
    const code = await orderStudioPack(t)
    await t.press(code, 'next-step')
    await t.press(code, 'cancel')
    await waitUntilPasses(() => expect(t.keepsake.orders.get(code)?.status).toBe('Cancelled'))
    expect(sent()).toEqual([])
  })

  test('are sent again until Keepsake has them, and a refused one holds no other up', async () => {
    t.keepsake.invoiceFailures = [503, 'lost', 400]
    const [first, second] = [await orderStudioPack(t), await orderStudioPack(t)]
    await dispatch(first)
    await waitUntilPasses(() => expect(t.keepsake.invoiceFailures).toEqual([]))
    await dispatch(second)
    await waitUntilPasses(() => expect(t.keepsake.invoices.has('S-2026-00002')).toBe(true))
    await t.restart()
    await untilSent(2)
  })
})
