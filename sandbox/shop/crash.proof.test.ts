import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addressForTests } from '#server/testing/addresses.ts'
import { killShop, spawnShop } from './testing/shop-process.testing.ts'
import { orderStudioPack, TestShop, waitUntilPasses } from './testing/test-shop.testing.ts'

/** Milliseconds from the start of a process to its SIGKILL: before, during and after its first steps. */
const KILLED_AFTER = [0, 255, 20, 270, 262, 300, 258, 280]
const ORDERS = 5
const NEW = addressForTests({ street: 'Alma Vale Road', streetNumber: '48', postalCode: 'BS8 2HS' })

let t: TestShop
beforeEach(async () => {
  t = await TestShop.start({ SHOP_BACK_OFFICE: 'true' })
})
afterEach(() => t.close())

const sent = () => [...t.keepsake.invoices.entries()].map(([number, body]) => ({ number, ...body }))

async function sendAddress(code: string, origin: string, changeId: string = randomUUID()) {
  const answer = await t.call(
    'PUT',
    `/orders/${code}/deliveryAddress`,
    { changeId, address: NEW },
    { origin },
  )
  return { changeId, ...answer }
}

test('AA-084 the shop’s invoices have numbers without a gap and none twice, also when the shop is killed between number and sending', async () => {
  const codes: string[] = []
  // The spawned processes have the real clock.
  t.now = new Date()
  for (let each = 0; each < ORDERS; each++) codes.push(await orderStudioPack(t))
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
    await waitUntilPasses(() => expect(sent()).toHaveLength(ORDERS))
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

test('AA-078 a shop that is killed between accepting and applying an address applies it once', async () => {
  // The spawned processes have the real clock.
  t.now = new Date()
  const codes = [await t.order(), await t.order()]
  await t.shop.close()
  const slow = { ...t.env, SHOP_PACE: '0', SHOP_ADDRESS_SECONDS: '3600' }
  const before = await spawnShop(slow)
  const changes = await Promise.all(codes.map(code => sendAddress(code, before.origin)))
  expect(changes.map(({ status }) => status)).toEqual([202, 202])
  await killShop(before.child)
  // Killed again in the moments in which it applies them; some of its calls are lost.
  for (const delay of [0, 5, 15]) {
    t.keepsake.failures = ['lost']
    const { child } = await spawnShop({ ...slow, SHOP_ADDRESS_SECONDS: '0' })
    await wait(250 + delay)
    await killShop(child)
  }
  t.keepsake.failures = []
  const after = await spawnShop({ ...slow, SHOP_ADDRESS_SECONDS: '0' })
  try {
    for (const [index, code] of codes.entries()) {
      const { changeId } = changes[index]!
      expect((await sendAddress(code, after.origin, changeId)).status).toBe(202)
      await waitUntilPasses(() =>
        expect(t.keepsake.orders.get(code)).toMatchObject({
          version: 2,
          addressChange: { changeId, state: 'applied' },
          deliveryAddress: NEW,
        }),
      )
      await waitUntilPasses(async () =>
        expect((await t.file(code)).sync.order).toEqual({ acknowledgedVersion: 2 }),
      )
      expect((await t.file(code)).addressChanges).toHaveLength(1)
    }
  } finally {
    await killShop(after.child)
  }
  await t.open()
})
