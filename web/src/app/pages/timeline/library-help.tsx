import type { RefObject } from 'react'
import { GridHelp } from '#web/gallery/index.ts'
import { useLibraryActions } from './library-actions.ts'

/** Tooltips and keyboard shortcuts of the timeline. */
export function LibraryHelp({ grid }: { grid: RefObject<HTMLElement | null> }) {
  return <GridHelp grid={grid} actions={useLibraryActions()} />
}
