import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'

/** The row of places, without whose code the settings are shown first. */
export const LazyPlacesRow = lazyComponent(() => import('./places-row.tsx').then(file => file.PlacesRow))
