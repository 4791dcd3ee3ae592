import type { LibraryPush } from '#contract/push.ts'
import type { Receipt } from '#contract/uploads.ts'
import type { PickedSource } from '#web/platform/files/dropped-sources.ts'
import { readCompanions } from '../companions/read-companions.ts'
import type { ExistingPhoto } from '../queue/queue.ts'
import type { StoredItem } from '../storage/queue-storage.ts'
import type { FileToUpload, UploadEnvironment, UploadHandlers } from './upload-environment.ts'
import { createUploads } from './uploads.ts'

export interface SentFile extends FileToUpload, UploadHandlers {
  aborted: boolean
  /** Completes the upload with a receipt; creates an upload URL if it has none. */
  complete: (receipt?: Partial<Receipt>) => void
}

/** Fake upload service, browser storage and clock, controlled by the test. */
export function createTestEnvironment(parts: Partial<UploadEnvironment> = {}) {
  const stored = new Map<string, StoredItem>()
  const timers = new Set<{ work: () => void; milliseconds: number }>()
  const receipts = new Map<string, Receipt>()
  const listeners = new Set<(message: LibraryPush) => void>()
  let goOnlineHandler = () => {}
  let lastId = 0
  const test = {
    sent: [] as SentFile[],
    library: new Map<string, ExistingPhoto>(),
    deleted: [] as string[],
    confirmedSessions: [] as string[],
    /** Names of the albums that were created. */
    albums: [] as string[],
    /** 'photo to album', in the order of the calls. */
    addedToAlbums: [] as string[],
    /** 'file state', by batch. */
    recorded: new Map<string, Map<string, string>>(),
    terminated: [] as string[],
    hashed: [] as string[],
    stored,
    receipts,
    online: true,
    reported: [] as unknown[],
    push: (message: LibraryPush) => {
      for (const listener of [...listeners]) listener(message)
    },
    goOnline: () => {
      test.online = true
      goOnlineHandler()
    },
    /** Runs all scheduled timers. */
    async runTimers() {
      const dueTimers = [...timers]
      timers.clear()
      for (const { work } of dueTimers) work()
      await flushPromises()
    },
    delays: () => [...timers].map(({ milliseconds }) => milliseconds),
    /** Completes all uploads and delivers their receipts. */
    async completeAll(parts: Partial<Receipt> = {}) {
      for (const sent of test.sent) if (!sent.aborted) sent.complete(parts)
      await flushPromises()
      await test.runTimers()
    },
    environment: {} as UploadEnvironment,
  }
  test.environment = {
    storage: async () => ({
      load: async () => structuredClone([...stored.values()]),
      write: async (changes, removedIds) => {
        for (const change of changes) stored.set(change.item.id, structuredClone(change))
        for (const id of removedIds) stored.delete(id)
      },
      release: () => {},
    }),
    fileCache: async () => undefined,
    hash: async file => {
      test.hashed.push(file.name)
      return `hash of ${await file.text()}`
    },
    arePlacesOn: async () => false,
    readCompanions: (photos, companions, { withPlaces }) =>
      readCompanions(photos, companions, { getOffset: () => 120, now: Date.UTC(2026, 10, 27), withPlaces }),
    findDuplicates: async files =>
      new Map(
        files.flatMap(({ sha256 }) => {
          const existingPhoto = test.library.get(sha256)
          return existingPhoto ? [[sha256, existingPhoto] as const] : []
        }),
      ),
    recordFiles: async (batchId, files) => {
      const batch = test.recorded.get(batchId) ?? new Map<string, string>()
      test.recorded.set(batchId, batch)
      for (const { fileId, state } of files)
        if (state === 'removed') batch.delete(fileId)
        else batch.set(fileId, state)
    },
    fetchReceipts: async ids => ids.flatMap(id => receipts.get(id) ?? []),
    deletePhotos: async ids => void test.deleted.push(...ids),
    confirmSession: async sessionId => void test.confirmedSessions.push(sessionId),
    ensureAlbum: async name => {
      test.albums.push(name)
      return `album ${name}`
    },
    addToAlbum: async (albumId, ids) => void test.addedToAlbums.push(...ids.map(id => `${id} to ${albumId}`)),
    send: (file, handlers) => {
      const sent: SentFile = {
        ...file,
        ...handlers,
        aborted: false,
        complete: receipt => {
          const url = file.uploadUrl ?? `/api/uploads/files/u-${file.file.name}`
          const uploadId = url.split('/').at(-1)!
          receipts.set(uploadId, {
            uploadId,
            fileName: file.file.name,
            state: 'added',
            photoId: `photo of ${file.file.name}`,
            ...receipt,
          })
          handlers.onUploadUrl(url)
          handlers.onProgress(file.file.size)
          handlers.onDone()
        },
      }
      test.sent.push(sent)
      return {
        abort: () => {
          sent.aborted = true
        },
      }
    },
    getUploadUrl: uploadId => `/api/uploads/files/${uploadId}`,
    terminate: async url => void test.terminated.push(url),
    onPush: handler => {
      listeners.add(handler)
      return { close: () => listeners.delete(handler) }
    },
    isOnline: () => test.online,
    onOnline: handler => {
      goOnlineHandler = handler
      return () => {
        goOnlineHandler = () => {}
      }
    },
    now: () => 1000,
    newId: () => `id-${++lastId}`,
    schedule: (work, milliseconds) => {
      const timer = { work, milliseconds }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    report: error => test.reported.push(error),
    ...parts,
  }
  return test
}

/** Starts the uploads of a page. */
export async function startUploads(t = createTestEnvironment()) {
  const uploads = createUploads(t.environment)
  await uploads.start()
  const states = () => Object.fromEntries(uploads.state().queue.map(({ name, state }) => [name, state]))
  const find = (name: string) => uploads.state().queue.find(item => item.name === name)!
  const add = async (...sources: (File | PickedSource)[]) => {
    await uploads.add(sources.map(source => (source instanceof File ? { file: source } : source)))
    await flushPromises()
  }
  return { t, uploads, states, find, idOf: (name: string) => find(name).id, add }
}

/** Waits until all work without timers has ended. */
export async function flushPromises(): Promise<void> {
  for (let round = 0; round < 12; round++) await new Promise(resolve => setImmediate(resolve))
}

export const jpegFile = (name: string, content = name, type = 'image/jpeg') =>
  new File([content], name, { type, lastModified: 7 })
