import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Plus from 'lucide-react/icons/plus'
import RotateCw from 'lucide-react/icons/rotate-cw'
import X from 'lucide-react/icons/x'
import { memo } from 'react'
import { fileSizeLabel } from '#web/platform/i18n/file-size.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import type { Uploads } from '../engine/uploads.ts'
import { hasProblem, isLostFolder, isPausable, isUploaded, type UploadItem } from '../queue/upload-item.ts'
import styles from './file-list.module.css'
import { type Confirmation, formatReason, formatState } from './item-texts.ts'
import { Thumbnail } from './thumbnail.tsx'

/** A file with its state and its controls. */
export const FileRow = memo(function FileRow({ item, file, uploads, remove, confirmation }: FileRowProps) {
  const { texts, text } = useTexts()
  const { id, name, size, state, reason, deselected } = item
  const hasProgress = state === 'sending' || (state === 'paused' && item.sent > 0)
  const isProblem = hasProblem(item)
  const status = formatState(texts, item, confirmation)
  return (
    <div className={classes(styles.row, deselected && styles.deselected)}>
      <Thumbnail item={item} file={file} />
      <div className={classes('ui-strong ui-ellipsis', styles.name)} title={name}>
        {name}
      </div>
      <div className={classes(styles.detail, isProblem && styles.problem)}>
        {hasProgress ? (
          <ProgressBar
            label={text('upload.progress-of', { name })}
            value={item.sent / size}
            tone={state === 'paused' ? 'quiet' : 'accent'}
          />
        ) : isProblem && reason ? (
          formatReason(texts, reason)
        ) : (
          fileSizeLabel(texts, size)
        )}
      </div>
      {!isProblem && (
        <div className={styles.status} title={status}>
          {status}
        </div>
      )}
      <div className={styles.controls}>
        {isPausable(item) && (
          <IconButton
            icon={Pause}
            label={text('upload.pause-of', { name })}
            onClick={() => uploads.pause([id])}
          />
        )}
        {state === 'paused' && (
          <IconButton
            icon={Play}
            label={text('upload.resume-of', { name })}
            onClick={() => uploads.resume([id])}
          />
        )}
        {state === 'failed' && !isLostFolder(item) && (
          <IconButton
            icon={RotateCw}
            label={text('upload.retry-of', { name })}
            onClick={() => uploads.retry([id])}
          />
        )}
        {reason === 'in-google-bin' && (
          <IconButton
            icon={Plus}
            label={text('upload.select', { name })}
            onClick={() => uploads.accept(id)}
          />
        )}
        {state === 'companion' ? null : isUploaded(item) ? (
          confirmation === 'selection' && (
            <Checkbox
              checked={!deselected}
              label={text('upload.select', { name })}
              onChange={on => uploads.select(id, on)}
            />
          )
        ) : (
          <IconButton icon={X} label={text('upload.remove-of', { name })} onClick={() => remove(id)} />
        )}
      </div>
    </div>
  )
}, areEqual)

export interface FileRowProps {
  item: UploadItem
  file: File | undefined
  uploads: Uploads
  remove: (id: string) => void
  confirmation: Confirmation
}

/** Ignores `remove`: a new function on every render, with the same effect. */
function areEqual(before: FileRowProps, after: FileRowProps) {
  return before.item === after.item && before.file === after.file && before.uploads === after.uploads
}
