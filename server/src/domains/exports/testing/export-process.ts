import { placeOf, type ToldPlace, whenTold } from '../../../testing/child.ts'
import { testServer } from '../../../testing/harness.ts'
import { requestExport } from '../exports.ts'
import { CHANNEL } from './library.ts'

// A server that requests an export and works on it, to be killed meanwhile. It is sent its data directory and account.
whenTold(async (told: { place: ToldPlace; accountId: string }) => {
  const server = await testServer({ place: placeOf(told.place) })
  process.send!('asking')
  await requestExport(server.ctx, told.accountId, { channel: CHANNEL, origin: server.origin })
  process.send!('asked')
})
