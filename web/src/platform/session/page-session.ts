import { useState, useSyncExternalStore } from 'react'
import type { Claims } from '#contract/customers.ts'
import { endSession, refreshSession, type Session } from '#contract/session.ts'
import { call } from '../http/call.ts'
import { isUnauthorized } from '../http/http-failure.ts'
import { createStoredValue } from '../storage/storage.ts'
import {
  createSessionManager,
  getCustomer,
  type SessionManager,
  type SessionMessage,
  type SessionState,
} from './session.ts'

/**
 * Returns the page's session. Throws before `createPageSession`: authentication needs the configuration's addresses.
 */
export function pageSession(): SessionManager {
  if (!manager) throw new Error('Config should be loaded before authentication')
  return manager
}

/**
 * Creates the page's session after the configuration is loaded; `reload` is called when another tab signed out or
 * signed in another account. `firstRefresh` is the page's first refresh if that request loads more than the session; when it
 * fails, the session is refreshed alone, so that it is not lost.
 */
export function createPageSession(reload: () => void, firstRefresh?: Refresh): SessionManager {
  const channel = new BroadcastChannel(NAME)
  const ownReceiver = new BroadcastChannel(NAME)
  let isFirst = true
  const session = createSessionManager({
    refresh: () => {
      const refreshAll = isFirst ? firstRefresh : undefined
      isFirst = false
      return refreshAll ? refreshAll().catch(error => (isUnauthorized(error) ? null : refresh())) : refresh()
    },
    end: async everywhere => (await call(endSession, { body: { everywhere } })).endSessionUrl,
    runExclusive: work => navigator.locks.request(NAME, work) as ReturnType<typeof work>,
    // Locks and messages take different ways through the browser: it has sent the message to all tabs when this one's
    // second channel receives it, and grants the lock after that.
    broadcast: message =>
      new Promise(resolve => {
        ownReceiver.onmessage = () => resolve()
        channel.postMessage(message)
      }),
    now: Date.now,
    schedule: (work, milliseconds) => {
      const timer = setTimeout(work, milliseconds)
      return () => clearTimeout(timer)
    },
  })
  channel.onmessage = ({ data }: MessageEvent<SessionMessage>) => {
    const before = getCustomer(session.state())
    const outcome = session.handleMessage(data)
    if (outcome === 'other-customer' || (data.type === 'ended' && before)) reload()
  }
  // Timers do not run while a device sleeps: an expired token is renewed when the page becomes visible.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && session.state().status === 'signed-in') {
      session.token().catch(() => {
        // Offline: the next call reports it where it is made.
      })
    }
  })
  const stop = session.subscribe(() => {
    const state = session.state()
    if (state.status !== 'signed-in') return
    stop()
    claimTab(state.claims.sub)
  })
  manager = session
  return session
}

/**
 * Clears what the tab remembers of another customer: places, selections, filters. At the first session of a page only,
 * because a page that another customer takes over stores its place once more when it is left.
 */
function claimTab(accountId: string) {
  const lastCustomer = tabCustomer.read()
  if (lastCustomer === accountId) return
  if (lastCustomer !== undefined) sessionStorage.clear()
  tabCustomer.write(accountId)
}

const tabCustomer = createStoredValue(
  'keepsake.tab-customer',
  (value): value is string => typeof value === 'string',
  () => sessionStorage,
)

/** Returns the state of the session; re-renders on change. */
export function useSession(): SessionState {
  const session = pageSession()
  return useSyncExternalStore(session.subscribe, session.state)
}

/**
 * Returns the signed-in customer's claims, after the session has ended those at mount. Throws when nobody was
 * signed in.
 */
export function useClaims(): Claims {
  const state = useSession()
  const currentClaims = getCustomer(state)
  const [claimsAtMount] = useState(currentClaims)
  const claims = currentClaims ?? claimsAtMount
  if (!claims) throw new Error('No customer is signed in')
  return claims
}

const NAME = 'keepsake.session'
let manager: SessionManager | undefined

/** The session of the cookies with a new access token; null if none. */
type Refresh = () => Promise<Session | null>

const refresh: Refresh = async () => {
  try {
    return await call(refreshSession)
  } catch (error) {
    if (isUnauthorized(error)) return null
    throw error
  }
}
