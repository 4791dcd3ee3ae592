import type { Config } from '../platform/config/config.ts'
import { onStartMessage } from './child-process.ts'
import { type ServerStorage, testServer } from './harness.ts'

/** The storage and settings of a server in another process; without `work` it runs no jobs, so that another one sends all mails. */
export type ServerProcessStart = ServerStorage & { work?: boolean; config?: Partial<Config> }

// A server that crash tests kill. Its first message is its storage; it answers with its origin.
onStartMessage(async ({ work = true, config = { rateLimits: false }, ...storage }: ServerProcessStart) => {
  const server = await testServer({
    storage,
    config,
    work,
  })
  process.send!(server.origin)
})
process.once('disconnect', () => process.exit())
