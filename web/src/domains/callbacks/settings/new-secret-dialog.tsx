import { type ReactNode, useState } from 'react'
import { OVERLAP_HOURS, SIGNING_SECRETS_MAX, type SigningSecret } from '#contract/callbacks.ts'
import type { Deadline } from '#contract/deadline.ts'
import { deadlineLabel } from '#web/platform/i18n/order-days.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useClock } from '#web/platform/operations/use-clock.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { hoursLabel, readMinute } from './duration-label.ts'
import { getPartLeft, maskSecret, SecretRow } from './secret-row.tsx'
import styles from './signing-secrets.module.css'

/** The hours to choose from; 0 ends the secret before at once. */
const OVERLAPS = [0, 1, 24, 72, 168]
const HOUR_MS = 3_600_000

/** Asks how long the secret before signs as well; earlier ones keep their ends. */
export function NewSecretDialog({ secrets, pending, alert, onCreate, onCancel }: NewSecretDialogProps) {
  const { texts, text } = useTexts()
  const now = useClock(readMinute)
  const [newest, ...earlier] = secrets
  const isFull = secrets.length >= SIGNING_SECRETS_MAX
  const [isChanging, setChanging] = useState(isFull)
  const [overlapHours, setOverlapHours] = useState(OVERLAP_HOURS)
  const formatTime = (end: Deadline) => deadlineLabel(texts, end, 'short-day-time')
  const overlapNote =
    overlapHours === 0
      ? text('callbacks.secret.create.ends')
      : text('callbacks.secret.create.previous', {
          duration: hoursLabel(texts, overlapHours),
          time: formatTime(new Date(now + overlapHours * HOUR_MS).toISOString()),
        })
  const nextEnd = earlier.flatMap(({ expiresAt }) => expiresAt ?? []).toSorted()[0]
  return (
    <ConfirmDialog
      title={text('callbacks.secret.create.title')}
      confirmLabel={text('callbacks.secret.create.submit')}
      role="dialog"
      pending={pending}
      disabled={isFull && overlapHours > 0}
      alert={
        alert ||
        (isFull && nextEnd && overlapHours > 0 && (
          <AlertBanner kind="warning">
            {text('callbacks.secret.too-many', { time: formatTime(nextEnd) })}
          </AlertBanner>
        ))
      }
      onConfirm={() => onCreate(overlapHours)}
      onCancel={onCancel}
    >
      <p>{text('callbacks.secret.create.text')}</p>
      <ul>
        <SecretRow
          name={text('callbacks.secret.create')}
          isNewest
          note={<p className="ui-note">{text('callbacks.secret.create.from-now')}</p>}
        />
        <SecretRow
          name={maskSecret(newest?.hint ?? '')}
          isNewest={false}
          timeLeft={overlapHours === 0 ? 0 : 1}
          note={
            <>
              <p className="ui-note">{overlapNote}</p>
              {isChanging && (
                <select
                  className={styles.overlap}
                  aria-label={text('callbacks.secret.overlap')}
                  value={overlapHours}
                  onChange={event => setOverlapHours(Number(event.currentTarget.value))}
                >
                  {OVERLAPS.map(hours => (
                    <option key={hours} value={hours}>
                      {hours === 0 ? text('callbacks.secret.create.ends') : hoursLabel(texts, hours)}
                    </option>
                  ))}
                </select>
              )}
            </>
          }
        >
          {!isChanging && (
            <Button
              variant="text"
              aria-label={text('callbacks.secret.overlap')}
              onClick={() => setChanging(true)}
            >
              {text('action.change')}
            </Button>
          )}
        </SecretRow>
        {earlier.map((secret, index) => (
          <SecretRow
            key={secret.id}
            name={maskSecret(secret.hint)}
            isNewest={false}
            timeLeft={getPartLeft(secret, secrets[index]!.createdAt, now)}
            note={
              <p className="ui-note">
                {text('callbacks.secret.create.unchanged', { time: formatTime(secret.expiresAt!) })}
              </p>
            }
          />
        ))}
      </ul>
    </ConfirmDialog>
  )
}

interface NewSecretDialogProps {
  /** The secrets that sign, the newest first. */
  secrets: readonly SigningSecret[]
  pending: boolean
  alert: ReactNode
  onCreate: (overlapHours: number) => void
  onCancel: () => void
}
