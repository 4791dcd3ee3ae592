import type { QueryClient } from '@tanstack/react-query'
import type { Image } from '#contract/photos.ts'
import { isNetworkIdle } from '#web/platform/network/network-idle.ts'
import { isSaveDataRequested } from '#web/platform/network/save-data.ts'
import { cachedLargerVariant, largerVariant, rememberLargerVariant } from './shown-variant.ts'

/**
 * Loads and decodes a tile's larger picture when nothing else is on its way, while the tile is in the window and its
 * small picture is not sharp there; then calls `show`. A picture that cannot be loaded is not shown. Nothing is loaded
 * where the browser asks to save data.
 */
export function requestLargerVariant(request: LargerVariantRequest): void {
  if (request.signal.aborted || isSaveDataRequested() || !largerVariant(request.image)) return
  const known = cachedLargerVariant(request.image)
  if (known) {
    request.show(known.url)
    return
  }
  if (requests.size === 0) listen()
  requests.add(request)
  request.signal.addEventListener('abort', () => end(request), { once: true })
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
/** Fewer than the connections of a browser to one host: what the customer requests meanwhile is not kept waiting. */
const CONCURRENT = 3
/** Enlarging a picture by less than this is not visible. */
const ENLARGED_MAX = 1.2

const requests = new Set<LargerVariantRequest>()
let running = 0
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

function end(request: LargerVariantRequest) {
  requests.delete(request)
  if (requests.size > 0) return
  removeEventListener('scroll', onActivity)
  removeEventListener('resize', onActivity)
}

function loadNext() {
  for (const request of requests) {
    if (running >= CONCURRENT) return
    if (!isNeeded(request.small)) continue
    if (!isNetworkIdle(request.queries)) return schedule(POLL_MS)
    end(request)
    running++
    void load(request).finally(() => {
      running--
      schedule(0)
    })
  }
}

/** Whether a loaded picture that covers its frame is in the window and enlarged there. */
function isNeeded(small: HTMLImageElement): boolean {
  const { top, bottom, width, height } = small.getBoundingClientRect()
  if (width === 0 || bottom <= 0 || top >= innerHeight) return false
  const enlarged = Math.max(width / small.naturalWidth, height / small.naturalHeight) * devicePixelRatio
  return enlarged > ENLARGED_MAX
}

async function load({ image, signal, show }: LargerVariantRequest) {
  const url = largerVariant(image)?.url
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
