import { placeOf, type ToldPlace, whenTold } from '../../../testing/child.ts'
import { testServer } from '../../../testing/harness.ts'
import { requestExport } from '../exports.ts'
import { CHANNEL } from './library.ts'

// A server that asks for an export and works on it, to be killed meanwhile. Told its place, account and origin.
whenTold(async (told: { place: ToldPlace; accountId: string }) => {
  const server = await testServer({ place: placeOf(told.place) })
  process.send!('asking')
  await requestExport(server.ctx, told.accountId, { channel: CHANNEL, origin: server.origin })
  process.send!('asked')
})
