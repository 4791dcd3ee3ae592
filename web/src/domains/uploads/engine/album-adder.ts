import { isRetryable } from '#web/platform/http/http-failure.ts'
import { photosByAlbum } from '../queue/counts.ts'
import { isAlbumPending } from '../queue/upload-item.ts'
import type { UploadContext } from './upload-context.ts'

const RETRY_MS = 5000

/**
 * Adds confirmed photos that turn out to be in the library already to the album of their import; the service does it for
 * those that are sent. Call `wake` after changes of the queue.
 */
export function createAlbumAdder({ store, environment }: UploadContext) {
  let stopped = true
  let adding = false
  let cancelRetry: (() => void) | undefined

  async function add() {
    adding = true
    try {
      for (let items = pending(); items.length > 0 && !stopped; items = pending()) {
        for (const [album, ids] of photosByAlbum(items)) await environment.addToAlbum(album, ids)
        store.dispatch({ type: 'in-album', ids: items.map(({ id }) => id) })
      }
    } catch (error) {
      if (isRetryable(error)) retryLater()
      else {
        environment.report(error)
        // Sending the file again adds it to the album, too.
        for (const { id } of pending()) store.dispatch({ type: 'failed', id, reason: 'server' })
      }
    }
    adding = false
  }

  const pending = () => store.queue().filter(isAlbumPending)

  function retryLater() {
    if (stopped) return
    cancelRetry = environment.schedule(() => {
      cancelRetry = undefined
      wake()
    }, RETRY_MS)
  }

  function wake() {
    if (!stopped && !adding && !cancelRetry && pending().length > 0) void add()
  }

  return {
    wake,
    start() {
      stopped = false
      wake()
    },
    stop() {
      stopped = true
      cancelRetry?.()
      cancelRetry = undefined
    },
  }
}
