import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { count, instant } from './scalars.ts'

/** `created`: earliest creation, `updated`: latest change of the counted albums; missing without any. */
export const sharedAlbumsSummary = z.object({
  readAlbumsCount: count,
  grantedAlbumsCount: count,
  created: instant.optional(),
  updated: instant.optional(),
})
export type SharedAlbumsSummary = z.infer<typeof sharedAlbumsSummary>

export const getSharedAlbumsSummary = endpoint('GET', 'sharedAlbums', '/users', {
  policy: 'customer',
  summary: 'How many shared albums the caller can read, and how many are their own (PL-173, OP-35)',
  answer: sharedAlbumsSummary,
})
