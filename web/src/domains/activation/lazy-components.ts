import { lazy } from 'react'

/** Progress and result of the import, for above the photos: render it inside Suspense. */
export const ActivationNote = lazy(() =>
  import('./activation-note.tsx').then(module => ({ default: module.ActivationNote })),
)

/** Replaces the empty timeline of a library in the legacy store: render it inside Suspense. */
export const ArchivedLibrary = lazy(() =>
  import('./archived-library.tsx').then(module => ({ default: module.ArchivedLibrary })),
)

/** Replaces every screen of a library that is being deleted: render it inside Suspense. */
export const DeletingLibrary = lazy(() =>
  import('./deleting-library.tsx').then(module => ({ default: module.DeletingLibrary })),
)
