import * as contract from '#contract/uploads.ts'
import { change } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { lockPhotosByHash, restoreRows } from '../photos/index.ts'
import { presentReceipt } from './receipts.ts'
import { uploadsWithPhotos } from './store.ts'

export const uploadRoutes: readonly Route[] = [
  route(contract.getReceipts, async ({ ctx, caller, body }) => ({
    receipts: (await uploadsWithPhotos(ctx.db, caller.accountId, body.uploadIds)).map(presentReceipt),
  })),

  route(contract.checkHashes, async ({ ctx, caller, body }) =>
    change(ctx, async tx => {
      const rows = await lockPhotosByHash(
        tx,
        caller.accountId,
        body.files.map(file => file.sha256),
      )
      await restoreRows(ctx, tx, caller.accountId, rows)
      return {
        known: rows.map(row => ({
          sha256: row.sha256,
          photoId: row.photo_id,
          state: row.deleted_at ? ('restored' as const) : ('already-there' as const),
        })),
      }
    }),
  ),
]
