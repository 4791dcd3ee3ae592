import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { receipt } from './uploads.ts'

/** How long a phone may send photos, and how many of them (OP-12). */
export const UPLOAD_SESSION_MINUTES = 60
export const UPLOAD_SESSION_FILES = 100
/** Page of the web that the QR code leads to; the permission follows as the fragment, which no server log sees. */
export const UPLOAD_SESSION_PAGE = '/from-phone'

/** open: files may come. expired: its time is over. revoked: ended by its owner. */
const state = z.enum(['open', 'expired', 'revoked'])

/** One file a phone has sent or is sending. `size` in bytes. */
export const sessionFile = receipt.extend({ size: z.int().min(1) })
export type SessionFile = z.infer<typeof sessionFile>

/** What the owner sees of a transfer from a phone. */
export const uploadSession = z.object({
  sessionId: z.uuid(),
  state,
  albumId: z.uuid().optional(),
  expiresAt: z.iso.datetime({ offset: true }),
  /** A phone has opened the page. */
  opened: z.boolean(),
  /** In the order of their beginning; those that were taken back are left out. */
  files: z.array(sessionFile),
})
export type UploadSession = z.infer<typeof uploadSession>

/** What the phone sees: whose library it adds to, until when and how much. Nothing of the library itself. */
export const phoneSession = z.object({
  sessionId: z.uuid(),
  /** First name, else the e-mail address with most of it hidden. */
  owner: z.string(),
  expiresAt: z.iso.datetime({ offset: true }),
  /** Seconds until then, by the server's clock: phones' clocks are wrong at times. */
  secondsLeft: z.int().min(0),
  filesLeft: z.int().min(0),
  /** Files of this session that are in the library. */
  arrived: z.int().min(0),
})
export type PhoneSession = z.infer<typeof phoneSession>

const params = z.object({ id: z.uuid() })

export const createUploadSession = endpoint({
  method: 'POST',
  service: 'uploads',
  path: '/upload-sessions',
  policy: 'customer',
  summary: 'Opens a transfer from a phone; its address allows adding photos and nothing else (OP-12)',
  body: z.object({ albumId: z.uuid().optional() }),
  answer: z.object({
    sessionId: z.uuid(),
    uploadUrl: z.string(),
    expiresAt: z.iso.datetime({ offset: true }),
    secondsLeft: z.int().min(0),
  }),
  status: 201,
  errors: ['bad-request', 'forbidden', 'not-found', 'too-many-requests'],
})

export const getUploadSession = endpoint({
  method: 'GET',
  service: 'uploads',
  path: '/upload-sessions/:id',
  policy: 'customer',
  summary: 'State of a transfer and the files that came by it; 404 for unknown and foreign ones',
  params,
  answer: uploadSession,
  errors: ['not-found'],
})

export const revokeUploadSession = endpoint({
  method: 'DELETE',
  service: 'uploads',
  path: '/upload-sessions/:id',
  policy: 'customer',
  summary: 'Ends a transfer at once; unfinished files are forgotten, finished ones stay. May be repeated',
  params,
  errors: ['not-found'],
})

/*
 * What the permission of a session opens, and all it opens: these two and tus 1.0 (creation, creation-with-upload,
 * termination, expiration) below '/phone/files', for the files of this session only. The permission is a bearer token.
 * 401: none or an altered one; 410: expired or revoked; 403 'too-many-files' at creation: it has its 100 files.
 */

export const getPhoneSession = endpoint({
  method: 'GET',
  service: 'uploads',
  path: '/phone/session',
  policy: 'upload-session',
  summary: 'Whose library the phone adds to, and for how long',
  answer: phoneSession,
  errors: ['unauthorized', 'gone'],
})

export const getPhoneReceipts = endpoint({
  method: 'POST',
  service: 'uploads',
  path: '/phone/receipts',
  policy: 'upload-session',
  summary: 'What became of the given uploads of this session; all others are left out',
  body: z.object({ uploadIds: z.array(z.string().min(1).max(64)).min(1).max(500) }),
  answer: z.object({ receipts: z.array(receipt.omit({ photoId: true })) }),
  errors: ['bad-request', 'unauthorized', 'gone'],
})
