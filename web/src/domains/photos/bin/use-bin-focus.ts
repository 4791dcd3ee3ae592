import { type RefObject, useLayoutEffect, useRef } from 'react'
import { isFocusLost } from '#web/ui/focus-history.ts'

/**
 * Moves the focus from the selection bar, when it closes, to the next photo that stays in the bin. Returns the
 * function to call when an action starts, before its photos are gone.
 */
export function useBinFocus(
  grid: RefObject<HTMLElement | null>,
  ids: readonly string[],
  selectedIds: readonly string[],
): () => void {
  const nextId = useRef<string>(undefined)
  const isSelecting = selectedIds.length > 0
  const wasSelecting = useRef(isSelecting)
  useLayoutEffect(() => {
    const hasEnded = wasSelecting.current && !isSelecting
    wasSelecting.current = isSelecting
    if (!hasEnded || !isFocusLost()) return
    const id = nextId.current ?? ids[0]
    if (id === undefined) return
    grid.current
      ?.querySelector<HTMLElement>(`[data-photo="${CSS.escape(id)}"]`)
      ?.focus({ preventScroll: true })
  }, [grid, ids, isSelecting])
  return () => {
    const firstIndex = ids.indexOf(selectedIds[0] ?? '')
    const remains = (id: string) => !selectedIds.includes(id)
    nextId.current = ids.slice(firstIndex).find(remains) ?? ids.findLast(remains)
  }
}
