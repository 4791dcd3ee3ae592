import type { FieldIssues } from '#contract/input/field-issues.ts'
import type { Context } from '../context.ts'
import { Failure } from './failure.ts'
import type { Submission } from './submission.ts'

/** Tolerated clock skew of the retailer's systems. */
const CLOCK_SKEW_MS = 5 * 60_000
/** What belongs to an order may be a little older: a payment is made before its order is created. */
const BEFORE_MS = 24 * 60 * 60_000

/**
 * Throws a bad request that names every field whose instant is more than five minutes in the future, or more than a day before
 * `since`, or adds warnings to the submission (RETAILER_CHECKS).
 */
export function checkPastInstants(
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  instants: Readonly<Record<string, string | undefined>>,
  submission?: Submission,
  since?: string,
): void {
  const latest = clock.now().getTime() + CLOCK_SKEW_MS
  const from = since === undefined ? Number.POSITIVE_INFINITY : Date.parse(since)
  const isOlder = (time: number) => from <= latest && time < from - BEFORE_MS
  const fields: FieldIssues = {}
  for (const [name, instant] of Object.entries(instants)) {
    const time = Date.parse(instant ?? '')
    if (time > latest) fields[name] = 'not-valid'
    else if (isOlder(time)) fields[name] = 'conflict'
  }
  const names = Object.keys(fields)
  if (names.length === 0) return
  if (submission && config.retailerChecks === 'warn')
    submission.warnings = { ...fields, ...submission.warnings }
  else
    throw new Failure('bad-request', `Not valid: ${names.join(', ')}, in the future or too early`, { fields })
}
