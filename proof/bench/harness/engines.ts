import type { BenchOptions, Outcome } from './bench.ts'
import { createUnjudgedFigure } from './figure.ts'
import { type Postgres, startPostgres } from './postgres.ts'

/** Runs a bench on PostgreSQL, if installed, and on PGlite, for which `postgres` is null. */
export async function runOnBothEngines(
  options: BenchOptions,
  measureEngine: (
    engine: 'PostgreSQL' | 'PGlite',
    options: BenchOptions,
    postgres: Postgres | null,
  ) => Promise<Outcome>,
): Promise<Outcome> {
  const postgres = await startPostgres(options.resources)
  const parts: Outcome[] = [
    postgres
      ? await measureEngine('PostgreSQL', options, postgres)
      : { correct: [], figures: [createUnjudgedFigure('PostgreSQL', '', 'no PostgreSQL on this machine')] },
    await measureEngine('PGlite', options, null),
  ]
  return {
    correct: parts.flatMap(part => part.correct),
    figures: parts.flatMap(part => part.figures),
  }
}
