import { createStoredValue } from '#web/platform/storage/storage.ts'

/** Whether a passkey was the last proof in this browser: its button then has the focus. */
export const passkeyUsedLast = createStoredValue(
  'keepsake.passkey-used-last',
  (value): value is boolean => typeof value === 'boolean',
)
