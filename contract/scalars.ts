import { z } from 'zod'

/** A number of things. */
export const count = z.int().min(0)

/** An instant with its offset from UTC (RFC 3339). */
export const instant = z.iso.datetime({ offset: true })
