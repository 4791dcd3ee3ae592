import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, instant } from './scalars.ts'

/** The retention period in months, from the last order, else from registration. */
export const RETENTION_MONTHS = 18

/** Days before the deletion date on which a reminder is sent. */
export const REMINDER_DAYS = [60, 30, 7, 1] as const

export const storageStatus = z.object({
  status: z.enum(['safe', 'warning', 'critical']),
  monthsRemaining: z.int(),
  daysRemaining: z.int(),
  deletionDate: instant,
  lastOrderDate: instant.nullable(),
  registrationDate: instant,
  projectCount: z.int().min(0),
  delayedDeletionDate: instant.nullable(),
  projectedDeletionDate: instant,
  /** The last day, in the brand's time zone, on which an order restores what has expired, or expires on the deletion date. */
  lastRestorableDay: day,
  /** Photos that have expired. */
  grace: z.object({ leftAt: instant, photosCount: z.int().min(0) }).optional(),
})
export type StorageStatus = z.infer<typeof storageStatus>

export const getStorageStatus = endpoint('GET', 'storageStatus', '/accounts/getaccountinformation', {
  policy: 'customer',
  summary: 'The storage status with the deletion date of the library (PL-190)',
  answer: storageStatus,
})
