import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Image } from '#contract/photos.ts'
import { takenDayLabel } from '#web/platform/i18n/dates.ts'
import type { MessageId, Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { announce } from '#web/ui/announcements.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { isMobile, useScreenSize } from '#web/ui/screen-size.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import type { Ask, PhotoAction } from '../actions/photo-action.ts'
import { useConfirm } from '../actions/use-confirm.tsx'
import { findTileVariant } from '../tile/shown-variant.ts'
import { Arrow } from './arrow.tsx'
import { Details, type DetailsRow } from './details/details.tsx'
import { useStage } from './gestures/use-stage.ts'
import { fitPicture, getActualScale, type Size } from './gestures/zoom.ts'
import { usePreviewKeys } from './keyboard/use-preview-keys.ts'
import styles from './preview.module.css'
import { Filmstrip } from './slides/filmstrip.tsx'
import { hasFullView, isCut } from './slides/full-view.ts'
import { Slides } from './slides/slides.tsx'
import { TopBar } from './top-bar.tsx'
import { useSharedElementTransition } from './transition/use-shared-element-transition.ts'
import { useIdle } from './use-idle.ts'
import { type Navigation, type ShownPhoto, useShownPhoto } from './use-shown-photo.ts'
import zoomStyles from './zoom/zoom.module.css'
import { ZoomControls } from './zoom/zoom-controls.tsx'
import { createZoomKeys } from './zoom/zoom-keys.ts'

const PreviewShortcuts = lazyComponent(() => import('./keyboard/preview-shortcuts.tsx'), 'PreviewShortcuts')

/** The viewer: one photo of the page below on black, with navigation to its neighbours. */
export function Preview({ id, navigation, close, actions, backLabel, detailsRow }: PreviewProps) {
  const { texts, text } = useTexts()
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
        <div className={classes('ui-stack16 ui-cover', styles.waiting)}>
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

/** Formats the accessible name of a photo, as in the grid: 'Photo 12 of 340, taken 3 May 2024'. */
function formatPhotoLabel(texts: Texts, { position, image }: ShownPhoto, total: number): string {
  const takenDay = takenDayLabel(texts, image)
  return texts.text('photos.tile.label', {
    position: position + 1,
    total,
    dated: takenDay ? 'yes' : 'no',
    date: takenDay ?? '',
    selected: 'no',
  })
}

/** Elements that stay interactive beside a viewer or a dialog: toasts and announcements. */
const SPOKEN = '[data-react-aria-top-layer], [aria-live]'

/** Gives the viewer the focus and makes the rest of the page inert while it is mounted. */
function useInertBackground(viewer: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = viewer.current
    if (!element) return
    const inertElements: Element[] = []
    for (let ancestor: Element = element; ancestor.parentElement; ancestor = ancestor.parentElement) {
      if (ancestor === document.body) break
      for (const sibling of ancestor.parentElement.children) {
        const isExempt = sibling === ancestor || sibling.hasAttribute('inert') || sibling.tagName === 'SCRIPT'
        if (isExempt || sibling.matches(SPOKEN) || sibling.querySelector(SPOKEN)) continue
        sibling.setAttribute('inert', '')
        inertElements.push(sibling)
      }
    }
    element.focus({ preventScroll: true })
    return () => {
      for (const sibling of inertElements) sibling.removeAttribute('inert')
    }
  }, [viewer])
}

/** Performs actions on the shown photo; after one that removes it, its neighbour is shown. */
function usePhotoAction(ask: Ask, photo: ReturnType<typeof useShownPhoto>) {
  const texts = useTexts()
  const queries = useQueryClient()
  const [running, setRunning] = useState<string | null>(null)
  const perform = async (action: PhotoAction) => {
    const imageId = photo.shown?.image.imageId
    if (!imageId || running !== null || action.disabledReason?.(1, texts)) return
    setRunning(action.id)
    photo.setBusy(true)
    try {
      const targets = { count: 1, ids: async () => [imageId] }
      const outcome = await action.perform(targets, { texts, queries, ask })
      if (action.danger && outcome === 'done') await photo.replaceRemoved(imageId)
    } finally {
      photo.setBusy(false)
      setRunning(null)
    }
  }
  return { running, perform }
}

/** The whole photo in small with a frame around the part that the stage shows. Inside of the stage, whose properties it reads. */
function ZoomMap({ image }: { image: Image }) {
  const variant = findTileVariant(image)
  if (!variant) return null
  // The variant of a panorama is its middle; the original is loaded already.
  const isOriginal = isCut(variant, image) && hasFullView(image)
  return (
    <div
      className={zoomStyles.map}
      data-chrome
      data-zoom-map
      data-whole={isOriginal || !isCut(variant, image) || undefined}
      aria-hidden
      style={{ '--ratio': image.visibleWidth / image.visibleHeight } as React.CSSProperties}
    >
      <img src={isOriginal ? image.untouchedUrl : variant.url} alt="" draggable={false} />
      <span className={zoomStyles.frame} />
    </div>
  )
}

/** Scale from which the map is shown. */
const MAP_SCALE = 1.5
