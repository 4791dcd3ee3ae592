export { ReportProblem, YourReport } from './lazy-components.ts'
