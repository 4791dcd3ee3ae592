import { createStoredValue } from '#web/platform/storage/storage.ts'

interface RememberedEntry {
  categoryId: string
  authorName: string
}

/** Category and name of the last gallery entry, for the next one. */
export const rememberedEntry = createStoredValue(
  'keepsake.gallery-entry',
  (value): value is RememberedEntry =>
    typeof value === 'object' &&
    value !== null &&
    'categoryId' in value &&
    typeof value.categoryId === 'string' &&
    'authorName' in value &&
    typeof value.authorName === 'string',
)
