import { isPassing } from '#web/platform/http/http-failure.ts'
import { missingTwin } from '../queue/match.ts'
import type { QueueStore } from '../queue/store.ts'
import { type Files, isReadable } from './files.ts'
import type { UploadWorld } from './world.ts'

const MOST_PER_CALL = 500
const RETRY_MS = 5000

/**
 * Finds out which files need no sending: hashes one file after the other (each is in memory meanwhile) and compares
 * what was hashed with the library while the next ones are being hashed. `poke` whenever there may be work.
 */
export function createChecker(store: QueueStore, files: Files, world: UploadWorld) {
  let hashing = false
  let comparing = false
  let stopped = true
  let cancelRetry = () => {}

  async function hashNext(): Promise<void> {
    const item = store.queue().find(each => each.state === 'queued' && files.files.has(each.id))
    const file = item && files.files.get(item.id)
    if (!item || !file || hashing || stopped) return
    hashing = true
    store.dispatch({ type: 'checking', id: item.id })
    try {
      const sha256 = item.sha256 ?? (await world.hash(file))
      if (!adopt(item.id, sha256, file)) store.dispatch({ type: 'hashed', id: item.id, sha256 })
    } catch (error) {
      if (!(await isReadable(file))) store.dispatch({ type: 'failed', id: item.id, reason: 'file-gone' })
      else {
        // Without a hash it is simply sent: the service finds out by itself.
        world.report(error)
        store.dispatch({ type: 'compared', ids: [item.id], found: new Map() })
      }
    }
    hashing = false
    poke()
  }

  /** The bytes an earlier visit did not finish: its upload goes on instead of a new one. */
  function adopt(id: string, sha256: string, file: File): boolean {
    const missing = missingTwin(store.queue(), sha256, file.size)
    if (!missing || missing.id === id) return false
    files.files.set(missing.id, file)
    files.files.delete(id)
    store.dispatch({ type: 'removed', ids: [id] })
    store.dispatch({ type: 'found', id: missing.id })
    return true
  }

  async function compare(): Promise<void> {
    if (comparing || stopped) return
    const hashed = store
      .queue()
      .filter(item => item.state === 'checking' && item.sha256)
      .slice(0, MOST_PER_CALL)
    if (hashed.length === 0) return
    comparing = true
    const ids = hashed.map(({ id }) => id)
    try {
      const found = await world.known(hashed.map(({ sha256, name }) => ({ sha256: sha256!, fileName: name })))
      store.dispatch({ type: 'compared', ids, found })
    } catch (error) {
      if (isPassing(error)) {
        cancelRetry = world.later(() => {
          comparing = false
          poke()
        }, RETRY_MS)
        return
      }
      world.report(error)
      store.dispatch({ type: 'compared', ids, found: new Map() })
    }
    comparing = false
    poke()
  }

  function poke() {
    void hashNext()
    void compare()
  }

  return {
    poke,
    start() {
      stopped = false
      comparing = false
      poke()
    },
    stop() {
      stopped = true
      cancelRetry()
    },
  }
}
