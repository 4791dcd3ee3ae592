import { z } from 'zod'

/** Name of a campaign in a path and in a brand file. */
export const campaignName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/)

/** What a campaign is for, told in the customer's language. */
export const OCCASIONS = ['christmas', 'easter', 'fathers-day', 'mothers-day', 'valentines-day'] as const
