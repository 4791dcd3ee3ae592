export { AccountSecurityContent } from './account-security-content.tsx'
export { formatDeviceName } from './device-label.ts'
export { reloadSecurity } from './security-queries.ts'
export { SecurityRow } from './security-row.tsx'
