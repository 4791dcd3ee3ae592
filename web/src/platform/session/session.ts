import { BUSINESS, type Claims } from '#contract/customers.ts'
import type { Session } from '#contract/session.ts'

/** What a tab knows about the session. 'unknown' until the cookies have been tried. */
export type SessionState =
  | { status: 'unknown' }
  | { status: 'signed-in'; claims: Claims; accessToken: string; expires: number }
  | { status: 'signed-out' }

/** The world outside: calls, clock, and what tabs of one browser share. */
export interface SessionEnvironment {
  /** The session of the cookies with a new access token; null when there is none. Rejects if it cannot be asked. */
  refresh: () => Promise<Session | null>
  /** Ends the session on the server; answers the address that ends it at the provider. */
  end: (everywhere: boolean) => Promise<string>
  /** Runs `work` while no other tab holds the lock. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  /** To all other tabs. */
  tell: (message: SessionMessage) => void
  now: () => number
  /** Calls back after that many ms; answers how to call it off. */
  later: (work: () => void, milliseconds: number) => () => void
}

export type SessionMessage = { type: 'renewed'; session: Session; expires: number } | { type: 'ended' }

/** Renewed this long before its end, at most a quarter of its lifetime. */
const AHEAD_MS = 60_000
/** A token with less than this left is not sent any more. */
const TOO_LATE_MS = 5_000
const RETRY_MS = 5_000

/**
 * The session of one tab. The access token lives in memory only and is renewed before it ends (AA-003); one tab of the
 * browser renews under a lock and tells the others, because a refresh token may be used only once (OP-44).
 */
export function createSessionManager(world: SessionEnvironment) {
  let state: SessionState = { status: 'unknown' }
  let cancelRenewal = () => {}
  let running: Promise<SessionState> | undefined
  const listeners = new Set<() => void>()

  function become(next: SessionState) {
    state = next
    cancelRenewal()
    if (next.status === 'signed-in') plan(next.expires)
    for (const listener of listeners) listener()
  }

  function plan(expires: number) {
    const left = expires - world.now()
    const renewSilently = () => {
      renew(tokenOf(state)).catch(() => {
        // Offline or the service is away: the session may still be there, so it is asked again.
        if (state.status === 'signed-in') cancelRenewal = world.later(renewSilently, RETRY_MS)
      })
    }
    cancelRenewal = world.later(renewSilently, Math.max(0, left - Math.min(AHEAD_MS, left / 4)))
  }

  /** Asks for a token other than `known`; tells everyone waiting in this tab the same. */
  function renew(known: string | null): Promise<SessionState> {
    running ??= world
      .exclusively(async () => {
        // While this tab waited for the lock another one may have told of a newer token, or of the end.
        if (tokenOf(state) !== known || state.status === 'signed-out') return state
        const session = await world.refresh()
        if (!session) {
          become({ status: 'signed-out' })
          return state
        }
        const expires = world.now() + session.expiresIn * 1000
        adopt(session, expires)
        world.tell({ type: 'renewed', session, expires })
        return state
      })
      .finally(() => {
        running = undefined
      })
    return running
  }

  function adopt(session: Session, expires: number) {
    become({ status: 'signed-in', claims: session.claims, accessToken: session.accessToken, expires })
  }

  return {
    state: () => state,

    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },

    /** Finds out at page load whether the cookies hold a session. Rejects if it cannot be found out. */
    async start(): Promise<SessionState> {
      return state.status === 'unknown' ? renew(null) : state
    },

    /** Takes the session a sign-in has just given. */
    adopt(session: Session) {
      const expires = world.now() + session.expiresIn * 1000
      adopt(session, expires)
      world.tell({ type: 'renewed', session, expires })
    },

    /** An access token that is still valid; null when signed out. */
    async token(): Promise<string | null> {
      if (state.status === 'signed-in' && state.expires - world.now() > TOO_LATE_MS) return state.accessToken
      if (state.status === 'signed-out') return null
      return tokenOf(await renew(tokenOf(state)))
    },

    /** A token newer than one the service refused; null when the session is over. */
    async renew(refused: string): Promise<string | null> {
      if (tokenOf(state) !== refused) return tokenOf(state)
      return tokenOf(await renew(refused))
    },

    /** What another tab says. 'other-customer' when it has signed in as someone else: the page must start anew. */
    hear(message: SessionMessage): 'same' | 'other-customer' {
      if (message.type === 'ended') {
        become({ status: 'signed-out' })
        return 'same'
      }
      const other = state.status === 'signed-in' && state.claims.sub !== message.session.claims.sub
      adopt(message.session, message.expires)
      return other ? 'other-customer' : 'same'
    },

    /** Ends the session here and in all tabs; answers the address that ends it at the provider (AA-004). */
    async signOut(everywhere = false): Promise<string> {
      const address = await world.exclusively(() => world.end(everywhere))
      become({ status: 'signed-out' })
      world.tell({ type: 'ended' })
      return address
    },
  }
}

export type SessionManager = ReturnType<typeof createSessionManager>

/** Whether the customer is a business (AA-007). */
export function isBusiness(claims: Claims): boolean {
  return claims.amr.includes(BUSINESS)
}

function tokenOf(state: SessionState): string | null {
  return state.status === 'signed-in' ? state.accessToken : null
}
