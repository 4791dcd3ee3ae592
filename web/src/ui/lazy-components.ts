import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'

/** See dialog.tsx; for controls of the first page. */
export const LazyDialog = lazyComponent(() => import('./dialog.tsx'), 'Dialog')

/** See menu.tsx. */
export const LazyMenu = lazyComponent(() => import('./menu.tsx'), 'Menu')

/** See select-list.tsx. */
export const LazySelectList = lazyComponent(() => import('./select-list.tsx'), 'SelectList')
