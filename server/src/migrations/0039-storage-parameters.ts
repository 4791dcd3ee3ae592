import { type Kysely, sql } from 'kysely'

/**
 * Free space for HOT updates, and thresholds of autovacuum. Nothing is rewritten: full pages stay so until
 * their rows move, and reads and writes continue meanwhile.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, parameters] of Object.entries(PARAMETERS))
    await sql.raw(`alter table ${table} set (${parameters})`).execute(db)
}

/** The defaults are 20 % (vacuum) and 10 % (analyze) of the rows: of 100 million photos that is once in months. */
const VISITED_OFTEN = `autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02`

/**
 * Tables of rows that are soon deleted have absolute thresholds, because a share of the few remaining rows says
 * nothing about the deleted ones.
 */
const QUEUE = `autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 1000`

const PARAMETERS = {
  // A row has 300 to 450 bytes when it is inserted, and 300 more after its ingest.
  photos: `fillfactor = 50, ${VISITED_OFTEN}`,
  photo_ingests: QUEUE,
  // Counters and dates that are often updated in place; their rows do not grow.
  month_counts: `fillfactor = 80, ${VISITED_OFTEN}`,
  storage_usage: `fillfactor = 80, ${VISITED_OFTEN}`,
  library_versions: VISITED_OFTEN,
  album_counts: `fillfactor = 80, ${VISITED_OFTEN}`,
  customers: `fillfactor = 80, ${VISITED_OFTEN}`,
  albums: VISITED_OFTEN,
  album_photos: VISITED_OFTEN,
  uploads: VISITED_OFTEN,
  upload_batch_files: VISITED_OFTEN,
  erased_photos: VISITED_OFTEN,
}
