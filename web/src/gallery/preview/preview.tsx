import { useEffect, useRef, useState } from 'react'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { announce } from '#web/ui/announcements.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { isMobile, useScreenSize } from '#web/ui/screen-size.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import type { PhotoAction } from '../actions/photo-action.ts'
import { useConfirm } from '../actions/use-confirm.tsx'
import { Arrow } from './arrow.tsx'
import { Details, type DetailsRow } from './details/details.tsx'
import { useStage } from './gestures/use-stage.ts'
import { fitPicture, getActualScale, type Size } from './gestures/zoom.ts'
import { usePreviewKeys } from './keyboard/use-preview-keys.ts'
import { formatPhotoLabel } from './photo-label.ts'
import styles from './preview.module.css'
import { Filmstrip } from './slides/filmstrip.tsx'
import { Slides } from './slides/slides.tsx'
import { TopBar } from './top-bar.tsx'
import { useSharedElementTransition } from './transition/use-shared-element-transition.ts'
import { useIdle } from './use-idle.ts'
import { useInertBackground } from './use-inert-background.ts'
import { usePhotoAction } from './use-photo-action.ts'
import { type Navigation, useShownPhoto } from './use-shown-photo.ts'
import { ZoomControls } from './zoom/zoom-controls.tsx'
import { createZoomKeys } from './zoom/zoom-keys.ts'
import { MAP_SCALE, ZoomMap } from './zoom/zoom-map.tsx'

const PreviewShortcuts = lazyComponent(() =>
  import('./keyboard/preview-shortcuts.tsx').then(({ PreviewShortcuts }) => PreviewShortcuts),
)

