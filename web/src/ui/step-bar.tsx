import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import styles from './step-bar.module.css'

/** The steps of a process as an ordered list with one segment each; the current one has aria-current="step". */
export function StepBar({ label, steps }: { label: string; steps: readonly StepBarStep[] }) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map(step => (
        <li
          key={step.id}
          className={classes(styles.step, styles[step.state])}
          aria-current={step.state === 'current' || step.state === 'stopped' ? 'step' : undefined}
          aria-hidden={!step.label}
        >
          {step.label && (
            <span className={styles.label}>
              {step.state === 'done' && <Icon of={Check} size={16} strokeWidth={2.25} />}
              {step.label}
            </span>
          )}
          {step.note && <span className="ui-block ui-quiet">{step.note}</span>}
        </li>
      ))}
    </ol>
  )
}

/** Only the segments: decoration beside a text that names the step. */
export function StepMeter({ steps }: { steps: readonly Pick<StepBarStep, 'id' | 'state'>[] }) {
  return (
    <span className={classes(styles.steps, styles.meter)} aria-hidden>
      {steps.map(step => (
        <span key={step.id} className={classes(styles.step, styles[step.state])} />
      ))}
    </span>
  )
}

export type StepState = 'done' | 'current' | 'stopped' | 'ahead'

export interface StepBarStep {
  id: string
  state: StepState
  /** Without one the segment is decoration: nothing follows after a stop. */
  label?: string
  /** Below the label, such as a date. */
  note?: ReactNode
}
