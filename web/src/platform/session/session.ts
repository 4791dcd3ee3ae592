import { BUSINESS, type Claims } from '#contract/customers.ts'
import type { SessionEnd } from '#contract/push.ts'
import type { Session } from '#contract/session.ts'
import type { Texts } from '../i18n/texts.ts'
import { createListeners } from '../listeners/listeners.ts'

/** The session as known to a tab. 'unknown' until the first refresh with the cookies. */
export type SessionState =
  | { status: 'unknown' }
  | ({ status: 'signed-in'; expires: number } & Omit<Session, 'expiresIn'>)
  /** `lastCustomer`: the session has ended by itself, and the page still has what belongs to this customer; `end`: how, if known. */
  | { status: 'signed-out'; lastCustomer?: Claims | undefined; end?: SessionEnd }

/** Dependencies: calls, clock, and what the tabs of one browser share. */
export interface SessionEnvironment {
  /** The session of the cookies with a new access token; null if none. Rejects if the service is unavailable. */
  refresh: () => Promise<Session | null>
  /** Ends the session on the server; returns the address that ends it at the provider. */
  end: (everywhere: boolean) => Promise<string>
  /** Runs `work` while no other tab holds the lock. */
  runExclusive: <T>(work: () => Promise<T>) => Promise<T>
  /** Sends a message to all other tabs; resolves when it is delivered to them. */
  broadcast: (message: SessionMessage) => Promise<void>
  now: () => number
  /** Runs `work` after the delay; returns its cancellation. */
  schedule: (work: () => void, milliseconds: number) => () => void
}

export type SessionMessage = { type: 'renewed'; session: Session; expires: number } | { type: 'ended' }

/** A token is renewed this long before it expires, but at most a quarter of its lifetime. */
const RENEW_BEFORE_MS = 60_000
/** A token that expires sooner than this is renewed before it is used. */
const MIN_LIFETIME_MS = 5_000
const RETRY_MS = 5_000

/**
 * Manages the session of one tab. The access token is kept in memory only and renewed before it expires. One tab at a
 * time renews, under a lock, and broadcasts the result, because a refresh token can be used only once.
 */
