import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idInput } from './id.ts'
import { sftpKeyDetails } from './input/ssh-public-key.ts'
import { instant } from './scalars.ts'
import { ACCESS_ENTRIES } from './security.ts'

/** The folders that a business sees by SFTP. */
export const SFTP_FOLDERS = { invoices: '/invoices', products: '/products', orders: '/orders' } as const

/** Most keys of an account. */
export const SFTP_KEYS_MAX = 20

const sftpKey = ACCESS_ENTRIES.sftpKeys
export type SftpKey = z.infer<typeof sftpKey>

const sftpAccess = z.object({
  host: z.string(),
  port: z.int(),
  /** Made of the company's name once, or the account's id, which is always accepted. */
  userName: z.string(),
  /** Fingerprint of the server's key, SHA256:…; clients show it when they connect for the first time. */
  hostKey: z.string(),
  folders: z.array(z.object({ purpose: z.enum(['invoices', 'products', 'orders']), path: z.string() })),
  /** Pattern of the names of order files, for people. */
  fileName: z.string(),
  /** Newest first. */
  keys: z.array(sftpKey),
  /** When the password was created and last used; null without a password. Without it and keys sign-in is impossible. */
  password: z.object({ createdAt: instant, lastUsedAt: instant.nullable() }).nullable(),
})
export type SftpAccess = z.infer<typeof sftpAccess>

export const getSftpAccess = endpoint('GET', 'sftpAccess', '/v1/me', {
  policy: 'business',
  isNeverStored: true,
  summary: 'How the caller reaches invoices, PDFs and order files by SFTP (AA-108, OP-84)',
  answer: z.object({
    /** Null if the brand has no SFTP access. */
    access: sftpAccess.nullable(),
  }),
  errors: ['not-found'],
})

export const createSftpPassword = endpoint('POST', 'sftpAccess', '/v1/password', {
  policy: 'business',
  stepUp: 'always',
  summary:
    'Makes a password for SFTP and answers it, which happens this once; the one before ends at once. Blocked: 409',
  answer: z.object({ password: z.string() }),
  status: 201,
  errors: ['not-found', 'conflict'],
})

export const deleteSftpPassword = endpoint('DELETE', 'sftpAccess', '/v1/password', {
  policy: 'business',
  summary: 'Ends the password for SFTP and its open connections (NX-347)',
  errors: ['not-found'],
})

export const addSftpKey = endpoint('POST', 'sftpAccess', '/v1/keys', {
  policy: 'business',
  stepUp: 'always',
  summary:
    "Adds a public key that signs in by SFTP (NX-347). 400 names why `publicKey` is none: 'not-a-key', 'private-key', 'type' (not Ed25519, ECDSA or RSA), 'too-short' (RSA below 2048 bits). 409: 'key-in-use', 'too-many-keys' (20), 'account-blocked'",
  body: z.strictObject(sftpKeyDetails),
  answer: sftpKey,
  status: 201,
  errors: ['not-found', 'conflict'],
})

export const deleteSftpKey = endpoint('DELETE', 'sftpAccess', '/v1/keys/:id', {
  policy: 'business',
  summary: 'Ends a key for SFTP and its open connections (NX-347)',
  params: z.object({ id: idInput }),
  errors: ['not-found'],
})
