import type { Range } from './range.ts'
import {
  type Counts,
  EMPTY_SELECTION,
  isPhotoSelected,
  type Selection,
  selectAll,
  toggleMonth,
  withMonth,
  withoutPhotos,
  withPhotos,
} from './selection.ts'

/** The selection mode. */
export interface SelectionState {
  active: boolean
  selection: Selection
  /** Position a range starts from: the last photo pressed or moved to. */
  anchor: number | null
  /** A range being drawn or loaded: shown as selected, not yet part of `selection`. */
  pending: PendingRange | null
  /** Incremented whenever the mode ends, so that late results of an earlier session are ignored. */
  session: number
}

export interface PendingRange extends Range {
  /** Whether its photos get selected or deselected. */
  isSelecting: boolean
  /** The pointer has been released; the ids are being fetched. */
  isLoading: boolean
}

export type SelectionEvent =
  | { type: 'started' }
  | { type: 'ended' }
  | { type: 'photo-toggled'; month: string; id: string; position: number }
  | { type: 'month-toggled'; month: string; counts: Counts }
  | { type: 'all-selected'; counts: Counts }
  | { type: 'all-deselected' }
  | { type: 'range-drawn'; range: Range; isSelecting: boolean }
  | { type: 'range-released'; range: PendingRange }
  | { type: 'range-dropped' }
  | {
      type: 'range-loaded'
      range: PendingRange
      session: number
      whole: string[]
      parts: Map<string, string[]>
    }
  | { type: 'photos-gone'; ids: ReadonlySet<string>; counts: Counts }
  | { type: 'order-changed' }

export const INITIAL_STATE: SelectionState = {
  active: false,
  selection: EMPTY_SELECTION,
  anchor: null,
  pending: null,
  session: 0,
}

export function selectionReducer(state: SelectionState, event: SelectionEvent): SelectionState {
  const { selection } = state
  switch (event.type) {
    case 'started':
      return state.active ? state : { ...INITIAL_STATE, session: state.session, active: true }
    case 'ended':
      return { ...INITIAL_STATE, session: state.session + 1 }
    case 'photo-toggled': {
      const on = !isPhotoSelected(selection, event.month, event.id)
      const nextSelection = withPhotos(selection, event.month, [event.id], on)
      return { ...state, active: true, selection: nextSelection, anchor: event.position }
    }
    case 'month-toggled':
      return { ...state, active: true, selection: toggleMonth(selection, event.month, event.counts) }
    case 'all-selected':
      return { ...state, active: true, selection: selectAll(event.counts) }
    case 'all-deselected':
      return { ...state, selection: EMPTY_SELECTION }
    case 'range-drawn':
      return {
        ...state,
        active: true,
        anchor: event.range.from,
        pending: { ...event.range, isSelecting: event.isSelecting, isLoading: false },
      }
    case 'range-released':
      return { ...state, active: true, anchor: event.range.from, pending: event.range }
    case 'range-dropped':
      return { ...state, pending: null }
    case 'range-loaded': {
      if (event.session !== state.session) return state
      const { isSelecting } = event.range
      let nextSelection = event.whole.reduce((all, month) => withMonth(all, month, isSelecting), selection)
      for (const [month, ids] of event.parts)
        nextSelection = withPhotos(nextSelection, month, ids, isSelecting)
      // A range drawn while this one was loading is newer and stays.
      const pending = state.pending === event.range ? null : state.pending
      return { ...state, selection: nextSelection, pending }
    }
    case 'photos-gone':
      return { ...state, selection: withoutPhotos(selection, event.ids, event.counts), anchor: null }
    case 'order-changed':
      return { ...state, anchor: null, pending: null, session: 0 }
  }
}
