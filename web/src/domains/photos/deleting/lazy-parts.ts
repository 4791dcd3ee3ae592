import { lazyPerform } from '#web/gallery/index.ts'

/** See delete-all.tsx. */
export const confirmAndDeleteAll = lazyPerform(() =>
  import('./delete-all.tsx').then(module => module.confirmAndDeleteAll),
)
