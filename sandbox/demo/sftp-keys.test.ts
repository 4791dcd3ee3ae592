import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSftpAccess } from '#contract/sftp-access.ts'
import { type TestServer, testServer } from '#server/testing/harness.ts'
import { seedDemoAddresses } from './addresses.ts'
import { seedDemoCustomers } from './customers.ts'
import { seedDemoSftpKeys } from './sftp-keys.ts'
import { signInDemo } from './sign-in.testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ config: { sftp: { port: 0 } } })
  await seedDemoCustomers(server.ctx)
  await seedDemoAddresses(server.ctx)
})
afterAll(() => server.close())

test('NX-347 NX-348 the demo’s business has two SFTP keys, once, one of which was used, and a user name', async () => {
  for (let start = 0; start < 2; start++) await seedDemoSftpKeys(server.ctx)
  const studio = await signInDemo(server, 'studio@keepsake.test')
  const { access } = await studio.call(getSftpAccess)
  expect(access!.userName).toBe('lindholm-studio')
  expect(access!.keys).toMatchObject([
    { name: 'Mira’s laptop', type: 'ecdsa-sha2-nistp521', lastUsedAt: null },
    { name: 'erp01', type: 'ssh-ed25519', lastUsedFrom: '203.0.113.x' },
  ])
})
