import WandSparkles from 'lucide-react/icons/wand-sparkles'
import type { ReactNode } from 'react'
import type { PrintSize } from '#contract/print-quality.ts'
import type { SuggestionSource } from '#contract/selection-drafts.ts'
import { paperLabel } from '#web/platform/i18n/paper.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import styles from './source-summary.module.css'
import type { Purpose } from './use-suggestion-settings.ts'

/** What the choices lead to, and the button that starts. */
export function SourceSummary({
  source,
  paper,
  purpose,
  wanted,
  isChosen,
  isCreating,
  onSubmit,
  children,
}: SourceSummaryProps) {
  const { texts, text, number } = useTexts()
  const toChoose = source?.toChoose
  const count = Math.min(wanted, toChoose ?? wanted)
  // Prints have papers of their own.
  const tooSmall =
    purpose === 'prints' || source?.largeEnough === undefined ? 0 : source.toChoose - source.largeEnough
  const disabledReason = () => {
    if (!isChosen) return text('suggest.album.choose')
    return toChoose === 0 && text('suggest.none')
  }
  const facts = [
    [text('suggest.events'), source?.events],
    [text('suggest.left-out'), source && source.photos - source.toChoose],
    [text('suggest.to-choose'), toChoose],
    ...(paper
      ? [[text('suggest.large-enough', { size: paperLabel(texts, paper) }), source?.largeEnough] as const]
      : []),
  ] as const
  return (
    <aside className={classes('ui-stack12 ui-above24 ui-edge-in-contrast', styles.summary)}>
      <p>
        <strong className={styles.count}>{number(count)}</strong>
        <span className={styles.of}>{source ? text('suggest.of', { count: source.photos }) : '\u00a0'}</span>
      </p>
      <dl className="ui-stack8 ui-note">
        {facts.map(([label, value]) => (
          <div key={label} className={classes('ui-line16 ui-between', styles.fact)}>
            <dt>{label}</dt>
            <dd>{value === undefined ? '–' : number(value)}</dd>
          </div>
        ))}
      </dl>
      {toChoose === 0 && <p className="ui-small ui-quiet">{text('suggest.none')}</p>}
      {toChoose !== undefined && toChoose > 0 && toChoose < wanted && (
        <p className="ui-small ui-quiet">{text('suggest.all-of-them', { count: toChoose })}</p>
      )}
      {tooSmall > 0 && <p className="ui-small ui-quiet">{text('suggest.too-small', { count: tooSmall })}</p>}
      {children}
      <div className={styles.foot}>
        <Button
          variant="primary"
          icon={WandSparkles}
          className={styles.submit}
          pending={isCreating}
          disabledReason={disabledReason()}
          onClick={onSubmit}
        >
          {text('suggest.submit', { count })}
        </Button>
      </div>
    </aside>
  )
}

interface SourceSummaryProps {
  source: SuggestionSource | undefined
  /** About a full page; undefined where none is sold. */
  paper: PrintSize | undefined
  purpose: Purpose
  wanted: number
  /** The source is chosen. */
  isChosen: boolean
  isCreating: boolean
  onSubmit: () => void
  children?: ReactNode
}
