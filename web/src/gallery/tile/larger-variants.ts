import type { QueryClient } from '@tanstack/react-query'
import type { Image } from '#contract/photos.ts'
import { isNetworkIdle } from '#web/platform/network/network-idle.ts'
import { isSaveDataRequested } from '#web/platform/network/save-data.ts'
import { findCachedLargerVariant, findLargerVariant, rememberLargerVariant } from './shown-variant.ts'

/**
 * Loads and decodes a tile's larger picture when no other request is running, while the tile is in the window and its
 * small picture is not sharp there; then calls `show`. A picture that cannot be loaded is not shown. Nothing is loaded
 * where the browser asks to save data.
 */
export function requestLargerVariant(request: LargerVariantRequest): void {
  if (request.signal.aborted || isSaveDataRequested() || !findLargerVariant(request.image)) return
  const cachedVariant = findCachedLargerVariant(request.image)
  if (cachedVariant) {
    request.show(cachedVariant.url)
    return
  }
  if (requests.size === 0) listen()
  requests.add(request)
  request.signal.addEventListener('abort', () => removeRequest(request), { once: true })
  schedule(IDLE_MS)
}

export interface LargerVariantRequest {
  image: Image
  /** The small picture, loaded. */
  small: HTMLImageElement
  queries: QueryClient
  show: (url: string) => void
  /** Aborts when the tile is no longer in the document. */
  signal: AbortSignal
}

/** Time without scrolling and without a new request, ms. */
const IDLE_MS = 150
const POLL_MS = 250
/** Fewer than the connections of a browser to one host, so that requests of the customer do not wait. */
const MAX_CONCURRENT = 3
/** Enlarging a picture by less than this is not visible. */
const ENLARGED_MAX = 1.2

const requests = new Set<LargerVariantRequest>()
let runningLoads = 0
let timer: ReturnType<typeof setTimeout> | undefined

function schedule(ms: number) {
  clearTimeout(timer)
  timer = setTimeout(loadNext, ms)
}

const onActivity = () => schedule(IDLE_MS)

function listen() {
  addEventListener('scroll', onActivity, { passive: true })
  addEventListener('resize', onActivity, { passive: true })
}

function removeRequest(request: LargerVariantRequest) {
  requests.delete(request)
  if (requests.size > 0) return
  removeEventListener('scroll', onActivity)
  removeEventListener('resize', onActivity)
}

function loadNext() {
  for (const request of requests) {
    if (runningLoads >= MAX_CONCURRENT) return
    if (!isNeeded(request.small)) continue
    if (!isNetworkIdle(request.queries)) return schedule(POLL_MS)
    removeRequest(request)
    runningLoads++
    void load(request).finally(() => {
      runningLoads--
      schedule(0)
    })
  }
}

/** Whether a loaded picture that covers its frame is in the window and enlarged there. */
function isNeeded(small: HTMLImageElement): boolean {
  const { top, bottom, width, height } = small.getBoundingClientRect()
  if (width === 0 || bottom <= 0 || top >= innerHeight) return false
  const enlargement = Math.max(width / small.naturalWidth, height / small.naturalHeight) * devicePixelRatio
  return enlargement > ENLARGED_MAX
}

async function load({ image, signal, show }: LargerVariantRequest) {
  const url = findLargerVariant(image)?.url
  if (!url) return
  const picture = new Image()
  picture.fetchPriority = 'low'
  picture.src = url
  const cancel = () => picture.removeAttribute('src')
  signal.addEventListener('abort', cancel, { once: true })
  try {
    await picture.decode()
    rememberLargerVariant(url)
    show(url)
  } catch {
    // The small picture stays.
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
