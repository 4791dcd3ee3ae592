import { type RefObject, useLayoutEffect, useRef } from 'react'
import { isFocusLost } from '#web/ui/focus-history.ts'

/**
 * Moves the focus from the selection bar, when it closes, to the next photo that stays in the bin. Returns the
 * function to call when an action starts, before its photos are gone.
 */
export function useBinFocus(
  grid: RefObject<HTMLElement | null>,
  ids: readonly string[],
  selected: readonly string[],
): () => void {
  const nextId = useRef<string>(undefined)
  const choosing = selected.length > 0
  const wasChoosing = useRef(choosing)
  useLayoutEffect(() => {
    const hasEnded = wasChoosing.current && !choosing
    wasChoosing.current = choosing
    if (!hasEnded || !isFocusLost()) return
    const id = nextId.current ?? ids[0]
    if (id === undefined) return
    grid.current
      ?.querySelector<HTMLElement>(`[data-photo="${CSS.escape(id)}"]`)
      ?.focus({ preventScroll: true })
  }, [grid, ids, choosing])
  return () => {
    const firstIndex = ids.indexOf(selected[0] ?? '')
    const isLeft = (id: string) => !selected.includes(id)
    nextId.current = ids.slice(firstIndex).find(isLeft) ?? ids.findLast(isLeft)
  }
}
