import { addAlbumPhotos, SELECTION_IDS_MAX } from '#contract/albums.ts'
import { deletePhotos } from '#contract/photos.ts'
import { checkHashes, getReceipts } from '#contract/uploads.ts'
import { call, serviceAddress } from '#web/platform/http/call.ts'
import { chunked, inChunks } from '#web/platform/http/chunks.ts'
import { isNotFound } from '#web/platform/http/http-failure.ts'
import { safeLink } from '#web/platform/links/safe-link.ts'
import { subscribeLibrary } from '#web/platform/push/library.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { pageSession } from '#web/platform/session/page-session.ts'
import { openKeptFiles } from '../queue/kept-files.ts'
import { openQueueStorage } from '../queue/storage.ts'
import { hashFile } from './hash.ts'
import { sendByTus, terminateByTus } from './tus.ts'
import type { Tokens } from './tus-http.ts'
import type { UploadWorld } from './world.ts'

/** Where files are sent; undefined if the configured address is no http(s) one: then nothing is started (PL-047). */
export function uploadAddress(): string | undefined {
  const address = serviceAddress('uploads', '/files')
  return URL.canParse(address, location.href) ? safeLink(new URL(address, location.href).href) : undefined
}

/** The world of the page for the uploads of one account. `keepFiles`: the files themselves outlive the page. */
export function pageWorld(account: string, endpoint: string, { keepFiles = false } = {}): UploadWorld {
  return {
    storage: () => openQueueStorage(account),
    keptFiles: async () => (keepFiles ? openKeptFiles(account) : undefined),
    hash: hashFile,
    known: async files => {
      const { known } = await call(checkHashes, { body: { files } })
      return new Map(known.map(({ sha256, photoId, state }) => [sha256, { photoId, state }]))
    },
    receipts: async uploadIds => (await call(getReceipts, { body: { uploadIds } })).receipts,
    remove: photoIds => inChunks(photoIds, ids => call(deletePhotos, { body: { photoIds: ids } })),
    addToAlbum: async (albumId, photoIds) => {
      for (const some of chunked(photoIds, SELECTION_IDS_MAX))
        await call(addAlbumPhotos, {
          params: { id: albumId },
          body: { selection: { photoIds: some } },
        }).catch(unlessNotFound)
    },
    send: (file, handlers) => sendByTus(endpoint, tokens, file, handlers),
    placeOf: uploadId => `${endpoint}/${uploadId}`,
    terminate: uploadUrl => terminateByTus(uploadUrl, tokens),
    listen: subscribeLibrary,
    online: () => navigator.onLine,
    onOnline: back => {
      addEventListener('online', back)
      return () => removeEventListener('online', back)
    },
    now: Date.now,
    newId: () => crypto.randomUUID(),
    later: (work, milliseconds) => {
      const timer = setTimeout(work, milliseconds)
      return () => clearTimeout(timer)
    },
    report: reportFailure,
  }
}

function unlessNotFound(error: unknown) {
  if (!isNotFound(error)) throw error
}

const tokens: Tokens = {
  token: () => pageSession().token(),
  renew: refused => pageSession().renew(refused),
  // An ordinary call meets the same answer and leads to the sign-in (PL-141).
  ended: () => void call(getReceipts, { body: { uploadIds: ['none'] } }).catch(reportFailure),
}
