import type { SessionFile } from '#contract/upload-sessions.ts'
import type { PickedFile } from '#web/platform/files/dropped-files.ts'
import { BulkFailure } from '#web/platform/http/chunks.ts'
import { refusalOf } from '../picking/accept.ts'
import { type Counts, count, photosByAlbum, savedPhotos, unwantedPhotos } from '../queue/counts.ts'
import { isActive, isReady, type UploadItem } from '../queue/item.ts'
import type { KeptFiles } from '../queue/kept-files.ts'
import { earlierTwin } from '../queue/match.ts'
import { leftOver, persist } from '../queue/persist.ts'
import { phoneItem, type Queue } from '../queue/queue.ts'
import type { QueueStorage } from '../queue/storage.ts'
import { createQueueStore } from '../queue/store.ts'
import { createChecker } from './checker.ts'
import { createFiles } from './files.ts'
import { mayRead, sameFile } from './handles.ts'
import { createReceiptWatch } from './receipts.ts'
import { createSender } from './sender.ts'
import { withdraw } from './withdraw.ts'
import type { UploadWorld } from './world.ts'

/** What the modal shows. */
export interface UploadsState {
  queue: Queue
  counts: Counts
  /** The connection does not hold: waiting files go on by themselves later. */
  offline: boolean
  /** Missing files the browser reads again once it is allowed to. */
  askable: number
}

export type Uploads = ReturnType<typeof createUploads>

/**
 * The uploads of one modal: a queue that works by itself between `start` and `stop` and outlives the page. What is added
 * goes into the album, if one is given; what an earlier visit left goes where it was to go.
 */
