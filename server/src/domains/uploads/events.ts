import type { Refusal } from '#contract/uploads.ts'
import { defineEvent } from '../../platform/events/events.ts'

/** An accepted upload was refused by the full decode; its photo was removed from the library. */
export const uploadRefused = defineEvent<{ accountId: string; uploadId: string; reason: Refusal }>(
  'uploads.refused',
)
