import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserializeStorage, onStartMessage, type SerializedStorage } from '../../../testing/child-process.ts'
import { testServer } from '../../../testing/harness.ts'

/** Number of bytes that stay free on the file system; 'free': no space is filled. */
export type FreeSpace = { freeBytes: number } | 'free'
export type ChildMessage = Customer | FreeSpaceReport
export interface Customer {
  origin: string
  accountId: string
  email: string
  token: string
}
/** The reply to a request for free space. */
export interface FreeSpaceReport {
  free: number
}

// A server with all its data on a small file system of this process alone, which it fills on request.
onStartMessage(async (message: { storage: SerializedStorage; diskReservePercent: number }) => {
  const { folder } = message.storage
  const server = await testServer({
    storage: deserializeStorage(message.storage),
    config: { rateLimits: false, diskReservePercent: message.diskReservePercent },
  })
  const { origin, accountId, email, token } = await server.customer()
  const filler = join(folder, 'ballast')
  process.on('message', async (message: FreeSpace) => {
    await rm(filler, { force: true })
    if (message !== 'free') {
      const { bavail, bsize } = await statfs(folder)
      const bytes = Buffer.alloc(Math.max(0, bavail * bsize - message.freeBytes))
      // The server writes at the same time, so the space may run out before the last byte: the disk is full then, too.
      await writeFile(filler, bytes).catch(ignoreStorageFull)
    }
    const { bavail, bsize } = await statfs(folder)
    process.send!({ free: bavail * bsize } satisfies ChildMessage)
  })
  process.send!({ origin, accountId, email, token } satisfies ChildMessage)
})

function ignoreStorageFull(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOSPC') throw error
}
