import type { Context } from '../context.ts'
import { Failure } from './failure.ts'

/** Tolerated clock skew of the retailer's systems. */
const CLOCK_SKEW_MS = 5 * 60_000

/** Throws a bad request that names every field whose instant is more than five minutes in the future. */
export function checkPastInstants(
  { clock }: Pick<Context, 'clock'>,
  instants: Readonly<Record<string, string | undefined>>,
): void {
  const latest = clock.now().getTime() + CLOCK_SKEW_MS
  const names = Object.entries(instants).flatMap(([name, instant]) =>
    instant !== undefined && Date.parse(instant) > latest ? name : [],
  )
  if (names.length === 0) return
  const fields = Object.fromEntries(names.map(name => [name, 'not-valid' as const]))
  throw new Failure('bad-request', `Not valid: ${names.join(', ')}, in the future`, { fields })
}
