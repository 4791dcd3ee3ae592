import { isRetryable } from '#web/platform/http/http-failure.ts'
import { findByHash } from '../queue/item-matching.ts'
import { isReadable, type UploadContext } from './upload-context.ts'

const MAX_PER_CALL = 500
const RETRY_MS = 5000

/**
 * Detects files that are in the library already: hashes one file at a time, as each is in memory as a whole, and compares
 * hashes with the library while the next file is hashed. Call `wake` whenever there may be work.
 */
export function createDuplicateCheck({ store, files, environment }: UploadContext) {
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
      const sha256 = item.sha256 ?? (await environment.hash(file))
      if (!resumeInterrupted(item.id, sha256, file)) store.dispatch({ type: 'hashed', id: item.id, sha256 })
    } catch (error) {
      if (!(await isReadable(file))) store.dispatch({ type: 'failed', id: item.id, reason: 'file-gone' })
      else {
        // A file without a hash is uploaded: the service detects a duplicate.
        environment.report(error)
        store.dispatch({ type: 'compared', ids: [item.id], found: new Map() })
      }
    }
    hashing = false
    wake()
  }

  /** Resumes the interrupted upload of an earlier visit with the same bytes instead of starting a new one. */
  function resumeInterrupted(id: string, sha256: string, file: File): boolean {
    const interrupted = findByHash(store.queue(), sha256, file.size)
    if (!interrupted || interrupted.id === id) return false
    files.files.set(interrupted.id, file)
    files.files.delete(id)
    store.dispatch({ type: 'removed', ids: [id] })
    store.dispatch({ type: 'found', id: interrupted.id })
    return true
  }

  async function compare(): Promise<void> {
    if (comparing || stopped) return
    const hashed = store
      .queue()
      .filter(item => item.state === 'checking' && item.sha256)
      .slice(0, MAX_PER_CALL)
    if (hashed.length === 0) return
    comparing = true
    const ids = hashed.map(({ id }) => id)
    try {
      const found = await environment.findDuplicates(
        hashed.map(({ sha256, name }) => ({ sha256: sha256!, fileName: name })),
      )
      store.dispatch({ type: 'compared', ids, found })
    } catch (error) {
      if (isRetryable(error)) {
        cancelRetry = environment.schedule(() => {
          comparing = false
          wake()
        }, RETRY_MS)
        return
      }
      environment.report(error)
      store.dispatch({ type: 'compared', ids, found: new Map() })
    }
    comparing = false
    wake()
  }

  function wake() {
    void hashNext()
    void compare()
  }

  return {
    wake,
    start() {
      stopped = false
      comparing = false
      wake()
    },
    stop() {
      stopped = true
      cancelRetry()
    },
  }
}
