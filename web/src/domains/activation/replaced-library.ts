/** What replaces the screens of a library that is not in use. */
export { ArchivedLibrary } from './archived-library.tsx'
export { DeletingLibrary } from './deleting-library.tsx'
