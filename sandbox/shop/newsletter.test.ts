import { afterEach, beforeEach, expect, test } from 'vitest'
import { TestShop } from './testing/test-shop.testing.ts'

let t: TestShop
beforeEach(async () => {
  t = await TestShop.start()
})
afterEach(() => t.close())

const ACTION = '/newsletter?channel=HERZBILD-DE'

test('AA-055 the newsletter form starts the double opt-in at Keepsake, for the brand of its channel', async () => {
  await t.anna.open(ACTION)
  await t.anna.submit(ACTION, { email: ' Anna@Example.com ' })
  expect(t.anna.status).toBe(200)
  expect(t.anna.text).toContain('Anna@Example.com')
  expect(t.keepsake.profiles).toEqual([
    {
      email: 'anna@example.com',
      body: {
        channel: 'HERZBILD-DE',
        requestedAt: t.now.toISOString(),
        source: 'shop newsletter form',
      },
    },
  ])
})

test('AA-055 what is no address is refused, and what was typed stays', async () => {
  await t.anna.open(ACTION)
  await t.anna.submit(ACTION, { email: 'anna@' })
  expect(t.anna.status).toBe(400)
  expect(t.anna.fields(ACTION).email).toBe('anna@')
  expect(t.keepsake.profiles).toEqual([])
})

test.each([
  [429, 429],
  [500, 503],
])('AA-055 when Keepsake answers %i, the page says so and keeps the address', async (failure, status) => {
  t.keepsake.profileFailures.push(failure)
  await t.anna.open(ACTION)
  await t.anna.submit(ACTION, { email: 'anna@example.com' })
  expect([t.anna.status, t.anna.fields(ACTION).email]).toEqual([status, 'anna@example.com'])
})
