import CloudUpload from 'lucide-react/icons/cloud-upload'
import FolderOpen from 'lucide-react/icons/folder-open'
import Image from 'lucide-react/icons/image'
import Upload from 'lucide-react/icons/upload'
import { type RefObject, useEffect, useRef } from 'react'
import { useFileDrop } from '#web/gallery/index.ts'
import { type PickedSource, readHandles, toPickedFiles } from '#web/platform/files/dropped-files.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { publishLoadFailure } from '#web/platform/lazy/load-failure.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { FileInput } from '#web/ui/file-input.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { isMobile, useScreenSize } from '#web/ui/screen-size.ts'
import { ACCEPT } from '../engine/file-restrictions.ts'
import styles from './drop-zone.module.css'
import { useIsPhone } from './use-is-phone.ts'

/**
 * Accepts files dropped anywhere on the page or chosen by the file picker, which `choose.current` opens, and on devices with
 * folders a chosen folder.
 */
export function DropZone({ onPicked, choose, prominent = false }: DropZoneProps) {
  const { text, rich } = useTexts()
  const input = useRef<HTMLInputElement>(null)
  const folderInput = useRef<HTMLInputElement>(null)
  // The whole page is the drop target: the browser would navigate to a file dropped elsewhere.
  const draggedOver = useFileDrop(true, onPicked)
  const mobile = isMobile(useScreenSize())
  const hasFolders = !useIsPhone()

  const open = async (
    showPicker: (() => Promise<FileSystemHandle[]>) | undefined,
    fallback: RefObject<HTMLInputElement | null>,
  ) => {
    if (!showPicker) return fallback.current?.click()
    let handles: FileSystemHandle[]
    try {
      handles = await showPicker()
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      reportFailure(error)
      // The browser has refused to open its picker.
      return fallback.current?.click()
    }
    readHandles(handles).then(onPicked, publishLoadFailure)
  }
  const openFiles = () => void open(nativeFilePicker(), input)
  const openFolder = () => void open(nativeFolderPicker(), folderInput)
  useEffect(() => {
    choose.current = openFiles
  })
  const folderButton = hasFolders && (
    <Button
      variant={mobile ? 'line' : 'quiet'}
      size={mobile ? 'large' : 'medium'}
      icon={FolderOpen}
      onClick={openFolder}
    >
      {text('action.choose-folder')}
    </Button>
  )
  return (
    <div
      className={classes(
        'ui-row ui-above16',
        styles.zone,
        prominent && styles.prominent,
        draggedOver && styles.above,
      )}
    >
      {!mobile && <Icon of={prominent ? CloudUpload : Upload} size={prominent ? 24 : 28} />}
      <div className={classes('ui-fill ui-quiet', styles.invitation)}>
        {mobile ? (
          <>
            <Button variant={prominent ? 'primary' : 'line'} size="large" icon={Upload} onClick={openFiles}>
              {text('upload.choose-button')}
            </Button>
            {folderButton}
          </>
        ) : prominent ? (
          <strong>{text('upload.drop-title')}</strong>
        ) : (
          <div>
            {rich('upload.drop-or-choose', {
              strong: content => <strong key="strong">{content}</strong>,
              choose: content => (
                <button key="choose" type="button" className={styles.choose} onClick={openFiles}>
                  {content}
                </button>
              ),
            })}
          </div>
        )}
        <div className={styles.hint}>
          {text(hasFolders && prominent ? 'upload.drop-hint' : 'upload.hint')}
        </div>
      </div>
      {!mobile && (
        <div className={classes('ui-cluster8', styles.buttons)}>
          {prominent && (
            <Button variant="primary" icon={Image} onClick={openFiles}>
              {text('upload.choose-button')}
            </Button>
          )}
          {folderButton}
        </div>
      )}
      <FileInput
        inputRef={input}
        label={text('upload.choose-button')}
        accept={ACCEPT}
        onPicked={files => onPicked(toPickedFiles(files))}
      />
      {hasFolders && (
        <FileInput
          inputRef={folderInput}
          label={text('action.choose-folder')}
          isFolder
          // A folder's files come in no order.
          onPicked={files => onPicked(toPickedFiles(files.toSorted(byPath)))}
        />
      )}
    </div>
  )
}

export interface DropZoneProps {
  onPicked: (picked: PickedSource[]) => void
  choose: RefObject<() => void>
  /** Adding files is the primary action: none is listed yet. */
  prominent?: boolean
}

const { compare } = new Intl.Collator(undefined, { numeric: true })
const byPath = (a: File, b: File) => compare(a.webkitRelativePath, b.webkitRelativePath)

interface PickerOptions {
  id: string
  multiple: boolean
  startIn: string
  types: { accept: Record<string, string[]> }[]
}

type ShowPicker = (options: PickerOptions) => Promise<FileSystemFileHandle[]>

/**
 * Returns the file picker of the File System Access API, which gives handles; undefined where the browser lacks it, and
 * on touch devices, where the file input opens the photo picker.
 */
function nativeFilePicker(): (() => Promise<FileSystemFileHandle[]>) | undefined {
  const show = (globalThis as { showOpenFilePicker?: ShowPicker }).showOpenFilePicker
  if (!show || !matchMedia('(pointer: fine)').matches) return undefined
  return () => show.call(globalThis, OPTIONS)
}

type ShowFolderPicker = (options: { id: string; startIn: string }) => Promise<FileSystemDirectoryHandle>

/** Returns the folder picker of the File System Access API; undefined where the browser lacks it. */
function nativeFolderPicker(): (() => Promise<FileSystemHandle[]>) | undefined {
  const show = (globalThis as { showDirectoryPicker?: ShowFolderPicker }).showDirectoryPicker
  return show && (async () => [await show.call(globalThis, { id: 'photos', startIn: 'pictures' })])
}

const OPTIONS: PickerOptions = {
  id: 'photos',
  multiple: true,
  startIn: 'pictures',
  types: [
    {
      accept: {
        'image/jpeg': ['.jpg', '.jpeg'],
        'image/png': ['.png'],
        'image/heic': ['.heic'],
        'image/heif': ['.heif'],
      },
    },
  ],
}
