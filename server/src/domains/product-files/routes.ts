import * as contract from '#contract/product-files.ts'
import * as retailer from '#contract/retailer-product-files.ts'
import { notFound } from '../../http/failure.ts'
import { type Route, route } from '../../http/route.ts'
import { receiveSubmission } from '../../http/submission.ts'
import { findOrderedProducts } from '../orders/index.ts'
import { answerState, answerStates } from '../services/index.ts'
import { answerPdf } from './answer-pdf.ts'
import { listFilesOfPurpose, listProductFiles } from './store.ts'
import { createTooLargeFailure, upsertProductFile } from './upsert-product-file.ts'

export const productFileRoutes: readonly Route[] = [
  route(retailer.putProductFile, async call => {
    const { ctx, params, query, request } = call
    const length = Number(request.headers['content-length'] ?? 0)
    if (length > retailer.PRODUCT_FILE_MAX_BYTES) throw createTooLargeFailure()
    await ctx.blobs.checkSpace(length)
    const { code: productCode, purpose } = params
    const { dryRun: _, ...sent } = query
    const reference = { kind: 'product-files', key: `${productCode}/${purpose}`, body: sent }
    return receiveSubmission(call, reference, submission =>
      upsertProductFile(ctx, { ...sent, productCode, purpose, submission }, request.raw),
    )
  }),

  route(retailer.getRetailerProductFile, call =>
    answerState(call, 'product-files', `${call.params.code}/${call.params.purpose}`),
  ),
  route(retailer.getRetailerProductFiles, call => answerStates(call, 'product-files')),

  route(contract.getProductFiles, async ({ ctx, caller: { accountId }, params: { code }, origin }) => {
    const products = await findOrderedProducts(ctx, accountId, origin, [code])
    if (!products.has(code)) throw notFound('Product')
    const files = await listProductFiles(ctx.db, accountId, code)
    return {
      code,
      files: files.map(({ purpose, created_at, size }) => ({
        purpose,
        createdAt: created_at.toISOString(),
        size,
      })),
    }
  }),

  route(contract.getProductPdf, ({ ctx, caller, params, origin, request, reply }) =>
    answerPdf(ctx, request, reply, { accountId: caller.accountId, productCode: params.code, origin }),
  ),

  route(contract.getProductPdfs, async ({ ctx, caller: { accountId, key }, origin }) => {
    const files = await listFilesOfPurpose(ctx.db, accountId, contract.PRODUCT_PDF)
    const codes = files.map(({ product_code }) => product_code)
    const products = await findOrderedProducts(ctx, accountId, origin, codes)
    return {
      pdfs: files.flatMap(({ product_code: code, created_at, size }) => {
        const product = products.get(code)
        if (!product) return []
        const { orderCode, title } = product
        // Addresses of pictures open the whole library, which no scope of an API key does.
        const picture = key ? null : product.picture
        return [{ code, orderCode, title, picture, createdAt: created_at.toISOString(), size }]
      }),
    }
  }),
]
