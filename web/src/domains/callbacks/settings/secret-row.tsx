import type { ReactNode } from 'react'
import type { SigningSecret } from '#contract/callbacks.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import styles from './signing-secrets.module.css'

/** A secret: which one, until when it signs, and what part of that time is left, 0 to 1. */
export function SecretRow({ name, isNewest, note, timeLeft, children }: SecretRowProps) {
  const { text } = useTexts()
  return (
    <li className={styles.row}>
      <span className={classes(styles.dot, !isNewest && styles.previous)} />
      <div className="ui-stack ui-narrow">
        <span className={classes('ui-small ui-breaks ui-medium', styles.name)}>{name}</span>
        {note}
        {timeLeft !== undefined && (
          <div className={styles.bar}>
            <ProgressBar label={text('callbacks.secret.time-left')} value={timeLeft} />
          </div>
        )}
      </div>
      {children && <div className={styles.action}>{children}</div>}
    </li>
  )
}

interface SecretRowProps {
  name: string
  isNewest: boolean
  note: ReactNode
  timeLeft?: number | undefined
  children?: ReactNode
}

/** Returns what is shown of a secret after it was created. */
export const maskSecret = (hint: string): string => `whsec_…${hint}`

/** Returns what part of the time between its replacement and its end a secret has left, 0 to 1. */
export const getPartLeft = (
  { expiresAt }: Pick<SigningSecret, 'expiresAt'>,
  replacedAt: string,
  now: number,
) =>
  expiresAt === null
    ? undefined
    : Math.max(0, (Date.parse(expiresAt) - now) / (Date.parse(expiresAt) - Date.parse(replacedAt)))
