import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import { DrillError } from './drill-error.ts'
import { parsePosition } from './log-positions.ts'

/** What the restored database must contain: the state of the running database at the start of the drill. */
export interface RunningState {
  user: string
  database: string
  systemIdentifier: string
  /** Transactions before this one had ended; its lower 32 bits, as rows have them. */
  oldestTransaction: bigint
  /** Their changes are in the log before this position. */
  position: bigint
  segmentBytes: bigint
  /** Settings that a standby needs at least as large as the server that wrote the log. */
  standbySettings: Record<string, number>
  tables: readonly TableOfDatabase[]
}

/** `name` is quoted, with its schema. */
export interface TableOfDatabase {
  name: string
  /** Its file and columns: equal in both databases while neither has rewritten or altered the table. */
  layout: string
}

const STANDBY_SETTINGS = [
  'max_connections',
  'max_worker_processes',
  'max_wal_senders',
  'max_prepared_transactions',
  'max_locks_per_transaction',
]

/** Reads the state with short statements; changes nothing. */
export async function readRunningState(db: Kysely<Schema>): Promise<RunningState> {
  const { rows: clusters } = await sql`select from pg_extension where extname = 'citus'`.execute(db)
  // A restored coordinator would connect to the running nodes.
  if (clusters.length > 0)
    throw new DrillError('The database is a cluster of Citus, which the drill cannot restore')
  const { rows: names } = await sql<{ user: string; database: string; id: string; segment: string }>`
    select current_user as user, current_database() as database,
      (select system_identifier::text from pg_control_system()) as id,
      (select setting from pg_settings where name = 'wal_segment_size') as segment`.execute(db)
  const { rows: settings } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in (${sql.join(STANDBY_SETTINGS)})`.execute(db)
  const { rows: snapshots } = await sql<{ xmin: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as xmin`.execute(db)
  const tables = await listTables(db)
  // After the snapshot, so that the commits that it sees are before it.
  const { rows: positions } = await sql<{ position: string }>`
    select pg_current_wal_insert_lsn()::text as position`.execute(db)
  const [{ user, database, id, segment }] = names as [(typeof names)[0]]
  return {
    user,
    database,
    systemIdentifier: id,
    oldestTransaction: BigInt(snapshots[0]!.xmin) % TRANSACTIONS,
    position: parsePosition(positions[0]!.position),
    segmentBytes: BigInt(segment),
    standbySettings: Object.fromEntries(settings.map(({ name, setting }) => [name, Number(setting)])),
    tables,
  }
}

/** Rows have the lower 32 bits of the transaction that inserted them. */
const TRANSACTIONS = 2n ** 32n

/** Lists the tables whose rows are in the log, those of the job queue included. */
export async function listTables(db: Kysely<Schema>): Promise<TableOfDatabase[]> {
  const { rows } = await sql<TableOfDatabase>`
    select format('%I.%I', nspname, relname) as name,
      concat_ws(' ', pg_relation_filenode(pg_class.oid), (
        select string_agg(attname, ' ' order by attnum) from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped
      )) as layout
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and relpersistence = 'p'
      and nspname not in ('pg_catalog', 'information_schema') and nspname !~ '^pg_(toast|temp)'
    order by name`.execute(db)
  return rows
}
