import { addDays } from 'date-fns/addDays'
import { millisecondsInMinute } from 'date-fns/constants'
import { V7Generator } from 'uuidv7'
import { JOURNAL_KINDS, type JournalKind, type UndoableKind } from '#contract/journal.ts'
import { type Context, memoizePerContext, type Tx } from '../../context.ts'
import { type Actor, getActor } from '../../platform/db/statement-scope.ts'
import { publishToAccount } from '../../platform/push/account-channel.ts'
import { type EntryRow, findUndoOf, growEntry, insertEntry, listEntries } from './store.ts'
import type { Values } from './tables.ts'

export interface NewEntry {
  accountId: string
  kind: JournalKind
  /** Now by default. */
  at?: Date
  /** Who acts, where it is not the actor of the running code. */
  by?: Partial<Actor> & Pick<Actor, 'type'>
  /** Id of what it is about. */
  subject?: string
  /** Number of photos. */
  total?: number
  /** Facts of its kind; never a secret. */
  detail?: Readonly<Record<string, string>>
  /** The changed fields with their values of before, as the undo needs them. */
  before?: Values
  /** The entry that is undone. */
  undoes?: string
  /** When it takes effect: until then it is stopped by undoing it. Each merged call moves it on. */
  effectiveAt?: Date
}

/**
 * Records what happened in the transaction of the change, under the locks of its domain, so that neither is without the other.
 * Calls of one actor within a minute are one entry where the kind says so. Returns the entry's id. Throws where the running code
 * has no actor.
 */
export async function record(ctx: Context, tx: Tx, entry: NewEntry): Promise<string> {
  const { accountId, kind, at = ctx.clock.now() } = entry
  const actor = entry.by ? { ...UNKNOWN, ...entry.by } : getActor()
  await publishToAccount(ctx, tx, accountId, { type: 'journal-changed' })
  const grown = JOURNAL_KINDS[kind].isMerged && (await growLastEntry(tx, entry, actor, at))
  if (grown) return grown
  // What happened at another time has its place among the others.
  const isNow = Math.abs(ctx.clock.now().getTime() - at.getTime()) < NOW_MS
  const generator = isNow ? getGenerator(ctx) : new V7Generator()
  const entryId = generator.generateOrResetCore(at.getTime(), CLOCK_STEP_MS).toString()
  await insertEntry(tx, {
    account_id: accountId,
    entry_id: entryId,
    kind,
    at,
    actor: actor.type,
    actor_id: actor.id,
    device_name: actor.deviceName,
    network: actor.network,
    subject: entry.subject ?? null,
    total: entry.total ?? null,
    detail: JSON.stringify(entry.detail ?? {}),
    before: serializeBefore(entry, at),
    undoes: entry.undoes ?? null,
    effective_at: entry.effectiveAt ?? null,
    expires_at: addDays(at, JOURNAL_KINDS[kind].days),
  })
  return entryId
}

const UNKNOWN = { id: null, deviceName: null, network: null }

/** One for each server: the ids of one millisecond ascend, too. */
const getGenerator = memoizePerContext(() => new V7Generator())
/** Milliseconds within a call. */
const NOW_MS = 500
/** A clock that was set back by less than this does not break the order of ids. */
const CLOCK_STEP_MS = 10_000

/** Merged calls are undone by their instants. */
function serializeBefore({ kind, before }: NewEntry, at: Date): string | null {
  const values = JOURNAL_KINDS[kind].isMerged ? { instants: [at.toISOString()] } : before
  return values ? JSON.stringify(values) : null
}

/** Lists the instants of the calls of a merged entry. */
export const listInstants = ({ before, at }: EntryRow): Date[] =>
  ((before?.instants as string[] | undefined) ?? [at.toISOString()]).map(each => new Date(each))

/** Calls of one entry: its instants are read with every page of the journal. */
const CALLS_MAX = 300

/** Adds to the account's last entry of the kind if the same actor continues it within a minute; returns its id. */
const growLastEntry = (
  tx: Tx,
  { accountId, kind, subject, total = 0, effectiveAt }: NewEntry,
  actor: Actor,
  at: Date,
): Promise<string | undefined> =>
  growEntry(tx, {
    account_id: accountId,
    kind,
    at,
    actor: actor.type,
    actor_id: actor.id,
    subject: subject ?? null,
    total,
    effective_at: effectiveAt ?? null,
    since: new Date(at.getTime() - MERGED_MS),
    continuedSince: new Date(at.getTime() - millisecondsInMinute),
    calls: CALLS_MAX,
  })

/** The longest period of one entry. */
const MERGED_MS = 60 * millisecondsInMinute

/**
 * Records that an entry was undone, once: a repeated undo adds nothing. An undo in steps records it with the last one. `before`: the
 * values that the undo replaced.
 */
export async function recordUndo(
  ctx: Context,
  tx: Tx,
  entry: Pick<EntryRow, 'account_id' | 'entry_id' | 'kind' | 'subject'>,
  before?: Values,
): Promise<void> {
  const { account_id: accountId, entry_id: undoes, kind, subject } = entry
  if (await findUndoOf(tx.db, accountId, undoes)) return
  await record(ctx, tx, {
    accountId,
    kind: 'change.undone',
    undoes,
    detail: { kind },
    ...(subject !== null && { subject }),
    ...(before && { before }),
  })
}

/** As `recordUndo`, of the latest entry of this kind and subject, which a page of the domain undoes by its own id. */
export async function recordUndoOf(
  ctx: Context,
  tx: Tx,
  accountId: string,
  kind: UndoableKind,
  subject: string,
): Promise<void> {
  const since = addDays(ctx.clock.now(), -JOURNAL_KINDS[kind].days)
  const entries = await listEntries(tx.db, accountId, { since, kinds: [kind], subject, limit: 1 })
  if (entries[0]) await recordUndo(ctx, tx, entries[0])
}
