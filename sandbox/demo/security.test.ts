import { afterAll, beforeAll, expect, test } from 'vitest'
import { endDevice } from '#contract/devices.ts'
import { getAccountSecurity, getSecurityEvents } from '#contract/security.ts'
import { type TestServer, testServer } from '#server/testing/harness.ts'
import { seedDemoCustomers } from './customers.ts'
import { seedDemoSecurity } from './security.ts'
import { signInDemo } from './sign-in.testing.ts'

const DAY = 86_400_000

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await seedDemoCustomers(server.ctx)
})
afterAll(() => server.close())

/** A start that dies before its mark is stored. */
const seedInterrupted = () =>
  expect(
    seedDemoSecurity({ ...server.ctx, config: { ...server.ctx.config, dataDir: '/nowhere/else' } }),
  ).rejects.toThrow()

test('NX-313 NX-314 NX-324 the demo’s consumer has four devices, one of them with the app, and another address since some days, once', async () => {
  const demo = await signInDemo(server, 'demo@keepsake.test')
  await seedInterrupted()
  const security = await demo.call(getAccountSecurity)
  const [current, ...devices] = security.devices
  expect(current).toMatchObject({ current: true })
  expect(devices.map(({ client }) => client)).toEqual(['keepsake-ios', 'web', 'web', 'web'])
  expect(new Set(devices.map(({ network }) => network)).size).toBe(4)
  expect(new Set(devices.map(({ label }) => label)).size).toBe(4)
  expect(security.formerEmails).toMatchObject([{ email: 'anna.keller@oldmail.test' }])
  const now = server.clock.now().getTime()
  const { events } = await demo.call(getSecurityEvents, { query: { limit: 50 } })
  const changed = events.find(({ kind }) => kind === 'email.changed')!
  expect(changed).toMatchObject({ device: 'Firefox, Windows', canUndo: true })
  expect((now - Date.parse(changed.at)) / DAY).toBeCloseTo(6, 0)
  expect(events.some(({ canUndo }) => !canUndo)).toBe(true)

  // What the customer has ended stays ended, also by a start that completes the demo.
  await demo.call(endDevice, { params: { id: devices[0]!.id } })
  await seedInterrupted()
  for (let start = 0; start < 2; start++) await seedDemoSecurity(server.ctx)
  expect((await demo.call(getAccountSecurity)).devices.map(({ id }) => id)).toEqual(
    [current!, ...devices.slice(1)].map(({ id }) => id),
  )
  expect((await demo.call(getSecurityEvents, { query: { limit: 50 } })).events).toEqual(events)
})

test('NX-313 the demo’s business has events of 30 days, and nobody is mailed about the past', async () => {
  await seedDemoSecurity(server.ctx)
  const studio = await signInDemo(server, 'studio@keepsake.test')
  const { events } = await studio.call(getSecurityEvents, { query: { limit: 50 } })
  expect(events.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['api-key.replaced', 'api-key.new-network']),
  )
  const days = events.map(({ at }) => (server.clock.now().getTime() - Date.parse(at)) / DAY)
  expect(Math.max(...days)).toBeGreaterThan(28)
  await server.idle()
  const subjects = server.mailbox.list().map(({ subject }) => subject)
  expect(subjects.filter(subject => !/^New sign-in/.test(subject))).toEqual([])
})
