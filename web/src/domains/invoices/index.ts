export { Invoices } from './invoices.tsx'
