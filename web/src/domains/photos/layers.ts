/** How to load what this domain does on demand; a list that is itself loaded on demand (RV-507). */
export const layers = {
  confirmAndDeleteAll: () => import('./deleting/delete-all.tsx').then(module => module.confirmAndDeleteAll),
  LibraryMoveNote: () => import('./deleting/library-move-note.tsx').then(module => module.LibraryMoveNote),
}
