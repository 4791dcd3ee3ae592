import * as z from 'zod/mini'
import { lineText } from './text.ts'

/** Most characters of a passkey's name. */
export const PASSKEY_NAME_MAX = 60

export const passkeyName = lineText({ max: PASSKEY_NAME_MAX })
export const passkeyForm = z.strictObject({ name: passkeyName })