export function createUploads(world: UploadWorld, albumId?: string) {
  const store = createQueueStore()
  const files = createFiles()
  const listeners = new Set<() => void>()
  let state: UploadsState = { queue: [], counts: count([]), offline: false, askable: 0 }
  let storage: QueueStorage | undefined
  let keptFiles: KeptFiles | undefined
  let endPersisting = async () => {}
  let pumping = false
  /** Rows of a phone that were taken out here: the service may still tell of them. */
  const dismissed = new Set<string>()
  // Starting, stopping and adding follow one another: files are compared with what an earlier visit left.
  let life = Promise.resolve()
  const inTurn = (work: () => void | Promise<void>) => {
    life = life.then(work).catch(world.report)
    return life
  }

  const checker = createChecker(store, files, world)
  const sender = createSender(store, files, world, refresh)
  const receipts = createReceiptWatch(store, world)

  function refresh() {
    const queue = store.queue()
    const counts = queue === state.queue ? state.counts : count(queue)
    const askable = queue.filter(item => item.state === 'missing' && files.handles.has(item.id)).length
    const offline = sender.waits() && queue.some(item => item.state === 'waiting' || item.state === 'sending')
    state = { queue, counts, offline, askable }
    for (const listener of [...listeners]) listener()
  }

  store.subscribe(() => {
    refresh()
    if (pumping) return
    pumping = true
    // Not in the middle of a change: what follows changes the queue itself.
    queueMicrotask(() => {
      pumping = false
      sender.poke()
      checker.poke()
      receipts.poke()
      forgetKept()
    })
  })

  async function takeUp() {
    storage = await world.storage()
    if (!storage) return
    const stored = await storage.load()
    const items = leftOver(
      stored.map(({ item }) => item),
      world.now(),
    )
    for (const { item, handle } of stored) if (handle) files.handles.set(item.id, handle)
    const kept = new Set(items.map(({ id }) => id))
    const forgotten = stored.filter(({ item }) => !kept.has(item.id) && !store.find(item.id))
    await storage.write(
      [],
      forgotten.map(({ item }) => item.id),
    )
    store.dispatch({ type: 'added', items: items.filter(({ id }) => !store.find(id)) })
    endPersisting = persist(store, storage, id => files.handles.get(id), world.report)
    await readKept()
    await readAgain(false)
  }

  /** Goes on with missing files whose bytes were kept. */
  async function readKept() {
    keptFiles = await world.keptFiles()
    const kept = (await keptFiles?.load()) ?? new Map<string, File>()
    for (const [id, file] of kept) if (store.find(id)?.state === 'missing') attach(id, file)
    await keptFiles?.drop([...kept.keys()].filter(id => !store.find(id)))
  }

  /** Whatever the service has need not be kept here. */
  function forgetKept() {
    const settled = store.queue().filter(item => isReady(item) || NOT_SENT.has(item.state))
    keptFiles?.drop(settled.map(({ id }) => id)).catch(world.report)
  }

  /** Goes on with missing files whose handle may be read; `ask` needs the customer's press. */
  async function readAgain(ask: boolean) {
    for (const item of store.queue().filter(({ state }) => state === 'missing')) {
      const handle = files.handles.get(item.id)
      if (!handle) continue
      if (!(await mayRead(handle, ask))) return
      const file = await sameFile(handle, item)
      // Changed or gone: only the customer knows where it is.
      if (file) attach(item.id, file)
      else files.handles.delete(item.id)
    }
    refresh()
  }

  function attach(id: string, file: File) {
    files.files.set(id, file)
    store.dispatch({ type: 'found', id })
  }

  function add(picked: readonly PickedFile[]) {
    const taken = new Set<string>()
    const items: UploadItem[] = []
    for (const { file, handle } of picked) {
      const twin = earlierTwin(store.queue(), file, taken)
      if (twin) taken.add(twin.id)
      const id = twin?.id ?? world.newId()
      if (handle) files.handles.set(id, handle)
      if (twin) attach(id, file)
      else {
        files.files.set(id, file)
        // A thousandth each: the order outlives the page.
        items.push({ ...newItem(id, file, world.now() + items.length / 1000), albumId })
      }
    }
    if (items.length > 0) store.dispatch({ type: 'added', items })
    for (const { id, state } of items)
      if (state === 'queued') keptFiles?.keep(id, files.files.get(id)!).catch(world.report)
  }

  /** Forgets rows with all that belongs to them. */
  function drop(items: readonly UploadItem[]) {
    for (const { id, phone } of items) if (phone) dismissed.add(id)
    store.dispatch({ type: 'removed', ids: items.map(({ id }) => id) })
    for (const { id } of items) {
      files.files.delete(id)
      files.handles.delete(id)
    }
    keptFiles?.drop(items.map(({ id }) => id)).catch(world.report)
  }

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    fileOf: (id: string) => files.files.get(id),

    /** Takes up what an earlier visit left, and works. A browser that keeps nothing is no hindrance. */
    start() {
      checker.start()
      sender.start()
      receipts.start()
      return inTurn(takeUp)
    },
    /** Stops working; the queue stays for the next time. */
    stop() {
      checker.stop()
      sender.stop()
      receipts.stop()
      return inTurn(async () => {
        await endPersisting()
        endPersisting = async () => {}
        storage?.release()
        storage = undefined
        keptFiles?.close()
        keptFiles = undefined
      })
    },

    /** What a phone has sent so far (PL-048): all files of its session. */
    takeFromPhone(sent: readonly SessionFile[]) {
      const wanted = sent.filter(({ uploadId }) => !dismissed.has(uploadId))
      const items = wanted.map((file, at) =>
        phoneItem(file, world.placeOf(file.uploadId), world.now() + at / 1000, albumId),
      )
      store.dispatch({ type: 'from-phone', items })
    },
    add: (picked: readonly PickedFile[]) => inTurn(() => add(picked)),
    pause: (ids: readonly string[]) => store.dispatch({ type: 'paused', ids }),
    resume: (ids: readonly string[]) => store.dispatch({ type: 'resumed', ids }),
    retry(ids: readonly string[]) {
      store.dispatch({ type: 'retried', ids })
      sender.goOn()
    },
    select: (id: string, on: boolean) => store.dispatch({ type: 'selected', id, on }),
    /** Takes one file out; what of it is at the service goes, too. */
    remove(id: string) {
      const item = store.find(id)
      if (!item) return
      drop([item])
      if (item.uploadUrl) withdraw([item], world).catch(world.report)
    },
    /** Asks the browser for missing files; call it from a press. */
    continueEarlier: () => readAgain(true),
    forgetEarlier() {
      const missing = store.queue().filter(({ state }) => state === 'missing')
      drop(missing)
      withdraw(missing, world).catch(world.report)
    },

    /** Resolves when nothing goes on by itself any more; false when `signal` ends the waiting. */
    settled(signal: AbortSignal): Promise<boolean> {
      return new Promise(resolve => {
        const look = () => {
          if (!signal.aborted && store.queue().some(isActive)) return
          stopListening()
          signal.removeEventListener('abort', look)
          resolve(!signal.aborted)
        }
        const stopListening = store.subscribe(look)
        signal.addEventListener('abort', look)
        look()
      })
    },
    /**
     * 'Upload' (PL-043): removes what was deselected, puts the others into their albums (PL-044) and ends the queue.
     * Answers how many photos were new to the library and how many were in it, each counted once. Rejects, reported, if
     * photos are left, or with AlbumFailure if some are not in their album.
     */
    async confirm(): Promise<{ added: number; known: number }> {
      const queue = store.queue()
      const unwanted = unwantedPhotos(queue)
      try {
        if (unwanted.length > 0) await world.remove(unwanted)
      } catch (error) {
        const left = error instanceof BulkFailure ? new Set(error.failed) : new Set(unwanted)
        drop(queue.filter(({ photoId }) => photoId && unwanted.includes(photoId) && !left.has(photoId)))
        world.report(error)
        throw error
      }
      try {
        for (const [album, ids] of photosByAlbum(queue)) await world.addToAlbum(album, ids)
      } catch (error) {
        world.report(error)
        throw new AlbumFailure('Photos are not in their album', { cause: error })
      }
      const saved = savedPhotos(queue)
      drop(queue.filter(({ state }) => state !== 'missing'))
      return saved
    },
    /** Closing without 'Upload' (OP-10): takes back what this modal uploaded. Rejects, reported, if some are left. */
    async discard(): Promise<void> {
      sender.stop()
      try {
        await withdraw(
          store.queue().filter(item => !item.earlier),
          world,
        )
      } catch (error) {
        sender.start()
        world.report(error)
        throw error
      }
      drop(store.queue().filter(({ state, earlier }) => !(earlier && state === 'missing')))
    },
  }
}

/** Its bytes are at the service, or will never be. */
const NOT_SENT: ReadonlySet<string> = new Set(['processing', 'refused'])

/** All photos are in the library, but not all are in the album they were added to. */
export class AlbumFailure extends Error {
  override name = 'AlbumFailure'
}

function newItem(id: string, file: File, since: number): UploadItem {
  const { name, size, lastModified, type } = file
  const reason = refusalOf(file)
  const item = {
    id,
    name,
    size,
    lastModified,
    type,
    since,
    sent: 0,
    compared: false,
    deselected: false,
    earlier: false,
  }
  return reason ? { ...item, state: 'refused', reason } : { ...item, state: 'queued' }
}
