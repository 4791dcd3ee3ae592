export { YourReport } from './lazy-components.ts'
export { ReportProblem } from './report-problem.tsx'
