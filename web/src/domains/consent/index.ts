export { useConsentText } from './consent-text.ts'
export { CookiesRow } from './cookies-row.tsx'
export { ThirdPartyScripts } from './third-party-scripts.tsx'
