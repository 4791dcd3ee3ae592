import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onStartMessage } from '../../../testing/child-process.ts'
import { type ServerStorage, testServer } from '../../../testing/harness.ts'

/** Fills the file system except `freeBytes`, or empties it again. */
export type DiskFillRequest = { freeBytes: number } | 'unfilled'
export type ChildMessage = Customer | FreeSpaceReport
export interface Customer {
  origin: string
  accountId: string
  email: string
  token: string
}
/** Sent when the disk was filled: the bytes that are free now. */
export interface FreeSpaceReport {
  freeBytes: number
}

// Starts a server on a small file system that only this process uses; the parent process can have it filled.
onStartMessage(async (message: { storage: ServerStorage; diskReservePercent: number }) => {
  const { folder } = message.storage
  const server = await testServer({
    storage: message.storage,
    config: { rateLimits: false, diskReservePercent: message.diskReservePercent },
  })
  const { origin, accountId, email, token } = await server.customer()
  const filler = join(folder, 'ballast')
  process.on('message', async (message: DiskFillRequest) => {
    await rm(filler, { force: true })
    if (message !== 'unfilled') {
      const { bavail, bsize } = await statfs(folder)
      const bytes = Buffer.alloc(Math.max(0, bavail * bsize - message.freeBytes))
      // The server writes at the same time, so the space may run out before the last byte: the disk is full then, too.
      await writeFile(filler, bytes).catch(ignoreStorageFull)
    }
    const { bavail, bsize } = await statfs(folder)
    process.send!({ freeBytes: bavail * bsize } satisfies ChildMessage)
  })
  process.send!({ origin, accountId, email, token } satisfies ChildMessage)
})

function ignoreStorageFull(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOSPC') throw error
}
