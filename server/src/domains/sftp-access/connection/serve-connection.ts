import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { AuthContext, AuthenticationType, Connection, SFTPWrapper } from 'ssh2'
import type { Context } from '../../../context.ts'
import { toClientNetwork } from '../../../http/client-address.ts'
import { shortenAddress } from '../../../http/describe-request.ts'
import type { BoundedCounts } from '../../../platform/bounded-counts.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import { onAccessChange } from '../access-changes.ts'
import { isSessionAllowed } from '../entitlement.ts'
import { createAccountFolder } from '../files/account-folder.ts'
import { recordUse } from '../record-use.ts'
import { type AuthenticatedUser, authenticate } from './authenticate.ts'
import type { SftpLimits } from './limits.ts'
import { SftpRequestHandler } from './request-handler.ts'
import { serveSession } from './serve-session.ts'
import { createSessionLog, type SessionLog } from './session-log.ts'

const METHODS: AuthenticationType[] = ['publickey', 'password']
/** Milliseconds for which a positive check of the entitlement is cached. */
const ENTITLEMENT_CACHE_MS = 1000

export interface OpenConnection {
  /** Answers pending requests, stores interrupted uploads, records what was done with files, and closes the connection. */
  finish(): Promise<void>
}

/**
 * Serves a client after the SSH handshake: it signs in with a key or password and may use SFTP only. The connection ends
 * as soon as the account is blocked or closed, or its key or password ends.
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
  const counts = { password: 0, publickey: 0 }
  let idleTimer: NodeJS.Timeout | undefined
  /** The use that is being stored. */
  let recording: Promise<void> | undefined
  let stopWatching: (() => void) | undefined
  let sessionLog: SessionLog | undefined
  /** The account whose key or password was refused, where the user name is one's. */
  let refusedAccountId: string | undefined

  /** Whether the connection has used up its attempts of this method. */
  const isLastAttempt = (method: AuthContext['method']) => {
    if (method === 'password') return counts.password >= limits.attempts
    return method === 'publickey' && counts.publickey >= limits.keyRequests
  }
  const onAuthentication = async (attempt: AuthContext) => {
    const { method } = attempt
    if (method === 'publickey' || method === 'password') counts[method]++
    const result = await authenticate(ctx, attempt, network)
    if (result === 'known-key' && counts.publickey < limits.keyRequests) return attempt.accept()
    const isRefused = typeof result === 'object' && 'isRefused' in result
    if (isRefused) refusedAccountId ??= result.accountId
    // Clients start with the method 'none' to learn the supported methods.
    if (isRefused && !isLastAttempt(method)) return attempt.reject(METHODS)
    // Its 'close' has removed nothing yet.
    if (socket.destroyed) return
    if (typeof result === 'string' || isRefused || !accounts.add(result.accountId)) {
      attempt.reject([])
      return client.end()
    }
    user = result
    const shortNetwork = shortenAddress(socket.remoteAddress ?? '')
    sessionLog = createSessionLog(ctx, { ...user, network: shortNetwork })
    onSignedIn()
    idleTimer = setTimeout(() => client.end(), limits.idleMs)
    attempt.accept()
    // `end` alone would wait for a client that does not hang up.
    stopWatching = watchAccess(ctx, user, () => {
      client.end()
      socket.destroySoon()
    })
    // Not in the path of the client's requests.
    recording = recordUse(ctx, user, shortNetwork).catch(error =>
      ctx.log.error({ err: error }, 'the use of an SFTP password or key was not stored'),
    )
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
    if (!user || !sessionLog || openedChannels >= limits.channels) return reject()
    openedChannels++
    const { accountId, credential } = user
    const log = sessionLog
    const root = createAccountFolder(ctx, user)
    accept().on('sftp', (acceptSftp, rejectSftp) => {
      // Channels are opened before they start a session, so that only this moment knows the sessions.
      if (sessions.length >= limits.sessions) return rejectSftp()
      const sftp = acceptSftp()
      sessions.push(
        serveSession(sftp, {
          requests: new SftpRequestHandler(ctx, { accountId, root, openFiles, sessionLog: log }),
          log: ctx.log,
          isAllowed: createCachedCheck(ctx, () => isSessionAllowed(ctx, accountId, credential)),
          canSend: () => canSend(sftp, socket),
          onRequest: () => idleTimer?.refresh(),
          end: () => client.end(),
        }),
      )
    })
  })
  socket.once('close', () => {
    clearTimeout(idleTimer)
    stopWatching?.()
    if (user) accounts.remove(user.accountId)
    else if (counts.password + counts.publickey > 0)
      ctx.log.info(
        { account: refusedAccountId, passwords: counts.password, keys: counts.publickey },
        'SFTP sign-in refused',
      )
  })
  // Errors of broken connections and of clients with another protocol.
  client.on('error', error => ctx.log.debug({ problem: error.message }, 'an SFTP connection failed'))
  return {
    async finish() {
      await Promise.all(sessions.map(session => session.finish()))
      await sessionLog?.end()
      await recording
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

/** Calls `end` when the user may no longer use SFTP, until the returned function is called. */
function watchAccess(
  ctx: Context,
  { accountId, credential }: AuthenticatedUser,
  end: () => void,
): () => void {
  const check = async () => {
    try {
      if (!(await isSessionAllowed(ctx, accountId, credential))) end()
    } catch (error) {
      // The next request of the client checks, too.
      ctx.log.error({ err: error }, 'an SFTP connection was not checked')
    }
  }
  const stop = onAccessChange(ctx, accountId, check)
  // A change while the client signed in was published before.
  void check()
  return stop
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

const REQUESTS = ['GLOBAL_REQUEST', 'CHANNEL_OPEN', 'CHANNEL_REQUEST'] as const

const MINUTE = 60_000

type Handlers = Record<(typeof REQUESTS)[number], (...args: unknown[]) => void>

/**
 * Ends a connection with more than `max` requests of the SSH protocol in a minute, such as keep-alives (RFC 4254, 4 and 5).
 * ssh2 has no option for it. It reads up to a thousand of them at once and answers each, and other connections wait. An
 * error from its handler ends that reading.
 */
function limitProtocolRequests(
  client: Connection,
  { max, clock, destroy }: { max: number; clock: Clock; destroy(): void },
): void {
  const { _handlers: handlers } = (client as unknown as { _protocol: { _handlers: Handlers } })._protocol
  let startedAt = clock.now().getTime()
  let count = 0
  for (const name of REQUESTS) {
    const handle = handlers[name]
    handlers[name] = (...args) => {
      const now = clock.now().getTime()
      if (now - startedAt >= MINUTE) [startedAt, count] = [now, 0]
      if (++count > max) {
        destroy()
        throw new Error('Too many requests of the SSH protocol')
      }
      handle.apply(handlers, args)
    }
  }
}
