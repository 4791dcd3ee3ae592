import type { ComparedPhoto } from './compared-photo.ts'
import { createHashList, getDistance, type HashList } from './hash-distance.ts'
import { GROUP_SHOTS_MAX, GROUP_SPAN_MS, SHOTS_BACK, SIMILAR_LIMITS } from './limits.ts'

/**
 * Finds shots of one camera in a row that show nearly the same (NX-221), each group in the order of time. A shot joins the group
 * of the last one before it that it resembles; photos without a time or a camera are in none.
 */
export function findSimilarShots(photos: readonly ComparedPhoto[]): ComparedPhoto[][] {
  const shots = photos.filter(isShot).toSorted(compareShots)
  const hashes = createHashList(shots.map(({ hash }) => hash))
  const groups: Shot[][] = []
  const groupOf = new Map<number, Shot[]>()
  for (let place = 1; place < shots.length; place++) {
    const shot = shots[place]!
    for (let before = place - 1; before >= Math.max(0, place - SHOTS_BACK); before--) {
      const other = shots[before]!
      const gap = shot.takenAt - other.takenAt
      if (other.cameraId !== shot.cameraId || gap > SIMILAR_LIMITS.at(-1)!.gapMs) break
      if (!isSimilar(hashes, shots, place, before, gap)) continue
      const group = groupOf.get(before) ?? [other]
      if (group.length >= GROUP_SHOTS_MAX || shot.takenAt - group[0]!.takenAt > GROUP_SPAN_MS) continue
      if (group.length === 1) groups.push(group)
      group.push(shot)
      groupOf.set(before, group)
      groupOf.set(place, group)
      break
    }
  }
  return groups
}

type Shot = ComparedPhoto & { takenAt: number; cameraId: number; hash: bigint; colours: Uint8Array }

const isShot = (photo: ComparedPhoto): photo is Shot =>
  photo.takenAt !== undefined &&
  photo.cameraId !== undefined &&
  photo.hash !== undefined &&
  photo.colours !== undefined

const compareShots = (a: Shot, b: Shot) =>
  a.cameraId - b.cameraId || a.takenAt - b.takenAt || (a.photoId < b.photoId ? -1 : 1)

function isSimilar(
  hashes: HashList,
  shots: readonly Shot[],
  place: number,
  before: number,
  gap: number,
): boolean {
  const limit = SIMILAR_LIMITS.find(({ gapMs }) => gap <= gapMs)
  if (!limit) return false
  const distance = getDistance(hashes, place, hashes.high[before]!, hashes.low[before]!)
  if (distance > limit.hash) return false
  return compareColours(shots[place]!.colours, shots[before]!.colours) <= limit.colours
}

/** Returns the mean difference of two lists of colours, 0 to 255, after the second one is made as bright as the first. */
function compareColours(a: Uint8Array, b: Uint8Array): number {
  const offset = getMean(a) - getMean(b)
  let sum = 0
  for (let index = 0; index < a.length; index++) sum += Math.abs(a[index]! - b[index]! - offset)
  return sum / a.length
}

function getMean(values: Uint8Array): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / values.length
}
