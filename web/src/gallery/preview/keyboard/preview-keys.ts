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

export type PreviewCommand =
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
export type PanCommand = 'pan-left' | 'pan-right' | 'pan-up' | 'pan-down'
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
