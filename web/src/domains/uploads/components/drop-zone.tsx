import Upload from 'lucide-react/icons/upload'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type PickedFile, readDroppedFiles, toPickedFiles } from '#web/platform/files/dropped-files.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { isMobile, useScreenSize } from '#web/ui/screen-size.ts'
import { ACCEPT } from '../engine/file-restrictions.ts'
import styles from './drop-zone.module.css'
import { nativeFilePicker } from './file-picker.ts'

/** Takes files dropped anywhere on the page and those chosen from the device. `choose` opens the choice for others. */
export function DropZone({ onPicked, choose, prominent = false }: DropZoneProps) {
  const { text, rich } = useTexts()
  const input = useRef<HTMLInputElement>(null)
  const above = useDrops(onPicked)
  const mobile = isMobile(useScreenSize())

  const open = async () => {
    const pick = nativeFilePicker()
    if (!pick) return input.current?.click()
    try {
      onPicked(await pick())
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      reportFailure(error)
      input.current?.click()
    }
  }
  useEffect(() => {
    choose.current = () => void open()
  })
  return (
    <div className={classes(styles.zone, above && styles.above)}>
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
  onPicked: (picked: PickedFile[]) => void
  choose: RefObject<() => void>
  /** It is the one thing to do. */
  prominent?: boolean
}

/** A file dropped beside the zone counts too: the browser would leave the page for it. */
function useDrops(onPicked: (picked: PickedFile[]) => void): boolean {
  const [above, setAbove] = useState(false)
  const tell = useRef(onPicked)
  useEffect(() => {
    tell.current = onPicked
  })
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const on = (type: 'dragover' | 'dragleave' | 'drop', handle: (event: DragEvent) => void) =>
      addEventListener(
        type,
        event => {
          if (event.dataTransfer?.types.includes('Files')) handle(event)
        },
        { signal },
      )
    on('dragover', event => {
      event.preventDefault()
      setAbove(true)
    })
    on('dragleave', event => {
      if (event.relatedTarget === null) setAbove(false)
    })
    on('drop', event => {
      event.preventDefault()
      setAbove(false)
      readDroppedFiles(event.dataTransfer!).then(tell.current, reportFailure)
    })
    return () => listening.abort()
  }, [])
  return above
}
