import { queryOptions } from '@tanstack/react-query'
import { getAnonymousUploads, getUpload } from '#contract/stored-pictures.ts'
import { call } from '#web/platform/http/call.ts'
import { isNotFound } from '#web/platform/http/http-failure.ts'

/** Half of the hour for which an address works. */
const FRESH_MS = 30 * 60_000

/**
 * The address of an upload of the account; where the account has none (404), of one made before the sign-in (AA-113).
 * Null without both.
 */
export const previewQuery = (accountId: string, uploadId: string) =>
  queryOptions({
    queryKey: ['uploads', 'preview', accountId, uploadId],
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) => {
      try {
        const { url } = await call(getUpload, { params: { id: uploadId }, query: { accountId } }, { signal })
        return url
      } catch (error) {
        if (!isNotFound(error)) throw error
        const uploads = await call(getAnonymousUploads, { body: [uploadId] }, { signal })
        return uploads.find(({ id }) => id === uploadId)?.url ?? null
      }
    },
  })
