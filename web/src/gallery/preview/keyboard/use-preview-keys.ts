import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { isDialogOpen, isInField } from '../../shortcuts/key-target.ts'
import { findCommand, type PreviewCommand } from './preview-keys.ts'

export type PreviewKeys = Record<PreviewCommand, () => void> & {
  /** Performs the action with this shortcut, if there is one. */
  action: (key: string) => boolean
}

/** Handles the keys of the preview for any focus; ignored while a modal is open (PL-057) and in form fields. */
export function usePreviewKeys(
  viewer: RefObject<HTMLElement | null>,
  isEnabled: boolean,
  keys: PreviewKeys,
): void {
  const latest = useRef(keys)
  useLayoutEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    if (!isEnabled) return
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isInField(event.target) || isDialogOpen(viewer.current)) return
      const command = findCommand(event)
      if (command) latest.current[command]()
      else if (event.ctrlKey || event.metaKey || event.altKey || !latest.current.action(event.key)) return
      event.preventDefault()
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [viewer, isEnabled])
}