/** The viewer: one photo of the page below on black, with navigation to its neighbours (PL-055 to PL-067). */
export function Preview({ id, navigation, close, actions, backLabel, detailsRow }: PreviewProps) {
  const texts = useTexts()
  const { text } = texts
  const mobile = isMobile(useScreenSize())
  const viewer = useRef<HTMLElement>(null)
  const element = useRef<HTMLDivElement>(null)
  const [isDetailsOpen, setDetails] = useState(false)
  const [isHelpOpen, setHelp] = useState(false)
  const dateAction = actions.find(({ placeInPreview }) => placeInPreview === 'date')
  const [isZoomHeld, setZoomHeld] = useState(false)
  const photo = useShownPhoto(id, navigation)
  const { shown: shownPhoto, sequence } = photo
  const total = sequence.total
  const ends = {
    before: shownPhoto !== null && shownPhoto.position > 0,
    after: shownPhoto !== null && shownPhoto.position < total - 1,
  }
  const { ask, dialogs, isAsking } = useConfirm()
  const { running, perform } = usePhotoAction(ask, photo)
  const idle = useIdle(viewer)

  const showOther = (showPhoto: () => unknown, animated = false) => {
    stage.gestures.reset(animated)
    showPhoto()
  }
  const step = (by: -1 | 1, animated = false) => showOther(() => photo.step(by), animated)
  const box = useRef<Size>({ width: 0, height: 0 })
  const stage = useStage(element, {
    picture: () => box.current,
    actual: () => getActual(),
    ends: () => ends,
    mobile: () => mobile,
    move: by => step(by, true),
    close,
    onTap: idle.toggle,
  })
  const natural = getNaturalSize(shownPhoto?.image)
  box.current = fitPicture(natural, stage.size)
  const getActual = () => getActualScale(natural, box.current, devicePixelRatio)
  const actual = getActual()
  const isZoomed = stage.scale > 1

  usePreviewKeys(viewer, !isAsking && !isHelpOpen, {
    previous: () => step(-1),
    next: () => step(1),
    first: () => showOther(() => photo.showAt(0)),
    last: () => showOther(() => photo.showAt(total - 1)),
    close: () => (isDetailsOpen ? setDetails(false) : close()),
    ...createZoomKeys(stage.gestures),
    details: () => setDetails(!isDetailsOpen),
    help: () => setHelp(true),
    action: key => {
      const action = actions.find(({ shortcut }) => shortcut === key)
      if (action) void perform(action)
      return action !== undefined
    },
  })
  useInertBackground(viewer)
  useSharedElementTransition(viewer, shownPhoto)
  const label = shownPhoto && formatPhotoLabel(texts, shownPhoto, total)
  useEffect(() => {
    if (label) announce(label)
  }, [label])

  return (
    <section
      ref={viewer}
      role="dialog"
      aria-modal
      aria-label={text('preview.label')}
      tabIndex={-1}
      data-viewer
      data-covers-page
      data-idle={(idle.idle && !isDetailsOpen && shownPhoto !== null) || undefined}
      data-zooming={isZoomed || isZoomHeld || undefined}
      className={classes(styles.viewer, isDetailsOpen && styles.withDetails)}
    >
      <div className={styles.backdrop} data-backdrop />
      <div ref={element} className={styles.stage} data-stage>
        {shownPhoto && (
          <Slides
            shown={shownPhoto}
            sequence={sequence}
            size={stage.size}
            scale={stage.scale}
            renew={photo.renew}
            label={label ?? ''}
          />
        )}
        {shownPhoto && stage.scale >= MAP_SCALE && <ZoomMap image={shownPhoto.image} />}
      </div>
      {!shownPhoto && (
        <div className={styles.waiting}>
          {photo.failed ? (
            <>
              <p role="alert">{text('preview.load-failed')}</p>
              <Button onClick={photo.retry}>{text('action.try-again')}</Button>
            </>
          ) : (
            <Spinner label={text('preview.loading')} size={32} />
          )}
        </div>
      )}
      <TopBar
        image={shownPhoto?.image}
        actions={actions}
        running={running}
        details={isDetailsOpen}
        zoom={isZoomed ? (isSameScale(stage.scale, actual) ? 'actual' : 'other') : undefined}
        backLabel={backLabel}
        onBack={close}
        onZoom={mobile ? undefined : () => stage.gestures.toggle()}
        onDetails={() => setDetails(!isDetailsOpen)}
        onAction={action => void perform(action)}
      />
      {!mobile && ends.before && <Arrow direction="previous" onPress={() => step(-1)} />}
      {!mobile && ends.after && <Arrow direction="next" onPress={() => step(1)} />}
      {!mobile && shownPhoto && (
        <Filmstrip
          shown={shownPhoto}
          sequence={sequence}
          onPick={position => showOther(() => photo.showAt(position))}
        />
      )}
      {shownPhoto && (isZoomed || isZoomHeld) && (
        <ZoomControls
          image={shownPhoto.image}
          scale={stage.scale}
          actual={actual}
          gestures={stage.gestures}
          onHold={setZoomHeld}
          onFit={() => {
            stage.gestures.zoomTo(1, true)
            setZoomHeld(false)
            viewer.current?.focus()
          }}
        />
      )}
      {isDetailsOpen && shownPhoto && (
        <Details
          image={shownPhoto.image}
          more={detailsRow}
          changeDate={dateAction && (() => void perform(dateAction))}
          onClose={() => setDetails(false)}
        />
      )}
      {isHelpOpen && <PreviewShortcuts actions={actions} onClose={() => setHelp(false)} />}
      {dialogs}
    </section>
  )
}

export interface PreviewProps {
  /** Id of the photo in the URL. */
  id: string
  navigation: Navigation
  close: () => void
  actions: readonly PhotoAction[]
  /** Label of the back button. */
  backLabel: MessageId
  /** A further row of the photo's details. */
  detailsRow?: DetailsRow | undefined
}

const isSameScale = (a: number, b: number) => Math.abs(a - b) < 0.001 * b

function getNaturalSize(image: { visibleWidth: number; visibleHeight: number } | undefined): Size {
  return { width: image?.visibleWidth ?? 0, height: image?.visibleHeight ?? 0 }
}
