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

/** Lets the signed-in pass; all others sign in first and come back to the same path and query (PL-013). */
export async function requireSession({ location, preload }: Guarded): Promise<void> {
  const state = await pageSession().start()
  if (state.status === 'signed-in' || preload) return
  await leaveForSignIn(location.href)
}

/** Leads to '/' while the flag is off (PL-014, OP-05). */
export function requireFlag(flag: Flag) {
  return ({ location }: Guarded): void => {
    if (!isFlagEnabled(flag, location.searchStr))
      throw redirect({ to: PATHS.overview, search: true, replace: true })
  }
}

/** Leaves the page for the sign-in. Never resolves; rejects if the provider's address cannot be had. */
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
