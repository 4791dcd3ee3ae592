import { deserializeStorage, onStartMessage, type SerializedStorage } from './child-process.ts'
import { testServer } from './harness.ts'

// A server that crash tests kill. Its first message is its storage; it answers with its origin.
onStartMessage(async (storage: SerializedStorage) => {
  const server = await testServer({
    storage: deserializeStorage(storage),
    config: { rateLimits: false },
  })
  process.send!(server.origin)
})
process.once('disconnect', () => process.exit())
