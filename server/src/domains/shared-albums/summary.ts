import type { SharedAlbumsSummary } from '#contract/shared-albums-summary.ts'
import type { Context } from '../../context.ts'
import { summarizeSharedAlbums } from '../albums/index.ts'
import { listJoinedAlbums } from './store.ts'

/** Returns numbers of shared albums that the account can read and that it owns (PL-173, OP-35). */
export async function getSharedAlbumsSummary(ctx: Context, accountId: string): Promise<SharedAlbumsSummary> {
  const joinedAlbums = await listJoinedAlbums(ctx.db, accountId)
  const { granted, created, updated } = await summarizeSharedAlbums(ctx.db, accountId, joinedAlbums)
  return {
    readAlbumsCount: joinedAlbums.length,
    grantedAlbumsCount: granted,
    ...(created && updated ? { created: created.toISOString(), updated: updated.toISOString() } : {}),
  }
}
