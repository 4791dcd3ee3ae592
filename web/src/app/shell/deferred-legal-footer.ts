import { afterFirstScreen } from '#web/platform/lazy/first-screen.tsx'

/** The footer, which is below the first screen, and whose code the first page does not have. */
export const DeferredLegalFooter = afterFirstScreen(() => import('#web/ui/legal-footer.tsx'), 'LegalFooter')
