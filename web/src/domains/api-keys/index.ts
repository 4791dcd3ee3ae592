export { ApiKeyCalls } from './calls/api-key-calls.tsx'
export { ApiKeys } from './keys/api-keys.tsx'
