import { HttpFailure, isGone, isNotFound } from '#web/platform/http/http-failure.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { createStoredValue } from '#web/platform/storage/storage.ts'

/** What came of the link that was opened in this tab. */
type ConfirmationResult =
  | { outcome: 'subscribed'; email: string }
  | { outcome: 'email-changed' }
  | { outcome: 'account-closed' }
  /** By 'It wasn't me'; `email` has the link to a new password. */
  | { outcome: 'account-locked'; email: string }
  | { outcome: 'refused'; link: MailedLink; token: string; refusal: Refusal }

type MailedLink = 'subscription' | 'email-change' | 'account-deletion'

/** ended: the link was used, replaced or has expired, or what it confirms was withdrawn. */
type Refusal = 'ended' | 'other-account' | 'email-in-use'

const stored = createStoredValue('keepsake.confirmation-result', isResult, () => sessionStorage)
let current: ConfirmationResult | undefined

/** Saves the result for the page that shows it, also after a reload; without storage until then. */
export function saveConfirmationResult(result: ConfirmationResult): void {
  current = result
  stored.write(result)
}

/** Saves why the link was refused; nothing when the confirmation failed for another reason. */
export function saveRefusal(link: MailedLink, token: string, error: unknown): void {
  const refusal = findRefusal(error)
  if (refusal) saveConfirmationResult({ outcome: 'refused', link, token, refusal })
}

/** Reads the result of this tab, so that a page never says what only its address claims. */
export const readConfirmationResult = (): ConfirmationResult | undefined => current ?? stored.read()

/** Reads why the link was refused in this tab. */
export function readRefusal(link: MailedLink): { token: string; refusal: Refusal } | undefined {
  const result = readConfirmationResult()
  return result?.outcome === 'refused' && result.link === link ? result : undefined
}

/** Removes the result, as at the start of another confirmation. */
export function clearConfirmationResult(): void {
  current = undefined
  stored.remove()
}

export const REFUSAL_TEXTS: Record<Refusal, MessageId> = {
  ended: 'confirmation.refused.ended',
  'other-account': 'confirmation.refused.other-account',
  'email-in-use': 'settings.email.in-use',
}

function findRefusal(error: unknown): Refusal | undefined {
  if (isNotFound(error) || isGone(error)) return 'ended'
  if (!(error instanceof HttpFailure)) return undefined
  return error.status === 403 ? 'other-account' : error.status === 409 ? 'email-in-use' : undefined
}

function isResult(value: unknown): value is ConfirmationResult {
  const { outcome, email, link, token, refusal } = Object(value) as Record<string, unknown>
  if (outcome === 'subscribed' || outcome === 'account-locked') return typeof email === 'string'
  if (outcome !== 'refused') return outcome === 'email-changed' || outcome === 'account-closed'
  const isText = [link, token, refusal].every(each => typeof each === 'string')
  return isText && Object.hasOwn(REFUSAL_TEXTS, refusal as string)
}
