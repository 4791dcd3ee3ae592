import * as contract from '#contract/upload-batches.ts'
import { type Route, route } from '../../../http/route.ts'
import { closeBatch, readReceipt, recordBatchFiles } from './receipt.ts'

export const batchRoutes: readonly Route[] = [
  route(contract.getUploadBatch, ({ ctx, caller, params, query }) =>
    readReceipt(ctx, { accountId: caller.accountId, batchId: params.id }, query.cursor),
  ),
  route(contract.recordBatchFiles, ({ ctx, caller, params, body }) =>
    recordBatchFiles(ctx, { accountId: caller.accountId, batchId: params.id }, body.files),
  ),
  route(contract.closeUploadBatch, ({ ctx, caller, params }) =>
    closeBatch(ctx, { accountId: caller.accountId, batchId: params.id }),
  ),
]
