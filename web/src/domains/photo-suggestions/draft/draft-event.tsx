import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { useId } from 'react'
import type { DraftEvent as Event } from '#contract/selection-drafts.ts'
import { TilePicture } from '#web/gallery/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import styles from './draft-event.module.css'
import { formatBadge, formatEventTitle, formatPhotoLabel } from './draft-texts.ts'

/** An event of a draft: its photos with their reasons, and how many are chosen. */
export function DraftEvent({
  event,
  position,
  total,
  count,
  openedId,
  renew,
  onOpen,
  onResize,
}: DraftEventProps) {
  const { texts, text, number } = useTexts()
  const id = useId()
  const title = formatEventTitle(texts, event)
  return (
    <section aria-labelledby={id} className={styles.event}>
      <header className={classes('ui-row8', styles.header)}>
        <div className={classes('ui-cluster ui-narrow', styles.name)}>
          <h2 id={id}>{title}</h2>
          <span className="ui-note">
            {text('suggested.event-facts', { chosen: event.choices.length, count: event.photos })}
          </span>
        </div>
        <fieldset aria-label={title} className={classes('ui-inline-row ui-screen-only', styles.stepper)}>
          <IconButton
            icon={Minus}
            size={16}
            label={text('suggested.fewer')}
            disabledReason={count <= 0 && text('suggested.no-fewer')}
            onClick={() => onResize(count - 1)}
          />
          <output className={classes('ui-small ui-medium', styles.count)}>{number(count)}</output>
          <IconButton
            icon={Plus}
            size={16}
            label={text('suggested.more')}
            disabledReason={count >= event.photos && text('suggested.no-more')}
            onClick={() => onResize(count + 1)}
          />
        </fieldset>
      </header>
      <ul className={styles.tiles} aria-labelledby={id}>
        {event.choices.map(({ image, reason }, index) => {
          const badge = formatBadge(texts, reason)
          const label = formatPhotoLabel(texts, image, position + index + 1, total)
          return (
            <li
              key={image.imageId}
              className={classes(styles.tile, openedId === image.imageId && styles.opened)}
            >
              <button
                type="button"
                className={classes('ui-cover', styles.button)}
                data-photo={image.imageId}
                aria-haspopup="dialog"
                aria-expanded={openedId === image.imageId}
                aria-label={badge ? `${label}, ${badge.label}` : label}
                onClick={({ currentTarget }) => onOpen(image.imageId, currentTarget)}
              >
                <TilePicture image={image} renew={renew} month="" index={position + index} />
                {badge && (
                  <span className={classes('ui-inline-row ui-medium', styles.badge)} aria-hidden>
                    <Icon of={badge.icon} size={14} />
                    {badge.label}
                  </span>
                )}
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface DraftEventProps {
  event: Event
  /** Photos of the events before it. */
  position: number
  /** Photos of the draft. */
  total: number
  /** Photos of the event after the changes that are not answered yet. */
  count: number
  /** The photo whose reason is shown. */
  openedId: string | undefined
  renew: () => Promise<void>
  onOpen: (photoId: string, button: HTMLElement) => void
  onResize: (count: number) => void
}
