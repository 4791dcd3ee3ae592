import { z } from 'zod'
import { type Caller, part, RequestError } from './caller.ts'
import type { ClientOptions } from './product-world.ts'
import type { Image } from './shapes.ts'
import * as shapes from './shapes.ts'

/** Photo library, section 7. */
export const libraryCalls = (at: Caller, { accessToken, sockets, production }: ClientOptions) => {
  const photos = at('photoManagement', 'Request failure')
  const shared = at('sharedAlbums')
  const archives = at('downloads')
  const exports = at('photoExport')
  const selections = at('tempSelections')

  const deleteChunk = (photoIds: string[]) =>
    photos.json(shapes.deleteResult, '/photos', { method: 'DELETE', body: { photoIds } })
  const albumPhotos = (method: 'POST' | 'DELETE') => (albumId: string, ids: string[]) =>
    inChunks(ids, async photoIds => {
      await photos.run(`/albums/${part(albumId)}/photos`, { method, body: { photoIds } })
      return []
    })
  const createArchive = async (path: string, body: { photos: DownloadPhoto[] }) => {
    if (body.photos.length > LIMITS.download) throw new Error('Up to 100 photos can be downloaded at a time')
    return archives.json(shapes.createdDownload, path, { method: 'POST', body })
  }

  return {
    totals: () => photos.json(shapes.libraryTotals, '/users'),
    timeline: async () => {
      const years = await photos.json(shapes.timeline, '/users/timeline')
      return Object.entries(years).flatMap(([year, months]) =>
        Object.entries(months).map(([month, count]) => ({ year, month, count })),
      )
    },
    activate: () => photos.json(shapes.activationStart, '/users/activate', { method: 'POST' }),
    activation: () => photos.json(shapes.activationStatus, '/users/activate'),
    monthPage: (year: string, month: string, cursor: string | null, sort: Sort) =>
      photos.json(shapes.photoPage, `/photos/timeline/${part(year)}/${part(month)}`, {
        query: { cursor, limit: LIMITS.timeline, ...sort },
      }),
    photoPage: (cursor: string | null, sort: Sort) =>
      photos.json(shapes.photoPage, '/photos', { query: { cursor, ...sort } }),
    deleteChunk,
    deletePhoto: async (photoId: string) => {
      const { failed } = await deleteChunk([photoId])
      if (failed.length > 0) throw new Error('Failed to delete photo!')
    },
    deletePhotos: (ids: string[]) => inChunks(ids, async chunk => (await deleteChunk(chunk)).failed),
    deleteAllPhotos: () => photos.run('/photos/all', { method: 'DELETE' }),
    createAlbum: (name: string) =>
      photos.json(shapes.createdAlbum, '/albums', { method: 'POST', body: { name } }),
    renameAlbum: (id: string, name: string) =>
      photos.run(`/albums/${part(id)}`, { method: 'PATCH', body: { name } }),
    deleteAlbum: (id: string) => photos.run(`/albums/${part(id)}`, { method: 'DELETE' }),
    album: (id: string) => photos.json(shapes.album, `/albums/${part(id)}`),
    albumPage: (cursor: string | null, displaySharedData: boolean) =>
      photos.json(shapes.albumPage, '/albums', {
        query: { cursor, limit: LIMITS.albums, displaySharedData },
      }),
    copyToAlbum: albumPhotos('POST'),
    removeFromAlbum: albumPhotos('DELETE'),
    removeOneFromAlbum: (albumId: string, photoId: string) => albumPhotos('DELETE')(albumId, [photoId]),
    albumPhotoPage: (id: string, { cursor, limit = LIMITS.photos }: Page, sort: Sort) =>
      photos.json(shapes.photoPage, `/albums/${part(id)}/photos`, { query: { cursor, ...sort, limit } }),

    sharedAlbumPage: ({ cursor, limit = LIMITS.sharedAlbums }: Page) =>
      shared.json(shapes.sharedAlbumPage, '/shared-albums', { query: { cursor, limit } }),
    sharedSummary: () => shared.json(shapes.sharedAlbumsSummary, '/users'),
    sharedAlbum: (id: string) => shared.json(shapes.sharedAlbum, `/shared-albums/${part(id)}`),
    participants: (id: string) =>
      shared.json(shapes.albumParticipants, `/shared-albums/${part(id)}/participants`),
    sharedPhotoPage: (id: string, { cursor, limit = LIMITS.photos }: Page, sort: Sort) =>
      shared.json(shapes.sharedPhotoPage, `/shared-albums/${part(id)}/photos`, {
        query: { cursor, ...sort, limit },
      }),
    deleteSharedAlbum: (id: string) => shared.run(`/shared-albums/${part(id)}`, { method: 'DELETE' }),

    downloads: () => archives.json(shapes.downloadList, '/downloads'),
    downloadUrl: (id: string) => archives.json(shapes.signedUrl, `/downloads/${part(id)}/url`),
    createDownload: (body: { id: string; photos: DownloadPhoto[]; name?: string }) =>
      createArchive('/downloads', body),
    createSharedDownload: (body: { albumId: string; photos: DownloadPhoto[] }) =>
      createArchive('/shared-album-downloads', body),
    downloadSinglePhoto: async ({ localFileName, url }: Image) => ({
      name: localFileName,
      bytes: await fetchFile(url),
    }),
    connectDownloadPush: async () => {
      const greeting = { type: 'authenticate', accessToken: await accessToken() }
      const { messages, close } = await openSocket(sockets.downloadPush, greeting)
      setTimeout(close, 30 * 60 * 1000).unref()
      return { close, received: () => messages.map(data => shapes.downloadMessage.parse(JSON.parse(data))) }
    },

    requestExport: (channel: string) =>
      exports.json(shapes.photoExport, '/backups', { method: 'POST', body: { channel } }),
    photoExport: (backupId: string) => exports.json(shapes.photoExport, `/backups/${part(backupId)}`),
    exportChunkUrl: (backupId: string, iteration: number) =>
      exports.json(shapes.signedUrl, `/backups/${part(backupId)}/chunks/${iteration}/url`),
    createSelection: (photoIds: string[]) =>
      selections.json(shapes.createdSelection, '/temp-selections', { method: 'POST', body: { photoIds } }),
    selection: (id: string) => selections.json(shapes.selection, `/temp-selections/${part(id)}`),

    storageStatus: async () => {
      const call = at('storageStatus').json(shapes.storageStatus, '/accounts/getaccountinformation')
      const status = await call.catch((error: unknown) => {
        if (production || error instanceof z.ZodError) throw error
        return sampleStorageStatus()
      })
      return { ...status, deletionDate: status.delayedDeletionDate ?? status.projectedDeletionDate }
    },
    connectImportPush: async (onStart: () => void) => {
      const greeting = { action: 'authenticate', token: await accessToken() }
      const whenOk = (data: string) => data === 'OK' && onStart()
      const { messages, close } = await openSocket(sockets.importPush, greeting, whenOk)
      const pushed = () => messages.filter(data => data !== 'OK')
      return { close, received: () => pushed().map(data => shapes.importMessage.parse(JSON.parse(data))) }
    },
  }
}

