import { redirect } from '@tanstack/react-router'
import type { Flag } from '#contract/brands.ts'
import { isFlagEnabled } from '#web/platform/flags/flags.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import type { Search } from '#web/platform/navigation/search.ts'
import { isRouteEnabled } from '#web/platform/navigation/switched-off-routes.ts'
import { pageSession } from '#web/platform/session/page-session.ts'
import { isBusiness } from '#web/platform/session/session.ts'
import { redirectToSignIn } from './redirect-to-sign-in.ts'

export interface GuardContext {
  location: { href: string; pathname: string; searchStr: string; search: Search }
  preload: boolean
}

/**
 * Guard of the shell: requires a session, then a route that the host offers and the kind of customer that it is for.
 */
export async function requireCustomer(guarded: GuardContext): Promise<void> {
  await requireSession(guarded)
  requireRoute(guarded)
  requireAudience(guarded)
}

/** Requires a session; without one, signs in and returns to the same path and query. */
export async function requireSession({ location, preload }: GuardContext): Promise<void> {
  const state = await pageSession().start()
  if (state.status === 'signed-in' || preload) return
  await redirectToSignIn(location.href)
}

/** Redirects a customer of the other kind to the path of the table. */
function requireAudience({ location }: Pick<GuardContext, 'location'>): void {
  const session = pageSession().state()
  const rule = findAudienceRule(location.pathname)
  // Preloading works without a session; nothing is shown then.
  if (!rule || session.status !== 'signed-in') return
  if (isBusiness(session.claims) !== (rule.audience === 'business'))
    throw redirect({ to: rule.redirectTo, search: true, replace: true })
}

/** Redirects to '/' from a route that the host switches off, as from one whose flag is off. */
function requireRoute({ location }: { location: Pick<GuardContext['location'], 'pathname'> }): void {
  if (!isRouteEnabled(location.pathname)) throw redirect({ to: PATHS.overview, search: true, replace: true })
}

/** Whether the page is for the kind of customer who is signed in. */
export function isForCustomer(pathname: string): boolean {
  const rule = findAudienceRule(pathname)
  const session = pageSession().state()
  return (
    !rule || (session.status === 'signed-in' && isBusiness(session.claims) === (rule.audience === 'business'))
  )
}

/** Redirects a confirmation without a token to its error page. */
export function requireConfirmationToken(errorPath: string) {
  return ({ location }: Pick<GuardContext, 'location'>): void => {
    if (!location.search['confirmation-token']) throw redirect({ to: errorPath, search: true, replace: true })
  }
}

/** Redirects to '/' while the flag is off. */
export function requireFlag(flag: Flag) {
  return ({ location }: { location: Pick<GuardContext['location'], 'searchStr'> }): void => {
    if (!isFlagEnabled(flag, location.searchStr))
      throw redirect({ to: PATHS.overview, search: true, replace: true })
  }
}

/** A path for one kind of customer, and the path that the other kind is redirected to. */
interface AudienceRule {
  audience: 'business' | 'consumer'
  redirectTo: string
}

/**
 * Returns the rule of a path, also while its screen does not exist; undefined where both kinds are admitted. A consumer
 * leaves business settings for '/settings', a business customer goes to the business page of the same purpose.
 */
function findAudienceRule(pathname: string): AudienceRule | undefined {
  // Routes are matched without regard to case and trailing slashes.
  const path = pathname.replace(/\/+$/, '')
  const rule = RULES.find(rule => covers(rule, path.toLowerCase()))
  if (!rule) return undefined
  const remainingPath = rule.keepsRest ? path.slice(rule.path.length) : ''
  return { audience: rule.audience, redirectTo: rule.redirectTo + remainingPath }
}

interface Rule extends AudienceRule {
  path: string
  /** The paths below are not covered. */
  exact?: boolean
  /** The redirect keeps the rest of the path, such as the id of an address. */
  keepsRest?: boolean
}

const RULES: readonly Rule[] = [
  { path: PATHS.invoices, audience: 'business', redirectTo: PATHS.overview },
  { path: PATHS.integration, audience: 'business', redirectTo: PATHS.overview },
  { path: PATHS.onlineProducts, audience: 'consumer', redirectTo: PATHS.overview },
  { path: PATHS.businessSettings, audience: 'business', redirectTo: PATHS.settings },
  { path: PATHS.settings, audience: 'consumer', redirectTo: PATHS.businessSettings, exact: true },
  { path: PATHS.changeEmail, audience: 'consumer', redirectTo: PATHS.changeBusinessEmail },
  { path: PATHS.newAddress, audience: 'consumer', redirectTo: PATHS.newBusinessAddress },
  {
    path: PATHS.addressWithoutId,
    audience: 'consumer',
    redirectTo: PATHS.businessAddressWithoutId,
    keepsRest: true,
  },
]

const covers = ({ path, exact }: Rule, pathname: string) =>
  pathname === path || (!exact && pathname.startsWith(`${path}/`))
