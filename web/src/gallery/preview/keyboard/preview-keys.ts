/** Finds the command of a key in the preview; undefined for other keys and with Ctrl, Meta or Alt. */
export function findCommand({ key, ctrlKey, metaKey, altKey }: KeyPress): PreviewCommand | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  return COMMAND_BY_KEY[key.length === 1 ? key.toLowerCase() : key]
}

export type PreviewCommand = 'previous' | 'next' | 'first' | 'last' | 'close' | 'zoom' | 'details' | 'help'
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** PL-057; Escape closes the details first. */
const COMMAND_BY_KEY: Record<string, PreviewCommand | undefined> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  Home: 'first',
  End: 'last',
  Escape: 'close',
  z: 'zoom',
  i: 'details',
  '?': 'help',
}
