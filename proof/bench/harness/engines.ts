import type { BenchOptions, Outcome } from './bench.ts'
import { notJudged } from './figure.ts'
import { startPostgres } from './postgres.ts'

/** Runs a bench on PostgreSQL, if installed, and on PGlite, for which `url` is undefined. */
export async function onBothEngines(
  options: BenchOptions,
  onEngine: (engine: string, options: BenchOptions, url: string | undefined) => Promise<Outcome>,
): Promise<Outcome> {
  const postgres = await startPostgres(options.resources)
  const parts: Outcome[] = [
    postgres
      ? await onEngine('PostgreSQL', options, postgres.url)
      : { correct: [], figures: [notJudged('PostgreSQL', '', 'no PostgreSQL on this machine')] },
    await onEngine('PGlite', options, undefined),
  ]
  return {
    correct: parts.flatMap(part => part.correct),
    figures: parts.flatMap(part => part.figures),
  }
}
