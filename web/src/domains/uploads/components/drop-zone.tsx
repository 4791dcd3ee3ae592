import Upload from 'lucide-react/icons/upload'
import { type RefObject, useEffect, useRef } from 'react'
import { useFileDrop } from '#web/gallery/index.ts'
import { type PickedSource, readHandles, toPickedFiles } from '#web/platform/files/dropped-files.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { publishLoadFailure } from '#web/platform/lazy/load-failure.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { isMobile, useScreenSize } from '#web/ui/screen-size.ts'
import { ACCEPT } from '../engine/file-restrictions.ts'
import styles from './drop-zone.module.css'
import { nativeFilePicker } from './file-picker.ts'

/** Accepts files dropped anywhere on the page or chosen by the file picker, which `choose.current` opens. */
export function DropZone({ onPicked, choose, prominent = false }: DropZoneProps) {
  const { text, rich } = useTexts()
  const input = useRef<HTMLInputElement>(null)
  // The whole page is the drop target: the browser would navigate to a file dropped elsewhere.
  const draggedOver = useFileDrop(true, onPicked)
  const mobile = isMobile(useScreenSize())

  const open = async () => {
    const showPicker = nativeFilePicker()
    if (!showPicker) return input.current?.click()
    let handles: FileSystemFileHandle[]
    try {
      handles = await showPicker()
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      reportFailure(error)
      // The browser has refused to open its picker.
      return input.current?.click()
    }
    readHandles(handles).then(onPicked, publishLoadFailure)
  }
  useEffect(() => {
    choose.current = () => void open()
  })
  return (
    <div className={classes(styles.zone, draggedOver && styles.above)}>
      {!mobile && <Icon of={Upload} size={28} />}
      <div className={styles.invitation}>
        {mobile ? (
          <Button
            variant={prominent ? 'primary' : 'line'}
            size="large"
            icon={Upload}
            onClick={() => void open()}
          >
            {text('upload.choose-button')}
          </Button>
        ) : (
          <div>
            {rich('upload.drop-or-choose', {
              strong: content => <strong key="strong">{content}</strong>,
              choose: content => (
                <button key="choose" type="button" className={styles.choose} onClick={() => void open()}>
                  {content}
                </button>
              ),
            })}
          </div>
        )}
        <div className={styles.hint}>{text('upload.hint')}</div>
      </div>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPT}
        aria-label={text('upload.choose-button')}
        onChange={event => {
          const { files } = event.currentTarget
          onPicked(toPickedFiles(files ?? []))
          // The same files may be chosen again after they were removed.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}

export interface DropZoneProps {
  onPicked: (picked: PickedSource[]) => void
  choose: RefObject<() => void>
  /** Adding files is the page's primary action. */
  prominent?: boolean
}
