import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'

/** 'Report a problem' in two steps (NX-134). */
export const ReportProblem = lazyComponent(() =>
  import('./report-problem.tsx').then(({ ReportProblem }) => ReportProblem),
)

/** The reports of an order with their timelines (NX-139). */
export const YourReport = lazyComponent(() =>
  import('./your-report.tsx').then(({ YourReport }) => YourReport),
)
