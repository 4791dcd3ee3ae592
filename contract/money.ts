import { z } from 'zod'

/** Currency code (ISO 4217). */
export const currency = z.string().regex(/^[A-Z]{3}$/)

/** An amount of money in minor units (cents, øre). */
export const minorUnits = z.int().min(0).max(99_999_999_999)
