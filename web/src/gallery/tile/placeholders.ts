import { thumbHashToAverageRGBA, thumbHashToDataURL } from 'thumbhash'

/** Returns the average colour of a thumbhash as a CSS colour; undefined for an invalid hash. Cheap enough for every tile. */
export function getAverageColour(hash: string): string | undefined {
  const cachedColour = colours.get(hash)
  if (cachedColour !== undefined) return cachedColour || undefined
  const colour = decodeHash(hash, bytes => {
    const { r, g, b } = thumbHashToAverageRGBA(bytes)
    return `rgb(${[r, g, b].map(part => Math.round(part * 255)).join(' ')})`
  })
  setWithLimit(colours, hash, colour ?? '', 4000)
  return colour
}

/** Returns the data URL of a hash's blurred picture, if it has been drawn already. */
export function getDrawnPlaceholder(hash: string): string | undefined {
  return drawings.get(hash) || undefined
}

/** Draws a hash's placeholder when the browser is idle, then calls `onDrawn`; the returned function cancels both. */
export function drawPlaceholder(hash: string, onDrawn: () => void): () => void {
  const order = { hash, onDrawn }
  drawRequests.add(order)
  if (drawRequests.size === 1) schedule()
  return () => {
    drawRequests.delete(order)
  }
}

const colours = new Map<string, string>()
const drawings = new Map<string, string>()
const drawRequests = new Set<{ hash: string; onDrawn: () => void }>()
/** Longest uninterrupted work, ms: the rest of the frame is left to the browser. */
const SLICE_MS = 4

function schedule() {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(runDrawRequests, { timeout: 200 })
  else setTimeout(runDrawRequests, 16)
}

function runDrawRequests() {
  const end = performance.now() + SLICE_MS
  for (const order of drawRequests) {
    if (performance.now() > end) return schedule()
    drawRequests.delete(order)
    if (!drawings.has(order.hash)) {
      setWithLimit(drawings, order.hash, decodeHash(order.hash, thumbHashToDataURL) ?? '', 400)
    }
    order.onDrawn()
  }
}

/** Evicts the oldest entry above `limit`. */
function setWithLimit(map: Map<string, string>, key: string, value: string, limit: number) {
  map.set(key, value)
  if (map.size > limit) map.delete(map.keys().next().value!)
}

function decodeHash<T>(hash: string, decode: (bytes: Uint8Array) => T): T | undefined {
  try {
    const text = atob(hash.replaceAll('-', '+').replaceAll('_', '/'))
    // The decoder reads past the end of shorter hashes.
    return text.length < 5 ? undefined : decode(Uint8Array.from(text, char => char.charCodeAt(0)))
  } catch {
    return undefined
  }
}
