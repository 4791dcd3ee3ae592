/** For tables whose outdated statistics cost most: the defaults are 20 % (vacuum) and 10 % (analyze) of the rows. */
export const VISITED_OFTEN = `autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02`

/**
 * For tables of rows that are soon deleted: a share of the few remaining rows says nothing about the deleted ones.
 */
export const QUEUE = `autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 1000`
