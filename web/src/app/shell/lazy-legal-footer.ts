import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'

/** The footer of pages without the shell, whose code the first page does not have. */
export const LazyLegalFooter = lazyComponent(() =>
  import('./legal-footer.tsx').then(({ LegalFooter }) => LegalFooter),
)
