import { useMutation, useQueryClient } from '@tanstack/react-query'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useState } from 'react'
import { type Callbacks, createSecret, TOO_MANY_SECRETS } from '#contract/callbacks.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure, isCancelled } from '#web/platform/http/http-failure.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { callbacksQuery } from '../callback-queries.ts'
import { CopyButton } from '../copy-button.tsx'
import styles from './callback-settings.module.css'

type Secret = NonNullable<Callbacks['endpoint']>['secret']

/** The signing secret: shown when it is created, its last characters afterwards. */
export function SecretField({ secret, isBlocked }: { secret: Secret; isBlocked: boolean }) {
  const texts = useTexts()
  const { text } = texts
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const replacement = useMutation({
    mutationFn: () => call(createSecret),
    onSuccess: () => {
      setAsking(false)
      return queries.invalidateQueries({ queryKey: callbacksQuery.queryKey })
    },
    onError: error => isTooOften(error) || reportFailure(error),
  })
  const failure = replacement.isError && !isCancelled(replacement.error) && (
    <AlertBanner kind="error">
      {text(isTooOften(replacement.error) ? 'callbacks.secret.too-often' : 'callbacks.secret.failed')}
    </AlertBanner>
  )
  const newSecret = replacement.data?.secret
  return (
    <fieldset className={styles.secret}>
      <legend className={styles.label}>{text('callbacks.secret')}</legend>
      <div className={styles.value}>
        <span className={styles.masked}>
          {newSecret ?? `whsec_${'•'.repeat(12)}${secret.shown ? secret.hint : ''}`}
        </span>
        {newSecret ? (
          <CopyButton name={text('callbacks.secret')} value={newSecret} autoFocus />
        ) : (
          <Button
            variant="line"
            icon={secret.shown ? RotateCcw : undefined}
            pending={replacement.isPending}
            disabled={isBlocked}
            onClick={() => (secret.shown ? setAsking(true) : replacement.mutate())}
          >
            {text(secret.shown ? 'callbacks.secret.replace' : 'callbacks.secret.show')}
          </Button>
        )}
      </div>
      <p className={styles.hint} role={newSecret ? 'status' : undefined}>
        {text(newSecret ? 'callbacks.secret.new' : 'callbacks.secret.hint')}
      </p>
      {secret.previousValidUntil && (
        <p className={styles.hint}>
          {text('callbacks.secret.previous', {
            time: instantLabel(texts, secret.previousValidUntil, 'short-day-time'),
          })}
        </p>
      )}
      {!isAsking && failure}
      {isAsking && (
        <ConfirmDialog
          title={text('callbacks.secret.replace.title')}
          confirmLabel={text('callbacks.secret.replace')}
          pending={replacement.isPending}
          alert={failure}
          onConfirm={() => replacement.mutate()}
          onCancel={() => setAsking(false)}
        >
          <p>{text('callbacks.secret.replace.text')}</p>
        </ConfirmDialog>
      )}
    </fieldset>
  )
}

/** Whether the secret was replaced too often within a day, and all of the replaced ones still sign. */
const isTooOften = (error: unknown) => error instanceof HttpFailure && error.reason === TOO_MANY_SECRETS
