import { queryOptions } from '@tanstack/react-query'
import { getDeviceSignIns } from '#contract/devices.ts'
import { getJournal, getJournalReview, type JournalEntry, UNDO_DAYS } from '#contract/journal.ts'
import { call } from '#web/platform/http/call.ts'
import { callQuery } from '#web/platform/query/call-query.ts'

export const JOURNAL = ['journal'] as const

/** What waits to be checked after all access was ended. */
export const reviewQuery = callQuery([...JOURNAL, 'review'], getJournalReview)

/** When and how devices signed in, and when their access ended. */
export const deviceSignInsQuery = callQuery([...JOURNAL, 'devices'], getDeviceSignIns)

/** Kinds of entries that the page leaves out: they are shown with what they undid, or are no change. */
const HIDDEN_KINDS = ['change.undone', 'changes.reviewed', 'case.read']

/** All entries since an instant, newest first; by default those of the last 30 days. */
export const journalQuery = (since: string | undefined) =>
  queryOptions({
    queryKey: [...JOURNAL, 'since', since],
    queryFn: ({ signal }) => readEntries(since ?? daysAgo(UNDO_DAYS), signal),
    refetchOnMount: 'always',
  })

/** Sign-ins on new devices among entries. */
export const listSignIns = (entries: readonly JournalEntry[]) =>
  entries
    .filter(({ kind }) => kind === 'sign-in.new-device')
    .map(({ at, actor }) => ({ at, device: actor.device }))

async function readEntries(since: string, signal: AbortSignal): Promise<JournalEntry[]> {
  const entries: JournalEntry[] = []
  let cursor: string | undefined
  do {
    const page = await call(getJournal, { query: { since, cursor, limit: 100 } }, { signal })
    entries.push(...page.entries)
    cursor = page.cursor ?? undefined
  } while (cursor)
  return entries.filter(({ kind }) => !HIDDEN_KINDS.includes(kind))
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
