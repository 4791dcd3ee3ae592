import ArrowRight from 'lucide-react/icons/arrow-right'
import Images from 'lucide-react/icons/images'
import { useRef, useState } from 'react'
import type { Image } from '#contract/photos.ts'
import type { SelectionDraft } from '#contract/selection-drafts.ts'
import { PicturePreview, useConfirm } from '#web/gallery/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { usePagePaper } from '../page-paper.ts'
import { LookedNote } from '../suggestion-heading.tsx'
import styles from './draft-content.module.css'
import { DraftEvent } from './draft-event.tsx'
import draftFootStyles from './draft-foot.module.css'
import { formatDraftFacts, formatLargeEnough, formatPhotoLabel, formatShapes } from './draft-texts.ts'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { LeftOutDialog } from './left-out-dialog.tsx'
import { ReasonPopover } from './reason-popover.tsx'
import { useDraftChanges } from './use-draft-changes.ts'
import { useHandOver } from './use-hand-over.tsx'

/** The events of a draft, with what can be changed and what becomes of the photos. */
export function DraftContent({ draft, renew }: { draft: SelectionDraft; renew: () => Promise<void> }) {
  const { texts, text } = useTexts()
  const { request, pending } = useDraftChanges(draft)
  const { ask, dialogs } = useConfirm()
  const { images, options, tooSmallCount, saveAsAlbum } = useHandOver(draft, ask)
  const [layer, setLayer] = useState<Layer>()
  const trigger = useRef<HTMLElement>(null)
  const close = () => setLayer(undefined)
  const openedId = layer?.kind === 'reason' ? layer.photoId : undefined
  const opened = draft.events.flatMap(event => event.choices).find(({ image }) => image.imageId === openedId)
  const adding = new Set(pending.flatMap(({ add }) => add ?? []))
  return (
    <>
      <p className="ui-quiet">
        {formatDraftFacts(texts, draft)}{' '}
        {draft.leftOut.some(({ photos }) => photos > 0) && (
          <button
            type="button"
            className={classes('ui-accent ui-medium', styles.link)}
            onClick={() => setLayer({ kind: 'left-out' })}
          >
            {text('suggested.show-left-out')}
          </button>
        )}
      </p>
      <LookedNote looked={draft.looked} />
      <div className={styles.events}>
        {draft.events.map((event, index) => (
          <DraftEvent
            // Events of a draft do not change their places.
            key={index.toString()}
            event={event}
            position={draft.events.slice(0, index).reduce((sum, { choices }) => sum + choices.length, 0)}
            total={images.length}
            count={
              pending.findLast(change => change.event?.index === index)?.event?.count ?? event.choices.length
            }
            openedId={openedId}
            renew={renew}
            onOpen={(photoId, button) => {
              trigger.current = button
              setLayer({ kind: 'reason', photoId })
            }}
            onResize={count => request({ change: { event: { index, count } } })}
          />
        ))}
      </div>
      <DraftFoot images={images} onSave={saveAsAlbum} onUse={() => setLayer({ kind: 'use' })} />
      {opened && (
        <ReasonPopover
          draft={draft}
          choice={opened}
          triggerRef={trigger}
          renew={renew}
          onSwap={image => {
            close()
            request({ change: { swap: { out: opened.image.imageId, in: image.imageId } }, image })
          }}
          onLeaveOut={() => {
            close()
            request({ change: { remove: opened.image.imageId } })
          }}
          onEnlarge={() => setLayer({ kind: 'preview', start: images.indexOf(opened.image) })}
          onClose={close}
        />
      )}
      {layer?.kind === 'left-out' && (
        <LeftOutDialog
          draft={draft}
          adding={adding}
          onAdd={add => request({ change: { add } })}
          onClose={close}
        />
      )}
      {layer?.kind === 'use' && (
        <HandOverDialog
          count={images.length}
          options={options}
          tooSmallCount={tooSmallCount}
          onChoose={id => {
            close()
            options.find(option => option.id === id)?.perform()
          }}
          onClose={close}
        />
      )}
      {layer?.kind === 'preview' && (
        <PicturePreview
          pictures={images.map((image, index) => ({
            ...findLargest(image),
            label: formatPhotoLabel(texts, image, index + 1, images.length),
          }))}
          start={layer.start}
          onClose={close}
        />
      )}
      {dialogs}
    </>
  )
}

type Layer =
  | { kind: 'reason'; photoId: string }
  | { kind: 'left-out' }
  | { kind: 'use' }
  | { kind: 'preview'; start: number }

/** The largest variant; while a photo is being prepared its original. */
function findLargest({ thumbnails, untouchedUrl, visibleWidth, visibleHeight }: Image) {
  const [largest] = thumbnails.toSorted((a, b) => b.width - a.width)
  return largest ?? { url: untouchedUrl, width: visibleWidth, height: visibleHeight }
}

/** The bar at the lower edge: how many photos there are, and what becomes of them. */
function DraftFoot({ images, onSave, onUse }: DraftFootProps) {
  const { texts, text } = useTexts()
  const count = images.length
  const paper = usePagePaper()
  const disabledReason = count === 0 && text('suggested.none-chosen')
  return (
    <section className={classes('ui-row12', draftFootStyles.foot)} aria-label={text('suggested.foot')}>
      <div className={classes('ui-fill ui-not-on-small')}>
        <strong>{text('photos.count', { count })}</strong>
        <p className="ui-note">
          {[formatShapes(texts, images), ...(paper ? [formatLargeEnough(texts, images, paper)] : [])].join(
            ' · ',
          )}
        </p>
      </div>
      {onSave && (
        <Button icon={Images} disabledReason={disabledReason} onClick={onSave}>
          {text('suggested.save')}
        </Button>
      )}
      <Button variant="primary" icon={ArrowRight} disabledReason={disabledReason} onClick={onUse}>
        {text('suggested.use', { count })}
      </Button>
    </section>
  )
}

interface DraftFootProps {
  images: readonly Image[]
  /** Undefined without albums. */
  onSave: (() => void) | undefined
  onUse: () => void
}
