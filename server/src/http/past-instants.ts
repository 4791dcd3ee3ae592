import type { FieldIssues } from '#contract/input/field-issues.ts'
import type { Context } from '../context.ts'
import { Failure } from './failure.ts'
import type { Submission } from './submission.ts'

/** Tolerated clock skew of the retailer's systems. */
const CLOCK_SKEW_MS = 5 * 60_000

/**
 * Throws a bad request that names every field whose instant is more than five minutes in the future, or adds warnings to
 * the submission (RETAILER_CHECKS).
 */
export function checkPastInstants(
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  instants: Readonly<Record<string, string | undefined>>,
  submission?: Submission,
): void {
  const latest = clock.now().getTime() + CLOCK_SKEW_MS
  const names = Object.entries(instants).flatMap(([name, instant]) =>
    instant !== undefined && Date.parse(instant) > latest ? name : [],
  )
  if (names.length === 0) return
  const fields: FieldIssues = Object.fromEntries(names.map(name => [name, 'not-valid']))
  if (submission && config.retailerChecks === 'warn') Object.assign(submission.warnings, fields)
  else throw new Failure('bad-request', `Not valid: ${names.join(', ')}, in the future`, { fields })
}
