import { get } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { TestShop, waitUntilPasses } from '../testing/test-shop.testing.ts'

let t: TestShop
beforeEach(async () => {
  t = await TestShop.start({ SHOP_BACK_OFFICE: 'true' })
})
afterEach(() => t.close())

const orderAt = (code: string) => t.keepsake.orders.get(code)!
const reaches = (code: string, status: string) =>
  waitUntilPasses(() => expect(orderAt(code).status).toBe(status))
const statuses = (code: string) => orderAt(code).history.map(({ status }) => status)

describe('the back office', () => {
  test('RV-864 NX-331 answers its own address and port only: no name that leads to this machine, no other port', async () => {
    const { port } = new URL(t.shop.origin)
    const getStatus = async (host: string, path = '/back-office/orders') =>
      new Promise<number | undefined>((resolve, reject) => {
        const options = { host: '127.0.0.1', port, path, headers: { host } }
        get(options, answer => resolve(answer.resume().statusCode)).on('error', reject)
      })
    for (const host of [
      'dev.evil.example',
      `localhost.evil.example:${port}`,
      'evil.example',
      '192.0.2.7',
      'localhost',
      `localhost:${Number(port) - 1}`,
      '127.0.0.1:80',
    ])
      for (const path of ['/back-office/orders', '/back-office/callbacks', '/', '/there/is/nothing'])
        expect([host, path, await getStatus(host, path)]).toEqual([host, path, 421])
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `shop.localhost:${port}`])
      expect([host, await getStatus(host)]).toEqual([host, 200])
  })

  test('does not exist unless it is switched on', async () => {
    await t.restart({ SHOP_BACK_OFFICE: 'false' })
    expect((await t.anna.open('/back-office')).status).toBe(404)
    const env = { KEEPSAKE_TOKEN: 'x'.repeat(32) }
    expect(readConfig(env).backOffice).toBe(false)
  })

  test('moves an order through all steps by hand', async () => {
    const code = await t.order()
    for (const status of ['Confirmed', 'ProductionStarted', 'ProductionCompleted', 'Dispatched']) {
      await t.press(code, 'next-step')
      expect(t.anna.text).toContain('Done.')
      await reaches(code, status)
    }
    expect(await t.press(code, 'next-step')).toContain('Not possible in this state.')
    expect(await t.press(code, 'cancel')).toContain('Not possible in this state.')
    expect(orderAt(code).version).toBe(5)
  })

  test('a held order takes no step until it is moved by hand; a delayed one arrives later', async () => {
    await t.restart({ SHOP_PACE: '20' })
    const code = await t.order()
    await t.press(code, 'next-step')
    await t.press(code, 'next-step')
    await t.press(code, 'hold')
    await reaches(code, 'on_hold')
    t.passSeconds(3600)
    await t.restart({ SHOP_PACE: '20' })
    expect((await t.file(code)).state.status).toBe('on_hold')
    await t.press(code, 'delay')
    await reaches(code, 'delayed')
    await waitUntilPasses(() => expect(t.keepsake.deliveryDates.get(code)).toMatchObject({ version: 2 }))
    expect(t.keepsake.deliveryDates.get(code)!.dates[0]).toMatchObject({
      from: '2026-11-26',
      to: '2026-11-28',
    })
    t.passSeconds(20)
    await reaches(code, 'ProductionCompleted')
    expect(statuses(code)).toEqual([
      'Received',
      'Confirmed',
      'ProductionStarted',
      'on_hold',
      'delayed',
      'ProductionCompleted',
    ])
  })

  test('cancels, which takes the delivery dates back', async () => {
    const code = await t.order()
    await t.press(code, 'next-step')
    await t.press(code, 'next-step')
    await t.press(code, 'cancel')
    await reaches(code, 'Cancelled')
    await waitUntilPasses(() => expect(t.keepsake.deliveryDates.get(code)).toEqual({ version: 2, dates: [] }))
  })

  test('a failed payment can be paid again, until production starts', async () => {
    const code = await t.order()
    await t.press(code, 'next-step')
    await t.press(code, 'fail-payment')
    await reaches(code, 'paymentFailed')
    expect(orderAt(code).paymentUrl).toContain(`/pay/${code}/`)
    await t.press(code, 'next-step')
    await reaches(code, 'Confirmed')
    expect(orderAt(code)).not.toHaveProperty('paymentUrl')
    await t.press(code, 'next-step')
    expect(await t.press(code, 'fail-payment')).toContain('Not possible in this state.')
  })

  test('sends the same version twice, and an older version last', async () => {
    const code = await t.order()
    expect(await t.press(code, 'send-older-last')).toContain('Not possible in this state.')
    await t.press(code, 'next-step')
    await reaches(code, 'Confirmed')
    const versions = () => t.keepsake.received.map(({ order }) => order.version)
    expect(await t.press(code, 'send-twice')).toContain('both calls were answered')
    expect(versions()).toEqual([1, 2, 2, 2])
    expect(await t.press(code, 'send-older-last')).toContain('the library ignored it')
    expect(versions()).toEqual([1, 2, 2, 2, 2, 1])
    expect(orderAt(code).status).toBe('Confirmed')
  })

  test('says so when Keepsake cannot be reached', async () => {
    const code = await t.order()
    t.keepsake.unavailable = true
    expect(await t.press(code, 'send-twice')).toContain('gave no answer')
    expect(t.anna.status).toBe(200)
  })

  test('lists orders with status and versions, without names and addresses', async () => {
    const code = await t.order()
    await t.anna.open('/back-office')
    expect(t.anna.text).toContain(`Order ${code} Received`)
    expect(t.anna.text).toContain('Version 1, acknowledged 1')
    expect(t.anna.text).not.toMatch(/Keller|High Street/)
  })

  test('P22 a form of another site, an unknown order or action change nothing', async () => {
    const code = await t.order()
    const send = async (path: string, body: Record<string, string>, headers: HeadersInit = {}) =>
      (await t.anna.send(path, { method: 'POST', body: new URLSearchParams(body), headers })).status
    const origin = 'https://x.example'
    expect(await send(`/back-office/orders/${code}`, { action: 'cancel' }, { origin })).toBe(403)
    expect(await send('/back-office/orders/P-222222222222', { action: 'cancel' })).toBe(404)
    expect(await send(`/back-office/orders/${code}`, { action: 'constructor' })).toBe(404)
    expect((await t.file(code)).state.version).toBe(1)
  })
})
