import type { CallbackDelivery } from '#contract/callbacks.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import styles from './event-state.module.css'

/** Delivered, waiting, failed or off, with a dot of its colour. */
export function EventState({ state }: Pick<CallbackDelivery, 'state'>) {
  const { text } = useTexts()
  return <span className={classes(styles.state, styles[state])}>{text(`callbacks.state.${state}`)}</span>
}

/** The status or the problem of an attempt, and how long it took. */
export function AttemptResult({ attempt }: { attempt: NonNullable<CallbackDelivery['lastAttempt']> }) {
  const { text } = useTexts()
  const { status, problem, durationMs } = attempt
  if (problem !== null) return <span>{text(`callbacks.problem.${problem}`)}</span>
  return (
    <span>
      {status}{' '}
      <span className="ui-nowrap ui-quiet">{text('callbacks.milliseconds', { count: durationMs })}</span>
    </span>
  )
}
