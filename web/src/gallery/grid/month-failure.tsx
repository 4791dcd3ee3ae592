import type { MessageId, Texts } from '#web/platform/i18n/texts.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import styles from './month-section.module.css'

/** Failure message and retry button over the empty tiles of photos that could not be loaded (PL-032, PL-085). */
export function MonthFailure({ texts: { text }, failure, retry }: MonthFailureProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the button inside has the focus.
    // biome-ignore lint/a11y/useSemanticElements: part of a grid, not of a table.
    <div role="row" className={styles.failure}>
      {/* biome-ignore lint/a11y/useFocusableInteractive: see above. */}
      {/* biome-ignore lint/a11y/useSemanticElements: see above. */}
      <div role="gridcell">
        <AlertBanner kind="error" retry={{ label: text('action.try-again'), onPress: retry }}>
          {text(failure)}
        </AlertBanner>
      </div>
    </div>
  )
}

export interface MonthFailureProps {
  texts: Texts
  failure: MessageId
  retry: () => void
}
