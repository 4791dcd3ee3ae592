import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'

const loadLayers = async () => (await import('./layers.ts')).layers

/** See dialog.tsx; for controls of the first page. */
export const LazyDialog = lazyComponent(async () => (await loadLayers()).Dialog())

/** See menu.tsx. */
export const LazyMenu = lazyComponent(async () => (await loadLayers()).Menu())

/** See select-list.tsx. */
export const LazySelectList = lazyComponent(async () => (await loadLayers()).SelectList())
