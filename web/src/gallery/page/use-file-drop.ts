import { useEffect, useEffectEvent, useState } from 'react'
import { type PickedSource, readDroppedFiles } from '#web/platform/files/dropped-files.ts'
import { publishLoadFailure } from '#web/platform/lazy/load-failure.ts'

/** Accepts files and folders dropped anywhere on the page while `isEnabled`; true while files are dragged over the page. */
export function useFileDrop(isEnabled: boolean, onDrop: (files: PickedSource[]) => void): boolean {
  const [isDraggedOver, setDraggedOver] = useState(false)
  const drop = useEffectEvent(onDrop)
  useEffect(() => {
    if (!isEnabled) return
    const controller = new AbortController()
    const { signal } = controller
    // Every element under the pointer fires enter and leave: only their balance says whether files are over the page.
    let depth = 0
    const move = (step: number) => (event: DragEvent) => {
      if (!hasFiles(event)) return
      depth = Math.max(0, depth + step)
      setDraggedOver(depth > 0)
    }
    addEventListener('dragenter', move(1), { signal })
    addEventListener('dragleave', move(-1), { signal })
    // Without this the browser would navigate to the file.
    addEventListener('dragover', event => hasFiles(event) && event.preventDefault(), { signal })
    addEventListener(
      'drop',
      event => {
        if (!hasFiles(event)) return
        event.preventDefault()
        depth = 0
        setDraggedOver(false)
        if (!event.dataTransfer) return
        void readDroppedFiles(event.dataTransfer).then(files => {
          if (files.length > 0) drop(files)
        }, publishLoadFailure)
      },
      { signal },
    )
    return () => {
      controller.abort()
      setDraggedOver(false)
    }
  }, [isEnabled])
  return isDraggedOver
}

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
