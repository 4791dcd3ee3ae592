import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { addressForTests } from '#server/testing/addresses.ts'
import { startShopProgram } from '../testing/shop-process.testing.ts'
import { TestBrowser } from '../testing/test-browser.ts'
import { ADDRESS, findLink, LARGE, TestShop, waitUntilPasses } from '../testing/test-shop.testing.ts'

/** Milliseconds from the start of a process to its SIGKILL: before, during and after its first steps. */
const KILLED_AFTER = [0, 255, 20, 270, 60, 280, 262, 300, 258, 265]

/** Milliseconds from the request that places an order to the SIGKILL. */
const PLACED_FOR = [0, 3, 7, 11, 15, 20]

/** Milliseconds from the request for a basket to the SIGKILL; null: after its answer. */
const BASKETS = [null, 2, 6, 10, 15, 25, null]

const NEW = addressForTests({ street: 'Alma Vale Road', streetNumber: '48', postalCode: 'BS8 2HS' })

test('AA-059 AA-062 a shop that is killed again and again skips and repeats no step and no version', async () => {
  const t = await TestShop.start()
  // The spawned processes have the real clock.
  t.now = new Date()
  const codes: string[] = []
  for (let each = 0; each < 3; each++) codes.push(await t.order())
  await t.shop.close()
  // Some answers are lost, so that a process is also killed between Keepsake's write and its own.
  const env = { ...t.env, SHOP_PACE: '0.01' }
  for (const [index, delay] of KILLED_AFTER.entries()) {
    if (index % 3 === 1) t.keepsake.failures = ['lost', 503]
    const { program } = await startShopProgram(env)
    await wait(delay)
    await program.end('SIGKILL')
  }
  t.keepsake.failures = []
  const { program } = await startShopProgram(env)
  try {
    await waitUntilPasses(async () => {
      for (const code of codes)
        expect((await t.file(code)).sync).toEqual({
          // Five steps, and the delivery.
          order: { acknowledgedVersion: 6 },
          deliveryDates: { acknowledgedVersion: 1 },
        })
    })
  } finally {
    await program.end('SIGKILL')
  }
  for (const code of codes) {
    expect(t.keepsake.orders.get(code)!.history.map(({ status }) => status)).toEqual([
      'Received',
      'Confirmed',
      'ProductionStarted',
      'ProductionCompleted',
      'Dispatched',
    ])
    const received = t.keepsake.received.filter(each => each.code === code).map(({ order }) => order)
    // Each version has one content, however often it was sent, and none is sent after a newer one.
    expect(new Set(received.map(order => JSON.stringify(order))).size).toBe(
      new Set(received.map(order => order.version)).size,
    )
    expect(received.map(order => order.version)).toEqual(
      received.map(order => order.version).toSorted((a, b) => a - b),
    )
  }
  await t.open()
  expect((await t.files()).toSorted()).toEqual(codes.map(code => `${code}.json`).toSorted())
  await t.close()
})

test('an order placed in the moment of a SIGKILL is complete or does not exist, and can be placed again', async () => {
  const t = await TestShop.start()
  // The spawned processes have the real clock.
  t.now = new Date()
  await t.shop.close()
  const id = t.keepsake.createSelection({ 'beach.jpg': LARGE })
  t.anna = new TestBrowser(t.shop.origin)
  for (const delay of PLACED_FOR) {
    const { program, origin } = await startShopProgram(t.env)
    t.anna.moveTo(origin)
    if (!t.anna.path) await t.anna.open(findLink(id))
    await t.anna.open(`/prints/${id}/delivery`)
    if (t.anna.path.endsWith('/delivery')) {
      const body = new URLSearchParams({ ...t.anna.fields(`/prints/${id}/order`), ...ADDRESS })
      const placed = t.anna.send(`/prints/${id}/order`, { method: 'POST', body }).catch(() => undefined)
      await wait(delay)
      await program.end('SIGKILL')
      await placed
    } else await program.end('SIGKILL')
  }
  await t.open()
  await t.anna.open(`/prints/${id}`)
  if (!t.anna.path.startsWith('/orders/')) await t.placeOrder(id)
  const code = t.anna.path.split('/').at(-1)!
  await waitUntilPasses(() => expect([...t.keepsake.orders.keys()]).toEqual([code]))
  expect(await t.files()).toEqual([`${code}.json`])
  await t.close()
})

