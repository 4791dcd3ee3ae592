import Camera from 'lucide-react/icons/camera'
import ImageIcon from 'lucide-react/icons/image'
import X from 'lucide-react/icons/x'
import { type ReactNode, useRef, useState } from 'react'
import { ATTACHMENT_MAX_BYTES } from '#contract/complaints.ts'
import { ATTACHMENT_MAX_PIXELS } from '#contract/input/picture-limits.ts'
import { ACCEPT, formatReason } from '#web/domains/uploads/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { FileInput } from '#web/ui/file-input.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { hasRoom, isRefused, type ReportPhoto, type ReportPhotos } from './report-photos.ts'
import styles from './report-problem.module.css'

/** The photos of a report, each with its progress, and a tile to add some. */
export function PhotoPicker({ photos, items, isDisabled }: PhotoPickerProps) {
  const { text } = useTexts()
  const input = usePhotoInput(photos)
  return (
    <fieldset className={styles.group} disabled={isDisabled}>
      <legend className={styles.label}>{text('complaint.photos', { max: photos.max })}</legend>
      <Photos photos={photos} items={items}>
        {hasRoom(photos) && (
          <li>
            <button
              type="button"
              className={classes('ui-centered ui-small', styles.add)}
              onClick={input.open}
            >
              <Icon of={Camera} />
              {text('complaint.add-photo')}
            </button>
          </li>
        )}
      </Photos>
      {input.element}
      <p className={classes('ui-note', styles.hint)}>{text('complaint.photos-note')}</p>
    </fieldset>
  )
}

interface PhotoPickerProps {
  photos: ReportPhotos
  items: readonly ReportPhoto[]
  isDisabled: boolean
}

/** The photos of a message; `children` are the buttons to send it, beside the one that adds photos. */
export function MessagePhotos({ photos, items, isDisabled, children }: MessagePhotosProps) {
  const { text } = useTexts()
  const input = usePhotoInput(photos)
  return (
    <fieldset
      className={styles.group}
      disabled={isDisabled}
      aria-label={text('complaint.photos', { max: photos.max })}
    >
      {items.length > 0 && <Photos photos={photos} items={items} />}
      {input.element}
      <div className="ui-cluster8 ui-above12">
        {children}
        {hasRoom(photos) && (
          <Button icon={Camera} onClick={input.open}>
            {text('complaint.add-photo')}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

interface MessagePhotosProps extends PhotoPickerProps {
  children: ReactNode
}

/** Opens the browser's choice of files; `element` is the field, with what is said when there is no room for all. */
function usePhotoInput(photos: ReportPhotos): { open: () => void; element: ReactNode } {
  const { text } = useTexts()
  const input = useRef<HTMLInputElement>(null)
  const [isFull, setFull] = useState(false)
  const add = async (files: File[]) => setFull(!(await photos.add(files)))
  const element = (
    <>
      <FileInput
        inputRef={input}
        label={text('complaint.add-photo')}
        accept={ACCEPT}
        onPicked={files => void add(files).catch(reportFailure)}
      />
      <p role="status" className={classes('ui-note', styles.hint)}>
        {isFull && !hasRoom(photos) && text('complaint.too-many-photos', { max: photos.max })}
      </p>
    </>
  )
  return { open: () => input.current?.click(), element }
}

function Photos({
  photos,
  items,
  children,
}: Omit<PhotoPickerProps, 'isDisabled'> & { children?: ReactNode }) {
  const { texts, text } = useTexts()
  const [refused, kept] = [items.filter(isRefused), items.filter(item => !isRefused(item))]
  return (
    <>
      <ul className={classes('ui-cluster12', styles.photos)}>
        {kept.map((item, index) => (
          <Photo key={item.id} item={item} number={index + 1} onRemove={() => photos.remove(item.id)} />
        ))}
        {children}
      </ul>
      {refused.map(({ id, name, reason }) => (
        <div key={id} className={classes('ui-row8 ui-note', styles.hint)}>
          <p role="alert" className="ui-narrow ui-breaks">
            <strong>{name}</strong> {formatReason(texts, reason!, LIMITS)}
          </p>
          <IconButton icon={X} label={text('upload.remove-of', { name })} onClick={() => photos.remove(id)} />
        </div>
      ))}
      {items.some(({ state, reason }) => state === 'failed' && reason === 'server') && (
        <Button size="small" variant="line" onClick={() => photos.sendAgain()}>
          {text('action.try-again')}
        </Button>
      )}
    </>
  )
}

const LIMITS = { bytes: ATTACHMENT_MAX_BYTES, pixels: ATTACHMENT_MAX_PIXELS }

function Photo({ item, number, onRemove }: { item: ReportPhoto; number: number; onRemove: () => void }) {
  const { texts, text } = useTexts()
  const name = text('complaint.photo', { number })
  // Browsers without a decoder for HEIC cannot show the file.
  const [isShown, setShown] = useState(true)
  return (
    <li className={styles.photo}>
      <span className={styles.frame}>
        {isShown ? (
          <img
            src={item.preview}
            alt={name}
            className={classes('ui-centered ui-small', styles.image)}
            onError={() => setShown(false)}
          />
        ) : (
          <span role="img" aria-label={name} className={classes('ui-centered ui-small', styles.image)}>
            <Icon of={ImageIcon} />
          </span>
        )}
        {item.state === 'sending' && (
          <span className={styles.progress}>
            <ProgressBar label={name} value={item.progress} />
          </span>
        )}
        <span className={styles.remove}>
          <IconButton
            icon={X}
            label={text('complaint.remove-photo', { number })}
            tone="dark"
            size={16}
            onClick={onRemove}
          />
        </span>
      </span>
      {item.state === 'failed' && (
        <span role="alert" className="ui-note ui-breaks">
          {formatReason(texts, 'server')}
        </span>
      )}
    </li>
  )
}
