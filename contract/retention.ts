import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Photos are kept this long from the last order, or from registration (PL-002). */
export const RETENTION_MONTHS = 18

const instant = z.iso.datetime({ offset: true })

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
})
export type StorageStatus = z.infer<typeof storageStatus>

export const getStorageStatus = endpoint({
  method: 'GET',
  service: 'storageStatus',
  path: '/accounts/getaccountinformation',
  policy: 'customer',
  summary: 'How long the photos are kept (PL-190)',
  answer: storageStatus,
})
