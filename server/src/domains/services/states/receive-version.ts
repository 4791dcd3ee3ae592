import { isDeepStrictEqual } from 'node:util'
import type { Context, Tx } from '../../../context.ts'
import { Failure } from '../../../http/failure.ts'
import { changeForSubmission, type Submission } from '../../../http/submission.ts'
import { recordState, type StateOwner } from './record-state.ts'

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
 * the same content (NX-361).
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
