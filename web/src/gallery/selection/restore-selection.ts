import type { StoredSelection } from '../place/stored-places.ts'
import { INITIAL_STATE, type SelectionState } from './selection-state.ts'

/** Returns the state of the selection mode with a stored selection; off without one. */
export function restoreSelection(stored: StoredSelection | undefined): SelectionState {
  if (!stored) return INITIAL_STATE
  const selection = { months: toSets(stored.months), singles: toSets(stored.singles) }
  return { ...INITIAL_STATE, active: true, selection }
}

/** Returns the selection to store; undefined outside of the selection mode. */
export function toStoredSelection({ active, selection }: SelectionState): StoredSelection | undefined {
  if (!active) return undefined
  return { months: toLists(selection.months), singles: toLists(selection.singles) }
}

const toSets = (groups: StoredSelection['months']) =>
  new Map(groups.map(([month, ids]) => [month, new Set(ids)]))

const toLists = (groups: ReadonlyMap<string, ReadonlySet<string>>): StoredSelection['months'] =>
  [...groups].map(([month, ids]) => [month, [...ids]])
