import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { placeOf, type ToldPlace, whenTold } from '../../../testing/child.ts'
import { testServer } from '../../../testing/harness.ts'

/** Number of free bytes to leave on the file system; free: as many as there are. */
export type Told = { leave: number } | 'free'
export type Said = { origin: string; accountId: string; email: string; token: string } | 'done'

// A server with all its data on a small file system of this process alone, which it fills on request.
whenTold(async (told: { place: ToldPlace }) => {
  const { folder } = told.place
  const server = await testServer({ place: placeOf(told.place), config: { rateLimits: false } })
  const { origin, accountId, email, token } = await server.customer()
  const ballast = join(folder, 'ballast')
  process.on('message', async (told: Told) => {
    await rm(ballast, { force: true })
    if (told !== 'free') {
      const { bavail, bsize } = await statfs(folder)
      await writeFile(ballast, Buffer.alloc(Math.max(0, bavail * bsize - told.leave)))
    }
    process.send!('done' satisfies Said)
  })
  process.send!({ origin, accountId, email, token } satisfies Said)
})
