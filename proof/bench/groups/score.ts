import type { GroupMember } from '#server/domains/similar-photos/grouping/compared-photo.ts'
import type { LabelledPhoto } from './labelled-photo.ts'

/** Lists pairs of photos with the same label; those without one are in none. */
export function listPairs(
  photos: readonly LabelledPhoto[],
  getLabel: (photo: LabelledPhoto) => string,
): Set<string> {
  const labelled = photos.filter(photo => getLabel(photo) !== '')
  const groups = Map.groupBy(labelled, getLabel)
  return new Set([...groups.values()].flatMap(group => toPairs(group.map(({ photo }) => photo.photoId))))
}

/**
 * Compares pairs of photos that share a group with those that should: shares from 0 to 1.
 */
export function comparePairs(
  groups: readonly (readonly GroupMember[])[],
  expected: ReadonlySet<string>,
): { precision: number; recall: number } {
  const found = groups.flatMap(group => toPairs(group.map(({ photoId }) => photoId)))
  const right = found.filter(pair => expected.has(pair)).length
  return {
    precision: found.length === 0 ? 1 : right / found.length,
    recall: expected.size === 0 ? 1 : right / expected.size,
  }
}

function toPairs(ids: readonly string[]): string[] {
  const sorted = ids.toSorted()
  return sorted.flatMap((a, place) => sorted.slice(place + 1).map(b => `${a}\n${b}`))
}
