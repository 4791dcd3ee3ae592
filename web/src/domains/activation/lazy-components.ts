import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'

const loadLayers = async () => (await import('./layers.ts')).layers

/** Progress and result of the import, for above the photos. */
export const ActivationNote = lazyComponent(async () => (await loadLayers()).ActivationNote())

/** Replaces the empty timeline of a library in the legacy store. */
export const ArchivedLibrary = lazyComponent(async () => (await loadLayers()).ArchivedLibrary())

/** Replaces every screen of a library that is being deleted. */
export const DeletingLibrary = lazyComponent(async () => (await loadLayers()).DeletingLibrary())