export function createSessionManager(environment: SessionEnvironment) {
  let state: SessionState = { status: 'unknown' }
  let cancelRenewal = () => {}
  let pendingRenewal: Promise<SessionState> | undefined
  const listeners = createListeners()

  function setState(next: SessionState) {
    state = next
    cancelRenewal()
    if (next.status === 'signed-in') scheduleRenewal(next.expires)
    listeners.notify()
  }

  function scheduleRenewal(expires: number) {
    const remaining = expires - environment.now()
    const renewSilently = () => {
      renew(getToken(state)).catch(() => {
        // Offline or the service is unavailable: the session may still exist, so the renewal is retried.
        if (state.status === 'signed-in') cancelRenewal = environment.schedule(renewSilently, RETRY_MS)
      })
    }
    cancelRenewal = environment.schedule(
      renewSilently,
      Math.max(0, remaining - Math.min(RENEW_BEFORE_MS, remaining / 4)),
    )
  }

  /** Requests a token other than `oldToken`; concurrent callers of this tab share the request. */
  function renew(oldToken: string | null): Promise<SessionState> {
    pendingRenewal ??= environment
      .runExclusive(async () => {
        // While this tab waited for the lock another one may have broadcast a newer token or the end of the session.
        if (getToken(state) !== oldToken || state.status === 'signed-out') return state
        const session = await environment.refresh()
        if (!session) {
          endSession()
          return state
        }
        const expires = environment.now() + session.expiresIn * 1000
        applySession(session, expires)
        // Under the lock: the next tab that gets it must know the new token, or it renews again.
        await environment.broadcast({ type: 'renewed', session, expires })
        return state
      })
      .finally(() => {
        pendingRenewal = undefined
      })
    return pendingRenewal
  }

  /** The customer did not sign out: the page stays, and goes on after the next sign-in. */
  function endSession(end?: SessionEnd) {
    setState({ status: 'signed-out', lastCustomer: getCustomer(state), ...(end && { end }) })
  }

  function applySession(session: Session, expires: number) {
    // A renewed session has no ticket, and the one before is still the customer's.
    const previousTicket = getCustomer(state)?.sub === session.claims.sub ? getStepUpTicket(state) : undefined
    setState({ ...session, status: 'signed-in', expires, stepUp: session.stepUp ?? previousTicket })
  }

  return {
    state: () => state,

    subscribe: listeners.subscribe,

    /** Restores the session from the cookies at page load. Rejects if the service cannot be reached. */
    async start(): Promise<SessionState> {
      return state.status === 'unknown' ? renew(null) : state
    },

    /** Sets the session that a sign-in has created. */
    setSession(session: Session) {
      const expires = environment.now() + session.expiresIn * 1000
      applySession(session, expires)
      void environment.broadcast({ type: 'renewed', session, expires })
    },

    /** An access token that is still valid; null when signed out. */
    async token(): Promise<string | null> {
      if (state.status === 'signed-in' && state.expires - environment.now() > MIN_LIFETIME_MS)
        return state.accessToken
      if (state.status === 'signed-out') return null
      return getToken(await renew(getToken(state)))
    },

    /** A token newer than the one that the service refused; null when the session has ended. */
    async renew(refused: string): Promise<string | null> {
      if (getToken(state) !== refused) return getToken(state)
      return getToken(await renew(refused))
    },

    /** The push service has refused the token: ends its session at once if that has ended elsewhere, else asks for a newer token. */
    refuse(token: string, end: SessionEnd | null): void {
      if (getToken(state) !== token) return
      if (end) endSession(end)
      else
        renew(token).catch(() => {
          // Offline: the socket connects again, and is refused again.
        })
    },

    /** Ends the session of a page whose tokens are refused. False if the page shows nothing of a customer. */
    end(): boolean {
      if (!getCustomer(state)) return false
      if (state.status === 'signed-in') endSession()
      return true
    },

    /** Applies a message of another tab. 'other-customer' when it signed in another account: the page must reload. */
    handleMessage(message: SessionMessage): 'same' | 'other-customer' {
      if (message.type === 'ended') {
        setState({ status: 'signed-out' })
        return 'same'
      }
      const customer = getCustomer(state)
      const isOtherCustomer = customer !== undefined && customer.sub !== message.session.claims.sub
      applySession(message.session, message.expires)
      return isOtherCustomer ? 'other-customer' : 'same'
    },

    /** Ends the session in all tabs; returns the address that ends it at the provider. */
    async signOut(everywhere = false): Promise<string> {
      const address = await environment.runExclusive(() => environment.end(everywhere))
      setState({ status: 'signed-out' })
      await environment.broadcast({ type: 'ended' })
      return address
    },
  }
}

export type SessionManager = ReturnType<typeof createSessionManager>

/** Shows instants in the time zone of the customer's brand; without a session, in that of the host's brand. */
export function applyCustomerZone(texts: Texts, session: SessionManager): void {
  const hostZone = texts.timeZone
  const apply = () => {
    const state = session.state()
    if (state.status === 'signed-in') texts.timeZone = state.timeZone ?? hostZone
  }
  session.subscribe(apply)
  apply()
}

/** Whether the customer is a business. */
export function isBusiness(claims: Claims): boolean {
  return claims.amr.includes(BUSINESS)
}

/** Returns the customer whose data the page shows, also after the session has ended by itself. */
export function getCustomer(state: SessionState): Claims | undefined {
  if (state.status === 'signed-in') return state.claims
  return state.status === 'signed-out' ? state.lastCustomer : undefined
}

/** Returns the ticket of an external provider that has asked the customer again; undefined without one. */
export function getStepUpTicket(state: SessionState): string | undefined {
  return state.status === 'signed-in' ? state.stepUp : undefined
}

function getToken(state: SessionState): string | null {
  return state.status === 'signed-in' ? state.accessToken : null
}
