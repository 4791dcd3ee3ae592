import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '#server/context.ts'
import { RetailerError } from '#server/platform/retailer/retailer-error.ts'
import { type TestServer, testServer } from '#server/testing/harness.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { seedDemoCustomers } from './customers.ts'
import { retryCalls } from './repetition.ts'
import { type SeedOptions, seedDemo } from './seed-demo.ts'
import { signInDemo } from './sign-in.testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ work: false })
  await seedDemoCustomers(server.ctx)
  // A library with photos of another origin counts as complete: the demo's pictures would take long.
  const demo = await signInDemo(server, 'demo@keepsake.test')
  await demo.upload('one.jpg', await jpeg())
})
afterAll(() => server.close())

const killed = (): never => {
  throw new Error('the process was killed')
}

test('RV-833 a shop that answers too late is called with back-off until it answers, and reported once', async () => {
  const retailer = { url: 'http://localhost/keepsake', token: 'of-this-test', timeoutMs: 1 }
  const failures = 8
  let calls = 0
  const call = () => (++calls <= failures ? Promise.reject(new RetailerError('unavailable')) : killed())
  const { ctx } = server
  const busy: Context = { ...ctx, config: { ...ctx.config, retailer }, retailer: { call } }
  const pauses: number[] = []
  let reports = 0
  const seeding: SeedOptions = {
    signal: new AbortController().signal,
    pause: async ms => void pauses.push(ms),
    onPicture: killed,
    onLibrary: () => {},
    onSilentShop: () => void reports++,
  }
  await expect(seedDemo(busy, seeding)).rejects.toThrow('the process was killed')
  expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000])
  expect(reports).toBe(1)
})

test('RV-833 a call that is refused, or whose server ends, is not repeated', async () => {
  const closing = new AbortController()
  const repetition = { signal: closing.signal, pause: killed, onFailure: () => {} }
  const refusing = { call: () => Promise.reject(new RetailerError('refused', { reason: 'other' })) }
  const { call } = retryCalls(refusing, repetition)
  const [endpoint, input] = [null as never, null as never]
  await expect(call(endpoint, input)).rejects.toThrow('refused')
  closing.abort(new Error('the server ends'))
  await expect(call(endpoint, input)).rejects.toThrow('the server ends')
})
