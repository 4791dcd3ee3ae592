export { YourReport } from './lazy-components.ts'
export { deleteReportFiles } from './report-files.ts'
export { ReportProblem } from './report-problem.tsx'
