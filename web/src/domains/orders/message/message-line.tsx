import { classes } from '#web/ui/classes.ts'
import styles from './message-line.module.css'
import type { MessageView } from './message-view.ts'

/** The line of an order's message on its card; none where its chip says all. */
export function MessageLine({ view: { line, tone } }: { view: MessageView }) {
  return line === undefined ? null : <span className={classes(styles.line, styles[tone])}>{line}</span>
}
