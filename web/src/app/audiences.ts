import { PATHS } from '#web/platform/navigation/paths.ts'

/** A path for one kind of customer, and the path that the other kind is redirected to. */
export interface AudienceRule {
  audience: 'business' | 'consumer'
  redirectTo: string
}

/**
 * Returns the rule of a path, also while its screen does not exist; undefined where both kinds are admitted. A consumer
 * leaves business settings for '/settings', a business customer goes to the business page of the same purpose (AA-015,
 * OP-47).
 */
export function findAudienceRule(pathname: string): AudienceRule | undefined {
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
