import { createStoredValue } from '../storage/storage.ts'

/** Values of a form that were entered and not saved, and what was stored when they were entered, by field. */
export interface DraftContent {
  values: Record<string, string>
  baseline: Record<string, string>
  /** Milliseconds since 1970. */
  at: number
}

/** The draft of one form of one account on this device. */
export interface Draft {
  /** Returns the draft, if it is younger than 14 days. */
  read: () => DraftContent | undefined
  write: (content: Omit<DraftContent, 'at'>) => void
  remove: () => void
}

/** Drafts that are older are not offered, and are removed with the next one that is written. */
const DRAFT_DAYS = 14

/**
 * Creates the draft of `form` ('address', or with the id of what is changed: 'address 4711') of an account. Passwords and
 * card data are never entered in forms of the web, so a draft is plain text; another account never reads it.
 */
export function createDraft(accountId: string, form: string): Draft {
  const value = createStoredValue(`${PREFIX}${accountId} ${form}`, isDraftContent)
  return {
    read: () => {
      const content = value.read()
      return content && !isExpired(content) ? content : undefined
    },
    write: content => {
      removeDrafts(key => {
        const other = createStoredValue(key, isDraftContent).read()
        return !other || isExpired(other)
      })
      value.write({ ...content, at: Date.now() })
    },
    remove: value.remove,
  }
}

/** Removes all drafts of an account: its customer has chosen to sign out on this device. */
export function removeDraftsOf(accountId: string): void {
  removeDrafts(key => key.startsWith(`${PREFIX}${accountId} `))
}

const PREFIX = 'keepsake.draft '
const DAY_MS = 86_400_000

const isExpired = ({ at }: DraftContent) => at < Date.now() - DRAFT_DAYS * DAY_MS

function removeDrafts(isRemoved: (key: string) => boolean) {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX) && isRemoved(key)) localStorage.removeItem(key)
  } catch {
    // Blocked storage has no drafts.
  }
}

function isDraftContent(value: unknown): value is DraftContent {
  if (typeof value !== 'object' || value === null) return false
  const { values, baseline, at } = value as Partial<Record<keyof DraftContent, unknown>>
  return isTexts(values) && isTexts(baseline) && typeof at === 'number'
}

const isTexts = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.values(value).every(text => typeof text === 'string')
