import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { instant } from './scalars.ts'

/** The folders that a business sees by SFTP. */
export const SFTP_FOLDERS = { invoices: '/invoices', products: '/products', orders: '/orders' } as const

/** SFTP access of a business. */
const sftpAccess = z.object({
  host: z.string(),
  port: z.int(),
  userName: z.string(),
  /** Fingerprint of the server's key, SHA256:…; clients show it when they connect for the first time. */
  hostKey: z.string(),
  folders: z.array(z.object({ purpose: z.enum(['invoices', 'products', 'orders']), path: z.string() })),
  /** Pattern of the names of order files, for people. */
  fileName: z.string(),
  /** When the password was created; null without a password, so that sign-in is impossible. */
  password: z.object({ createdAt: instant }).nullable(),
})
export type SftpAccess = z.infer<typeof sftpAccess>

export const getSftpAccess = endpoint({
  method: 'GET',
  service: 'sftpAccess',
  path: '/v1/me',
  policy: 'business',
  summary: 'How the caller reaches invoices, PDFs and order files by SFTP (AA-108, OP-84)',
  answer: z.object({
    /** Null if the brand has no SFTP access. */
    access: sftpAccess.nullable(),
  }),
  errors: ['unauthorized', 'forbidden', 'not-found'],
})

export const createSftpPassword = endpoint({
  method: 'POST',
  service: 'sftpAccess',
  path: '/v1/password',
  policy: 'business',
  summary:
    'Makes a password for SFTP and answers it, which happens this once; the one before ends at once. Blocked: 409',
  answer: z.object({ password: z.string() }),
  status: 201,
  errors: ['unauthorized', 'forbidden', 'not-found', 'conflict'],
  stepUp: 'always',
})
