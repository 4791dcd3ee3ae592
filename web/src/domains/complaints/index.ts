export { deleteReportFiles } from './report-files.ts'
export { ReportProblem } from './report-problem.tsx'
export { YourReport } from './your-report.tsx'
