import type { PickedFile } from '#web/platform/files/dropped-files.ts'
import { DropTarget } from './drop-target.tsx'
import { useFileDrop } from './use-file-drop.ts'

/** Accepts files dropped on the page, see useFileDrop; while they are above it a cover says what dropping them does. */
export function FileDrop({ text, onDrop }: FileDropProps) {
  return useFileDrop(true, onDrop) && <DropTarget text={text} />
}

export interface FileDropProps {
  text: string
  onDrop: (files: PickedFile[]) => void
}
