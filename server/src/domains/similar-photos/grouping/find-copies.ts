import type { ComparedPhoto } from './compared-photo.ts'
import { createHashList, getDistance, type HashList } from './hash-distance.ts'
import {
  CHROMA_OF_COLOUR,
  CHROMA_OF_GREY,
  COPY_DISTANCE,
  COPY_DISTANCE_OF_ONE_SECOND,
  RATIO_TOLERANCE,
  SHOTS_APART_MS,
} from './limits.ts'

/** Photos of the same picture: the best version first, each with its quarter turns. */
export interface Copies {
  photo: ComparedPhoto
  turn: 0 | 1 | 2 | 3
}

/**
 * Finds pictures that are there more than once: re-compressed, scaled, turned, a little brighter or cropped, but not
 * one in colour and one in black and white. Each group has a best version, the one with most pixels, and all others are copies of that one, not of each other: chains of small
 * differences do not join different pictures. A copy belongs to the best version that it differs least from, because shots of
 * a burst can be as close to each other as to their copies. `isDistinct` says which pairs the customer has separated.
 */
export function findCopies(
  photos: readonly ComparedPhoto[],
  isDistinct: (a: string, b: string) => boolean = () => false,
): Copies[][] {
  const search = searchCopies(photos, isDistinct)
  for (;;) {
    const step = search.next()
    if (step.done) return step.value
  }
}

/** Like `findCopies`, as a generator that yields between steps, so that its caller can run other work: 100,000 photos take seconds. */
export function* searchCopies(
  photos: readonly ComparedPhoto[],
  isDistinct: (a: string, b: string) => boolean,
): Generator<void, Copies[][]> {
  const hashed = photos.filter(({ hash, width, height }) => hash !== undefined && width > 0 && height > 0)
  const sortedPhotos = hashed.toSorted(comparePhotos)
  const index = createBandIndex(createHashList(sortedPhotos.map(({ hash }) => hash!)))
  const isCopyOfOther = new Uint8Array(sortedPhotos.length)
  const groups = new Map<number, Copies[]>()
  for (const [place, photo] of sortedPhotos.entries()) {
    if (place % PHOTOS_PER_STEP === 0) yield
    let nearest: { best: number; turn: Copies['turn']; distance: number } | undefined
    let hash = photo.hash!
    for (const turn of TURNS) {
      for (const best of index.find(hash)) {
        if (best >= place || isCopyOfOther[best]) continue
        const distance = index.getDistance(best, hash)
        if (
          nearest &&
          (nearest.distance < distance || (nearest.distance === distance && nearest.best <= best))
        )
          continue
        if (!isCopy(sortedPhotos[best]!, photo, { turn, distance })) continue
        const members = groups.get(best)?.map(member => member.photo) ?? [sortedPhotos[best]!]
        if (members.some(({ photoId }) => isDistinct(photoId, photo.photoId))) continue
        nearest = { best, turn, distance }
      }
      hash = turnHash(hash)
    }
    if (!nearest) continue
    isCopyOfOther[place] = 1
    const { best, turn } = nearest
    const group: Copies[] = groups.get(best) ?? [{ photo: sortedPhotos[best]!, turn: 0 }]
    group.push({ photo, turn })
    groups.set(best, group)
  }
  return [...groups.values()]
}

/** Some ten milliseconds. */
const PHOTOS_PER_STEP = 500
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
  if (isOfOtherColour(best, photo)) return false
  const { takenAt, cameraId } = best
  if (takenAt === undefined || photo.takenAt === undefined || cameraId === undefined) return true
  if (photo.cameraId !== cameraId) return true
  const gap = Math.abs(takenAt - photo.takenAt)
  if (gap > 0 && gap <= SHOTS_APART_MS) return false
  const isSameSize = best.width === photo.width && best.height === photo.height
  return gap > 0 || !isSameSize || distance <= COPY_DISTANCE_OF_ONE_SECOND
}

/** Whether only one of the two is black and white: hashes are computed without colours. */
function isOfOtherColour(a: ComparedPhoto, b: ComparedPhoto): boolean {
  const [hasColourA, hasColourB] = [hasColour(a), hasColour(b)]
  return hasColourA !== undefined && hasColourB !== undefined && hasColourA !== hasColourB
}

/** Undefined when it cannot be said. */
function hasColour({ colours }: ComparedPhoto): boolean | undefined {
  if (!colours) return undefined
  let highest = 0
  let sum = 0
  for (let at = 0; at < colours.length; at += 3) {
    const [red, green, blue] = [colours[at]!, colours[at + 1]!, colours[at + 2]!]
    const chroma = Math.max(red, green, blue) - Math.min(red, green, blue)
    highest = Math.max(highest, chroma)
    sum += chroma
  }
  if (highest <= CHROMA_OF_GREY) return false
  return sum / (colours.length / 3) >= CHROMA_OF_COLOUR ? true : undefined
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

/**
 * Returns the hash that the picture has after a quarter turn clockwise, without the picture. Bit 8 · v + u says whether the
 * coefficient of vertical frequency v and horizontal frequency u is positive. A turn exchanges the two frequencies and
 * changes the sign of the odd horizontal ones, so their bits are inverted; the mean (bit 0) is not part of the hash.
 */
export function turnHash(hash: bigint): bigint {
  const bits = BigInt.asUintN(64, hash)
  const halves = [Number(bits & 0xffffffffn), Number(bits >> 32n)]
  let low = 0
  let high = 0
  for (let u = 0; u < 8; u++) {
    const column = ((halves[u >> 2]! >>> (8 * (u & 3))) & 0xff) ^ (u % 2 === 0 ? 0 : 0xff)
    low |= SPREAD[column & 0xf]! << u
    high |= SPREAD[column >> 4]! << u
  }
  return (BigInt(high >>> 0) << 32n) | BigInt((low & ~1) >>> 0)
}

/** Four bits, eight places apart from each other. */
const SPREAD = Uint32Array.from(
  { length: 16 },
  (_, bits) => (bits & 1) | ((bits & 2) << 7) | ((bits & 4) << 14) | ((bits & 8) << 21),
)
