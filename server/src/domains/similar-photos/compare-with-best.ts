import type { Reader } from '../../context.ts'
import { type Copy, findDifference } from './grouping/find-copies.ts'
import { getTurn } from './grouping/recommend.ts'
import { findLuminances } from './store/luminances.ts'

/**
 * Compares the copies of each group with its first one, after the best version has left. A picture that was never read differs in
 * more than its light.
 */
export async function compareWithBest(
  db: Reader,
  accountId: string,
  groups: readonly (readonly Pick<Copy, 'photo' | 'turn'>[])[],
): Promise<Copy[][]> {
  const ids = groups.flatMap(group => group.map(({ photo }) => photo.photoId))
  const luminances = await findLuminances(db, accountId, ids)
  return groups.map(group => {
    const best = group[0]!
    return group.map(copy => {
      const turn = getTurn(copy, best.turn)
      const difference = copy === best ? 'none' : findDifference(best.photo, copy.photo, turn, luminances)
      return { ...copy, difference: difference ?? 'other' }
    })
  })
}
