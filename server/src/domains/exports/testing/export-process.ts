import type { TestPlace } from '../../../testing/harness.ts'
import { testServer } from '../../../testing/harness.ts'
import { requestExport } from '../exports.ts'
import { CHANNEL } from './library.ts'

// A server that asks for an export and works on it, to be killed meanwhile. Told its place, account and origin.
process.once('message', async (told: { place: Omit<TestPlace, 'remove'>; accountId: string }) => {
  const server = await testServer({ place: { ...told.place, remove: async () => {} } })
  process.send!('asking')
  await requestExport(server.ctx, told.accountId, { channel: CHANNEL, origin: server.origin })
  process.send!('asked')
})
