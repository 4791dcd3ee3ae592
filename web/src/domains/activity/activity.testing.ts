import type { ActivityItem } from '#contract/activity.ts'
import type { JournalEntry } from '#contract/journal.ts'

/** An item that is done, with nothing else. */
export const itemForTests = (kind: string, more: Partial<ActivityItem> = {}): ActivityItem => ({
  id: `id-of-${kind}`,
  kind,
  state: 'done',
  at: '2026-05-03T10:00:00.000Z',
  name: null,
  total: null,
  done: null,
  problems: 0,
  leftOut: 0,
  until: null,
  entry: null,
  ...more,
})

/** An entry that another device has made, without a way back. */
export const entryForTests = (kind: string, more: Partial<JournalEntry> = {}): JournalEntry => ({
  id: `id-of-${kind}`,
  kind,
  at: '2026-05-03T10:00:00.000Z',
  lastAt: null,
  effectiveAt: null,
  actor: {
    type: 'device',
    device: 'Chrome, Windows',
    network: '81.2.69.x',
    isThisDevice: false,
    accessId: 'a',
  },
  subject: null,
  total: null,
  detail: {},
  change: [],
  undo: 'none',
  undoUntil: null,
  undone: null,
  ...more,
})
