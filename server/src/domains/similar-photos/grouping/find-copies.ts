import { setImmediate } from 'node:timers/promises'
import type { ComparedPhoto, GroupMember } from './compared-photo.ts'
import { type Difference, hasCamera } from './find-difference.ts'
import { createHashList, getDistance, type HashList } from './hash-distance.ts'
import { CHROMA_OF_COLOUR, CHROMA_OF_GREY, COMPARED_MAX, COPY_DISTANCE, RATIO_TOLERANCE } from './limits.ts'

/** A photo of a picture that is there more than once, with its quarter turns. Of several the best version is the first. */
export interface Copy {
  photo: ComparedPhoto
  turn: GroupMember['turn']
  /** From the best version. */
  difference: Difference
}

/** Compares the pictures of two photos with near hashes. */
export type CompareCopies = (
  best: ComparedPhoto,
  photo: ComparedPhoto,
  turn: GroupMember['turn'],
) => Promise<Difference | 'different'>

/**
 * Finds pictures that are there more than once: re-compressed, scaled or turned; of photos also lighter, edited or cropped, but not
 * one in colour and one in black and white. Pictures with near hashes are compared, because pages with other texts can have one
 * hash. Each group has a best version, and all others are copies of that one, not of each other: chains of small differences do not
 * join different pictures. A copy belongs to the best version with the nearest hash. `isDistinct`: which pairs the customer has
 * separated. Requests of the same process pass between the steps.
 */
export async function findCopies(
  photos: readonly ComparedPhoto[],
  { isDistinct, compare }: { isDistinct: (a: string, b: string) => boolean; compare: CompareCopies },
): Promise<Copy[][]> {
  const hashed = photos.filter(({ hash, width, height }) => hash !== undefined && width > 0 && height > 0)
  const sortedPhotos = hashed.toSorted(comparePhotos)
  const index = createBandIndex(createHashList(sortedPhotos.map(({ hash }) => hash!)))
  const isCopyOfOther = new Uint8Array(sortedPhotos.length)
  const groups = new Map<number, Copy[]>()
  for (const [place, photo] of sortedPhotos.entries()) {
    if (place % PHOTOS_PER_STEP === 0) await setImmediate()
    for (const { best, turn } of listCandidates(sortedPhotos, index, place)) {
      if (isCopyOfOther[best]) continue
      const group = groups.get(best) ?? [{ photo: sortedPhotos[best]!, turn: 0, difference: 'none' }]
      if (group.some(member => isDistinct(member.photo.photoId, photo.photoId))) continue
      const difference = await compare(sortedPhotos[best]!, photo, turn)
      if (difference === 'different' || mayBeBurst(sortedPhotos[best]!, photo, difference)) continue
      isCopyOfOther[place] = 1
      group.push({ photo, turn, difference })
      groups.set(best, group)
      break
    }
  }
  return [...groups.values()]
}

/** Some ten milliseconds. */
const PHOTOS_PER_STEP = 500
const TURNS = [0, 1, 2, 3] as const

/**
 * Best versions first: with a camera, which editors and messengers leave out; with most pixels, then with a date, then the
 * sharper one; the id makes the order final.
 */
function comparePhotos(a: ComparedPhoto, b: ComparedPhoto): number {
  return (
    Number(hasCamera(b)) - Number(hasCamera(a)) ||
    b.width * b.height - a.width * a.height ||
    Number(b.takenAt !== undefined) - Number(a.takenAt !== undefined) ||
    (b.sharpness ?? 0) - (a.sharpness ?? 0) ||
    (a.photoId < b.photoId ? -1 : 1)
  )
}

interface Candidate {
  /** Place of a photo before this one. */
  best: number
  turn: GroupMember['turn']
  distance: number
}

/** Lists photos before a place that it may be a copy of, the nearest hashes first. */
function listCandidates(photos: readonly ComparedPhoto[], index: BandIndex, place: number): Candidate[] {
  const photo = photos[place]!
  const nearest = new Map<number, Candidate>()
  let hash = photo.hash!
  for (const turn of TURNS) {
    for (const best of index.find(hash)) {
      if (best >= place) continue
      const distance = index.getDistance(best, hash)
      if ((nearest.get(best)?.distance ?? Number.POSITIVE_INFINITY) <= distance) continue
      if (mayBeCopy(photos[best]!, photo, turn)) nearest.set(best, { best, turn, distance })
    }
    hash = turnHash(hash)
  }
  return [...nearest.values()]
    .toSorted((a, b) => a.distance - b.distance || a.best - b.best)
    .slice(0, COMPARED_MAX)
}

/** Two shots of cameras at different instants are never copies. */
function mayBeCopy(best: ComparedPhoto, photo: ComparedPhoto, turn: GroupMember['turn']): boolean {
  if (!hasRatioOf(best, photo, turn % 2 === 1) || isOfOtherColour(best, photo)) return false
  const areTimed = best.takenAt !== undefined && photo.takenAt !== undefined
  return !(areTimed && hasCamera(best) && hasCamera(photo) && best.takenAt !== photo.takenAt)
}

/** Whether two shots of one instant and size differ in more than their light: those of a burst may have one second. */
const mayBeBurst = (best: ComparedPhoto, photo: ComparedPhoto, difference: Difference): boolean =>
  (difference === 'detail' || difference === 'other') &&
  hasCamera(photo) &&
  best.width * best.height === photo.width * photo.height

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

type BandIndex = ReturnType<typeof createBandIndex>

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
