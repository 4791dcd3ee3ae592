import type { RefObject } from 'react'

/** A hidden input whose `click` opens the browser's choice of files, or of a folder with all of its files. */
export function FileInput({ inputRef, label, accept, isFolder = false, onPicked }: FileInputProps) {
  return (
    <input
      ref={inputRef}
      type="file"
      multiple
      hidden
      accept={accept}
      {...(isFolder && { webkitdirectory: '' })}
      aria-label={label}
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])]
        // The same files may be chosen again after they were removed.
        currentTarget.value = ''
        if (files.length > 0) onPicked(files)
      }}
    />
  )
}

interface FileInputProps {
  inputRef: RefObject<HTMLInputElement | null>
  label: string
  accept?: string
  isFolder?: boolean
  onPicked: (files: File[]) => void
}
