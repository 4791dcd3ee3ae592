import type { ErrorCode } from '#contract/errors.ts'
import { refusal } from '#contract/uploads.ts'
import { defineCounter } from '../../platform/metrics/definitions.ts'

export const uploadedBytes = defineCounter('upload_bytes_total', 'Bytes of uploads that were stored')

/** `already-there` and `restored`: the library, or its bin, had these bytes already. */
export const completedUploads = defineCounter('uploads_completed_total', 'Uploads that became photos', {
  labels: ['outcome'],
  initial: [{ outcome: 'added' }, { outcome: 'already-there' }, { outcome: 'restored' }],
})

/** Error codes of requests that fail independently of the file. */
export const FAILED_REQUESTS: ReadonlySet<ErrorCode> = new Set([
  'storage-full',
  'quota-exceeded',
  'unavailable',
  'unexpected',
])

export const refusedUploads = defineCounter('uploads_refused_total', 'Uploads that were refused, by reason', {
  labels: ['reason'],
  initial: [...refusal.options, ...FAILED_REQUESTS].map(reason => ({ reason })),
})
