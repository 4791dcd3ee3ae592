import { isRetryable } from '#web/platform/http/http-failure.ts'
import { findByHash } from '../queue/item-matching.ts'
import { isReady } from '../queue/upload-item.ts'
import { findReadFailure, type UploadContext } from './upload-context.ts'

const MAX_PER_CALL = 500
/** With what companions say, whose JSON is up to 2 kB each. */
const MAX_DESCRIBED_PER_CALL = 100
const RETRY_MS = 5000

/**
 * Detects files that are in the library already: hashes one file at a time, as each is in memory as a whole, and compares
 * hashes with the library while the next file is hashed. Photos that are there get what their companions say and they lack. Call `wake` whenever there may be work.
 */
export function createDuplicateCheck({ store, files, environment }: UploadContext) {
  let isHashing = false
  let isComparing = false
  let isStopped = true
  let cancelRetry = () => {}

  async function hashNext(): Promise<void> {
    const item = store.queue().find(each => each.state === 'queued' && files.files.has(each.id))
    const file = item && files.files.get(item.id)
    if (!item || !file || isHashing || isStopped) return
    isHashing = true
    store.dispatch({ type: 'checking', id: item.id })
    try {
      const sha256 = item.sha256 ?? (await environment.hash(file))
      if (!resumeInterrupted(item.id, sha256, file)) store.dispatch({ type: 'hashed', id: item.id, sha256 })
    } catch (error) {
      const reason = await findReadFailure(file)
      if (reason) store.dispatch({ type: 'failed', id: item.id, reason })
      else {
        // A file without a hash is uploaded: the service detects a duplicate.
        environment.report(error)
        store.dispatch({ type: 'compared', ids: [item.id], existingPhotos: new Map() })
      }
    }
    isHashing = false
    wake()
  }

  /** Resumes the interrupted upload of an earlier visit with the same bytes instead of starting a new one. */
  function resumeInterrupted(id: string, sha256: string, file: File): boolean {
    const interruptedItem = findByHash(store.queue(), sha256)
    if (!interruptedItem || interruptedItem.id === id) return false
    files.files.set(interruptedItem.id, file)
    files.files.delete(id)
    store.dispatch({ type: 'removed', ids: [id] })
    store.dispatch({ type: 'found', id: interruptedItem.id })
    return true
  }

  async function compare(): Promise<void> {
    if (isComparing || isStopped) return
    const allItems = store
      .queue()
      .filter(item => item.sha256 && (item.state === 'checking' || (item.areFactsLate && isReady(item))))
    const isDescribed = allItems.slice(0, MAX_PER_CALL).some(({ facts }) => facts)
    const hashedItems = allItems.slice(0, isDescribed ? MAX_DESCRIBED_PER_CALL : MAX_PER_CALL)
    if (hashedItems.length === 0) return
    isComparing = true
    const ids = hashedItems.map(({ id }) => id)
    try {
      const existingPhotos = await environment.findDuplicates(
        hashedItems.map(({ sha256, name, facts }) => ({
          sha256: sha256!,
          fileName: name,
          // The town of a photo that is there is not asked for.
          ...(facts && { companion: { ...facts, place: undefined } }),
        })),
      )
      store.dispatch({ type: 'compared', ids, existingPhotos })
    } catch (error) {
      if (isRetryable(error)) {
        cancelRetry = environment.schedule(() => {
          isComparing = false
          wake()
        }, RETRY_MS)
        return
      }
      environment.report(error)
      store.dispatch({ type: 'compared', ids, existingPhotos: new Map() })
    }
    isComparing = false
    wake()
  }

  function wake() {
    void hashNext()
    void compare()
  }

  return {
    wake,
    start() {
      isStopped = false
      isComparing = false
      wake()
    },
    stop() {
      isStopped = true
      cancelRetry()
    },
  }
}
