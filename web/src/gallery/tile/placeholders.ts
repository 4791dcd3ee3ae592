import { thumbHashToAverageRGBA, thumbHashToDataURL } from 'thumbhash'

/** Average colour of a thumbhash as a CSS colour; undefined for an invalid hash. Cheap enough for every tile. */
export function averageColour(hash: string): string | undefined {
  const cached = colours.get(hash)
  if (cached !== undefined) return cached || undefined
  const colour = decoded(hash, bytes => {
    const { r, g, b } = thumbHashToAverageRGBA(bytes)
    return `rgb(${[r, g, b].map(part => Math.round(part * 255)).join(' ')})`
  })
  remember(colours, hash, colour ?? '', 4000)
  return colour
}

/** Data URL of a hash's blurred picture, if it has been drawn already. */
export function drawnPlaceholder(hash: string): string | undefined {
  return drawings.get(hash) || undefined
}

/** Draws a hash's placeholder when the browser is idle, then calls `drawn`; the returned function cancels both. */
export function drawPlaceholder(hash: string, drawn: () => void): () => void {
  const order = { hash, drawn }
  orders.add(order)
  if (orders.size === 1) schedule()
  return () => {
    orders.delete(order)
  }
}

const colours = new Map<string, string>()
const drawings = new Map<string, string>()
const orders = new Set<{ hash: string; drawn: () => void }>()
/** Longest uninterrupted work, ms: the rest of the frame is left to the browser. */
const SLICE = 4

function schedule() {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 200 })
  else setTimeout(work, 16)
}

function work() {
  const end = performance.now() + SLICE
  for (const order of orders) {
    if (performance.now() > end) return schedule()
    orders.delete(order)
    if (!drawings.has(order.hash)) {
      remember(drawings, order.hash, decoded(order.hash, thumbHashToDataURL) ?? '', 400)
    }
    order.drawn()
  }
}

/** Evicts the oldest entry above `limit`. */
function remember(map: Map<string, string>, key: string, value: string, limit: number) {
  map.set(key, value)
  if (map.size > limit) map.delete(map.keys().next().value!)
}

function decoded<T>(hash: string, decode: (bytes: Uint8Array) => T): T | undefined {
  try {
    const text = atob(hash.replaceAll('-', '+').replaceAll('_', '/'))
    // The decoder reads past the end of shorter hashes.
    return text.length < 5 ? undefined : decode(Uint8Array.from(text, char => char.charCodeAt(0)))
  } catch {
    return undefined
  }
}
