import { z } from 'zod'

/** Name of a campaign in a path and in a brand file. */
export const campaignName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/)
