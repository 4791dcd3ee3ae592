import type { JournalEntry } from '#contract/journal.ts'
import type { Context } from '../../context.ts'
import type { CaseLine, UndoSource } from '../../domain.ts'
import { presentEntries } from './present.ts'
import { type EntryRow, listEntries } from './store.ts'

/** Lists what happened in an account for customer care, by whom, and the way back. */
export async function listEntryLines(
  ctx: Context,
  sources: readonly UndoSource[],
  accountId: string,
  period: { since: Date; limit: number },
): Promise<CaseLine[]> {
  const rows = await listEntries(ctx.db, accountId, period)
  const entries = await presentEntries(ctx, sources, rows, null)
  return rows.map((row, i) => toLine(row, entries[i]!))
}

/** Names that customers gave, and lists that have their own form. */
const LEFT_OUT = ['title', 'names']

function toLine(row: EntryRow, entry: JournalEntry): CaseLine {
  const { kind, actor, actor_id, device_name, network, subject, total, detail, until, undoes } = row
  const isPerson = actor === 'device' || actor === 'link'
  const facts = Object.entries(detail).filter(
    ([name]) => !LEFT_OUT.includes(name) && (isPerson || name !== 'name'),
  )
  const changed = entry.change.map(({ field }) => field)
  return {
    at: row.at,
    who: actor,
    by: [isPerson ? device_name : (detail.name ?? actor_id), network].filter(Boolean).join(' '),
    what: [
      kind,
      (entry.total ?? total) !== null && `${entry.total ?? total} photos`,
      subject !== null && subject !== row.account_id && subject,
      undoes !== null && `of ${undoes}`,
      until && `until ${until.toISOString()}`,
      changed.length > 0 && `changed ${changed.join(', ')}`,
      ...facts.map(([name, value]) => `${name} ${value}`),
      detail.names?.replaceAll('\n', '; '),
    ]
      .filter(Boolean)
      .join(', '),
    back: describeUndo(entry),
  }
}

function describeUndo({ effectiveAt, undo, undoUntil, undone }: JournalEntry): string | undefined {
  if (undone) return `undone ${undone.at}`
  if (effectiveAt)
    return undo === 'waiting' ? `can be stopped until ${effectiveAt}` : `in effect since ${effectiveAt}`
  if (undo === 'possible') return `undo until ${undoUntil?.slice(0, 10)}`
  return undo === 'none' ? undefined : undo
}