test('AA-081 a basket that was answered survives a SIGKILL, and its repeated request gets the same one', async () => {
  const t = await TestShop.start()
  // The spawned processes have the real clock.
  t.now = new Date()
  const orderCode = await t.order()
  await t.shop.close()
  const answered: string[] = []
  const requests = BASKETS.map(() => randomUUID())
  for (const [index, delay] of BASKETS.entries()) {
    const { program, origin } = await startShopProgram(t.env)
    const body = { requestId: requests[index]!, orderCode, returnUrl: 'https://my.example/orders/1' }
    const request = t.call('POST', '/reorders', body, { origin }).then(
      answer => answer.status === 200 && answered.push(`${index} ${answer.body.shopUrl}`),
      () => false,
    )
    if (delay === null) await request
    else await wait(delay)
    await program.end('SIGKILL')
    await request
  }
  await t.open()
  expect(answered.length).toBeGreaterThan(0)
  for (const [index, requestId] of requests.entries()) {
    const again = await t.call('POST', '/reorders', {
      requestId,
      orderCode,
      returnUrl: 'https://my.example/orders/1',
    })
    expect(again.status).toBe(200)
    const before = answered.find(each => each.startsWith(`${index} `))
    if (before) expect(`${index} ${again.body.shopUrl}`).toBe(before)
    await t.anna.open(new URL(again.body.shopUrl).pathname)
    expect(t.anna.text).toContain('1 print, 10 × 15 cm')
  }
  await t.close()
})

test('AA-078 a shop that is killed between accepting and applying an address applies it once', async () => {
  const t = await TestShop.start()
  const send = async (code: string, origin: string, changeId: string = randomUUID()) => {
    const path = `/orders/${code}/deliveryAddress`
    return { changeId, ...(await t.call('PUT', path, { changeId, address: NEW }, { origin })) }
  }
  // The spawned processes have the real clock.
  t.now = new Date()
  const codes = [await t.order(), await t.order()]
  await t.shop.close()
  const slow = { ...t.env, SHOP_PACE: '0', SHOP_ADDRESS_SECONDS: '3600' }
  const before = await startShopProgram(slow)
  const changes = await Promise.all(codes.map(code => send(code, before.origin)))
  expect(changes.map(({ status }) => status)).toEqual([202, 202])
  await before.program.end('SIGKILL')
  // Killed again in the moments in which it applies them; some of its calls are lost.
  for (const delay of [0, 5, 15]) {
    t.keepsake.failures = ['lost']
    const { program } = await startShopProgram({ ...slow, SHOP_ADDRESS_SECONDS: '0' })
    await wait(250 + delay)
    await program.end('SIGKILL')
  }
  t.keepsake.failures = []
  const after = await startShopProgram({ ...slow, SHOP_ADDRESS_SECONDS: '0' })
  try {
    for (const [index, code] of codes.entries()) {
      const { changeId } = changes[index]!
      expect((await send(code, after.origin, changeId)).status).toBe(202)
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
    await after.program.end('SIGKILL')
  }
  await t.open()
  await t.close()
})

test('NX-119 NX-153 a shop that is killed between receiving and deciding a cancellation decides it once, and refunds it once', async () => {
  const t = await TestShop.start()
  const send = async (code: string, origin: string, cancellationId: string = randomUUID()) => {
    const body = { cancellationId, requestedAt: new Date().toISOString() }
    return { cancellationId, ...(await t.call('PUT', `/orders/${code}/cancellation`, body, { origin })) }
  }
  // The spawned processes have the real clock.
  t.now = new Date()
  const codes = [await t.order(), await t.order()]
  await t.shop.close()
  const slow = { ...t.env, SHOP_PACE: '0', SHOP_ADDRESS_SECONDS: '3600' }
  const before = await startShopProgram(slow)
  const sent = await Promise.all(codes.map(code => send(code, before.origin)))
  expect(sent.map(({ status }) => status)).toEqual([202, 202])
  await before.program.end('SIGKILL')
  // Killed again in the moments in which it decides them; some of its calls are lost.
  for (const delay of [0, 5, 15]) {
    t.keepsake.failures = ['lost']
    const { program } = await startShopProgram({ ...slow, SHOP_ADDRESS_SECONDS: '0' })
    await wait(250 + delay)
    await program.end('SIGKILL')
  }
  t.keepsake.failures = []
  const after = await startShopProgram({ ...slow, SHOP_ADDRESS_SECONDS: '0' })
  try {
    for (const [index, code] of codes.entries()) {
      const { cancellationId } = sent[index]!
      expect((await send(code, after.origin, cancellationId)).status).toBe(202)
      await waitUntilPasses(() =>
        expect(t.keepsake.orders.get(code)).toMatchObject({
          version: 2,
          status: 'Cancelled',
          cancellation: { cancellationId, state: 'accepted' },
        }),
      )
      expect(t.keepsake.orders.get(code)!.refunds).toHaveLength(1)
      await waitUntilPasses(async () =>
        expect((await t.file(code)).sync.order).toEqual({ acknowledgedVersion: 2 }),
      )
      expect((await t.file(code)).cancellations).toHaveLength(1)
    }
  } finally {
    await after.program.end('SIGKILL')
  }
  await t.open()
  await t.close()
})
