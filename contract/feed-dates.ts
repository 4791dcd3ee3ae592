import { z } from 'zod'
import type { Deadline } from './deadline.ts'
import { instant } from './scalars.ts'

/*
 * Dates of the retailer's feeds. Earlier and later ones than these are default values of some system, or a wrong unit.
 */
const FIRST_DAY = '1990-01-01'
const LAST_DAY = '2099-12-31'

/** A calendar day, YYYY-MM-DD, from 1990 to 2099. */
export const feedDay = z.iso.date().refine(day => day >= FIRST_DAY && day <= LAST_DAY)

/** An instant with its offset from UTC (RFC 3339), from 1990 to 2099. */
export const feedInstant = instant.refine(text => isWithinRange(Date.parse(text)))

/** An instant that is an exclusive end, in the same range. */
export const feedDeadline: z.ZodType<Deadline, string> = feedInstant

const isWithinRange = (time: number) =>
  time >= Date.parse(FIRST_DAY) && time <= Date.parse(`${LAST_DAY}T23:59:59.999Z`)
