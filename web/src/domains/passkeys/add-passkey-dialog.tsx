import { useMutation } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import FingerprintPattern from 'lucide-react/icons/fingerprint-pattern'
import Globe from 'lucide-react/icons/globe'
import KeyRound from 'lucide-react/icons/key-round'
import Smartphone from 'lucide-react/icons/smartphone'
import { useRef } from 'react'
import { addPasskey, type Passkey } from '#contract/passkeys.ts'
import { call } from '#web/platform/http/call.ts'
import { isCancelled } from '#web/platform/http/cancelled-call.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { classes } from '#web/ui/classes.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { type PasskeyCreation, requestPasskeyCreation } from './passkey-queries.ts'
import styles from './passkeys.module.css'
import { createCredential } from './webauthn.ts'

/** Says where a passkey can be kept, and lets the browser make one. */
export function AddPasskeyDialog({
  creation: { options, isForAllSites },
  onAdded,
  onClose,
}: AddPasskeyDialogProps) {
  const { text } = useTexts()
  const areUsed = useRef(false)
  const addition = useMutation({
    mutationFn: async (credential: ReturnType<typeof createCredential>) => {
      const response = await credential
      if (typeof response === 'string') return response
      areUsed.current = true
      return call(addPasskey, { body: { response } })
    },
    onSuccess: added => (typeof added === 'string' ? undefined : onAdded(added)),
  })
  const hasFailed = addition.isError && !isCancelled(addition.error)
  return (
    <ConfirmDialog
      role="dialog"
      title={text('passkeys.add')}
      confirmLabel={text('action.continue')}
      pending={addition.isPending}
      onConfirm={() =>
        // Begins in the press itself, which Safari wants; options can be used once.
        addition.mutate(
          areUsed.current
            ? requestPasskeyCreation().then(requested => createCredential(requested.options))
            : createCredential(options),
        )
      }
      onCancel={onClose}
      alert={
        (hasFailed || typeof addition.data === 'string') && (
          <AlertBanner kind="error">
            {text(addition.data === 'known' ? 'passkeys.known' : 'sign-in.passkey-not-used')}
          </AlertBanner>
        )
      }
    >
      <p>{text('passkeys.add.text')}</p>
      <ul className={classes('ui-stack12', styles.places)}>
        {PLACES.map(({ icon, title, hint }) => (
          <li key={title}>
            <Icon of={icon} />
            <div>
              <b>{text(title)}</b>
              <p>{text(hint)}</p>
            </div>
          </li>
        ))}
      </ul>
      <p className={classes('ui-line12', styles.note)}>
        <Icon of={Globe} />
        <span>{text(isForAllSites ? 'passkeys.add.note' : 'passkeys.add.note-here')}</span>
      </p>
    </ConfirmDialog>
  )
}

const PLACES: readonly { icon: LucideIcon; title: MessageId; hint: MessageId }[] = [
  { icon: FingerprintPattern, title: 'passkeys.on-device', hint: 'passkeys.on-device.text' },
  { icon: Smartphone, title: 'passkeys.on-phone', hint: 'passkeys.on-phone.text' },
  { icon: KeyRound, title: 'passkeys.on-key', hint: 'passkeys.on-key.text' },
]

export interface AddPasskeyDialogProps {
  creation: PasskeyCreation
  onAdded: (passkey: Passkey) => Promise<void>
  onClose: () => void
}
