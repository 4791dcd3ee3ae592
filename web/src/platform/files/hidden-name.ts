/** Whether a file manager does not show a file or folder of this name. */
export const isHiddenName = (name: string) => name.startsWith('.') || HIDDEN_NAMES.has(name.toLowerCase())

const HIDDEN_NAMES: ReadonlySet<string> = new Set(['thumbs.db', 'desktop.ini'])
