import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'

/** The reports of an order with their timelines (NX-139). */
export const YourReport = lazyComponent(() =>
  import('./your-report.tsx').then(({ YourReport }) => YourReport),
)
