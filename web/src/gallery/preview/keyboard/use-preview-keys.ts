import type { RefObject } from 'react'
import { useWindowEvent } from '#web/platform/listeners/use-window-event.ts'
import { isDialogOpen, isInField } from '../../shortcuts/key-target.ts'

export type PreviewKeys = Record<PreviewCommand, () => void> & {
  /** Performs the action with this shortcut, if there is one. */
  action: (key: string) => boolean
}

/** Handles the keys of the preview for any focus; ignored while a modal is open and in form fields. */
export function usePreviewKeys(
  viewer: RefObject<HTMLElement | null>,
  isEnabled: boolean,
  keys: PreviewKeys,
): void {
  const handleKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isInField(event.target) || isDialogOpen(viewer.current)) return
    const command = findCommand(event)
    if (command) keys[command]()
    else if (event.ctrlKey || event.metaKey || event.altKey || !keys.action(event.key)) return
    event.preventDefault()
  }
  useWindowEvent('keydown', handleKey, isEnabled)
}

/** Finds the command of a key in the preview; undefined for other keys and with Ctrl, Meta or Alt. */
export function findCommand({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: KeyPress): PreviewCommand | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  if (shiftKey && key.startsWith('Arrow')) return PAN_BY_KEY[key]
  return COMMAND_BY_KEY[key.length === 1 ? key.toLowerCase() : key]
}

type PreviewCommand =
  | 'previous'
  | 'next'
  | 'first'
  | 'last'
  | 'close'
  | 'zoom'
  | 'actual'
  | 'details'
  | 'help'
  | PanCommand

type PanCommand = 'pan-left' | 'pan-right' | 'pan-up' | 'pan-down'

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Escape closes the details first. */
const COMMAND_BY_KEY: Record<string, PreviewCommand | undefined> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  Home: 'first',
  End: 'last',
  Escape: 'close',
  z: 'zoom',
  1: 'actual',
  i: 'details',
  '?': 'help',
}

const PAN_BY_KEY: Record<string, PanCommand | undefined> = {
  ArrowLeft: 'pan-left',
  ArrowRight: 'pan-right',
  ArrowUp: 'pan-up',
  ArrowDown: 'pan-down',
}
