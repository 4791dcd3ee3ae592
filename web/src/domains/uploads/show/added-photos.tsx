import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useContext, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { photoKeys } from '#web/domains/photos/index.ts'
import { UnderlyingPhotosContext } from '#web/gallery/index.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { readReceipt } from '../receipt/receipt-query.ts'
import { getReceiptTarget } from '../receipt/receipt-target.ts'
import { showRequest } from './show-request.ts'

/** How long the photos are marked. */
const MARK_MS = 12_000
/** Photos whose positions are compared to find the first one in the timeline: each position may be a request. */
const MAX_COMPARED = 8
const MAX_TRIES = 3

/**
 * Scrolls the timeline to the photos of the requested upload batches and marks them. Opens their receipt instead if all
 * of them have been deleted.
 */
export function AddedPhotos() {
  const requestedBatchIds = useSyncExternalStore(showRequest.subscribe, showRequest.get)
  const photos = useContext(UnderlyingPhotosContext)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [markedIds, setMarked] = useState<readonly string[]>([])
  const isReady = photos?.status === 'ready'

  /** Finds the first of these photos in the timeline; undefined while the timeline does not contain any. */
  const findFirst = useEffectEvent(async (ids: readonly string[]) => {
    const positions = await Promise.all(
      ids.slice(0, MAX_COMPARED).map(async id => ({ id, position: await photos?.sequence.indexOf(id) })),
    )
    return positions
      .filter(({ position }) => typeof position === 'number')
      .sort((a, b) => a.position! - b.position!)[0]?.id
  })
  const reveal = useEffectEvent((id: string) => photos?.revealPhoto(id))
  const openReceipt = useEffectEvent((batchIds: readonly string[]) => {
    const { label: _, ...receipt } = getReceiptTarget(batchIds)
    void navigate(receipt)
  })

  useEffect(() => {
    if (!requestedBatchIds || !isReady) return
    const controller = new AbortController()
    const show = async () => {
      const ids = await fetchPhotoIds(requestedBatchIds, controller.signal)
      if (ids.length === 0) {
        showRequest.set(undefined)
        return openReceipt(requestedBatchIds)
      }
      // Photos that have just been added are not in the cached timeline.
      await queries.invalidateQueries({ queryKey: photoKeys.all })
      let firstId: string | undefined
      // The page may not have rendered the refetched months yet.
      for (let tries = 0; tries < MAX_TRIES && !firstId && !controller.signal.aborted; tries++) {
        await nextFrame()
        firstId = await findFirst(ids)
      }
      if (controller.signal.aborted) return
      setMarked(ids)
      if (firstId) await reveal(firstId)
      showRequest.set(undefined)
    }
    show().catch(error => {
      if (controller.signal.aborted) return
      reportFailure(error)
      showRequest.set(undefined)
    })
    return () => controller.abort()
  }, [requestedBatchIds, isReady, queries])
  useEffect(() => {
    if (markedIds.length === 0) return
    const unmark = markPhotos(markedIds)
    const timer = setTimeout(() => setMarked([]), MARK_MS)
    return () => {
      clearTimeout(timer)
      unmark()
    }
  }, [markedIds])
  return null
}

/** Loads the ids of the photos of upload batches that are in the library. */
async function fetchPhotoIds(batchIds: readonly string[], signal: AbortSignal): Promise<string[]> {
  const receipts = await Promise.all(batchIds.map(id => readReceipt(id, signal)))
  const ids = receipts.flatMap(({ files }) =>
    files.flatMap(({ photoId, inLibrary }) => (photoId && inLibrary ? photoId : [])),
  )
  return [...new Set(ids)]
}

const nextFrame = () => new Promise(resolve => requestAnimationFrame(resolve))

/** Photos that are marked at most: the style sheet has a selector for each. */
const MAX_MARKED = 500

/**
 * Marks the tiles of photos with a frame, also those that are scrolled into view later. A style sheet does it, because
 * tiles are memoized and recycled. Returns a function that removes the marks.
 */
function markPhotos(photoIds: readonly string[]): () => void {
  const tiles = photoIds.slice(0, MAX_MARKED).map(id => `[data-photo="${CSS.escape(id)}"]::after`)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    `${tiles.join(',')}{content:"";position:absolute;z-index:1;inset:0;border:3px solid var(--accent);
    border-radius:inherit;box-shadow:inset 0 0 0 2px var(--bg);pointer-events:none}`,
  )
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(each => each !== sheet)
  }
}
