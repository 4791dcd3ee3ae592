import * as contract from '#contract/uploads.ts'
import { change } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { refuseWhileDeleting } from '../activation/index.ts'
import { addUploadedPhotos, checkUploadAlbum } from '../albums/index.ts'
import { lockPhotosByHash, restoreLockedPhotos } from '../photos/index.ts'
import { getStorageUsage } from './limits.ts'
import { findStoredHashes } from './originals.ts'
import { presentReceipt } from './receipts.ts'
import { listUploadsWithPhotos } from './store/uploads.ts'

export const uploadRoutes: readonly Route[] = [
  route(contract.getStorageUsage, ({ ctx, caller }) => getStorageUsage(ctx.db, caller.accountId)),

  route(contract.getReceipts, async ({ ctx, caller, body }) => ({
    receipts: (await listUploadsWithPhotos(ctx.db, caller.accountId, body.uploadIds)).map(presentReceipt),
  })),

  route(contract.checkHashes, async ({ ctx, caller, body }) => {
    const { albumId } = body
    if (albumId) await checkUploadAlbum(ctx, caller.accountId, albumId)
    const hashes = body.files.map(file => file.sha256)
    const storedHashes = await findStoredHashes(ctx, caller.accountId, hashes)
    return change(ctx, async tx => {
      await refuseWhileDeleting(tx.db, caller.accountId)
      const rows = await lockPhotosByHash(tx, caller.accountId, storedHashes)
      await restoreLockedPhotos(ctx, tx, caller.accountId, rows)
      const photoIds = rows.map(row => row.photo_id)
      if (albumId) await addUploadedPhotos(ctx, tx, caller.accountId, albumId, photoIds)
      return {
        known: rows.map(row => ({
          sha256: row.sha256,
          photoId: row.photo_id,
          state: row.deleted_at ? ('restored' as const) : ('already-there' as const),
        })),
      }
    })
  }),
]
