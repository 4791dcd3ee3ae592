import { useSyncExternalStore } from 'react'
import type { Claims } from '#contract/customers.ts'
import { createSession, endSession, refreshSession } from '#contract/session.ts'
import { call } from '../http/call.ts'
import { isUnauthorized } from '../http/http-failure.ts'
import {
  createSessionManager,
  type SessionManager,
  type SessionMessage,
  type SessionState,
} from './session.ts'

/**
 * The page's session. Throws before `createPageSession`: authentication needs the configuration's addresses (AA-005).
 */
export function pageSession(): SessionManager {
  if (!keeper) throw new Error('Config should be loaded before authentication')
  return keeper
}

/** Starts the page's session once the configuration is there; `reload` begins the page anew. */
export function createPageSession(reload: () => void): SessionManager {
  const channel = new BroadcastChannel(NAME)
  const session = createSessionManager({
    refresh,
    end: async everywhere => (await call(endSession, { body: { everywhere } })).endSessionUrl,
    exclusively,
    tell: message => channel.postMessage(message),
    now: Date.now,
    later: (work, milliseconds) => {
      const timer = setTimeout(work, milliseconds)
      return () => clearTimeout(timer)
    },
  })
  channel.onmessage = ({ data }: MessageEvent<SessionMessage>) => {
    const before = session.state().status
    const heard = session.hear(data)
    if (heard === 'other-customer' || (data.type === 'ended' && before === 'signed-in')) reload()
  }
  // Timers stand still while a device sleeps: whoever comes back gets a valid token before the first press.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && session.state().status === 'signed-in') {
      session.token().catch(() => {
        // Offline: the next call says so in its place.
      })
    }
  })
  keeper = session
  return session
}

/** Exchanges the code of a sign-in for a session (PKCE) and takes it. */
export async function exchangeCode(body: {
  code: string
  codeVerifier: string
  nonce: string
  iss?: string
}) {
  pageSession().adopt(await call(createSession, { body }))
}

/** The session of this tab, kept up to date. */
export function useSession(): SessionState {
  const session = pageSession()
  return useSyncExternalStore(session.subscribe, session.state)
}

/** The signed-in customer's claims (AA-007); throws where nobody is signed in. */
export function useClaims(): Claims {
  const state = useSession()
  if (state.status !== 'signed-in') throw new Error('Nobody is signed in')
  return state.claims
}

const NAME = 'keepsake.session'
let keeper: SessionManager | undefined

async function refresh() {
  try {
    return await call(refreshSession)
  } catch (error) {
    if (isUnauthorized(error)) return null
    throw error
  }
}

function exclusively<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks.request(NAME, async () => {
    const result = await work()
    // Held for one more turn: what was told to the other tabs is there before the next one gets the lock.
    await new Promise(resolve => setTimeout(resolve))
    return result
  }) as Promise<T>
}
