import type { LibraryPush } from '#contract/push.ts'
import type { Receipt } from '#contract/uploads.ts'
import type { ExistingPhoto } from '../queue/queue.ts'
import type { StoredItem } from '../storage/queue-storage.ts'
import type { FileToUpload, UploadEnvironment, UploadHandlers } from './upload-environment.ts'

export interface Sent extends FileToUpload, UploadHandlers {
  aborted: boolean
  /** Its place at the service, made up when it is first needed. */
  arrive: (receipt?: Partial<Receipt>) => void
}

/** A service, a browser storage and a clock in memory, moved by the test. */
export function testEnvironment(parts: Partial<UploadEnvironment> = {}) {
  const kept = new Map<string, StoredItem>()
  const timers = new Set<{ work: () => void; milliseconds: number }>()
  const receipts = new Map<string, Receipt>()
  const listeners = new Set<(message: LibraryPush) => void>()
  let back = () => {}
  let lastId = 0
  const test = {
    sent: [] as Sent[],
    library: new Map<string, ExistingPhoto>(),
    removed: [] as string[],
    /** 'photo to album', in the order they were put there. */
    inAlbums: [] as string[],
    terminated: [] as string[],
    hashed: [] as string[],
    kept,
    receipts,
    online: true,
    reported: [] as unknown[],
    push: (message: LibraryPush) => {
      for (const listener of [...listeners]) listener(message)
    },
    comeBack: () => {
      test.online = true
      back()
    },
    /** Runs what was put off. */
    async pass() {
      const due = [...timers]
      timers.clear()
      for (const { work } of due) work()
      await settled()
    },
    pauses: () => [...timers].map(({ milliseconds }) => milliseconds),
    /** Everything was sent and is there. */
    async deliver(parts: Partial<Receipt> = {}) {
      for (const sent of test.sent) if (!sent.aborted) sent.arrive(parts)
      await settled()
      await test.pass()
    },
    environment: {} as UploadEnvironment,
  }
  test.environment = {
    storage: async () => ({
      load: async () => structuredClone([...kept.values()]),
      write: async (changed, gone) => {
        for (const each of changed) kept.set(each.item.id, structuredClone(each))
        for (const id of gone) kept.delete(id)
      },
      release: () => {},
    }),
    fileCache: async () => undefined,
    hash: async file => {
      test.hashed.push(file.name)
      return `hash of ${await file.text()}`
    },
    findDuplicates: async files =>
      new Map(
        files.flatMap(({ sha256 }) => {
          const known = test.library.get(sha256)
          return known ? [[sha256, known] as const] : []
        }),
      ),
    fetchReceipts: async ids => ids.flatMap(id => receipts.get(id) ?? []),
    deletePhotos: async ids => void test.removed.push(...ids),
    addToAlbum: async (albumId, ids) => void test.inAlbums.push(...ids.map(id => `${id} to ${albumId}`)),
    send: (file, handlers) => {
      const sent: Sent = {
        ...file,
        ...handlers,
        aborted: false,
        arrive: receipt => {
          const url = file.uploadUrl ?? `/api/uploads/files/u-${file.file.name}`
          const uploadId = url.split('/').at(-1)!
          receipts.set(uploadId, {
            uploadId,
            fileName: file.file.name,
            state: 'added',
            photoId: `photo of ${file.file.name}`,
            ...receipt,
          })
          handlers.located(url)
          handlers.progress(file.file.size)
          handlers.done()
        },
      }
      test.sent.push(sent)
      return {
        abort: () => {
          sent.aborted = true
        },
      }
    },
    uploadUrlOf: uploadId => `/api/uploads/files/${uploadId}`,
    terminate: async url => void test.terminated.push(url),
    onPush: handler => {
      listeners.add(handler)
      return { close: () => listeners.delete(handler) }
    },
    online: () => test.online,
    onOnline: handler => {
      back = handler
      return () => {
        back = () => {}
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

/** Everything that needs no timer has happened. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await new Promise(resolve => setImmediate(resolve))
}

export const jpegFile = (name: string, content = name, type = 'image/jpeg') =>
  new File([content], name, { type, lastModified: 7 })
