import { z } from 'zod'
import type { Deadline } from './deadline.ts'

/** A number of things. */
export const count = z.int().min(0)

/**
 * A whole number in a path or a query: decimal digits, neither 0x10 nor 1e1 nor ' 5'.
 */
export const wholeNumber = ({ min, max }: { min: number; max: number }) =>
  z.preprocess(value => (isDigits(value) ? Number(value) : value), z.int().min(min).max(max))

const isDigits = (value: unknown) => typeof value === 'string' && /^-?\d{1,15}$/.test(value)

/** A boolean in a query: 'true' or 'false', neither 'yes' nor '1'; zod's coercion would turn 'false' into true. */
export const queryBoolean = z
  .stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive' })
  .or(z.boolean())

/** An instant with its offset from UTC (RFC 3339). */
export const instant = z.iso.datetime({ offset: true })

/** A calendar day, YYYY-MM-DD. */
export const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** An instant that is an exclusive end. */
export const deadline: z.ZodType<Deadline, string> = instant
