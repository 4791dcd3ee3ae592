import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { isDialogOpen, isInField } from '../../shortcuts/key-target.ts'
import { commandOf, type PreviewCommand } from './preview-keys.ts'

export type PreviewKeys = Record<PreviewCommand, () => void> & {
  /** Performs the action with this shortcut, if there is one. */
  action: (key: string) => boolean
}

/** Keys of the preview for any focus; ignored while a modal is open (PL-057) and in form fields. */
export function usePreviewKeys(viewer: RefObject<HTMLElement | null>, on: boolean, keys: PreviewKeys): void {
  const latest = useRef(keys)
  useLayoutEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    if (!on) return
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isInField(event.target) || isDialogOpen(viewer.current)) return
      const command = commandOf(event)
      if (command) latest.current[command]()
      else if (event.ctrlKey || event.metaKey || event.altKey || !latest.current.action(event.key)) return
      event.preventDefault()
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [viewer, on])
}
