import type { MessageId } from '#web/platform/i18n/texts.ts'
import type { IdentityQuestion } from '#web/platform/session/confirm-identity.ts'

/** Finds the sentence that names what the customer is about to do; undefined for a call without one. */
export function findActText({ service, path }: IdentityQuestion['call']): MessageId | undefined {
  return ACTS.find(([pattern]) => pattern.test(service + path))?.[1]
}

/** By service and path of the call. */
const ACTS: readonly (readonly [pattern: RegExp, text: MessageId])[] = [
  [/^account\/.+\/emailchanges$/, 'confirm-identity.act.email'],
  [/^account\/.+\/deleteaccount$/, 'confirm-identity.act.close'],
  [/^account\/password$/, 'confirm-identity.act.password'],
  [/^account\/passkeys/, 'confirm-identity.act.passkey'],
  [/^apiKeys\//, 'confirm-identity.act.api-key'],
  [/^sftpAccess\//, 'confirm-identity.act.sftp'],
  [/^(customers|callbacks)\//, 'confirm-identity.act.callbacks'],
  [/^photoExport\//, 'confirm-identity.act.export'],
]
