import { thumbHashToAverageRGBA, thumbHashToDataURL } from 'thumbhash'

/** The average colour of a picture's hash, a CSS colour; undefined for a broken one. Cheap enough for every tile. */
export function averageColour(hash: string): string | undefined {
  const known = colours.get(hash)
  if (known !== undefined) return known || undefined
  const colour = decoded(hash, bytes => {
    const { r, g, b } = thumbHashToAverageRGBA(bytes)
    return `rgb(${[r, g, b].map(part => Math.round(part * 255)).join(' ')})`
  })
  remember(colours, hash, colour ?? '', 4000)
  return colour
}

/** The blurred picture of a hash as a data URL, if it has been drawn already. */
export function drawnPlaceholder(hash: string): string | undefined {
  return drawings.get(hash) || undefined
}

/** Draws it when the browser has time, then calls back; not after the returned function was called. */
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
/** A slice of work that leaves a frame its time. */
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

/** The oldest entry leaves when there are too many. */
function remember(map: Map<string, string>, key: string, value: string, limit: number) {
  map.set(key, value)
  if (map.size > limit) map.delete(map.keys().next().value!)
}

function decoded<T>(hash: string, decode: (bytes: Uint8Array) => T): T | undefined {
  try {
    const text = atob(hash.replaceAll('-', '+').replaceAll('_', '/'))
    // Shorter ones make the decoder read past the end.
    return text.length < 5 ? undefined : decode(Uint8Array.from(text, char => char.charCodeAt(0)))
  } catch {
    return undefined
  }
}
