import { reportUncaught } from '#web/platform/reporting/reporting.ts'
import { beginVisit } from './begin-visit.ts'
import { start } from './start.tsx'

reportUncaught()
void start(beginVisit())
