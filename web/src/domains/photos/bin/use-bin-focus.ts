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
  const next = useRef<string>(undefined)
  const choosing = selected.length > 0
  const wasChoosing = useRef(choosing)
  useLayoutEffect(() => {
    const ended = wasChoosing.current && !choosing
    wasChoosing.current = choosing
    if (!ended || !isFocusLost()) return
    const id = next.current ?? ids[0]
    if (id === undefined) return
    grid.current
      ?.querySelector<HTMLElement>(`[data-photo="${CSS.escape(id)}"]`)
      ?.focus({ preventScroll: true })
  }, [grid, ids, choosing])
  return () => {
    const first = ids.indexOf(selected[0] ?? '')
    const isLeft = (id: string) => !selected.includes(id)
    next.current = ids.slice(first).find(isLeft) ?? ids.findLast(isLeft)
  }
}
