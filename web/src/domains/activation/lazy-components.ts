import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'

/** Progress and result of the import, for above the photos. */
export const ActivationNote = lazyComponent(() => import('./activation-note.tsx'), 'ActivationNote')

/** Replaces the empty timeline of a library in the legacy store. */
export const ArchivedLibrary = lazyComponent(() => import('./replaced-library.tsx'), 'ArchivedLibrary')

/** Replaces every screen of a library that is being deleted. */
export const DeletingLibrary = lazyComponent(() => import('./replaced-library.tsx'), 'DeletingLibrary')
