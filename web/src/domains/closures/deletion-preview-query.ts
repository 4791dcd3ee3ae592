import { queryOptions } from '@tanstack/react-query'
import { getDeletionPreview } from '#contract/closures.ts'
import type { Answer } from '#contract/endpoint.ts'
import { call } from '#web/platform/http/call.ts'

export type DeletionPreview = Answer<typeof getDeletionPreview>

/** Preview of deleting the account: deleted and kept data. */
export const deletionPreviewQuery = queryOptions({
  queryKey: ['closures', 'preview'],
  queryFn: ({ signal }) => call(getDeletionPreview, undefined, { signal }),
})
