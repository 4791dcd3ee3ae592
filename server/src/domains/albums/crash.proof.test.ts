import { setTimeout as later } from 'node:timers/promises'
import { expect, test } from 'vitest'
import * as contract from '#contract/albums.ts'
import { deleteAllPhotos, getUser } from '#contract/photos.ts'
import type { LibraryPush } from '#contract/push.ts'
import { startProcess } from '../../testing/child-process.ts'
import { Client } from '../../testing/client.ts'
import { findAlbumCountErrors, findMonthCountErrors } from '../../testing/consistency-checks.ts'
import { createTestStorage, testServer } from '../../testing/harness.ts'
import { INSERTED_MONTH, insertPhotoRows } from '../../testing/photo-rows.ts'
import { withRandomSeed } from '../../testing/random-seed.ts'
import { openLibrarySocket } from '../../testing/sockets.ts'
import { moveLibrary } from '../photos/library-move/move-library.ts'

/** Several steps of a deletion of everything. */
const PHOTOS = 3200
/** More by ALBUM_KILLS. */
const KILLS = Number(process.env.ALBUM_KILLS ?? 1)

const never = new AbortController().signal
const PROCESS = new URL('../../testing/server-process.ts', import.meta.url)

test(
  'P9 P28 PL-051 PL-162 crash while one copies to an album and another deletes everything: the copy is whole or absent, the deletion continues',
  {
    timeout: 60_000 + KILLS * 60_000,
  },
  () =>
    withRandomSeed(async random => {
      const storage = await createTestStorage()
      let server = await testServer({ storage, work: false })
      for (let kill = 0; kill < KILLS; kill++) {
        const [copying, deleting] = [await server.customer(), await server.customer()]
        for (const { accountId } of [copying, deleting]) await insertPhotoRows(server.ctx, accountId, PHOTOS)
        const { albumId } = await copying.call(contract.createAlbum, { body: { name: 'All of them' } })
        const params = { id: albumId }
        const copy = (caller: Client) =>
          caller.call(contract.addAlbumPhotos, {
            params,
            body: { selection: { groupBy: 'created', months: [INSERTED_MONTH] } },
          })
        await server.close()

        let [acknowledged, moved] = [0, 0]
        {
          await using child = startProcess<string>(PROCESS, storage)
          const address = await child.next()
          const page = atServer(address, deleting)
          const socket = await openLibrarySocket(address, page.token)
          await page.call(deleteAllPhotos)
          const copied = copy(atServer(address, copying)).then(
            ({ photosCount }) => {
              acknowledged = photosCount
            },
            () => undefined,
          )
          const step = await socket.next<LibraryPush>(
            message => message.type === 'library-move' && message.move.moved > 0,
          )
          if (step.type === 'library-move') moved = step.move.moved
          await later(random.integer(150))
          await child.kill()
          await copied
        }

        server = await testServer({ storage, work: false })
        const { ctx, origin } = server
        const differences = async ({ accountId }: Client) => [
          ...(await findMonthCountErrors(ctx, accountId)),
          ...(await findAlbumCountErrors(ctx, accountId)),
        ]
        const copier = atServer(origin, copying)
        const album = () => copier.call(contract.getAlbum, { params })
        const { photosCount, size } = await album()
        expect([acknowledged, PHOTOS]).toContain(photosCount)
        expect(size).toBe(photosCount * 3_000_000)
        expect(await differences(copying)).toEqual([])
        // The same call again, by a page that received no response.
        expect((await copy(copier)).photosCount).toBe(PHOTOS)
        expect((await album()).coverPhoto).not.toBeNull()
        expect(await differences(copying)).toEqual([])

        const deleter = atServer(origin, deleting)
        const halfway = await deleter.call(getUser)
        expect(halfway.deletedCount).toBe(halfway.move?.moved ?? PHOTOS)
        expect(halfway.deletedCount).toBeGreaterThanOrEqual(moved)
        expect(halfway.photosCount).toBe(PHOTOS - halfway.deletedCount)
        expect(await differences(deleting)).toEqual([])
        // The process that takes over the dead process's job.
        if (halfway.move)
          await moveLibrary(ctx, { accountId: deleting.accountId, moveId: halfway.move.moveId }, never)
        expect(await deleter.call(getUser)).toMatchObject({ photosCount: 0, deletedCount: PHOTOS })
        expect(await differences(deleting)).toEqual([])
      }
      await server.close()
      await storage.remove()
    }),
)

/** The same customer at another process. */
const atServer = (origin: string, { accountId, email, token }: Client) =>
  new Client(origin, accountId, email, token)
