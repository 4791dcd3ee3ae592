import { isRetryable } from '#web/platform/http/http-failure.ts'
import { groupPhotosByAlbum } from '../queue/counts.ts'
import { isAlbumPending, isReady } from '../queue/upload-item.ts'
import type { UploadContext } from './upload-context.ts'

const RETRY_MS = 5000

/**
 * Adds confirmed photos that turn out to be in the library already, or whose album was chosen late, to their album; the
 * service does it for others that are sent. Call `wake` after changes of the queue.
 */
export function createAlbumAdder({ store, environment }: UploadContext) {
  let isStopped = true
  let isAdding = false
  let cancelRetry: (() => void) | undefined

  async function add() {
    isAdding = true
    try {
      for (let items = listPendingItems(); items.length > 0 && !isStopped; items = listPendingItems()) {
        for (const [album, ids] of groupPhotosByAlbum(items)) await environment.addToAlbum(album, ids)
        store.dispatch({ type: 'in-album', ids: items.map(({ id }) => id) })
      }
    } catch (error) {
      if (isRetryable(error)) retryLater()
      else {
        environment.report(error)
        // Sending the file again adds it to the album, too.
        for (const { id } of listPendingItems()) store.dispatch({ type: 'failed', id, reason: 'server' })
      }
    }
    isAdding = false
  }

  const listPendingItems = () => store.queue().filter(item => isAlbumPending(item) && isReady(item))

  function retryLater() {
    if (isStopped) return
    cancelRetry = environment.schedule(() => {
      cancelRetry = undefined
      wake()
    }, RETRY_MS)
  }

  function wake() {
    if (!isStopped && !isAdding && !cancelRetry && listPendingItems().length > 0) void add()
  }

  return {
    wake,
    start() {
      isStopped = false
      wake()
    },
    stop() {
      isStopped = true
      cancelRetry?.()
      cancelRetry = undefined
    },
  }
}
