import { setImmediate } from 'node:timers/promises'
import { compareLuminance } from './compare-luminance.ts'
import type { ComparedPhoto } from './compared-photo.ts'
import { createHashList, getDistance, type HashList } from './hash-distance.ts'
import {
  CHROMA_OF_COLOUR,
  CHROMA_OF_GREY,
  COMPARED_MAX,
  COPY_DISTANCE,
  EDITED_MEAN,
  RATIO_TOLERANCE,
  SAME_COLOURS_MAX,
  SAME_COLOURS_MEAN,
} from './limits.ts'
import { turnHash } from './turn-hash.ts'

/** A photo of a picture that is there more than once, with its quarter turns. Of several the best version is the first. */
export interface Copy {
  photo: ComparedPhoto
  turn: 0 | 1 | 2 | 3
  /** From the best version. */
  difference: Difference
}

/** How a copy differs from another version, apart from its size and turn; in light also in colours. */
export type Difference = 'none' | 'light' | 'detail' | 'other'

/** Luminance of 160 × 160 fields by photo; missing of pictures that cannot be read. */
export type Luminances = ReadonlyMap<string, Uint8Array>

interface CopySearch {
  /** Which pairs the customer has separated. */
  isDistinct: (a: string, b: string) => boolean
  readLuminances: (photoIds: readonly string[]) => Promise<Luminances>
}

/**
 * Finds pictures that are there more than once: re-compressed, scaled or turned; of photos also lighter, edited or cropped, but not
 * one in colour and one in black and white. Pictures with near hashes are compared more closely, because pages with other texts can have the same hash. Each
 * group has a best version, and all others are copies of that one, not of each other: chains of small differences do not join
 * different pictures. A copy belongs to the best version with the nearest hash. Requests of the same process pass between the steps.
 */
export async function findCopies(
  photos: readonly ComparedPhoto[],
  { isDistinct, readLuminances }: CopySearch,
): Promise<Copy[][]> {
  const hashed = photos.filter(({ hash, width, height }) => hash !== undefined && width > 0 && height > 0)
  const sortedPhotos = hashed.toSorted(comparePhotos)
  const index = createBandIndex(createHashList(sortedPhotos.map(({ hash }) => hash!)))
  const isCopyOfOther = new Uint8Array(sortedPhotos.length)
  const groups = new Map<number, Copy[]>()
  for (let start = 0; start < sortedPhotos.length; start += PHOTOS_PER_STEP) {
    await setImmediate()
    const step = sortedPhotos.slice(start, start + PHOTOS_PER_STEP).map((photo, at) => {
      const place = start + at
      return { place, photo, candidates: listCandidates(sortedPhotos, index, place) }
    })
    const compared = step.filter(({ candidates }) => candidates.length > 0)
    if (compared.length === 0) continue
    const luminances = await readLuminances([
      ...new Set(
        compared.flatMap(({ photo, candidates }) => [
          photo.photoId,
          ...candidates.map(({ best }) => sortedPhotos[best]!.photoId),
        ]),
      ),
    ])
    for (const { place, photo, candidates } of compared) {
      for (const { best, turn } of candidates) {
        if (isCopyOfOther[best]) continue
        const group = groups.get(best) ?? [{ photo: sortedPhotos[best]!, turn: 0, difference: 'none' }]
        if (group.some(member => isDistinct(member.photo.photoId, photo.photoId))) continue
        const difference = findDifference(sortedPhotos[best]!, photo, turn, luminances)
        if (!difference || !isCopy(sortedPhotos[best]!, photo, difference)) continue
        isCopyOfOther[place] = 1
        group.push({ photo, turn, difference })
        groups.set(best, group)
        break
      }
    }
  }
  return [...groups.values()]
}

/** Some ten milliseconds, without reading pictures. */
const PHOTOS_PER_STEP = 50
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

export const hasCamera = ({ cameraId }: ComparedPhoto): boolean => cameraId !== undefined

interface Candidate {
  /** Place of a photo before this one. */
  best: number
  turn: Copy['turn']
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
function mayBeCopy(best: ComparedPhoto, photo: ComparedPhoto, turn: Copy['turn']): boolean {
  if (!hasRatioOf(best, photo, turn % 2 === 1) || isOfOtherColour(best, photo)) return false
  const areTimed = best.takenAt !== undefined && photo.takenAt !== undefined
  return !(areTimed && hasCamera(best) && hasCamera(photo) && best.takenAt !== photo.takenAt)
}

function isCopy(best: ComparedPhoto, photo: ComparedPhoto, difference: Difference): boolean {
  if (difference === 'none' || difference === 'light') return true
  // Only a photo that a camera took is edited: pages that differ in a part are different pages.
  if (best.kind !== 'photo' || photo.kind !== 'photo' || !hasCamera(best)) return false
  // Two shots of a burst have one size, and may have one second.
  return !hasCamera(photo) || best.width * best.height !== photo.width * photo.height
}

/** Finds how two pictures differ; undefined: too much, or not known. `turn`: that of the photo beside the best version. */
export function findDifference(
  best: ComparedPhoto,
  photo: ComparedPhoto,
  turn: Copy['turn'],
  luminances: Luminances,
): Difference | undefined {
  const [first, second] = [luminances.get(best.photoId), luminances.get(photo.photoId)]
  if (!first || !second) return undefined
  const { isSamePage, isSamePhoto, hasSameLight, isLocal, mean } = compareLuminance(first, second, turn)
  const isPhoto = hasCamera(best) && best.kind === 'photo' && photo.kind === 'photo'
  if (isPhoto ? isSamePhoto : isSamePage)
    return hasSameLight && hasSameColours(best, photo, turn) ? 'none' : 'light'
  if (mean > EDITED_MEAN) return undefined
  return isLocal ? 'detail' : 'other'
}

/** Whether the colours differ by what compression changes; those of turned pictures are compared on the average. */
function hasSameColours({ colours: a }: ComparedPhoto, { colours: b }: ComparedPhoto, turn: number): boolean {
  if (!a || !b) return true
  const differences =
    turn === 0
      ? Array.from(a, (value, at) => Math.abs(value - b[at]!))
      : [0, 1, 2].map(channel => Math.abs(getMean(a, channel) - getMean(b, channel)))
  const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length
  return mean <= SAME_COLOURS_MEAN && Math.max(...differences) <= SAME_COLOURS_MAX
}

/** The mean of one channel of colours. */
function getMean(colours: Uint8Array, channel: number): number {
  let sum = 0
  for (let at = channel; at < colours.length; at += 3) sum += colours[at]!
  return sum / (colours.length / 3)
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
