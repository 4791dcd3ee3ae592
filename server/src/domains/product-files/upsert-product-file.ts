import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Answer } from '#contract/endpoint.ts'
import { PRODUCT_FILE_MAX_BYTES, type putProductFile } from '#contract/retailer-product-files.ts'
import { type Context, change } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { checkPastInstants } from '../../http/past-instants.ts'
import type { Submission } from '../../http/submission.ts'
import { limitSource } from '../../platform/blobs/limited-source.ts'
import { deleteRows, greaterThan, insertRows, lockRow, upsertNewerRow } from '../../platform/db/rows.ts'
import { lockRecipient, receiveAccountVersion } from '../customers/index.ts'
import { publishProductChange } from '../orders/index.ts'
import { productFileStored } from './events.ts'
import { type LocatedPdf, locatePdf, NotAPdfError } from './locate-pdf.ts'

/** Metadata that the retailer sends with a file. */
export interface IncomingProductFile {
  productCode: string
  purpose: string
  accountId: string
  version: number
  createdAt?: string | undefined
  submission?: Submission | undefined
}

/** A file that is not stored after this time was abandoned by a process that died. */
const RECEIVING_MS = 24 * 3_600_000
/** Time for running downloads of a replaced file to finish. */
const REPLACED_MS = 3_600_000

/**
 * Stores a version of a file of an ordered product as it arrives, and notifies the pages of the order. Throws
 * bad-request for a file that is neither a complete PDF nor a zip with exactly one PDF (acceptance 15), conflict for a
 * file of another account and for another PDF under the same version, not-found for an unknown or erased account.
 */
export async function upsertProductFile(
  ctx: Context,
  file: IncomingProductFile,
  body: Readable,
): Promise<Answer<typeof putProductFile>> {
  checkPastInstants(ctx, { createdAt: file.createdAt }, file.submission)
  const blobKey = createBlobKey(file.accountId, file.productCode, file.purpose)
  await change(ctx, async tx => {
    await lockRecipient(tx, { accountId: file.accountId, service: file.submission?.service })
    const remove_at = new Date(ctx.clock.now().getTime() + RECEIVING_MS)
    await insertRows(tx.db, 'unused_product_blobs', {
      blob_key: blobKey,
      account_id: file.accountId,
      remove_at,
    })
  })
  let isUsed = false
  try {
    const length = await receiveFile(ctx, blobKey, body)
    const pdf = await locateReceivedPdf(ctx, blobKey, length)
    const answer = await storeFileVersion(ctx, file, { ...pdf, blob_key: blobKey })
    isUsed = answer.stored && !file.submission?.isDryRun
    return answer
  } finally {
    if (!isUsed) {
      await ctx.blobs.remove([blobKey])
      await deleteRows(ctx.db, 'unused_product_blobs', { blob_key: [blobKey] })
    }
  }
}

/** Stores the body as it arrives; returns its length in bytes. */
async function receiveFile({ blobs }: Context, key: string, body: Readable): Promise<number> {
  const source = limitSource(body, PRODUCT_FILE_MAX_BYTES)
  const { size } = await blobs.put(key, Readable.from(source.bytes, { objectMode: false }))
  if (source.interrupted) throw new Failure('client-closed', 'The file did not arrive completely')
  if (source.limitExceeded) throw createTooLargeFailure()
  return size
}

export const createTooLargeFailure = () =>
  new Failure('too-large', `A file has at most ${PRODUCT_FILE_MAX_BYTES} bytes`)

async function locateReceivedPdf({ blobs }: Context, key: string, length: number): Promise<LocatedPdf> {
  try {
    return await locatePdf(blobs, key, length)
  } catch (error) {
    if (!(error instanceof NotAPdfError)) throw error
    throw new Failure('bad-request', `Not a PDF: ${error.message}`, { fields: { body: 'not-valid' } })
  }
}

async function storeFileVersion(
  ctx: Context,
  { accountId, productCode, purpose, version, createdAt, submission }: IncomingProductFile,
  pdf: LocatedPdf & { blob_key: string },
): Promise<Answer<typeof putProductFile>> {
  const now = ctx.clock.now()
  const key = { product_code: productCode, purpose }
  const created_at = createdAt === undefined ? now : new Date(createdAt)
  const row = { ...key, account_id: accountId, version, ...pdf, created_at, updated_at: now }
  const body = { ...submission?.body, sha256: pdf.sha256 }
  const incoming = {
    accountId,
    version,
    content: pdf.sha256,
    submission: submission && { ...submission, body },
  }
  const { receipt } = await receiveAccountVersion(ctx, incoming, () => ({
    read: tx => lockRow(tx, 'product_files', key),
    getContent: storedFile => storedFile.sha256,
    conflictMessage: 'The file of this product belongs to another account',
    write: async (tx, storedFile) => {
      if (!(await upsertNewerRow(tx, 'product_files', ['product_code', 'purpose'], row))) return false
      // Without the record of an unused blob the file may reference it; there is none once its removal is due.
      const unused = { blob_key: pdf.blob_key, remove_at: greaterThan(now) }
      if ((await deleteRows(tx.db, 'unused_product_blobs', unused)) === 0)
        throw new Failure('unavailable', 'Receiving the file took too long')
      if (storedFile) {
        const remove_at = new Date(now.getTime() + REPLACED_MS)
        await insertRows(tx.db, 'unused_product_blobs', {
          blob_key: storedFile.blob_key,
          account_id: accountId,
          remove_at,
        })
      }
      return true
    },
    publish: async tx => {
      await publishProductChange(ctx, tx, accountId, productCode, 'product-file-changed')
      await ctx.events.emit(tx, productFileStored, { accountId, productCode, purpose, version })
    },
  }))
  return receipt
}

/** Creates a unique key for each received file, so that equal files of two calls never share a blob. */
const createBlobKey = (accountId: string, productCode: string, purpose: string): string =>
  `${accountId}/product-files/${productCode}-${purpose}-${randomUUID()}`
