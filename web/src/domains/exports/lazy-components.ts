import { lazyPage } from '#web/platform/lazy/lazy-page.ts'

/** The page of one export (PL-009). */
export const ExportPage = lazyPage(() => import('./export-page.tsx'), 'ExportPage')
