import { useQuery } from '@tanstack/react-query'
import { type RefObject, useId } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import type { Image } from '#contract/photos.ts'
import type { ChoiceReason, SelectionDraft } from '#contract/selection-drafts.ts'
import { TilePicture } from '#web/gallery/index.ts'
import { dateTimeLabel } from '#web/platform/i18n/dates.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { alternativesQuery } from '../suggestion-queries.ts'
import styles from './reason-popover.module.css'

/** 'Why this one?': the reason, the next best photos to swap it for, and 'Leave out'. */
export function ReasonPopover({
  draft,
  choice: { image, reason },
  triggerRef,
  renew,
  onSwap,
  onLeaveOut,
  onEnlarge,
  onClose,
}: ReasonPopoverProps) {
  const { texts, text } = useTexts()
  const id = useId()
  const alternatives = useQuery(alternativesQuery(draft, image.imageId))
  const taken = dateTimeLabel(texts, image.dateTaken)
  const images = alternatives.data?.images ?? []
  return (
    <Popover
      triggerRef={triggerRef}
      isOpen
      onOpenChange={open => !open && onClose()}
      placement="bottom start"
      offset={6}
      className={styles.popover ?? ''}
    >
      <Dialog aria-labelledby={id} className={styles.dialog ?? ''}>
        <h3 id={id} className="ui-small">
          {text('suggested.why')}
        </h3>
        <p className="ui-quiet">
          {text(`suggested.why.${reason.kind}`, { count: reason.of ?? 0 })}{' '}
          {taken && `${text('photos.taken-on', { date: taken })}.`}
        </p>
        {alternatives.isError && <p className="ui-quiet">{text('photos.load-failed')}</p>}
        {images.length > 0 && (
          <>
            <p id={`${id}-others`} className="ui-quiet">
              {text('suggested.alternatives')}
            </p>
            <ul className={classes('ui-stack4', styles.alternatives)} aria-labelledby={`${id}-others`}>
              {images.map((other, index) => (
                <li key={other.imageId} className={styles.alternative}>
                  <button
                    type="button"
                    className={classes('ui-cover', styles.picture)}
                    aria-label={text('suggested.choose-instead', { position: index + 1 })}
                    onClick={() => onSwap(other)}
                  >
                    <TilePicture image={other} renew={renew} month="" index={index} />
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
        <div className={styles.actions}>
          <Button variant="text" size="small" onClick={onLeaveOut}>
            {text('suggest.leave-out')}
          </Button>
          <Button variant="plain" size="small" onClick={onEnlarge}>
            {text('suggested.enlarge')}
          </Button>
        </div>
      </Dialog>
    </Popover>
  )
}

export interface ReasonPopoverProps {
  draft: SelectionDraft
  choice: { image: Image; reason: ChoiceReason }
  /** The photo's button. */
  triggerRef: RefObject<HTMLElement | null>
  renew: () => Promise<void>
  onSwap: (image: Image) => void
  onLeaveOut: () => void
  onEnlarge: () => void
  onClose: () => void
}
