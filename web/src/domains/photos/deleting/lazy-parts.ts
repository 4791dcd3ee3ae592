import { lazyPerform } from '#web/gallery/index.ts'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'

/** See delete-all.tsx. */
export const confirmAndDeleteAll = lazyPerform(() =>
  import('./delete-all.tsx').then(module => module.confirmAndDeleteAll),
)

/** See library-move-note.tsx. */
export const LibraryMoveNote = lazyComponent(() => import('./library-move-note.tsx'), 'LibraryMoveNote')
