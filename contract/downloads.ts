import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { accountIdInput, id, idInput } from './id.ts'
import { nameText } from './input/text.ts'
import { deadline, instant } from './scalars.ts'

/** Maximum number of photos of one download. */
export const DOWNLOAD_MAX_PHOTOS = 100

const photoInput = z.object({ photoId: idInput, ownerId: accountIdInput })
const downloadPhoto = z.object({ photoId: id, ownerId: z.string() })
export const downloadState = z.enum(['requested', 'in-progress', 'ready', 'failed'])

export const download = z.object({
  id,
  name: z.string().nullable(),
  photosCount: z.int().min(0),
  size: z.int().min(0).nullable(),
  state: downloadState,
  created: instant,
  expires: deadline,
})
export type Download = z.infer<typeof download>

export const createDownload = endpoint('POST', 'downloads', '/downloads', {
  policy: 'customer',
  summary: 'Requests one zip of the given photos (PL-178)',
  body: z.object({
    id: idInput,
    photos: z.array(photoInput).min(1).max(DOWNLOAD_MAX_PHOTOS),
    name: z.optional(nameText({ max: 200 })),
  }),
  answer: z.object({ id, photos: z.array(downloadPhoto) }),
  status: 201,
  errors: ['not-found', 'conflict'],
})

/** Like createDownload, but the service chooses the id. The zip is named after the album. */
export const createSharedAlbumDownload = endpoint('POST', 'downloads', '/shared-album-downloads', {
  policy: 'customer',
  summary: 'Requests one zip of photos of a shared album the caller is a member of (PL-182)',
  body: z.object({ albumId: idInput, photos: z.array(photoInput).min(1).max(DOWNLOAD_MAX_PHOTOS) }),
  answer: z.object({ id, photos: z.array(downloadPhoto) }),
  status: 201,
  errors: ['not-found'],
})

export const getDownloads = endpoint('GET', 'downloads', '/downloads', {
  policy: 'customer',
  summary: "The caller's downloads, newest first (PL-181)",
  answer: z.object({ items: z.array(download) }),
})

export const getDownloadUrl = endpoint('GET', 'downloads', '/downloads/:id/url', {
  policy: 'customer',
  summary: 'A signed, short-lived address of the zip (PL-181)',
  params: z.object({ id: idInput }),
  answer: z.object({ url: z.string() }),
  errors: ['not-found', 'not-ready', 'gone'],
})
