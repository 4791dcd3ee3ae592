export { AccountSecurityContent } from './account-security-content.tsx'
export { formatDeviceName } from './device-label.ts'
export { formatSecurityEvent } from './event-texts.ts'
export { SecurityRow } from './security-row.tsx'
