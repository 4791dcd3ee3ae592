import X from 'lucide-react/icons/x'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { announce } from '#web/ui/announcements.ts'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { isMobile, useScreenSize } from '#web/ui/screen-size.ts'
import { Arrow } from './arrow.tsx'
import { useStage } from './gestures/use-stage.ts'
import { fitPicture, getActualScale, type Size } from './gestures/zoom.ts'
import { usePreviewKeys } from './keyboard/use-preview-keys.ts'
import styles from './preview.module.css'
import { PictureLayer } from './slides/picture-layer.tsx'
import { createZoomKeys } from './zoom/zoom-keys.ts'

/**
 * Pictures that are in no library, large on black like photos in the preview, with the same keys and gestures, but without actions,
 * details and an address of their own. The focus returns to where it was.
 */
export function PicturePreview({ pictures, start, onClose }: PicturePreviewProps) {
  const { text } = useTexts()
  const viewer = useRef<HTMLElement>(null)
  return (
    <ModalOverlay isOpen onOpenChange={isOpen => !isOpen && onClose()} data-covers-page>
      <Modal>
        <Dialog ref={viewer} aria-label={text('preview.label')} className={styles.viewer!}>
          <Viewer viewer={viewer} pictures={pictures} start={start} onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

export interface PicturePreviewProps {
  pictures: readonly PreviewedPicture[]
  /** The index of the picture that is shown first. */
  start: number
  onClose: () => void
}

export interface PreviewedPicture extends Size {
  url: string
  label: string
}

function Viewer({
  viewer,
  pictures,
  start,
  onClose,
}: PicturePreviewProps & { viewer: RefObject<HTMLElement | null> }) {
  const { text } = useTexts()
  const mobile = isMobile(useScreenSize())
  const element = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState(start)
  const last = pictures.length - 1
  const position = Math.min(chosen, last)
  const ends = { before: position > 0, after: position < last }
  const box = useRef<Size>({ width: 0, height: 0 })
  const stage = useStage(element, {
    picture: () => box.current,
    actual: () => getActualScale(pictures[position] ?? EMPTY, box.current, devicePixelRatio),
    ends: () => ends,
    mobile: () => mobile,
    move: step => show(position + step, true),
    close: onClose,
    onTap: () => {},
  })
  const show = (next: number, animated = false) => {
    stage.gestures.reset(animated)
    setChosen(Math.max(0, Math.min(next, last)))
  }
  box.current = fitPicture(pictures[position] ?? EMPTY, stage.size)
  usePreviewKeys(viewer, true, {
    previous: () => show(position - 1),
    next: () => show(position + 1),
    first: () => show(0),
    last: () => show(last),
    close: onClose,
    ...createZoomKeys(stage.gestures),
    details: () => {},
    help: () => {},
    action: () => false,
  })
  const place = text('preview.position', { position: position + 1, total: pictures.length })
  useEffect(() => announce(place), [place])
  return (
    <>
      <div className={styles.backdrop} data-backdrop />
      <div ref={element} className={styles.stage} data-stage>
        {pictures.map((picture, index) => {
          const isShown = index === position
          if (Math.abs(index - position) > 1) return null
          const fitted = fitPicture(picture, stage.size)
          return (
            <div
              key={picture.url}
              className={classes('ui-centered ui-cover', styles.slide)}
              style={{ '--place': index - position } as React.CSSProperties}
              data-current={isShown || undefined}
              aria-hidden={!isShown}
            >
              <div className={classes('ui-centered', styles.zoom)}>
                <div
                  role="img"
                  aria-label={picture.label}
                  className={classes('ui-centered', styles.picture)}
                  style={
                    {
                      '--width': `${fitted.width}px`,
                      '--height': `${fitted.height}px`,
                    } as React.CSSProperties
                  }
                >
                  <p className={classes('ui-stack16', styles.note)}>{text('preview.load-failed')}</p>
                  <PictureLayer src={picture.url} isCached urgent={isShown} />
                </div>
              </div>
            </div>
          )
        })}
      </div>
      <header className={classes('ui-row4', styles.top, styles.chrome)}>
        <IconButton icon={X} label={text('action.close')} tone="dark" size={24} onClick={onClose} />
        <p className={styles.title}>{place}</p>
      </header>
      {!mobile && ends.before && <Arrow direction="previous" onPress={() => show(position - 1)} />}
      {!mobile && ends.after && <Arrow direction="next" onPress={() => show(position + 1)} />}
    </>
  )
}

const EMPTY: Size = { width: 0, height: 0 }
