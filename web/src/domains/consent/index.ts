export { CookiesRow, useConsentText } from './cookies-row.tsx'
export { ThirdPartyScripts } from './third-party-scripts.tsx'
