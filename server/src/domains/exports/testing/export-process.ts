import { onStartMessage } from '../../../testing/child-process.ts'
import { type ServerStorage, testServer } from '../../../testing/harness.ts'
import { requestExport } from '../exports.ts'
import { CHANNEL } from './library.ts'

// A server that requests an export and prepares it until the test kills it.
onStartMessage(async (message: { storage: ServerStorage; accountId: string }) => {
  const server = await testServer({ storage: message.storage })
  process.send!('asking')
  await requestExport(server.ctx, message.accountId, CHANNEL)
  process.send!('asked')
})
