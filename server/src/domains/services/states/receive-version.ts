import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Context, Tx } from '../../../context.ts'
import { Failure } from '../../../http/failure.ts'
import { changeForSubmission, type Submission } from '../../../http/submission.ts'
import { deleteRows, insertMissingRow, lockRow, updateRows, upsertRow } from '../../../platform/db/rows.ts'
import { deleteStates, type StateKey } from '../store.ts'

/**
 * Stores a version of a state of the retailer unless the stored version is the same or higher, publishes it, and records what was
 * sent, in one transaction; that of a dry run is rolled back. `findOwner` locks to whom the state belongs, and throws where there is
 * none. Throws a conflict for a key of another account, and for the same version with other content, because it cannot be decided
 * which of the two is right. States of accounts: `receiveAccountVersion`.
 */
export function receiveVersion<Row extends { version: number }, Written, Owner extends StateOwner>(
  ctx: Context,
  { submission, findOwner, ...incoming }: SubmittedVersion<Owner>,
  buildFeed: (owner: Owner) => VersionedFeed<Row, Written>,
): Promise<VersionResult<Row, Written> & { owner: Owner }> {
  return changeForSubmission(ctx, submission, async tx => {
    const owner = await findOwner(tx)
    const feed = buildFeed(owner)
    const record = async (version: number, isNew: boolean) => {
      if (submission) await recordState(ctx, tx, submission, { version, isNew, owner })
    }
    // The second attempt compares with the state that another transaction has stored during the first.
    for (let attempt = 0; attempt < 2; attempt++) {
      const row = await feed.read(tx)
      if (row && !isNewer(incoming, row, feed)) {
        // A state that was deleted before its first version arrived has version 0.
        const version = row.version || incoming.version
        // A lower version is not what is stored.
        if (version === incoming.version) await record(version, false)
        return { receipt: { version, stored: false }, written: null, row, owner }
      }
      const written = await feed.write(tx, row)
      if (written === false) continue
      await feed.publish?.(tx, row)
      await record(incoming.version, true)
      return { receipt: { version: incoming.version, stored: true }, written, row, owner }
    }
    throw new Failure('conflict', feed.conflictMessage ?? 'Other versions were stored at the same moment')
  })
}

/** A complete state from a retailer's system, with a version that increases with each change. */
export interface IncomingVersion {
  version: number
  /** The content that is compared with the stored state under the same version. */
  content: unknown
}

/** What was sent, by whom, and to whom it belongs. */
interface SubmittedVersion<Owner> extends IncomingVersion {
  submission?: Submission | undefined
  findOwner: (tx: Tx) => Promise<Owner>
}

/** The differences between the feeds of the retailer. */
export interface VersionedFeed<Row extends { version: number }, Written> {
  /** Reads the stored state, whatever account it belongs to. */
  read: (tx: Tx) => Promise<Row | undefined>
  /** The content of a stored state, as JSON. */
  getContent: (row: Row) => unknown
  /** Whether the key belongs to the account of the incoming state; a key of another account is a conflict. */
  isOwn?: (row: Row) => boolean
  /** Whether the stored state can no longer be replaced. */
  isFinal?: (row: Row) => boolean
  /** The message of the conflict with a key of another account. */
  conflictMessage?: string
  /** Writes the incoming state; false when another transaction has stored the key since `stored` was read. */
  write: (tx: Tx, stored: Row | undefined) => Promise<Written | false>
  /** Publishes that the state differs from `stored`. */
  publish?: (tx: Tx, stored: Row | undefined) => Promise<void>
}

/** `receipt` answers the retailer. `written` is null where the stored state, `row`, stays. */
export type VersionResult<Row, Written> =
  | { receipt: { version: number; stored: true }; written: Written; row: Row | undefined }
  | { receipt: { version: number; stored: false }; written: null; row: Row }

