import { lazy } from 'react'

/** The import's progress and result, above the photos: render it inside Suspense. */
export const ActivationNote = lazy(() =>
  import('./activation-note.tsx').then(module => ({ default: module.ActivationNote })),
)

/** In place of the empty timeline of an archived library: render it inside Suspense. */
export const ArchivedLibrary = lazy(() =>
  import('./archived-library.tsx').then(module => ({ default: module.ArchivedLibrary })),
)

/** In place of every screen of a library that is being deleted: render it inside Suspense. */
export const DeletingLibrary = lazy(() =>
  import('./deleting-library.tsx').then(module => ({ default: module.DeletingLibrary })),
)
