import { accountIdInput } from './id.ts'
import { text } from './input/text.ts'

/** The identity of a token's claims `idpType` and `idpSub` in a path: a call for another one answers 403. */
export const identityParams = { idpType: text({ min: 1, max: 200 }), idpSub: accountIdInput }
