import { useState } from 'react'

/** Chosen photos of the bin, by id. Only what is still there counts. */
export function useBinSelection(loaded: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(NONE)
  const [anchor, setAnchor] = useState<string>()
  const selected = loaded.filter(id => chosen.has(id))
  return {
    selected,
    count: selected.length,
    loading: false,
    targets: { count: selected.length, ids: async () => selected },
    isEverything: selected.length === loaded.length,
    isSelected: (id: string) => chosen.has(id),
    /** Toggles a photo, or with `range` selects from the last one toggleOrSelectRange up to it. */
    press: (id: string, range: boolean) => {
      setAnchor(id)
      setChosen(before => toggleOrSelectRange(before, loaded, id, range ? anchor : undefined))
    },
    selectAll: () => setChosen(new Set(loaded)),
    deselectAll: () => setChosen(NONE),
    end: () => setChosen(NONE),
  }
}

export function toggleOrSelectRange(
  chosen: ReadonlySet<string>,
  order: readonly string[],
  id: string,
  anchor: string | undefined,
): ReadonlySet<string> {
  const next = new Set(chosen)
  const from = anchor === undefined ? -1 : order.indexOf(anchor)
  if (from < 0) {
    if (!next.delete(id)) next.add(id)
    return next
  }
  const to = order.indexOf(id)
  for (const each of order.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(each)
  return next
}

const NONE: ReadonlySet<string> = new Set()
