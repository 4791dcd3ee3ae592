import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkFigures } from '#server/domains/invoices/check-figures.ts'
import { killShop, spawnShop } from '../testing/shop-process.testing.ts'
import { ADDRESS, LARGE, TestShop, waitUntilPasses } from '../testing/test-shop.testing.ts'

/** Milliseconds from the start of a process to its SIGKILL: before, during and after its first steps. */
const KILLED_AFTER = [0, 255, 20, 270, 262, 300, 258, 280]
const ORDERS = 5

let t: TestShop
beforeEach(async () => {
  t = await TestShop.start({ SHOP_BACK_OFFICE: 'true' })
})
afterEach(() => t.close())

/** Orders a studio pack as a company, or of another brand; returns the order's code. */
async function orderStudioPack(
  quantity = '1',
  link: { vendor?: string; channel?: string } = {},
  address: Record<string, string> = ADDRESS,
): Promise<string> {
  const { id } = await t.openEditor({ 'beach.jpg': LARGE }, link)
  await t.anna.open(`/prints/${id}/studio-pack`)
  await t.anna.submit(`/prints/${id}/studio-pack`, { title: 'Weddings', company: 'Studio Keller', quantity })
  await t.anna.submit(`/prints/${id}/order`, address)
  return t.anna.path.split('/').at(-1)!
}
const act = async (code: string, action: string) => {
  await t.anna.open('/back-office')
  await t.anna.submit(`/back-office/${code}`, { action })
}
/** Takes the steps to the carrier. */
async function dispatch(code: string): Promise<void> {
  for (let step = 0; step < 4; step++) await act(code, 'next')
}
const sent = () => [...t.keepsake.invoices.entries()].map(([number, body]) => ({ number, ...body }))
const untilSent = (count: number) => waitUntilPasses(() => expect(sent()).toHaveLength(count))

describe('AA-084 the shop’s invoices', () => {
  test('a company gets one when its order is dispatched, whose figures agree; a consumer gets none', async () => {
    const consumers = await t.order()
    const code = await orderStudioPack('3')
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
    const order = await t.file(await orderStudioPack())
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
    const [first, second] = [await orderStudioPack(), await orderStudioPack()]
    await dispatch(first)
    await dispatch(second)
    await untilSent(2)
    await act(first, 'take-back')
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
    await act(first, 'take-back')
    expect(t.anna.text).toContain('Not possible in this state.')
    expect(sent()).toHaveLength(3)
  })

  test('an order that is cancelled before it is sent has neither', async () => {
    const code = await orderStudioPack()
    await act(code, 'next')
    await act(code, 'cancel')
    await waitUntilPasses(() => expect(t.keepsake.orders.get(code)?.status).toBe('Cancelled'))
    expect(sent()).toEqual([])
  })

  test('are sent again until Keepsake has them, and a refused one holds no other up', async () => {
    t.keepsake.invoiceFailures = [503, 'lost', 400]
    const [first, second] = [await orderStudioPack(), await orderStudioPack()]
    await dispatch(first)
    await waitUntilPasses(() => expect(t.keepsake.invoiceFailures).toEqual([]))
    await dispatch(second)
    await waitUntilPasses(() => expect(t.keepsake.invoices.has('S-2026-00002')).toBe(true))
    await t.restart()
    await untilSent(2)
  })

  test('have numbers without a gap and none twice, also when the shop is killed between number and sending', async () => {
    const codes: string[] = []
    // The spawned processes have the real clock.
    t.now = new Date()
    for (let each = 0; each < ORDERS; each++) codes.push(await orderStudioPack())
    await t.shop.close()
    const env = { ...t.env, SHOP_PACE: '0.01' }
    for (const [index, delay] of KILLED_AFTER.entries()) {
      // Lost answers: Keepsake has the invoice, the killed shop does not know.
      if (index % 2 === 1) t.keepsake.invoiceFailures = ['lost', 503]
      const { child } = await spawnShop(env)
      await wait(delay)
      await killShop(child)
    }
    t.keepsake.invoiceFailures = []
    const { child } = await spawnShop(env)
    try {
      await untilSent(ORDERS)
    } finally {
      await killShop(child)
    }
    const year = t.now.getFullYear()
    const numbers = codes.map((_, index) => `S-${year}-0000${index + 1}`)
    expect([...t.keepsake.invoices.keys()].toSorted()).toEqual(numbers)
    expect(
      sent()
        .map(({ orders }) => orders[0])
        .toSorted(),
    ).toEqual(codes.toSorted())
    // However often a number was sent, its content was the same.
    expect(t.keepsake.receivedInvoices.size).toBe(ORDERS)
    // A start removes what a killed process left behind.
    await t.open({ SHOP_BACK_OFFICE: 'true' })
    const folder = join(t.folder, 'invoices')
    expect((await readdir(folder)).toSorted()).toEqual(numbers.map(number => `${number}.json`))
    for (const number of numbers)
      expect(JSON.parse(await readFile(join(folder, `${number}.json`), 'utf8')).number).toBe(number)
  })
})
