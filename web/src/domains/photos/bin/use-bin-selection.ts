import { useState } from 'react'
import type { StoredSelection } from '#web/gallery/index.ts'

/**
 * Selection of photos of the bin, by id. Ids that are no longer loaded do not count. `stored` is the selection with which
 * the page was left.
 */
export function useBinSelection(loadedIds: readonly string[], stored?: StoredSelection) {
  const [selection, setSelection] = useState<ReadonlySet<string>>(
    () => new Set(stored?.singles.flatMap(([, ids]) => ids)),
  )
  const [anchor, setAnchor] = useState<string>()
  const [isStarted, setStarted] = useState(stored !== undefined)
  const selected = loadedIds.filter(id => selection.has(id))
  const end = () => {
    setSelection(NO_IDS)
    setStarted(false)
  }
  return {
    selected,
    count: selected.length,
    /** Selection mode: a press selects. */
    active: isStarted || selected.length > 0,
    loading: false,
    targets: { count: selected.length, ids: async () => selected },
    isEverything: selected.length === loadedIds.length,
    isSelected: (id: string) => selection.has(id),
    /** Toggles a photo, or with `range` selects all from the last pressed one to this one. */
    press: (id: string, range: boolean) => {
      setAnchor(id)
      setSelection(before => toggleOrSelectRange(before, loadedIds, id, range ? anchor : undefined))
    },
    selectAll: () => setSelection(new Set(loadedIds)),
    deselectAll: () => setSelection(NO_IDS),
    /** The selection to store; undefined outside of the selection mode. */
    toStored: (): StoredSelection | undefined =>
      isStarted || selected.length > 0 ? { months: [], singles: [[BIN_GROUP, selected]] } : undefined,
    start: () => setStarted(true),
    end,
  }
}

/** Returns the selection after a press on `id`: a range from `anchor` in `order`, or without an anchor a toggle. */
function toggleOrSelectRange(
  selection: ReadonlySet<string>,
  order: readonly string[],
  id: string,
  anchor: string | undefined,
): ReadonlySet<string> {
  const newSelection = new Set(selection)
  const from = anchor === undefined ? -1 : order.indexOf(anchor)
  if (from < 0) {
    if (!newSelection.delete(id)) newSelection.add(id)
    return newSelection
  }
  const to = order.indexOf(id)
  for (const rangeId of order.slice(Math.min(from, to), Math.max(from, to) + 1)) newSelection.add(rangeId)
  return newSelection
}

/** Name of the only group of the bin in stored places. */
export const BIN_GROUP = 'bin'

const NO_IDS: ReadonlySet<string> = new Set()
