import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'

/** See drop-target.tsx. */
export const DropTarget = lazyComponent(() => import('./drop-target.tsx'), 'DropTarget')
