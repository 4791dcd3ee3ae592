/** How to load the parts of the kit that open on demand; a list that is itself loaded on demand (RV-507). */
export const layers = {
  Dialog: () => import('./dialog.tsx').then(({ Dialog }) => Dialog),
  Menu: () => import('./menu.tsx').then(({ Menu }) => Menu),
  SelectList: () => import('./select-list.tsx').then(({ SelectList }) => SelectList),
}
