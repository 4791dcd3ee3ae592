import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { pageSession } from '#web/platform/session/page-session.ts'
import { isBusiness } from '#web/platform/session/session.ts'
import { BusinessRowsLoading } from './business-rows-loading.tsx'

/** Loaded for business customers only: the check of VAT numbers is large. */
export const LazyBusinessRows = lazyComponent(
  () => import('./business-rows.tsx'),
  'BusinessRows',
  BusinessRowsLoading,
  () => {
    const session = pageSession().state()
    return session.status === 'signed-in' && isBusiness(session.claims)
  },
)
