import { lazyModule } from '#web/platform/lazy/lazy-module.ts'

/** Loads the code that the first page of photos does not need. */
export const loadOnDemand = lazyModule(() => import('./on-demand.ts'))
