import { addAlbumPhotos, createAlbum, getAlbums } from '#contract/albums.ts'
import { SELECTION_IDS_MAX } from '#contract/photo-selection.ts'
import { deletePhotos } from '#contract/photos.ts'
import { getPlaceChoice } from '#contract/places.ts'
import { recordBatchFiles } from '#contract/upload-batches.ts'
import { confirmUploadSession } from '#contract/upload-sessions.ts'
import { checkHashes, getReceipts } from '#contract/uploads.ts'
import { call, serviceAddress } from '#web/platform/http/call.ts'
import { runInChunks, splitIntoChunks } from '#web/platform/http/chunks.ts'
import { nullIfNotFound } from '#web/platform/http/null-if-absent.ts'
import { toSafeLink } from '#web/platform/links/safe-link.ts'
import { subscribeLibrary } from '#web/platform/push/library.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { pageSession } from '#web/platform/session/page-session.ts'
import { hashFile, readCompanionsInWorker } from '../hashing/file-hash.ts'
import { openFileCache } from '../storage/file-cache.ts'
import { openQueueStorage } from '../storage/queue-storage.ts'
import { sendByTus, terminateByTus } from '../tus/tus.ts'
import type { Tokens } from '../tus/tus-http.ts'
import type { UploadEnvironment } from './upload-environment.ts'

/**
 * Returns the tus endpoint; undefined if the configured address is not an http(s) URL: no upload may start then.
 */
export function getUploadEndpoint(): string | undefined {
  const address = serviceAddress('uploads', '/files')
  return URL.canParse(address, location.href) ? toSafeLink(new URL(address, location.href).href) : undefined
}

/**
 * Returns the browser and the upload service, for the uploads of one account. With `cacheFiles`, files survive a page
 * reload.
 */
export function createBrowserEnvironment(
  account: string,
  endpoint: string,
  { cacheFiles = false } = {},
): UploadEnvironment {
  return {
    storage: () => openQueueStorage(account),
    fileCache: async () => (cacheFiles ? openFileCache(account) : undefined),
    hash: hashFile,
    arePlacesOn: async () => (await call(getPlaceChoice)).isOn,
    readCompanions: (...input) => readCompanionsInWorker(...input),
    findDuplicates: async files => {
      // Names of some file systems are not well-formed Unicode, which the service refuses.
      const namedFiles = files.map(file => ({ ...file, fileName: file.fileName.toWellFormed() }))
      const { known: existingPhotos } = await call(checkHashes, { body: { files: namedFiles } })
      return new Map(existingPhotos.map(({ sha256, photoId, state }) => [sha256, { photoId, state }]))
    },
    recordFiles: (batchId, files) =>
      call(recordBatchFiles, { params: { id: batchId }, body: { files: [...files] } }),
    fetchReceipts: async uploadIds => (await call(getReceipts, { body: { uploadIds } })).receipts,
    deletePhotos: photoIds => runInChunks(photoIds, ids => call(deletePhotos, { body: { photoIds: ids } })),
    confirmSession: sessionId => call(confirmUploadSession, { params: { id: sessionId } }),
    ensureAlbum,
    addToAlbum: async (albumId, photoIds) => {
      for (const chunk of splitIntoChunks(photoIds, SELECTION_IDS_MAX))
        await nullIfNotFound(
          call(addAlbumPhotos, { params: { id: albumId }, body: { selection: { photoIds: chunk } } }),
        )
    },
    send: (file, handlers) => sendByTus(endpoint, tokens, file, handlers),
    getUploadUrl: uploadId => `${endpoint}/${uploadId}`,
    terminate: uploadUrl => terminateByTus(uploadUrl, tokens),
    onPush: subscribeLibrary,
    isOnline: () => navigator.onLine,
    onOnline: handler => {
      const stopOnline = onOnline(handler)
      const stopSession = onSessionResumed(handler)
      return () => {
        stopOnline()
        stopSession()
      }
    },
    now: Date.now,
    newId: () => crypto.randomUUID(),
    schedule: (work, milliseconds) => {
      const timer = setTimeout(work, milliseconds)
      return () => clearTimeout(timer)
    },
    report: reportFailure,
  }
}

async function ensureAlbum(name: string, newId: string): Promise<string> {
  for (let cursor: string | undefined; ; ) {
    const page = await call(getAlbums, { query: { cursor, limit: ALBUMS_PER_CALL } })
    const album = page.albums.find(({ albumName, isShared }) => albumName === name && !isShared)
    if (album) return album.albumId
    if (page.cursor === null) break
    cursor = page.cursor
  }
  return (await call(createAlbum, { body: { name, albumId: newId } })).albumId
}

const ALBUMS_PER_CALL = 100

export function onOnline(handler: () => void): () => void {
  addEventListener('online', handler)
  return () => removeEventListener('online', handler)
}

/** Calls `handler` when the customer has signed in again after the session had ended. */
function onSessionResumed(handler: () => void): () => void {
  let status = pageSession().state().status
  return pageSession().subscribe(() => {
    const wasSignedOut = status === 'signed-out'
    status = pageSession().state().status
    if (wasSignedOut && status === 'signed-in') handler()
  })
}

/** The nil UUID (RFC 9562, 5.9), which names no upload. */
const NO_UPLOAD = '00000000-0000-0000-0000-000000000000'

/** The tokens of uploads: those of the page's session. */
export const tokens: Tokens = {
  token: () => pageSession().token(),
  renew: refused => pageSession().renew(refused),
  // A regular call is refused too, and asks for a sign-in .
  onRefused: () => void call(getReceipts, { body: { uploadIds: [NO_UPLOAD] } }).catch(reportFailure),
}
