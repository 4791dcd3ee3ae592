import { UPLOADS_IN_PARALLEL } from '#contract/uploads.ts'
import type { UploadItem } from '../queue/item.ts'
import type { QueueStore } from '../queue/store.ts'
import { type Files, isReadable } from './files.ts'
import type { Problem } from './problem.ts'
import type { Sending, UploadWorld } from './world.ts'

const FIRST_BREAK_MS = 5000
const LONGEST_BREAK_MS = 60_000

/**
 * Sends what waits, three at a time. When a file does not get through although it was tried several times, all wait: 5 s,
 * doubling to a minute, or until the device is online again. `poke` whenever there may be work.
 */
export function createSender(store: QueueStore, files: Files, world: UploadWorld, changed: () => void) {
  const running = new Map<string, Sending>()
  let stopped = true
  let breaks = 0
  let holding = false
  let cancelBreak = () => {}
  let stopListening = () => {}

  const goOn = () => {
    cancelBreak()
    holding = false
    changed()
    poke()
  }

  function hold() {
    if (holding) return
    holding = true
    cancelBreak = world.later(goOn, Math.min(LONGEST_BREAK_MS, FIRST_BREAK_MS * 2 ** breaks++))
    changed()
  }

  function poke() {
    endOrphans()
    if (stopped || holding) return
    while (running.size < UPLOADS_IN_PARALLEL) {
      const next = nextItem()
      if (!next) return
      if (!world.online()) return changed()
      send(next)
    }
  }

  /** Stops sending what was paused, removed or settled otherwise. */
  function endOrphans() {
    for (const [id, sending] of running) {
      if (store.find(id)?.state === 'sending') continue
      sending.abort()
      running.delete(id)
    }
  }

  function nextItem(): UploadItem | undefined {
    const queue = store.queue()
    // Equal files wait for the first of them: then they cost no bytes.
    const underWay = new Set(
      queue.filter(({ state }) => state === 'sending' || state === 'processing').map(({ sha256 }) => sha256),
    )
    return queue.find(
      item =>
        item.state === 'waiting' && files.files.has(item.id) && !(item.sha256 && underWay.has(item.sha256)),
    )
  }

  function send(item: UploadItem) {
    const { id } = item
    const file = files.files.get(id)!
    // What comes after a stop, a pause or a removal is not this upload's any more.
    const current = () => running.get(id) === sending
    const sending: Sending = world.send(
      { file, sha256: item.sha256, albumId: item.albumId, uploadUrl: item.uploadUrl },
      {
        located: uploadUrl => current() && store.dispatch({ type: 'located', id, uploadUrl }),
        progress: sent => current() && store.dispatch({ type: 'progress', id, sent }),
        done: () => {
          if (!current()) return
          running.delete(id)
          breaks = 0
          store.dispatch({ type: 'sent', id })
        },
        failed: problem => {
          if (current()) void fail(id, file, problem, () => current() && running.delete(id))
        },
      },
    )
    running.set(id, sending)
    store.dispatch({ type: 'sending', id })
  }

  async function fail(id: string, file: File, problem: Problem, end: () => boolean) {
    // A file that went away looks to the browser like a broken connection.
    const gone = problem.kind === 'broken' && !(await isReadable(file))
    if (!end()) return
    if (gone) return store.dispatch({ type: 'failed', id, reason: 'file-gone' })
    if (problem.kind !== 'broken') return store.dispatch({ type: problem.kind, id, reason: problem.reason })
    hold()
    store.dispatch({ type: 'broken', id })
  }

  return {
    poke,
    /** Nothing gets through at the moment. */
    waits: () => holding || !world.online(),
    goOn,
    start() {
      stopped = false
      stopListening = world.onOnline(goOn)
      poke()
    },
    stop() {
      stopped = true
      stopListening()
      cancelBreak()
      holding = false
      for (const [id, sending] of running) {
        sending.abort()
        store.dispatch({ type: 'broken', id })
      }
      running.clear()
    },
  }
}
