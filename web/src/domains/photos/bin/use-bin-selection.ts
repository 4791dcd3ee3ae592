import { useState } from 'react'

/** Selection of photos of the bin, by id. Ids that are no longer loaded do not count. */
export function useBinSelection(loaded: readonly string[]) {
  const [selection, setSelection] = useState<ReadonlySet<string>>(NONE)
  const [anchor, setAnchor] = useState<string>()
  const [started, setStarted] = useState(false)
  const selected = loaded.filter(id => selection.has(id))
  const end = () => {
    setSelection(NONE)
    setStarted(false)
  }
  return {
    selected,
    count: selected.length,
    /** Selection mode: a press selects. */
    active: started || selected.length > 0,
    loading: false,
    targets: { count: selected.length, ids: async () => selected },
    isEverything: selected.length === loaded.length,
    isSelected: (id: string) => selection.has(id),
    /** Toggles a photo, or with `range` selects all from the last pressed one to this one. */
    press: (id: string, range: boolean) => {
      setAnchor(id)
      setSelection(before => toggleOrSelectRange(before, loaded, id, range ? anchor : undefined))
    },
    selectAll: () => setSelection(new Set(loaded)),
    deselectAll: () => setSelection(NONE),
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
  for (const each of order.slice(Math.min(from, to), Math.max(from, to) + 1)) newSelection.add(each)
  return newSelection
}

const NONE: ReadonlySet<string> = new Set()
