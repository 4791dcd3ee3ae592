import type { Refusal } from '#contract/uploads.ts'
import { defineEvent } from '../../platform/events/events.ts'

/** No picture could be made of an upload that had been taken; its photo has left the library. */
export const uploadRefused = defineEvent<{ accountId: string; uploadId: string; reason: Refusal }>(
  'uploads.refused',
)
