import { lazyRouteComponent } from '@tanstack/react-router'

/** The page of one export (PL-009). */
export const ExportPage = lazyRouteComponent(() => import('./export-page.tsx'), 'ExportPage')
