import { type RefObject, useState } from 'react'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { AreaTooltip } from '#web/ui/area-tooltip.tsx'
import type { PhotoAction } from '../actions/photo-action.ts'
import { useShortcutsKey } from '../shortcuts/use-shortcuts-key.ts'

// Marked as pure, so that pages without GridHelp do not bundle it.
const GridShortcuts = /* @__PURE__ */ lazyComponent(
  () => import('../shortcuts/grid-shortcuts.tsx'),
  'GridShortcuts',
)

/** The tooltips of a grid's tiles, and its keyboard shortcuts when '?' is pressed. Load it lazily. */
export function GridHelp({ grid, actions }: GridHelpProps) {
  const [isOpen, setOpen] = useState(false)
  useShortcutsKey(() => setOpen(true))
  return (
    <>
      <AreaTooltip area={grid} />
      {isOpen && <GridShortcuts actions={actions} onClose={() => setOpen(false)} />}
    </>
  )
}

interface GridHelpProps {
  grid: RefObject<HTMLElement | null>
  actions: readonly PhotoAction[]
}
