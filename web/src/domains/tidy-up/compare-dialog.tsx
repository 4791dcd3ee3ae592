import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useEffect, useEffectEvent, useState } from 'react'
import type { TidyUpMember } from '#contract/tidy-up.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { formatCompared, formatReason } from './group-texts.ts'
import { KeepOrBin } from './keep-or-bin.tsx'
import styles from './tidy-up.module.css'
import { useLinkedZoom } from './use-linked-zoom.ts'

/**
 * Two photos of a group beside each other, zoomed and moved together (NX-228): the recommended one, and one that the arrow keys
 * change. + and - zoom, 0 shows the whole pictures.
 */
export function CompareDialog({ members, isOpen, isKept, onChoose, onClose }: CompareDialogProps) {
  const texts = useTexts()
  const { text } = texts
  const [place, setPlace] = useState(1)
  const zoom = useLinkedZoom()
  const others = members.length - 1
  const shown = Math.min(place, others)
  const step = (by: 1 | -1) => setPlace(((shown - 1 + by + others) % others) + 1)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // Arrow keys of the radio buttons change their choice.
    if (event.target instanceof HTMLInputElement) return
    // Ctrl, Cmd and Alt make them keys of the browser: its zoom, and back in its history.
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowRight') step(1)
    else if (event.key === 'ArrowLeft') step(-1)
    else if (!zoom.onKey(event.key)) return
    event.preventDefault()
  })
  useEffect(() => {
    if (!isOpen) return
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [isOpen])
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
                    alt={formatCompared(texts, member)}
                    draggable={false}
                    className={styles.compared}
                    style={{ transform: zoom.transform }}
                  />
                )}
              </div>
              <figcaption className={styles.caption}>
                <span>{formatReason(texts, member, members.length)}</span>
                {side === 1 && others > 1 && (
                  <span className={styles.steps}>
                    <IconButton
                      icon={ChevronLeft}
                      label={text('tidy-up.compare.previous')}
                      onClick={() => step(-1)}
                    />
                    {text('tidy-up.photo', { position: shown + 1, count: members.length })}
                    <IconButton
                      icon={ChevronRight}
                      label={text('tidy-up.compare.next')}
                      onClick={() => step(1)}
                    />
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
