import { lazyPerform } from '#web/gallery/index.ts'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'

const loadLayers = async () => (await import('../layers.ts')).layers

/** See delete-all.tsx. */
export const confirmAndDeleteAll = lazyPerform(async () => (await loadLayers()).confirmAndDeleteAll())

/** See library-move-note.tsx. */
export const LibraryMoveNote = lazyComponent(async () => (await loadLayers()).LibraryMoveNote())
