import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idInput } from './id.ts'
import { deadline } from './scalars.ts'
import { receipt, uploadIds } from './uploads.ts'

/** Lifetime of an upload session, and the number of files it accepts. */
export const UPLOAD_SESSION_MINUTES = 60
export const UPLOAD_SESSION_FILES = 100
/** Path of the page behind the QR code. The upload token is its fragment, which reaches no server log. */
export const UPLOAD_SESSION_PAGE = '/from-phone'

/** open: accepts files. expired: its hour is over. revoked: ended by its owner. */
const state = z.enum(['open', 'expired', 'revoked'])

/** One file a phone has sent or is sending. `size` in bytes. */
export const sessionFile = receipt.extend({ size: z.int().min(1) })
export type SessionFile = z.infer<typeof sessionFile>

/** An upload session as its owner sees it. */
export const uploadSession = z.object({
  sessionId: id,
  state,
  albumId: id.optional(),
  expiresAt: deadline,
  /** Whether a phone has opened the page. */
  opened: z.boolean(),
  /** In the order of creation, without deleted uploads. */
  files: z.array(sessionFile),
})
export type UploadSession = z.infer<typeof uploadSession>

/** An upload session as the phone sees it: owner, expiry and remaining files; nothing of the library itself. */
export const phoneSession = z.object({
  sessionId: id,
  /** Equal for all sessions of one library, without naming it. */
  libraryKey: z.string(),
  /** First name, else the e-mail address with most of it hidden. */
  owner: z.string(),
  expiresAt: deadline,
  /** Seconds until `expiresAt` by the server's clock, because a phone's clock may be wrong. */
  secondsLeft: z.int().min(0),
  filesLeft: z.int().min(0),
  /** Number of files of this session that are in the library. */
  arrived: z.int().min(0),
})
export type PhoneSession = z.infer<typeof phoneSession>

/**
 * Outcome of a phone's file. receiving; not-sent: the session ended first; received: in the library, and the owner
 * has not decided yet; kept: confirmed by the owner, or in the library before; not-kept: no longer in the library;
 * refused.
 */
const phoneOutcome = z.enum(['receiving', 'not-sent', 'received', 'kept', 'not-kept', 'refused'])
export type PhoneOutcome = z.infer<typeof phoneOutcome>

/** The result of an upload session as the phone sees it. */
export const phoneResult = z.object({
  sessionId: id,
  libraryKey: z.string(),
  state,
  /** In the order of creation. */
  files: z.array(z.object({ uploadId: z.string(), fileName: z.string(), outcome: phoneOutcome })),
})
export type PhoneResult = z.infer<typeof phoneResult>

const params = z.object({ id: idInput })

export const createUploadSession = endpoint('POST', 'uploads', '/upload-sessions', {
  policy: 'customer',
  summary: 'Opens an upload session; its address allows adding photos and nothing else (OP-12)',
  body: z.object({ albumId: idInput.optional() }),
  answer: z.object({
    sessionId: id,
    uploadUrl: z.string(),
    expiresAt: deadline,
    secondsLeft: z.int().min(0),
  }),
  status: 201,
  errors: ['forbidden', 'not-found'],
})

export const getUploadSession = endpoint('GET', 'uploads', '/upload-sessions/:id', {
  policy: 'customer',
  summary: 'State of an upload session and its files; 404 for unknown and foreign ones',
  params,
  answer: uploadSession,
  errors: ['not-found'],
})

export const revokeUploadSession = endpoint('DELETE', 'uploads', '/upload-sessions/:id', {
  policy: 'customer',
  summary:
    'Ends an upload session immediately; unfinished files are discarded, finished ones stay. Idempotent',
  params,
  errors: ['not-found'],
})

export const confirmUploadSession = endpoint('PUT', 'uploads', '/upload-sessions/:id/confirmation', {
  policy: 'customer',
  summary:
    'The owner keeps the photos of an upload session that are in the library: the phone says so. Idempotent',
  params,
  errors: ['not-found'],
})

/*
 * An upload token gives access to these three endpoints and to tus 1.0 (creation, creation-with-upload, termination,
 * expiration) below '/phone/files', for the files of its session only, and to nothing else. It is a bearer token.
 * 401: missing or altered; 410: expired or revoked, except for the result; 403 'too-many-files' at creation: the session
 * has its 100 files.
 */

export const getPhoneSession = endpoint('GET', 'uploads', '/phone/session', {
  policy: 'upload-session',
  summary: 'Owner and remaining time of the upload session (the phone)',
  answer: phoneSession,
})

export const getPhoneResult = endpoint('GET', 'uploads', '/phone/result', {
  policy: 'upload-session',
  summary:
    'Outcome of each file of the upload session, also after it has ended (the phone); 410 once it is deleted',
  answer: phoneResult,
})

export const getPhoneReceipts = endpoint('POST', 'uploads', '/phone/receipts', {
  policy: 'upload-session',
  summary: 'Receipts of the given uploads of this session; all others are left out',
  body: z.object({ uploadIds }),
  answer: z.object({ receipts: z.array(receipt.omit({ photoId: true })) }),
})
