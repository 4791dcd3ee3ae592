/** An order and the report of a problem with it, in one file: they share most of their code. */
export { OrderPage } from './order-page.tsx'
export { ReportProblemPage } from './report-problem-page.tsx'
