import type { QueryClient } from '@tanstack/react-query'
import { createDownload } from '#contract/downloads.ts'
import { getPhoto, type Image } from '#contract/photos.ts'
import { libraryTotalsQuery } from '#web/domains/photos/index.ts'
import { call } from '#web/platform/http/call.ts'

/** Where photos are downloaded from: the customer's own library or a shared album. */
export interface DownloadSource {
  /** Fetches a photo with a new media address. */
  photo: (id: string) => Promise<Image>
  /** Requests an archive of the photos; resolves with its id. Those of a shared album are named after it. */
  archive: (ids: readonly string[], queries: QueryClient, name?: string) => Promise<string>
}

/** The customer's own library. */
export const OWN_LIBRARY: DownloadSource = {
  photo: async id => (await call(getPhoto, { params: { id }, query: {} })).image,
  archive: async (ids, queries, name) => {
    const { userId: ownerId } = await queries.ensureQueryData(libraryTotalsQuery())
    const id = crypto.randomUUID()
    const photos = ids.map(photoId => ({ photoId, ownerId }))
    await call(createDownload, { body: { id, photos, ...(name !== undefined && { name }) } })
    return id
  },
}
