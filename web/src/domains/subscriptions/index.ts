export { NewsletterRow } from './newsletter-row.tsx'
