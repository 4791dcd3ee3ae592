import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useRef, useState } from 'react'
import type { TidyUpMember } from '#contract/tidy-up.ts'
import { dateTimeLabel } from '#web/platform/i18n/dates.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useWindowEvent } from '#web/platform/listeners/use-window-event.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { formatReason } from './group-texts.ts'
import { KeepOrBin } from './keep-or-bin.tsx'
import styles from './tidy-up.module.css'

/**
 * Two photos of a group beside each other, zoomed and moved together: the recommended one, and one that the arrow keys
 * change. + and - zoom, 0 shows the whole pictures.
 */
export function CompareDialog({ members, isOpen, isKept, onChoose, onClose }: CompareDialogProps) {
  const { texts, text } = useTexts()
  const [place, setPlace] = useState(1)
  const zoom = useLinkedZoom()
  const others = members.length - 1
  const shown = Math.min(place, others)
  const step = (by: 1 | -1) => setPlace(((shown - 1 + by + others) % others) + 1)
  const onKeyDown = (event: KeyboardEvent) => {
    // Arrow keys of the radio buttons change their choice.
    if (event.target instanceof HTMLInputElement) return
    // Ctrl, Cmd and Alt make them keys of the browser: its zoom, and back in its history.
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowRight') step(1)
    else if (event.key === 'ArrowLeft') step(-1)
    else if (!zoom.onKey(event.key)) return
    event.preventDefault()
  }
  useWindowEvent('keydown', onKeyDown, isOpen)
  return (
    <Dialog title={text('tidy-up.compare')} size="large" isOpen={isOpen} onClose={onClose}>
      <div className={styles.pair}>
        {[members[0]!, members[shown]!].map((member, side) => {
          const { image } = member
          const picture = image.thumbnails.at(-1)
          const { imageId } = image
          return (
            <figure key={side === 0 ? 'best' : 'other'} className={styles.side}>
              <div className={styles.stage} {...zoom.stage}>
                {picture && (
                  <img
                    src={picture.url}
                    alt={dateTimeLabel(texts, member.image.dateTaken) ?? member.image.localFileName}
                    draggable={false}
                    className={styles.compared}
                    style={{ transform: zoom.transform }}
                  />
                )}
              </div>
              <figcaption className={styles.caption}>
                <span>{formatReason(texts, member, members.length)}</span>
                {side === 1 && others > 1 && (
                  <span className="ui-inline-row">
                    <IconButton
                      icon={ChevronLeft}
                      label={text('preview.previous')}
                      onClick={() => step(-1)}
                    />
                    {text('tidy-up.photo', { position: shown + 1, count: members.length })}
                    <IconButton icon={ChevronRight} label={text('preview.next')} onClick={() => step(1)} />
                  </span>
                )}
              </figcaption>
              <KeepOrBin
                label={text('tidy-up.photo', { position: side === 0 ? 1 : shown + 1, count: members.length })}
                name={`compare ${imageId}`}
                isKept={isKept(imageId)}
                onChoose={keep => onChoose(imageId, keep)}
              />
            </figure>
          )
        })}
      </div>
    </Dialog>
  )
}

interface CompareDialogProps {
  members: readonly TidyUpMember[]
  isOpen: boolean
  isKept: (photoId: string) => boolean
  onChoose: (photoId: string, keep: boolean) => void
  onClose: () => void
}

/** Zoom and position of pictures that move together; x and y are shares of the stage's size. */
interface View {
  scale: number
  x: number
  y: number
}

const WHOLE: View = { scale: 1, x: 0, y: 0 }

const SCALE_MAX = 8

const STEP = 1.5

/** Zooms and moves several pictures together: wheel, double click, drag and keys. */
function useLinkedZoom() {
  const [view, setView] = useState(WHOLE)
  const drag = useRef<{ x: number; y: number; view: View } | undefined>(undefined)
  const zoomBy = (factor: number, at = { x: 0, y: 0 }) => setView(before => zoomAt(before, factor, at))
  const toShare = (event: React.MouseEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    return { x: (event.clientX - left) / width - 0.5, y: (event.clientY - top) / height - 0.5 }
  }
  return {
    transform: `translate(${view.x * 100}%, ${view.y * 100}%) scale(${view.scale})`,
    /** Returns whether the key is one of the zoom's. */
    onKey(key: string): boolean {
      if (key === '+') zoomBy(STEP)
      else if (key === '-') zoomBy(1 / STEP)
      else if (key === '0') setView(WHOLE)
      else return false
      return true
    },
    stage: {
      onWheel: (event: React.WheelEvent<HTMLElement>) =>
        zoomBy(event.deltaY < 0 ? STEP ** 0.5 : 1 / STEP ** 0.5, toShare(event)),
      onDoubleClick: (event: React.MouseEvent<HTMLElement>) =>
        view.scale > 1 ? setView(WHOLE) : zoomBy(STEP ** 3, toShare(event)),
      onPointerDown: (event: React.PointerEvent<HTMLElement>) => {
        drag.current = { x: event.clientX, y: event.clientY, view }
        event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove: (event: React.PointerEvent<HTMLElement>) => {
        if (!drag.current) return
        const { width, height } = event.currentTarget.getBoundingClientRect()
        const { x, y, view: start } = drag.current
        setView(
          limit({
            ...start,
            x: start.x + (event.clientX - x) / width,
            y: start.y + (event.clientY - y) / height,
          }),
        )
      },
      onPointerUp: () => {
        drag.current = undefined
      },
      onPointerCancel: () => {
        drag.current = undefined
      },
    },
  }
}

/** Zooms so that the point at `at`, a share of the stage from its centre, stays where it is. */
function zoomAt({ scale, x, y }: View, factor: number, at: { x: number; y: number }): View {
  const next = Math.min(SCALE_MAX, Math.max(1, scale * factor))
  const ratio = next / scale
  return limit({ scale: next, x: at.x - (at.x - x) * ratio, y: at.y - (at.y - y) * ratio })
}

/** Keeps the picture on the stage. */
function limit({ scale, x, y }: View): View {
  const most = (scale - 1) / 2
  const within = (value: number) => Math.min(most, Math.max(-most, value))
  return { scale, x: within(x), y: within(y) }
}
