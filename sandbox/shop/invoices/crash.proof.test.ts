import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startShopProgram } from '../testing/shop-process.testing.ts'
import { orderStudioPack, TestShop, waitUntilPasses } from '../testing/test-shop.testing.ts'

/** Milliseconds from the start of a process to its SIGKILL: before, during and after its first steps. */
const KILLED_AFTER = [0, 255, 20, 270, 262, 300, 258, 280]
const ORDERS = 5

test('AA-084 the shop’s invoices have numbers without a gap and none twice, also when the shop is killed between number and sending', async () => {
  const t = await TestShop.start({ SHOP_BACK_OFFICE: 'true' })
  const sent = () => [...t.keepsake.invoices.entries()].map(([number, body]) => ({ number, ...body }))
  const codes: string[] = []
  // The spawned processes have the real clock.
  t.now = new Date()
  for (let each = 0; each < ORDERS; each++) codes.push(await orderStudioPack(t))
  await t.shop.close()
  const env = { ...t.env, SHOP_PACE: '0.01' }
  for (const [index, delay] of KILLED_AFTER.entries()) {
    // Lost answers: Keepsake has the invoice, the killed shop does not know.
    if (index % 2 === 1) t.keepsake.invoiceFailures = ['lost', 503]
    const { program } = await startShopProgram(env)
    await wait(delay)
    await program.end('SIGKILL')
  }
  t.keepsake.invoiceFailures = []
  const { program } = await startShopProgram(env)
  try {
    await waitUntilPasses(() => expect(sent()).toHaveLength(ORDERS))
  } finally {
    await program.end('SIGKILL')
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
  await t.open()
  const folder = join(t.folder, 'invoices')
  expect((await readdir(folder)).toSorted()).toEqual(numbers.map(number => `${number}.json`))
  for (const number of numbers)
    expect(JSON.parse(await readFile(join(folder, `${number}.json`), 'utf8')).number).toBe(number)
  await t.close()
})
