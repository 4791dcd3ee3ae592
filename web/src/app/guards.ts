import { redirect } from '@tanstack/react-router'
import type { Flag } from '#contract/brands.ts'
import { isFlagEnabled } from '#web/platform/flags/flags.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { pageSession } from '#web/platform/session/page-session.ts'
import { startSignIn } from '#web/platform/session/sign-in.ts'

interface Guarded {
  location: { href: string; searchStr: string }
  preload: boolean
}

/** Requires a session; without one, signs in and returns to the same path and query (PL-013). */
export async function requireSession({ location, preload }: Guarded): Promise<void> {
  const state = await pageSession().start()
  if (state.status === 'signed-in' || preload) return
  await leaveForSignIn(location.href)
}

/** Redirects to '/' while the flag is off (PL-014, OP-05). */
export function requireFlag(flag: Flag) {
  return ({ location }: Guarded): void => {
    if (!isFlagEnabled(flag, location.searchStr))
      throw redirect({ to: PATHS.overview, search: true, replace: true })
  }
}

/** Navigates to the sign-in. Never resolves; rejects if the identity provider's address cannot be loaded. */
export function leaveForSignIn(returnTo: string): Promise<never> {
  leaving ??= go(returnTo).catch(error => {
    leaving = undefined
    throw error
  })
  return leaving
}

let leaving: Promise<never> | undefined

async function go(returnTo: string): Promise<never> {
  location.assign(await startSignIn(returnTo))
  return new Promise<never>(() => {})
}