type Page = { cursor?: string | null; limit?: number }
export type Sort = { sortKey: 'created' | 'dateTaken'; sortOrder: 'asc' | 'desc' }
type DownloadPhoto = { photoId: string; ownerId: string }

/** Photo library, section 9; the chunk size and the number of attempts are not in the document. */
export const LIMITS = { timeline: 24, albums: 50, photos: 500, sharedAlbums: 50, download: 100 }
const CHUNK_SIZE = 100
const MAX_ATTEMPTS = 3

const inChunks = async (photoIds: string[], send: (chunk: string[]) => Promise<string[]>) => {
  for (let start = 0; start < photoIds.length; start += CHUNK_SIZE) {
    let rest = photoIds.slice(start, start + CHUNK_SIZE)
    let cause: unknown
    for (let attempt = 0; rest.length > 0; attempt++) {
      if (attempt === MAX_ATTEMPTS) throw new Error('Exceeded maximum amount of retries!', { cause })
      rest = await send(rest).catch((error: unknown) => {
        cause = error
        return rest
      })
    }
  }
}

/** A file behind its own address, which takes no token. */
export const fetchFile = async (url: string) => {
  const response = await fetch(url)
  if (!response.ok) throw new RequestError('Request failure', response.status)
  return new Uint8Array(await response.arrayBuffer())
}

const openSocket = async (address: string, greeting: object, onMessage?: (data: string) => void) => {
  const socket = new WebSocket(address)
  const messages: string[] = []
  socket.addEventListener('message', ({ data }) => {
    messages.push(String(data))
    onMessage?.(String(data))
  })
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error(`No connection to ${address}`)))
  })
  socket.send(JSON.stringify(greeting))
  return { messages, close: () => socket.close() }
}

/** Photo library, section 9: projected deletion 2 months ahead, registration 16 months back. */
const sampleStorageStatus = () => ({
  status: 'warning' as const,
  monthsRemaining: 2,
  daysRemaining: 60,
  lastOrderDate: null,
  registrationDate: inMonths(-16),
  projectCount: 0,
  delayedDeletionDate: null,
  projectedDeletionDate: inMonths(2),
})

const inMonths = (months: number) => {
  const date = new Date()
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString()
}
