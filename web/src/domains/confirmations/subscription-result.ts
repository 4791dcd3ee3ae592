import { createStoredValue } from '#web/platform/storage/storage.ts'

/** What came of the link that was opened in this tab. */
type SubscriptionResult =
  | { outcome: 'subscribed'; email: string }
  /** The link was replaced, or the subscription was ended since. */
  | { outcome: 'ended'; token: string }

const stored = createStoredValue('keepsake.subscription-result', isResult, () => sessionStorage)
let current: SubscriptionResult | undefined

/** Saves the result for the page that shows it, also after a reload; without storage until then. */
export function saveSubscriptionResult(result: SubscriptionResult): void {
  current = result
  stored.write(result)
}

/** Reads the result of this tab, so that a page never says what only its address claims. */
export const readSubscriptionResult = (): SubscriptionResult | undefined => current ?? stored.read()

/** Removes the result, as at the start of another confirmation. */
export function clearSubscriptionResult(): void {
  current = undefined
  stored.remove()
}

function isResult(value: unknown): value is SubscriptionResult {
  if (typeof value !== 'object' || value === null || !('outcome' in value)) return false
  return value.outcome === 'subscribed'
    ? 'email' in value && typeof value.email === 'string'
    : value.outcome === 'ended' && 'token' in value && typeof value.token === 'string'
}
