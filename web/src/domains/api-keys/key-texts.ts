import type { ApiKey } from '#contract/api-keys.ts'
import type { ApiScope } from '#contract/api-scopes.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import { lastDayLabel } from '#web/platform/i18n/order-days.ts'
import type { MessageId, Texts } from '#web/platform/i18n/texts.ts'

const MINUTE = 60_000

/** The name of a key, which its successor has, too. */
export const keyName = (
  { text }: Texts,
  { name, replacedBy }: Pick<ApiKey, 'name' | 'replacedBy'>,
): string => (replacedBy === null ? name : text('api-keys.replaced', { name }))

/** The beginning and the end of a key, by which its owner recognises it. */
export const keyHint = (environment: string, { hint }: Pick<ApiKey, 'hint'>): string =>
  `ksk_${environment === 'production' ? 'live' : 'test'}_…${hint}`

/** What a key with these scopes may do, in words; a scope that this page does not know by its own name. */
export const scopeLabels = ({ text }: Texts, scopes: readonly string[]): string =>
  scopes.map(scope => (isKnownScope(scope) ? text(SCOPE_TEXTS[scope]) : scope)).join(', ')

/** What each scope allows. */
export const SCOPE_TEXTS = {
  'orders:read': 'api-keys.scope.orders-read',
  'invoices:read': 'api-keys.scope.invoices-read',
  'product-files:read': 'api-keys.scope.product-files-read',
  'complaints:read': 'api-keys.scope.complaints-read',
  'projects:read': 'api-keys.scope.projects-read',
  'events:read': 'api-keys.scope.events-read',
  'order-files:write': 'api-keys.scope.order-files-write',
  'callbacks:write': 'api-keys.scope.callbacks-write',
} as const satisfies Record<ApiScope, MessageId>

const isKnownScope = (scope: string): scope is ApiScope => scope in SCOPE_TEXTS

/** When a key was last used: '4 minutes ago', or day and time. */
export function lastUseLabel(texts: Texts, { lastUsedAt }: Pick<ApiKey, 'lastUsedAt'>, now: number): string {
  if (lastUsedAt === null) return texts.text('api-keys.never')
  const minutes = Math.floor((now - Date.parse(lastUsedAt)) / MINUTE)
  return minutes < 60
    ? formatRelative(texts, -Math.max(minutes, 0), 'minute')
    : instantLabel(texts, lastUsedAt, 'short-day-time')
}

/** The last day of a key. */
export const endLabel = (texts: Texts, { expiresAt }: Pick<ApiKey, 'expiresAt'>): string =>
  lastDayLabel(texts, expiresAt)

const formatRelative = ({ locale }: Texts, value: number, unit: Intl.RelativeTimeFormatUnit): string =>
  new Intl.RelativeTimeFormat(locale, { numeric: 'always' }).format(value, unit)
