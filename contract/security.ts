import { z } from 'zod'
import { API_SCOPES } from './api-scopes.ts'
import { endpoint } from './endpoint.ts'
import { cursor, nextCursor } from './paging.ts'
import { count, deadline, instant, wholeNumber } from './scalars.ts'

/** Browser and system, 'Firefox, Windows', which an app signs in by; null if it is not known. */
const label = z.string().nullable()

/** Shortened address, '81.2.69.x' or the first 48 bits of an IPv6 address; null if it is not known. */
const network = z.string().nullable()

const device = z.object({
  id: z.string(),
  label,
  /** 'web', or the name of the app. */
  client: z.string(),
  /** Whether it is the session of this request. */
  current: z.boolean(),
  createdAt: instant,
  /** By the minute. */
  lastUsedAt: instant,
  /** How the customer signed in: 'pwd', or 'pop' and 'user' for a passkey (RFC 8176). Open. */
  methods: z.array(z.string()),
  network,
})

const uploadSession = z.object({ id: z.string(), createdAt: instant, expiresAt: deadline, photos: count })

const mailLink = z.object({
  id: z.string(),
  /** What the link does; open. */
  purpose: z.string(),
  createdAt: instant,
  expiresAt: deadline,
})

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
  /** Whether it is synchronised, so that a lost device does not lose it. */
  backedUp: z.boolean(),
})

const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The last characters. */
  hint: z.string(),
  scopes: z.array(z.enum(API_SCOPES)),
  createdAt: instant,
  expiresAt: deadline,
  lastUsedAt: instant.nullable(),
  lastUsedFrom: network,
})

const sftpKey = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  bits: z.int(),
  fingerprint: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
  lastUsedFrom: network,
})

const sftpPassword = z.object({
  id: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
  lastUsedFrom: network,
})

const callbackAddress = z.object({
  id: z.string(),
  address: z.string(),
  /** When the address was last changed. */
  createdAt: instant,
})

const callbackSecret = z.object({
  id: z.string(),
  hint: z.string(),
  createdAt: instant,
  /** Until when it signs; null for the newest. */
  expiresAt: deadline.nullable(),
})

/** What grants access to an account, by kind, with the wire form of its entries. */
export const ACCESS_ENTRIES = {
  devices: device,
  uploadSessions: uploadSession,
  mailLinks: mailLink,
  passkeys: passkey,
  apiKeys: apiKey,
  sftpKeys: sftpKey,
  sftpPassword,
  callbackAddress,
  callbackSecrets: callbackSecret,
} as const

export type AccessKind = keyof typeof ACCESS_ENTRIES
export const ACCESS_KINDS = Object.keys(ACCESS_ENTRIES) as readonly AccessKind[]
export type AccessEntry<K extends AccessKind = AccessKind> = z.input<(typeof ACCESS_ENTRIES)[K]>

/** What can sign in to an account or act for it, each list newest first. */
export const accountSecurity = z.object({
  /** Null without a password, as with another identity provider. */
  password: z.object({ changedAt: instant }).nullable(),
  /** That of this session first. */
  devices: z.array(device),
  uploadSessions: z.array(uploadSession),
  mailLinks: z.array(mailLink),
  passkeys: z.array(passkey),
  /** Access of a business's systems. */
  systems: z.object({
    apiKeys: z.array(apiKey),
    sftpKeys: z.array(sftpKey),
    sftpPassword: sftpPassword.nullable(),
    callbacks: z.object({ addresses: z.array(callbackAddress), secrets: z.array(callbackSecret) }),
  }),
  /** Earlier addresses that get security mails, and until when. */
  formerEmails: z.array(z.object({ email: z.string(), until: deadline })),
  /** How the customer can confirm who they are: 'password', 'passkey'. Open. */
  reauthentication: z.array(z.string()),
  /** When the newest security event happened. */
  lastEventAt: instant.nullable(),
})
export type AccountSecurity = z.infer<typeof accountSecurity>

export const getAccountSecurity = endpoint('GET', 'account', '/security', {
  policy: 'customer',
  isNeverStored: true,
  summary: 'What can sign in to the account or act for it',
  answer: accountSecurity,
})

export const securityEvent = z.object({
  id: z.string(),
  /** One of SECURITY_EVENT_KINDS; open. */
  kind: z.string(),
  at: instant,
  /** Browser and system, 'Firefox, Windows', and shortened address of the act; null where it is not known. */
  device: label,
  network,
  /** Facts by name, which depend on the kind; never a secret. */
  detail: z.record(z.string(), z.string()),
  /** Whether 'It wasn't me' can undo it: for 30 days, and not where access ended. */
  canUndo: z.boolean(),
})
export type SecurityEvent = z.infer<typeof securityEvent>

export const getSecurityEvents = endpoint('GET', 'account', '/security/events', {
  policy: 'customer',
  isNeverStored: true,
  summary: 'Security events of the last 400 days, newest first',
  query: z.strictObject({ cursor, limit: wholeNumber({ min: 1, max: 100 }).default(20) }),
  answer: z.object({
    events: z.array(securityEvent),
    cursor: nextCursor,
  }),
})
