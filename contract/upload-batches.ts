import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idInput } from './id.ts'
import { text } from './input/text.ts'
import { cursor } from './paging.ts'
import { count, instant } from './scalars.ts'

/*
 * An upload batch: the files that were added together in one visit. Its id, and those of its files, are chosen by the
 * sender, so that every call is idempotent. The files of a phone are a batch with the id of their upload session.
 */

/** Days for which the upload receipt of a batch is kept. */
export const RECEIPT_DAYS = 30
/** Files of one call, and of one page. */
export const BATCH_FILES_PAGE = 500

/**
 * States of files whose bytes the sender does not send: waiting, in the library already or restored, refused before
 * sending, failed, unreadable on the sender's device, a companion of other files, left out because it is no picture, or removed by the
 * customer.
 */
const recordedState = z.enum([
  'waiting',
  'already-there',
  'restored',
  'refused',
  'failed',
  'unreadable',
  'companion',
  'left-out',
  'removed',
])
export type RecordedState = z.infer<typeof recordedState>

const reason = z.string().regex(/^[a-z-]{1,40}$/)

export const recordBatchFiles = endpoint('PUT', 'uploads', '/upload-batches/:id/files', {
  policy: 'customer',
  summary:
    'Records the files of an upload batch, so that its receipt names all of them; may be repeated, and never replaces an outcome',
  params: z.object({ id: idInput }),
  body: z.object({
    files: z
      .array(
        z.object({
          fileId: idInput,
          fileName: text({ max: 1000 }),
          size: z.int().min(0),
          state: recordedState,
          reason: reason.optional(),
          /** Photo of a file that is in the library already. */
          photoId: idInput.optional(),
        }),
      )
      .min(1)
      .max(BATCH_FILES_PAGE),
  }),
})

/** One line of an upload receipt. */
export const receiptFile = z.object({
  fileId: id,
  fileName: z.string(),
  /** Bytes. */
  size: count,
  /**
   * waiting, receiving, added, already-there, restored, refused, failed, unreadable, companion or left-out; open, so that
   * clients accept later states.
   */
  state: z.string(),
  /** Reason of the refusal or failure. */
  reason: z.string().optional(),
  photoId: id.optional(),
  /** Whether the photo is still in the library. */
  inLibrary: z.boolean(),
  /** A HEIC file: the original is kept, and shown as JPEG. */
  converted: z.boolean(),
  /** Without a date taken. */
  undated: z.boolean(),
})
export type ReceiptFile = z.infer<typeof receiptFile>

export const getUploadBatch = endpoint('GET', 'uploads', '/upload-batches/:id', {
  policy: 'customer',
  summary: 'The upload receipt of a batch: each of its files once, in pages; kept for 30 days',
  params: z.object({ id: idInput }),
  query: z.object({ cursor }),
  answer: z.object({ startedAt: instant, cursor: z.string().nullable(), files: z.array(receiptFile) }),
  errors: ['not-found'],
})

export const closeUploadBatch = endpoint('PUT', 'uploads', '/upload-batches/:id/closed', {
  policy: 'customer',
  summary: 'Ends the files of a batch that are not sent yet: its receipt names them as failed. Idempotent',
  params: z.object({ id: idInput }),
  errors: ['not-found'],
})
