import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { BusinessRowsLoading } from './business-rows-loading.tsx'

/** Loaded for business customers only: the check of VAT numbers is large. */
export const LazyBusinessRows = lazyComponent(
  () => import('./business-rows.tsx').then(({ BusinessRows }) => BusinessRows),
  BusinessRowsLoading,
)
