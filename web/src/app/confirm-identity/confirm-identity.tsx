import { useQuery } from '@tanstack/react-query'
import FingerprintPattern from 'lucide-react/icons/fingerprint-pattern'
import { SIGN_IN_PATH } from '#contract/pages.ts'
import { getReauthenticationOptions } from '#contract/reauthentication.ts'
import { call } from '#web/platform/http/call.ts'
import { isNotFound, isRetryable } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import type { IdentityQuestion } from '#web/platform/session/confirm-identity.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { findActText } from './acts.ts'
import styles from './confirm-identity.module.css'
import { ExternalAnswer } from './external-answer.tsx'
import { passkeyUsedLast } from './passkey-used-last.ts'
import { usePasskeyAnswer } from './use-passkey-answer.ts'
import { usePasswordAnswer } from './use-password-answer.ts'

/**
 * 'Confirm it's you': asks for the password or a passkey before a call that decides who can reach the account. The page and
 * its form stay (NX-307).
 */
export function ConfirmIdentity({ call: pendingCall, onAnswer, onClose }: ConfirmIdentityProps) {
  const { text } = useTexts()
  const options = useQuery({
    queryKey: ['reauthentication-options'],
    queryFn: () => call(getReauthenticationOptions, undefined, { unloggedStatuses: [404] }),
    retry: (count, error) => isRetryable(error) && count < 2,
    // A challenge can be used once.
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  const confirm = () => onAnswer(true)
  const form = usePasswordAnswer(confirm, onClose)
  const passkey = usePasskeyAnswer(options.data?.passkey ?? null, confirm, {
    onEnd: onClose,
    onUsed: () => void options.refetch(),
  })
  const methods = options.data?.methods ?? []
  const hasPassword = methods.includes('password')
  const hasPasskey = methods.includes('passkey') && 'PublicKeyCredential' in window
  const isPasskeyFirst = hasPasskey && (!hasPassword || passkeyUsedLast.read() === true)
  const isPending = form.pending || passkey.isPending
  // An external provider asks its customers itself.
  const isExternal = isNotFound(options.error)
  const actText = findActText(pendingCall)
  return (
    <Dialog
      title={text('confirm-identity.title')}
      size="small"
      onClose={onClose}
      closeDisabled={isPending}
      alert={
        ((options.isError && !isExternal) || form.failed) && (
          <AlertBanner kind="error">{text('confirm-identity.failed')}</AlertBanner>
        )
      }
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            {text('action.cancel')}
          </Button>
          {hasPassword && (
            <Button
              variant={hasPasskey ? 'line' : 'primary'}
              type="submit"
              form={FORM_ID}
              pending={form.pending}
            >
              {text('confirm-identity.confirm')}
            </Button>
          )}
        </>
      }
    >
      <p>
        {actText && text(actText)} {text('confirm-identity.why')}
      </p>
      {options.isPending && (
        <div className={styles.loading}>
          <Spinner size={24} />
        </div>
      )}
      {isExternal && <ExternalAnswer onConfirmed={confirm} />}
      {options.data && (
        <div className={styles.methods}>
          {hasPasskey && (
            <div className={styles.passkey}>
              <Button
                variant="primary"
                size="large"
                icon={FingerprintPattern}
                autoFocus={isPasskeyFirst}
                pending={passkey.isPending}
                disabled={form.pending}
                className={styles.wide}
                onClick={passkey.start}
              >
                {text('confirm-identity.passkey')}
              </Button>
              {passkey.hasFailed && (
                <p role="alert" className={styles.problem}>
                  {text('confirm-identity.passkey.failed')}
                </p>
              )}
            </div>
          )}
          {hasPasskey && hasPassword && <p className={styles.or}>{text('confirm-identity.or')}</p>}
          {hasPassword && (
            <Form id={FORM_ID} form={form}>
              <PasswordField
                name="password"
                label={text('sign-in.password')}
                showLabel={text('confirm-identity.show-password')}
                autoComplete="current-password"
                autoFocus={!isPasskeyFirst}
              />
            </Form>
          )}
          {hasPassword ? (
            <a href={getSignInAddress()} className={styles.forgot}>
              {text('sign-in.forgot')}
            </a>
          ) : (
            !hasPasskey && (
              <>
                <p>{text('confirm-identity.mail-only')}</p>
                <a href={getSignInAddress()} className={buttonClass('primary', 'large')}>
                  {text('confirm-identity.mail-only.action')}
                </a>
              </>
            )
          )}
        </div>
      )}
    </Dialog>
  )
}

interface ConfirmIdentityProps {
  call: IdentityQuestion['call']
  onAnswer: IdentityQuestion['answer']
  onClose: () => void
}

const FORM_ID = 'confirm-identity'

/** The sign-in page, which is shown although there is a session, has the way to a mailed link. */
function getSignInAddress(): string {
  const returnTo = location.pathname + location.search + location.hash
  return `${SIGN_IN_PATH}?${new URLSearchParams({ 'step-up': '1', returnTo })}`
}
