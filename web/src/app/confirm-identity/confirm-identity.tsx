import { useQuery } from '@tanstack/react-query'
import FingerprintPattern from 'lucide-react/icons/fingerprint-pattern'
import { useEffect, useState } from 'react'
import { getReauthenticationOptions, reauthenticate } from '#contract/reauthentication.ts'
import { type FormState, useForm } from '#web/platform/forms/use-form.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure, isNotFound, isRetryable } from '#web/platform/http/http-failure.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import type { IdentityQuestion } from '#web/platform/session/confirm-identity.ts'
import { pageSession, useSession } from '#web/platform/session/page-session.ts'
import { getStepUpTicket } from '#web/platform/session/session.ts'
import { STEP_UP_CHANNEL } from '#web/platform/session/step-up-window.ts'
import { createStoredValue } from '#web/platform/storage/storage.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { getSignInAddress, openSignInWindow } from '../sign-in-window.ts'
import styles from './confirm-identity.module.css'

/**
 * 'Confirm it's you': asks for the password or a passkey before a call that decides who can reach the account. The page and
 * its form stay.
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
        <div className={classes('ui-centered', styles.loading)}>
          <Spinner size={24} />
        </div>
      )}
      {isExternal && <ExternalAnswer onConfirmed={confirm} />}
      {options.data && (
        <div className={classes('ui-stack', styles.methods)}>
          {hasPasskey && (
            <div className="ui-stack8">
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
                {text('sign-in.use-passkey')}
              </Button>
              {passkey.hasFailed && (
                <p role="alert" className="ui-small ui-critical">
                  {text('confirm-identity.passkey.failed')}
                </p>
              )}
            </div>
          )}
          {hasPasskey && hasPassword && (
            <p className={classes('ui-row16 ui-small', styles.or)}>{text('sign-in.or')}</p>
          )}
          {hasPassword && (
            <Form id={FORM_ID} form={form}>
              <PasswordField
                name="password"
                label={text('sign-in.password')}
                autoComplete="current-password"
                autoFocus={!isPasskeyFirst}
              />
            </Form>
          )}
          {hasPassword ? (
            <a href={getSignInAddress(STEP_UP)} className={classes('ui-inline-row ui-medium', styles.forgot)}>
              {text('sign-in.forgot')}
            </a>
          ) : (
            !hasPasskey && (
              <>
                <p>{text('confirm-identity.mail-only')}</p>
                <a href={getSignInAddress(STEP_UP)} className={buttonClass('primary', 'large')}>
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
const STEP_UP = { 'step-up': '1' } as const

/** Finds the sentence that names what the customer is about to do; undefined for a call without one. */
function findActText({ service, path }: IdentityQuestion['call']): MessageId | undefined {
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

/** The form of the password. `onEnd`: the session has ended, by too many wrong answers or elsewhere. */
function usePasswordAnswer(onConfirmed: () => void, onEnd: () => void): FormState {
  const { text } = useTexts()
  return useForm<string>({
    check: ({ password = '' }) => (password === '' ? { issues: { password: 'empty' } } : { data: password }),
    submit: async password => {
      await call(reauthenticate, { body: { method: 'password', password } }, { unloggedStatuses: [401] })
      passkeyUsedLast.write(false)
      onConfirmed()
    },
    message: (_name, issue) =>
      issue === 'empty' ? text('sign-in.required') : text('confirm-identity.wrong', { count: Number(issue) }),
    refusal: (error): Record<string, string> | undefined => {
      const wrong = findWrongAnswer(error)
      if (!endsSession(error)) return wrong && { password: String(wrong.attemptsLeft) }
      pageSession().end()
      onEnd()
      return {}
    },
  })
}

/** The button of the passkey. `options` are in the page before the press, in which Safari wants the browser's own call. */
function usePasskeyAnswer(
  options: Record<string, unknown> | null,
  onConfirmed: () => void,
  { onEnd, onUsed }: { onEnd: () => void; onUsed: () => void },
) {
  const [state, setState] = useState<'idle' | 'pending' | 'failed'>('idle')
  const answer = async () => {
    const response = await requestPasskey(options!)
    await call(reauthenticate, { body: { method: 'passkey', response } }, { unloggedStatuses: [401] })
    passkeyUsedLast.write(true)
  }
  const start = () => {
    setState('pending')
    answer().then(onConfirmed, (error: unknown) => {
      setState('failed')
      if (endsSession(error)) {
        pageSession().end()
        return onEnd()
      }
      // A challenge can be answered once; the browser's own refusals (NotAllowedError) have not used it.
      if (findWrongAnswer(error)) onUsed()
      else if (!(error instanceof DOMException)) reportFailure(error)
    })
  }
  return { isPending: state === 'pending', hasFailed: state === 'failed', start }
}

/** Asks the browser for a passkey that answers the challenge (WebAuthn Level 3, 5.1.8 and 5.1.10). */
async function requestPasskey(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
  return { ...credential.toJSON() }
}

/**
 * The way of an external provider: it asks in a window of its own, so that the form stays, and the session of all tabs gets
 * the ticket.
 */
function ExternalAnswer({ onConfirmed }: { onConfirmed: () => void }) {
  const { text } = useTexts()
  const ticket = getStepUpTicket(useSession())
  const [knownTicket] = useState(ticket)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (ticket !== undefined && ticket !== knownTicket) onConfirmed()
  }, [ticket, knownTicket, onConfirmed])
  useEffect(() => {
    const channel = new BroadcastChannel(STEP_UP_CHANNEL)
    channel.onmessage = () => setFailed(true)
    return () => channel.close()
  }, [])
  const ask = () => {
    setFailed(false)
    openSignInWindow(STEP_UP)
  }
  return (
    <div className={classes('ui-stack', styles.methods)}>
      {hasFailed && <AlertBanner kind="error">{text('confirm-identity.external.failed')}</AlertBanner>}
      <p>{text('confirm-identity.external')}</p>
      <Button variant="primary" size="large" autoFocus className={styles.wide} onClick={ask}>
        {text('action.continue')}
      </Button>
    </div>
  )
}

/** Whether a passkey was the last proof in this browser: its button then has the focus. */
export const passkeyUsedLast = createStoredValue(
  'keepsake.passkey-used-last',
  (value): value is boolean => typeof value === 'boolean',
)

/** Returns the failure of a wrong answer, with the answers that are left; undefined for any other. */
const findWrongAnswer = (error: unknown): HttpFailure | undefined =>
  error instanceof HttpFailure && error.code === 'bad-credentials' ? error : undefined

/** Whether the session is over: by the last wrong answer, or it had ended before. */
const endsSession = (error: unknown): boolean =>
  error instanceof HttpFailure && (error.code === 'unauthorized' || error.attemptsLeft === 0)
