/** How to load what this domain shows on demand; a list that is itself loaded on demand (RV-507). */
export const layers = {
  ActivationNote: () => import('./activation-note.tsx').then(({ ActivationNote }) => ActivationNote),
  ArchivedLibrary: () => import('./archived-library.tsx').then(({ ArchivedLibrary }) => ArchivedLibrary),
  DeletingLibrary: () => import('./deleting-library.tsx').then(({ DeletingLibrary }) => DeletingLibrary),
}
