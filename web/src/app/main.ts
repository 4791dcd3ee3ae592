import { loadModule } from '#web/platform/lazy/load-module.ts'
import { reportUncaught } from '#web/platform/reporting/reporting.ts'
import { beginVisit } from './begin-visit.ts'

reportUncaught()
const visit = beginVisit()
// The rest of the code, which the page preloads. What the visit needs first is requested while it is loading.
void loadModule(() => import('./start.tsx')).then(({ start }) => start(visit))
