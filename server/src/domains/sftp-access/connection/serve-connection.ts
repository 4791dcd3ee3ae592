import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { AuthContext, Connection, SFTPWrapper } from 'ssh2'
import type { Context } from '../../../context.ts'
import { toClientNetwork } from '../../../http/client-address.ts'
import type { BoundedCounts } from '../../../platform/bounded-counts.ts'
import { isSessionAllowed } from '../entitlement.ts'
import { createAccountFolder } from '../files/account-folder.ts'
import { type AuthenticatedUser, authenticate } from './authenticate.ts'
import { limitProtocolRequests } from './limit-protocol-requests.ts'
import type { SftpLimits } from './limits.ts'
import { SftpRequestHandler } from './request-handler.ts'
import { serveSession } from './serve-session.ts'

/** Milliseconds for which a positive check of the entitlement is cached. */
const ENTITLEMENT_CACHE_MS = 1000

export interface OpenConnection {
  /** Answers pending requests, stores interrupted uploads, and closes the connection. */
  finish(): Promise<void>
}

/**
 * Serves a client after the SSH handshake: it signs in with a password and may use SFTP only. A session ends at its
 * next request once the account is blocked or closed, or its password is replaced.
 */
export function serveConnection(
  ctx: Context,
  { client, socket, limits, accounts, openFiles, onSignedIn }: ConnectionOptions,
): OpenConnection {
  const network = toClientNetwork(socket.remoteAddress ?? '')
  limitProtocolRequests(client, {
    max: limits.protocolRequests,
    clock: ctx.clock,
    destroy: () => socket.destroy(),
  })
  const sessions: { finish(): Promise<void> }[] = []
  let user: AuthenticatedUser | undefined
  let attempts = 0
  let idleTimer: NodeJS.Timeout | undefined

  const onAuthentication = async (attempt: AuthContext) => {
    const result = await authenticate(ctx, attempt, network)
    // Clients start with the method 'none' to learn the supported methods.
    if (result === 'refused' && (attempt.method !== 'password' || ++attempts < limits.attempts))
      return attempt.reject(['password'])
    if (typeof result === 'string' || !accounts.add(result.accountId)) {
      attempt.reject([])
      return client.end()
    }
    user = result
    onSignedIn()
    idleTimer = setTimeout(() => client.end(), limits.idleMs)
    attempt.accept()
  }
  client.on('authentication', attempt => {
    // After a success the client may not try another account.
    if (user) return attempt.reject()
    onAuthentication(attempt).catch(error => {
      ctx.log.error({ err: error }, 'an SFTP sign-in failed')
      client.end()
    })
  })
  let openedChannels = 0
  client.on('session', (accept, reject) => {
    if (!user || openedChannels >= limits.channels) return reject()
    openedChannels++
    const { accountId, passwordHash } = user
    const root = createAccountFolder(ctx, user)
    accept().on('sftp', (acceptSftp, rejectSftp) => {
      // Channels are opened before they start a session, so that only this moment knows the sessions.
      if (sessions.length >= limits.sessions) return rejectSftp()
      const sftp = acceptSftp()
      sessions.push(
        serveSession(sftp, {
          requests: new SftpRequestHandler(ctx, { accountId, root, openFiles }),
          log: ctx.log,
          isAllowed: createCachedCheck(ctx, () => isSessionAllowed(ctx, accountId, passwordHash)),
          canSend: () => canSend(sftp, socket),
          onRequest: () => idleTimer?.refresh(),
          end: () => client.end(),
        }),
      )
    })
  })
  socket.once('close', () => {
    clearTimeout(idleTimer)
    if (user) accounts.remove(user.accountId)
  })
  // Errors of broken connections and of clients with another protocol.
  client.on('error', error => ctx.log.debug({ problem: error.message }, 'an SFTP connection failed'))
  return {
    async finish() {
      await Promise.all(sessions.map(session => session.finish()))
      client.end()
    },
  }
}

export interface ConnectionOptions {
  client: Connection
  socket: Socket
  limits: SftpLimits
  /** Number of connections per account. */
  accounts: BoundedCounts
  /** Number of open files and folders per account. */
  openFiles: BoundedCounts
  onSignedIn(): void
}

/** Returns a check that caches a positive result for ENTITLEMENT_CACHE_MS. */
function createCachedCheck(
  { clock }: Pick<Context, 'clock'>,
  check: () => Promise<boolean>,
): () => Promise<boolean> {
  let checkedAt = Number.NEGATIVE_INFINITY
  return async () => {
    const now = clock.now().getTime()
    if (now - checkedAt < ENTITLEMENT_CACHE_MS) return true
    const isApproved = await check()
    if (isApproved) checkedAt = now
    return isApproved
  }
}

/**
 * Applies backpressure so that answers do not fill the memory: waits while the client's channel window is zero or the
 * socket buffer is full. False once the connection is closed.
 */
async function canSend(sftp: SFTPWrapper, socket: Socket): Promise<boolean> {
  // The channel's window (RFC 4254, 5.2), which the types omit.
  const { outgoing } = sftp as SFTPWrapper & { outgoing: { window: number } }
  const closed = new AbortController()
  const onClose = () => closed.abort()
  socket.once('close', onClose)
  try {
    const { signal } = closed
    while (!socket.destroyed && outgoing.window === 0) await once(socket, 'data', { signal })
    while (!socket.destroyed && socket.writableNeedDrain) await once(socket, 'drain', { signal })
  } catch (error) {
    if (!closed.signal.aborted) throw error
  } finally {
    socket.off('close', onClose)
  }
  return !socket.destroyed
}
