import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'

/** The question whether places may be turned on, loaded on demand. */
export const LazyPlacesDialog = lazyComponent(() => import('./places-dialog.tsx'), 'PlacesDialog')
