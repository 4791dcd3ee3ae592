import type { MessageId, Texts } from '#web/platform/i18n/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import styles from './month-section.module.css'

/** Failure message and retry button over the empty tiles of photos that could not be loaded. */
export function MonthFailure({ texts: { text }, failure, retry, isBeside }: MonthFailureProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the button inside has the focus.
    // biome-ignore lint/a11y/useSemanticElements: part of a grid, not of a table.
    <div role="row" className={classes('ui-screen-only', styles.failure, isBeside && styles.failureBeside)}>
      {/* biome-ignore lint/a11y/useFocusableInteractive: see above. */}
      {/* biome-ignore lint/a11y/useSemanticElements: see above. */}
      <div role="gridcell">
        {isBeside ? (
          <div role="alert">
            {text(failure)}
            <Button variant="text" size="small" onClick={retry}>
              {text('action.try-again')}
            </Button>
          </div>
        ) : (
          <LoadFailed retry={retry} id={failure} />
        )}
      </div>
    </div>
  )
}

export interface MonthFailureProps {
  texts: Texts
  failure: MessageId
  retry: () => void
  /** The month stands beside another one: there is little room. */
  isBeside: boolean
}
