import { BIN_DAYS } from '#contract/photos.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import styles from './tidy-up.module.css'
import type { Decided, Decisions } from './use-decisions.ts'

/** A decided group: how many photos it moved, and Undo, which has the focus that the group's button had. */
export function DecidedLine({ item, decisions }: { item: Decided; decisions: Decisions }) {
  const { text } = useTexts()
  const thumbnail = item.image?.thumbnails[0]
  const isLatest = decisions.decided.at(-1) === item
  return (
    <div className={styles.decided} role="status">
      {thumbnail && <img src={thumbnail.url} alt="" className={styles.decidedPicture} />}
      <p>
        <b>{text('tidy-up.moved', { count: item.binned })}</b>{' '}
        {item.binned > 0 && (
          <span className={styles.days}>
            {text('tidy-up.moved.days', { count: item.binned, days: BIN_DAYS })}
          </span>
        )}
      </p>
      <Button
        variant="text"
        autoFocus={isLatest}
        pending={decisions.pendingIds.has(item.id)}
        onClick={() => void decisions.undo(item.id)}
      >
        {text('action.undo')}
      </Button>
    </div>
  )
}
