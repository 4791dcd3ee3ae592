import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { AuthContext, Connection, SFTPWrapper } from 'ssh2'
import type { Context } from '../../../context.ts'
import type { BoundedCounts } from '../../../platform/bounded-counts.ts'
import { accountFolder } from '../files/account-folder.ts'
import { mayContinue } from '../standing.ts'
import { authenticate, type SignedIn } from './authenticate.ts'
import type { SftpLimits } from './limits.ts'
import { SessionRequests } from './requests.ts'
import { serveSession } from './serve-session.ts'

/** Milliseconds for which an account that was found to be entitled counts as that. */
const STANDING_MS = 1000

export interface OpenConnection {
  /** Answers what has arrived, stores what is being sent, and ends. */
  finish(): Promise<void>
}

/**
 * Serves a client that has said what it is: it signs in with a password and gets SFTP, nothing else. A session ends at its
 * next request once the account is blocked or closed, or the password is not the same.
 */
export function serveConnection(
  ctx: Context,
  { client, socket, limits, accounts, onSignedIn }: ConnectionOptions,
): OpenConnection {
  const from = socket.remoteAddress ?? ''
  const sessions: { finish(): Promise<void> }[] = []
  let signedIn: SignedIn | undefined
  let attempts = 0
  let idleTimer: NodeJS.Timeout | undefined

  const decide = async (attempt: AuthContext) => {
    const result = await authenticate(ctx, attempt, from)
    // Clients begin with 'none' to learn the methods.
    if (result === 'refused' && (attempt.method !== 'password' || ++attempts < limits.attempts))
      return attempt.reject(['password'])
    if (typeof result === 'string' || !accounts.add(result.accountId)) {
      attempt.reject([])
      return client.end()
    }
    signedIn = result
    onSignedIn()
    idleTimer = setTimeout(() => client.end(), limits.idleMs)
    attempt.accept()
  }
  client.on('authentication', attempt => {
    // After the first success no other account may be tried.
    if (signedIn) return attempt.reject()
    decide(attempt).catch(error => {
      ctx.log.error({ err: error }, 'an SFTP sign-in failed')
      client.end()
    })
  })
  client.on('session', (accept, reject) => {
    if (!signedIn || sessions.length >= limits.sessions) return reject()
    const { accountId, passwordHash, locale } = signedIn
    accept().on('sftp', acceptSftp => {
      const sftp = acceptSftp()
      sessions.push(
        serveSession(sftp, {
          requests: new SessionRequests(ctx, accountId, accountFolder(ctx, { accountId, locale })),
          log: ctx.log,
          mayContinue: checked(ctx, () => mayContinue(ctx, accountId, passwordHash)),
          canSend: () => canSend(sftp, socket),
          onRequest: () => idleTimer?.refresh(),
          end: () => client.end(),
        }),
      )
    })
  })
  socket.once('close', () => {
    clearTimeout(idleTimer)
    if (signedIn) accounts.remove(signedIn.accountId)
  })
  // Broken connections and clients that speak another protocol.
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
  /** Connections of each account. */
  accounts: BoundedCounts
  onSignedIn(): void
}

/** Asks again once the last positive answer is too old. */
function checked({ clock }: Pick<Context, 'clock'>, ask: () => Promise<boolean>): () => Promise<boolean> {
  let checkedAt = Number.NEGATIVE_INFINITY
  return async () => {
    const now = clock.now().getTime()
    if (now - checkedAt < STANDING_MS) return true
    const is = await ask()
    if (is) checkedAt = now
    return is
  }
}

/**
 * Waits while a client does not read what it asked for, so that answers do not fill the memory: while its window is used up,
 * and while the socket is full. False once the connection is closed.
 */
async function canSend(sftp: SFTPWrapper, socket: Socket): Promise<boolean> {
  // The types leave it out; it is what a channel has (RFC 4254, 5.2).
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
