import { z } from 'zod'
import { activation } from './activation.ts'
import { libraryMove } from './photos.ts'
import { storageStatus } from './retention.ts'
import { instant } from './scalars.ts'
import { receipt } from './uploads.ts'

/*
 * Three sockets below the push service's base address (docs/api.md). Beside the codes below each closes with 1012 when
 * its process ends and with 1013 when messages may have been lost: reconnect and reload; and with 1008 when the client
 * has sent 60 messages. A push message is a hint: everything also works by polling.
 */

/**
 * No token within 10 s, one that is not valid or belongs to another customer, or the session has ended: sign in again. Of a session
 * that was not ended by itself the close reason is a `sessionEnd` in JSON.
 */
export const PUSH_BAD_TOKEN = 4401
/** The socket was open for 30 minutes: reconnect. */
export const PUSH_TIME_OVER = 4408
/** The token has expired and no newer one was sent in the first message's form: reconnect with a newer one. */
export const PUSH_TOKEN_EXPIRED = 4410
/** The customer has PUSH_SOCKETS_MAX sockets already: reconnect when some of them are closed. */
export const PUSH_TOO_MANY_SOCKETS = 4429

/** How a session has ended that did not sign out by itself. */
export const sessionEnd = z.object({
  /** 'owner': ended from another device; a cause of which pages know no text is shown as that of an unknown one. Open. */
  cause: z.string(),
  /** Browser and system that ended it, 'Firefox, Windows'; null where no device did, or none is known. */
  device: z.string().nullable(),
})
export type SessionEnd = z.infer<typeof sessionEnd>

/** Open sockets of a customer, of all three kinds together, at one process. */
export const PUSH_SOCKETS_MAX = 20

/**
 * Sent by the library socket, and by the download socket with `replay`, once it is subscribed: state read afterwards misses no
 * change. `quietMs` of the library socket: nothing has changed for that long, so that state read since then is still true.
 */
export const readyMessage = z.object({ type: z.literal('ready'), quietMs: z.int().min(0).optional() })

/**
 * '/downloads': {"type":"authenticate","accessToken":"…"}, then these: first the states of the caller's downloads of the last 30
 * minutes whose end no client knows, then changes. With "replay":true {"type":"ready"} is sent first, then the states of all of the
 * caller's downloads of that time, which other clients still get. A download's states are sent in order and once.
 */
export const downloadPushKey = z.enum([
  'archive-generation-started',
  'archive-generation-finished',
  'archive-generation-error',
])
export const downloadPush = z.object({
  id: z.uuid(),
  timestamp: instant,
  key: downloadPushKey,
  message: z.object({ userId: z.string(), downloadId: z.string() }),
})
export type DownloadPush = z.infer<typeof downloadPush>

/** '/library' ({"type":"authenticate","accessToken":"…"}, answered {"type":"ready"}): what changed in the caller's library and account. */
export const libraryPush = z.discriminatedUnion('type', [
  readyMessage,
  z.object({
    type: z.literal('photos-changed'),
    photoIds: z.array(z.string()),
    change: z.enum(['added', 'updated', 'removed']),
  }),
  /** Dates of photos changed, and with them months and orders. */
  z.object({ type: z.literal('photo-dates-changed') }),
  /** Progress of a library move: started, advanced or done. Its photos are not listed individually. */
  z.object({ type: z.literal('library-move'), move: libraryMove }),
  z.object({ type: z.literal('upload'), receipt }),
  /** A phone opened the session, or files of it were started, completed or cancelled. */
  z.object({ type: z.literal('upload-session-changed'), sessionId: z.string() }),
  /** Files of an upload batch were recorded; the results of its uploads are 'upload' messages. */
  z.object({ type: z.literal('upload-batch-changed'), batchId: z.string() }),
  /** A download or an export of the library was requested, became ready or failed. */
  z.object({ type: z.literal('archives-changed') }),
  /** Albums were added, deleted, or changed name, cover, count or size. */
  z.object({
    type: z.literal('albums-changed'),
    albumIds: z.array(z.string()),
    change: z.enum(['added', 'updated', 'removed']),
  }),
  /**
   * Photos were added to an album or removed from it; without `photoIds` there are too many to list. An 'albums-changed'
   * is sent as well. Photos moved to the bin or restored are announced by 'photos-changed' only, with 'albums-changed' for
   * counts; members of a shared album, who do not have these photos in their libraries, get this message, too.
   */
  z.object({
    type: z.literal('album-photos-changed'),
    albumId: z.string(),
    photoIds: z.array(z.string()).optional(),
    change: z.enum(['added', 'removed']),
  }),
  /** A version of an order, or its delivery dates, were stored. */
  z.object({ type: z.literal('order-changed'), orderCode: z.string() }),
  /** The voucher of a product of the order was stored. */
  z.object({ type: z.literal('voucher-changed'), orderCode: z.string() }),
  /** A file of a product of the order was stored. */
  z.object({ type: z.literal('product-file-changed'), orderCode: z.string() }),
  /** Details, addresses, callbacks or the status of the customer changed. */
  z.object({ type: z.literal('customer-changed') }),
  /** A new password by mail that waits was requested or stopped. */
  z.object({ type: z.literal('recovery-changed') }),
  /** Widgets of an order were stored, or the gallery's decision about one. */
  z.object({ type: z.literal('widgets-changed'), orderCode: z.string() }),
  /** A saved project was stored, deleted or restored. */
  z.object({ type: z.literal('projects-changed') }),
  /** Something was recorded in the journal of the account. */
  z.object({ type: z.literal('journal-changed') }),
  /** Groups of Tidy up were found, changed or decided. */
  z.object({ type: z.literal('tidy-up-changed') }),
  /** The import of the legacy library started; its progress is on the import socket and can be polled. */
  z.object({ type: z.literal('import-started') }),
  /** The storage status changed: an order was placed, or the library expired. */
  z.object({ type: z.literal('storage-status'), status: storageStatus }),
])
export type LibraryPush = z.infer<typeof libraryPush>

/** '/import': {"action":"authenticate","token":"…"}, answered with the text OK, then these while an import runs. */
export const importPush = z.object({
  id: z.uuid(),
  type: z.enum(['import-started', 'import-error', 'import-finished']),
  data: z.object({ payload: activation, timestamp: instant }),
})
export type ImportPush = z.infer<typeof importPush>

/** The answer to a good token on the import socket; not JSON. */
export const IMPORT_OK = 'OK'

/** First message of the import socket; sent again with a newer token, it extends the socket, without another OK. */
export const importAuthenticateMessage = z.object({
  action: z.literal('authenticate'),
  token: z.string().max(8192),
})

/** First message of the download and library sockets; sent again with a newer token, it extends the socket. */
export const authenticateMessage = z.object({
  type: z.literal('authenticate'),
  accessToken: z.string().max(8192),
})

/** That of the download socket. */
export const downloadAuthenticateMessage = authenticateMessage.extend({ replay: z.boolean().default(false) })
