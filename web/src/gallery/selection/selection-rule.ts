import { SELECTION_IDS_MAX, type PhotoSelection as SelectionRule } from '#contract/photo-selection.ts'
import type { PhotoList } from '../photo-list/photo-list.ts'
import type { Selection } from './selection.ts'

/**
 * Converts the selection to the rule that the services accept, so that no ids have to be fetched (decision 0154); undefined when it
 * has no whole group, or more single photos than a rule may contain: then its ids are used.
 */
export function toSelectionRule(list: PhotoList, { months, singles }: Selection): SelectionRule | undefined {
  const photoIds = [...singles.values()].flatMap(ids => [...ids])
  const groups = [...months].map(([key, except]) => ({ key, except: [...except] }))
  const isTooLong = [photoIds, ...groups.map(({ except }) => except)].some(
    ids => ids.length > SELECTION_IDS_MAX,
  )
  return groups.length === 0 || isTooLong ? undefined : { ...list.rule(groups), photoIds }
}
