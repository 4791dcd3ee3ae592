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
export function nativeFilePicker(): (() => Promise<FileSystemFileHandle[]>) | undefined {
  const show = (globalThis as { showOpenFilePicker?: ShowPicker }).showOpenFilePicker
  if (!show || !matchMedia('(pointer: fine)').matches) return undefined
  return () => show.call(globalThis, OPTIONS)
}

type ShowFolderPicker = (options: { id: string; startIn: string }) => Promise<FileSystemDirectoryHandle>

/** Returns the folder picker of the File System Access API; undefined where the browser lacks it. */
export function nativeFolderPicker(): (() => Promise<FileSystemHandle[]>) | undefined {
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