function isNewer<Row extends { version: number }>(
  incoming: IncomingVersion,
  row: Row,
  { isOwn = () => true, isFinal = () => false, getContent, conflictMessage }: VersionedFeed<Row, unknown>,
): boolean {
  if (!isOwn(row)) throw new Failure('conflict', conflictMessage ?? 'The key belongs to another account')
  if (isFinal(row)) return false
  const order = compareVersions(incoming, { version: row.version, content: getContent(row) })
  if (order === 'conflict')
    throw new Failure('conflict', `Version ${incoming.version} was stored with other content`)
  return order === 'newer'
}

/**
 * Compares versions: 'known' for the stored version with the same content, which was sent again, and for a lower
 * version, which arrived late; 'conflict' for the stored version with other content.
 */
function compareVersions(incoming: IncomingVersion, stored: IncomingVersion): 'newer' | 'known' | 'conflict' {
  if (incoming.version > stored.version) return 'newer'
  if (incoming.version < stored.version) return 'known'
  return isSameContent(incoming.content, stored.content) ? 'known' : 'conflict'
}

/**
 * Whether an incoming content equals the stored one. Instants are compared by value: the same one in another notation is
 * the same content.
 */
export const isSameContent = (incoming: unknown, stored: unknown): boolean =>
  isDeepStrictEqual(normalize(incoming), normalize(stored))

/** Removes everything that JSON does not represent, such as undefined fields, and writes instants in UTC. */
const normalize = (content: unknown): unknown =>
  JSON.parse(JSON.stringify(content), (_name, value) =>
    isInstant(value) ? new Date(value).toISOString() : value,
  )

const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && INSTANT.test(value) && !Number.isNaN(Date.parse(value))

/** RFC 3339, with seconds and an offset. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** To whom a state belongs. */
interface StateOwner {
  /** Whose erasure deletes it; null for a state of no account. */
  accountId: string | null
  /** The vendors of whose tokens it exists; null: all. */
  vendors: readonly string[] | null
}

/**
 * Records what a service sent, in the transaction that stores it, so that the service can read it back. A version
 * that was stored before is recorded where it is missing: what no service sent is not recorded. A refusal of
 * the call is no longer listed.
 */
async function recordState(
  ctx: Context,
  tx: Tx,
  submission: Submission,
  { version, isNew, owner: { accountId, vendors } }: { version: number; isNew: boolean; owner: StateOwner },
): Promise<void> {
  const { kind, key, body, service } = submission
  const row = {
    kind,
    key,
    account_id: accountId,
    vendors: vendors === null ? null : [...vendors],
    version,
    body,
    hash: hashContent(body),
    stored_at: ctx.clock.now(),
    stored_by: service.name,
  }
  await (isNew
    ? upsertRow(tx.db, 'retailer_states', ['kind', 'key'], { ...row, body: JSON.stringify(row.body) })
    : insertMissingRow(tx.db, 'retailer_states', { ...row, body: JSON.stringify(row.body) }))
  await deleteRows(tx.db, 'retailer_refusals', {
    service: service.name,
    method: 'PUT',
    path: submission.path,
  })
}

/**
 * Assigns a state that came before what it belongs to. False when it is of a service that is not for the vendor: it is
 * deleted, and the caller deletes what the service stored.
 */
export async function adoptState(
  tx: Tx,
  key: StateKey,
  { accountId, vendor }: { accountId: string; vendor: string },
): Promise<boolean> {
  const row = await lockRow(tx, 'retailer_states', { ...key })
  if (!row) return true
  if (row.vendors !== null && !row.vendors.includes(vendor)) {
    await deleteStates(tx, key.kind, [key.key])
    return false
  }
  await updateRows(
    tx.db,
    'retailer_states',
    { kind: key.kind, key: key.key },
    { account_id: accountId, vendors: [vendor] },
  )
  return true
}

/** SHA-256 of a JSON value in its canonical form: names sorted by UTF-16 code units, no spaces (RFC 8785). */
export const hashContent = (content: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sortNames(content)))
    .digest('hex')

function sortNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortNames)
  if (typeof value !== 'object' || value === null) return value
  const names = Object.keys(value).sort()
  // A prototype would take the name __proto__ for itself.
  const sorted = Object.create(null) as Record<string, unknown>
  for (const name of names) sorted[name] = sortNames((value as Record<string, unknown>)[name])
  return sorted
}
