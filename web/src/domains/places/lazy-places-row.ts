import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { PlacesRowLoading } from './places-row-loading.tsx'

/** The row of places, without whose code the settings are shown first. */
export const LazyPlacesRow = lazyComponent(() => import('./places-row.tsx'), 'PlacesRow', PlacesRowLoading)
