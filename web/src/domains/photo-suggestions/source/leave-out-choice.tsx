import { useId } from 'react'
import type { LeftOutKind, SuggestionSource } from '#contract/selection-drafts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Switch } from '#web/ui/switch.tsx'
import styles from './leave-out-choice.module.css'

/** What is left out, with the number of photos that each choice concerns (NX-231). */
export function LeaveOutChoice({ value, source, onChange }: LeaveOutChoiceProps) {
  const { text, number } = useTexts()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {text('suggest.leave-out')}
      </h2>
      <ul className={styles.rows}>
        {KINDS.map(kind => {
          const photos = source?.leftOut.find(each => each.kind === kind)?.photos
          const isOn = value.includes(kind)
          return (
            <li key={kind} className={styles.row}>
              <div className={styles.text}>
                <span id={`${id}-${kind}`}>{text(`suggest.leave-out.${kind}`)}</span>
                {kind === 'similar' && (
                  <span className={styles.hint}>{text('suggest.leave-out.similar-hint')}</span>
                )}
              </div>
              <span className={styles.photos}>{photos !== undefined && number(photos)}</span>
              <Switch
                labelId={`${id}-${kind}`}
                checked={isOn}
                onChange={on => onChange(KINDS.filter(each => (each === kind ? on : value.includes(each))))}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface LeaveOutChoiceProps {
  value: readonly LeftOutKind[]
  source: SuggestionSource | undefined
  onChange: (value: LeftOutKind[]) => void
}

const KINDS: readonly LeftOutKind[] = ['similar', 'blurred', 'badly-lit', 'screenshots', 'printed']
