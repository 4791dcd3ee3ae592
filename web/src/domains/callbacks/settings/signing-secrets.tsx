import { useMutation, useQueryClient } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useRef, useState } from 'react'
import {
  type Callbacks,
  createSecret,
  endSecret,
  OVERLAP_HOURS,
  type SigningSecret,
  TOO_MANY_SECRETS,
} from '#contract/callbacks.ts'
import { call } from '#web/platform/http/call.ts'
import { isCancelled } from '#web/platform/http/cancelled-call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import { nullIfNotFound } from '#web/platform/http/null-if-absent.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import { deadlineLabel } from '#web/platform/i18n/order-days.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useClock } from '#web/platform/operations/use-clock.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { callbacksQuery } from '../callback-queries.ts'
import { CopyButton } from '../copy-button.tsx'
import { readMinute, timeLeftLabel } from './duration-label.ts'
import { NewSecretDialog } from './new-secret-dialog.tsx'
import { getPartLeft, maskSecret, SecretRow } from './secret-row.tsx'
import styles from './signing-secrets.module.css'

/** The secrets that sign, the newest first, each with its end; a new one is shown once, when it is created. */
export function SigningSecrets({
  endpoint,
  isBlocked,
}: {
  endpoint: NonNullable<Callbacks['endpoint']>
  isBlocked: boolean
}) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  const creation = useMutation({
    mutationFn: (overlapHours: number) =>
      call(createSecret, { query: { endpoint: endpoint.id }, body: { overlapHours } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: callbacksQuery.queryKey })
      setAsking(false)
    },
    onError: error => {
      // The dialog says so once it knows the secrets, which another window has created.
      if (isTooMany(error)) void queries.invalidateQueries({ queryKey: callbacksQuery.queryKey })
    },
  })
  const { secrets } = endpoint
  const [newest, ...earlier] = secrets
  if (!newest) return null
  const createdSecret = creation.data?.secret
  const failure = creation.isError && !isCancelled(creation.error) && !isTooMany(creation.error) && (
    <AlertBanner kind="error">{text('callbacks.secret.failed')}</AlertBanner>
  )
  return (
    <section className="ui-stack8 ui-narrow" aria-labelledby="signing-secrets">
      <h3 id="signing-secrets" className="ui-small ui-medium">
        {text('callbacks.secrets')}
      </h3>
      <ul>
        <NewestRow
          secret={newest}
          createdSecret={createdSecret && isSecretOf(createdSecret, newest) ? createdSecret : undefined}
          onShow={isBlocked ? undefined : () => creation.mutate(OVERLAP_HOURS)}
          pending={creation.isPending}
        />
        {earlier.map((secret, index) => (
          <EarlierRow key={secret.id} secret={secret} replacedAt={secrets[index]!.createdAt}>
            <EndSecret
              secret={secret}
              hasRecentFailures={endpoint.hasRecentFailures}
              onEnded={() => addButton.current?.focus()}
            />
          </EarlierRow>
        ))}
      </ul>
      {newest.shown && (
        <div className={styles.add}>
          <Button
            ref={addButton}
            variant="text"
            icon={Plus}
            disabled={isBlocked}
            onClick={() => {
              creation.reset()
              setAsking(true)
            }}
          >
            {text('callbacks.secret.create')}
          </Button>
        </div>
      )}
      {!isAsking && failure}
      {isAsking && (
        <NewSecretDialog
          secrets={secrets}
          pending={creation.isPending}
          alert={failure}
          onCreate={overlapHours => creation.mutate(overlapHours)}
          onCancel={() => setAsking(false)}
        />
      )}
    </section>
  )
}

const isTooMany = (error: unknown) => error instanceof HttpFailure && error.reason === TOO_MANY_SECRETS

/** Whether the secret that was shown is the listed one: another window may have replaced it since. */
const isSecretOf = (secret: string, { hint }: SigningSecret) => secret.replace(/=+$/, '').endsWith(hint)

function NewestRow({
  secret,
  createdSecret,
  onShow,
  pending,
}: {
  secret: SigningSecret
  createdSecret: string | undefined
  onShow: (() => void) | undefined
  pending: boolean
}) {
  const { texts, text } = useTexts()
  if (createdSecret)
    return (
      <SecretRow
        name={createdSecret}
        isNewest
        note={
          <p role="status" className="ui-note">
            {text('callbacks.secret.new')}
          </p>
        }
      >
        <CopyButton name={text('callbacks.secret')} value={createdSecret} autoFocus />
      </SecretRow>
    )
  if (!secret.shown)
    return (
      <SecretRow
        name={maskSecret('')}
        isNewest
        note={<p className="ui-note">{text('callbacks.secret.hint')}</p>}
      >
        <Button variant="line" pending={pending} disabled={!onShow} onClick={onShow}>
          {text('action.show')}
        </Button>
      </SecretRow>
    )
  const time = instantLabel(texts, secret.createdAt, 'short-day-time')
  return (
    <SecretRow
      name={maskSecret(secret.hint)}
      isNewest
      note={<p className="ui-note">{text('callbacks.secret.since', { time })}</p>}
    />
  )
}

function EarlierRow({
  secret,
  replacedAt,
  children,
}: {
  secret: SigningSecret
  replacedAt: string
  children: ReactNode
}) {
  const texts = useTexts()
  const now = useClock(readMinute)
  const end = secret.expiresAt ?? replacedAt
  const note = texts.text('callbacks.secret.until', {
    time: deadlineLabel(texts, end, 'short-day-time'),
    left: timeLeftLabel(texts, Date.parse(end) - now),
  })
  return (
    <SecretRow
      name={maskSecret(secret.hint)}
      isNewest={false}
      note={<p className="ui-note">{note}</p>}
      timeLeft={getPartLeft(secret, replacedAt, now)}
    >
      {children}
    </SecretRow>
  )
}

/** Ends an earlier secret at once; asks before where callbacks failed lately, because a system may still verify with it. */
function EndSecret({
  secret: { id, hint },
  hasRecentFailures,
  onEnded,
}: {
  secret: SigningSecret
  hasRecentFailures: boolean
  /**
   * Called when the secret has disappeared, and with it the button that had the focus. Before that the page cannot have
   * the focus where there was a question.
   */
  onEnded: () => void
}) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const ending = useMutation({
    // It may have ended by itself, or in another window.
    mutationFn: () => nullIfNotFound(call(endSecret, { params: { id } })),
    onSuccess: async () => {
      setAsking(false)
      await queries.invalidateQueries({ queryKey: callbacksQuery.queryKey })
      onEnded()
    },
  })
  const failure = ending.isError && (
    <AlertBanner kind="error">{text('callbacks.secret.end.failed')}</AlertBanner>
  )
  const name = maskSecret(hint)
  return (
    <>
      <Button
        variant="text"
        pending={ending.isPending}
        aria-label={text('callbacks.secret.end-of', { secret: name })}
        onClick={() => (hasRecentFailures ? setAsking(true) : ending.mutate())}
      >
        {text('callbacks.secret.end')}
      </Button>
      {!isAsking && failure}
      {isAsking && (
        <ConfirmDialog
          title={text('callbacks.secret.end.title')}
          confirmLabel={text('callbacks.secret.end')}
          danger
          pending={ending.isPending}
          alert={failure}
          onConfirm={() => ending.mutate()}
          onCancel={() => setAsking(false)}
        >
          <p>{text('callbacks.secret.end.text', { secret: name })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
