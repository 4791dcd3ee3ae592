import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useMemo, useReducer, useRef } from 'react'
import { SELECTION_IDS_MAX, type PhotoSelection as SelectionRule } from '#contract/photo-selection.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { toasts } from '#web/ui/toasts.ts'
import type { PhotoTargets } from '../actions/photo-action.ts'
import { type Layout, locatePosition } from '../layout/layout.ts'
import { loadOnDemand } from '../load-on-demand.ts'
import type { Month } from '../photo-list/month.ts'
import { findCachedPhoto } from '../photo-list/photo-cache.ts'
import type { PhotoList } from '../photo-list/photo-list.ts'
import type { StoredSelection } from '../place/stored-places.ts'
import type { LoadedRange } from './load-range.ts'
import { isInRange, type Range } from './range.ts'
import { restoreSelection } from './restore-selection.ts'
import { type Counts, countSelected, isPhotoSelected, isWholeMonth, type Selection } from './selection.ts'
import { type PendingRange, selectionReducer } from './selection-state.ts'

export interface LibraryOrder {
  layout: Layout
  months: readonly Month[]
}

/**
 * Manages the selection mode of a library that is mostly not loaded. `order` is null while there is none. `stored` is the
 * selection with which the page was left.
 */
export function usePhotoSelection(
  list: PhotoList,
  months: readonly Month[],
  order: () => LibraryOrder | null,
  stored?: StoredSelection,
) {
  const queries = useQueryClient()
  const texts = useTexts()
  const [state, dispatch] = useReducer(selectionReducer, stored, restoreSelection)
  const latest = useRef(state)
  useLayoutEffect(() => {
    latest.current = state
  })
  const counts: Counts = useMemo(() => new Map(months.map(({ key, count }) => [key, count])), [months])

  const stableActions = useMemo(
    () => ({
      start: () => dispatch({ type: 'started' }),
      end: () => dispatch({ type: 'ended' }),
      orderChanged: () => dispatch({ type: 'order-changed' }),
    }),
    [],
  )

  const findPhotoAt = useCallback(
    (position: number) => {
      const currentOrder = order()
      if (!currentOrder || position < 0 || position >= currentOrder.layout.total) return undefined
      const { month, index } = locatePosition(currentOrder.layout, position)
      const key = currentOrder.months[month]!.key
      return { month: key, id: findCachedPhoto(queries, list, { month: key, index })?.imageId }
    },
    [queries, list, order],
  )

  const isSelected = (position: number, month: string, id: string | undefined) => {
    if (isInRange(state.pending, position)) return state.pending!.isSelecting
    return id === undefined
      ? state.selection.months.get(month)?.size === 0
      : isPhotoSelected(state.selection, month, id)
  }

  /** Adds a drawn range to the selection; ids that are not loaded are fetched first. */
  const commit = async (range: PendingRange) => {
    const currentOrder = order()
    if (!currentOrder) return
    const { session } = latest.current
    let loadedRange: LoadedRange = { whole: [], parts: new Map() }
    try {
      const { loadRange } = await loadOnDemand()
      loadedRange = await loadRange(queries, list, currentOrder, range)
    } catch {
      toasts.add({ subject: 'selection', text: texts.text('selection.load-failed'), kind: 'error' })
    }
    dispatch({ type: 'range-loaded', range, session, ...loadedRange })
  }

  const selectRange = (drawnRange: Range, isSelecting: boolean) => {
    const range = { from: drawnRange.from, to: drawnRange.to, isSelecting, isLoading: true }
    dispatch({ type: 'range-released', range })
    void commit(range)
  }
  const release = () => {
    const { pending } = latest.current
    if (pending && !pending.isLoading) selectRange(pending, pending.isSelecting)
  }

  const resolveIds = async () => {
    const { resolveSelection } = await loadOnDemand()
    return resolveSelection(latest.current.selection, (month, limit, cursor) =>
      list.fetchPage(month, limit, cursor),
    )
  }
  const removePhotos = (ids: string[]) => dispatch({ type: 'photos-gone', ids: new Set(ids), counts })

  const count =
    countSelected(state.selection, counts) +
    countPendingChange(state.pending, findPhotoAt, state.selection, counts)
  return {
    state,
    counts,
    count,
    loading: state.pending?.isLoading ?? false,
    isSelected,
    isSelectedAt: (position: number) => {
      const photo = findPhotoAt(position)
      return photo ? isSelected(position, photo.month, photo.id) : false
    },
    isWholeMonth: (month: string) => isWholeMonth(state.selection, month, counts),
    isEverything: countSelected(state.selection, counts) === sumCounts(counts),
    ...stableActions,
    toggleMonth: (month: string) => dispatch({ type: 'month-toggled', month, counts }),
    selectAll: () => dispatch({ type: 'all-selected', counts }),
    deselectAll: () => dispatch({ type: 'all-deselected' }),
    /** Selects or deselects one photo by position, loaded or not. */
    toggle: (position: number) => {
      const photo = findPhotoAt(position)
      if (!photo) return
      if (photo.id !== undefined)
        dispatch({ type: 'photo-toggled', month: photo.month, id: photo.id, position })
      else selectRange({ from: position, to: position }, !isSelected(position, photo.month, undefined))
    },
    /** Selects from the anchor to a position (Shift and click). */
    selectTo: (to: number) => selectRange({ from: state.anchor ?? to, to }, true),
    /** Shows a range as selected or deselected; `release` commits it. */
    draw: (range: Range, isSelecting: boolean) => dispatch({ type: 'range-drawn', range, isSelecting }),
    release,
    discardRange: () => dispatch({ type: 'range-dropped' }),
    removePhotos,
    /** Targets of actions; `ids` and `rule` read the selection when they are called. */
    targets: {
      count,
      ids: async () => [...(await resolveIds()).values()].flat(),
      groups: async () => ({ list: list.name, ids: await resolveIds() }),
      deselect: removePhotos,
      rule: () => toSelectionRule(list, latest.current.selection),
    } satisfies PhotoTargets,
  }
}

export type PhotoSelection = ReturnType<typeof usePhotoSelection>

/** Computes the change of the count by a range that is not part of the selection yet. */
function countPendingChange(
  pending: PendingRange | null,
  findPhotoAt: (position: number) => { month: string; id: string | undefined } | undefined,
  selection: Selection,
  counts: Counts,
) {
  if (!pending) return 0
  const first = Math.min(pending.from, pending.to)
  const length = Math.abs(pending.to - pending.from) + 1
  // Only ranges short enough to be drawn by hand are counted photo by photo; longer ones when they are loaded.
  if (length > MAX_COUNTED) return 0
  let change = 0
  for (let position = first; position < first + length; position++) {
    const photo = findPhotoAt(position)
    if (!photo) continue
    const selected =
      photo.id === undefined
        ? isWholeMonth(selection, photo.month, counts)
        : isPhotoSelected(selection, photo.month, photo.id)
    if (selected !== pending.isSelecting) change += pending.isSelecting ? 1 : -1
  }
  return change
}

const MAX_COUNTED = 2000

const sumCounts = (counts: Counts) => [...counts.values()].reduce((all, count) => all + count, 0)

/**
 * Converts the selection to the rule that the services accept, so that no ids have to be fetched; undefined when it
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
