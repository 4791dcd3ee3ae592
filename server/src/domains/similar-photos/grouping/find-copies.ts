import type { ComparedPhoto } from './compared-photo.ts'
import { createHashList, getDistance, type HashList } from './hash-distance.ts'
import { COPY_DISTANCE, COPY_DISTANCE_OF_ONE_SECOND, RATIO_TOLERANCE, SHOTS_APART_MS } from './limits.ts'
import { turnHash } from './turned-hash.ts'

/** Photos of the same picture: the best version first, each with its quarter turns. */
export interface Copies {
  photo: ComparedPhoto
  turn: 0 | 1 | 2 | 3
}

/**
 * Finds pictures that are there more than once (NX-220): re-compressed, scaled, turned, a little brighter or cropped. Each group
 * has a best version, the one with most pixels, and all others are copies of that one, not of each other: chains of small
 * differences do not join different pictures. `isDistinct` says which pairs the customer has separated.
 */
export function findCopies(
  photos: readonly ComparedPhoto[],
  isDistinct: (a: string, b: string) => boolean = () => false,
): Copies[][] {
  const hashed = photos.filter(({ hash, width, height }) => hash !== undefined && width > 0 && height > 0)
  const sortedPhotos = hashed.toSorted(comparePhotos)
  const index = createBandIndex(createHashList(sortedPhotos.map(({ hash }) => hash!)))
  const isGrouped = new Uint8Array(sortedPhotos.length)
  const groups: Copies[][] = []
  sortedPhotos.forEach((best, place) => {
    if (isGrouped[place]) return
    const turns = new Map<number, Copies['turn']>()
    let hash = best.hash!
    for (const turn of TURNS) {
      for (const candidate of index.find(hash)) {
        if (candidate <= place || isGrouped[candidate] || turns.has(candidate)) continue
        const photo = sortedPhotos[candidate]!
        if (isCopy(best, photo, { turn, distance: index.getDistance(candidate, hash) }))
          if (!isDistinct(best.photoId, photo.photoId)) turns.set(candidate, turn)
      }
      hash = turnHash(hash)
    }
    if (turns.size === 0) return
    const copies: Copies[] = [{ photo: best, turn: 0 }]
    for (const [candidate, turn] of [...turns].toSorted(([a], [b]) => a - b)) {
      const photo = sortedPhotos[candidate]!
      if (copies.some(other => isDistinct(other.photo.photoId, photo.photoId))) continue
      isGrouped[candidate] = 1
      copies.push({ photo, turn: ((4 - turn) % 4) as Copies['turn'] })
    }
    groups.push(copies)
  })
  return groups
}

const TURNS = [0, 1, 2, 3] as const

/** Best versions first: most pixels, then one with a date, then the sharper one; the id makes the order final. */
function comparePhotos(a: ComparedPhoto, b: ComparedPhoto): number {
  return (
    b.width * b.height - a.width * a.height ||
    Number(b.takenAt !== undefined) - Number(a.takenAt !== undefined) ||
    (b.sharpness ?? 0) - (a.sharpness ?? 0) ||
    (a.photoId < b.photoId ? -1 : 1)
  )
}

function isCopy(
  best: ComparedPhoto,
  photo: ComparedPhoto,
  { turn, distance }: { turn: Copies['turn']; distance: number },
): boolean {
  if (distance > COPY_DISTANCE || !hasRatioOf(best, photo, turn % 2 === 1)) return false
  const { takenAt, cameraId } = best
  if (takenAt === undefined || photo.takenAt === undefined || cameraId === undefined) return true
  if (photo.cameraId !== cameraId) return true
  const gap = Math.abs(takenAt - photo.takenAt)
  if (gap > 0 && gap <= SHOTS_APART_MS) return false
  const isSameSize = best.width === photo.width && best.height === photo.height
  return gap > 0 || !isSameSize || distance <= COPY_DISTANCE_OF_ONE_SECOND
}

function hasRatioOf(a: ComparedPhoto, b: ComparedPhoto, isTurned: boolean): boolean {
  const ratio = a.width / a.height
  const other = isTurned ? b.height / b.width : b.width / b.height
  return Math.abs(ratio / other - 1) <= RATIO_TOLERANCE
}

/**
 * Finds hashes by parts of 16 bits, also with one bit inverted: of two hashes that differ in at most 7 bits at least one of four
 * parts differs in at most one (95 % of those that differ in 8).
 */
function createBandIndex(list: HashList) {
  const bands = [0, 1, 2, 3].map(band => createBuckets(list, band))
  return {
    getDistance: (index: number, hash: bigint) =>
      getDistance(list, index, Number(hash >> 32n), Number(hash & 0xffffffffn)),
    *find(hash: bigint): Generator<number> {
      const high = Number(hash >> 32n)
      const low = Number(hash & 0xffffffffn)
      for (let band = 0; band < 4; band++) {
        const { starts, members } = bands[band]!
        const part = getPart(high, low, band)
        for (let bit = -1; bit < 16; bit++) {
          const key = bit < 0 ? part : part ^ (1 << bit)
          for (let at = starts[key]!; at < starts[key + 1]!; at++) {
            const candidate = members[at]!
            if (getDistance(list, candidate, high, low) <= COPY_DISTANCE) yield candidate
          }
        }
      }
    },
  }
}

const getPart = (high: number, low: number, band: number) =>
  ((band < 2 ? high : low) >>> (band % 2 === 0 ? 16 : 0)) & 0xffff

/** Sorts the places of a list by one part of their hash: those of part p are from starts[p] to starts[p + 1]. */
function createBuckets({ high, low }: HashList, band: number) {
  const starts = new Uint32Array(0x10001)
  for (let place = 0; place < high.length; place++) starts[getPart(high[place]!, low[place]!, band) + 1]!++
  for (let part = 1; part <= 0x10000; part++) starts[part]! += starts[part - 1]!
  const next = starts.slice()
  const members = new Uint32Array(high.length)
  for (let place = 0; place < high.length; place++)
    members[next[getPart(high[place]!, low[place]!, band)]!++] = place
  return { starts, members }
}
