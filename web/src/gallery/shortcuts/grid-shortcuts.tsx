import { type Shortcut, Shortcuts, type ShortcutsProps } from './shortcuts.tsx'

/** List of the grid's keyboard shortcuts; those of the actions apply to selected photos. */
export function GridShortcuts(props: Omit<ShortcutsProps, 'shortcuts'>) {
  const isApple = /Mac|iPhone|iPad/.test(navigator.platform)
  const control = isApple ? { sign: '⌘' } : { word: 'key.control' as const }
  const selectAllShortcut: Shortcut = { keys: [control, { sign: 'A' }], name: 'selection.select-all' }
  return <Shortcuts shortcuts={[...SHORTCUTS, selectAllShortcut, CANCEL]} {...props} />
}

const SHORTCUTS: readonly Shortcut[] = [
  { keys: [{ sign: '←' }, { sign: '↑' }, { sign: '↓' }, { sign: '→' }], name: 'photos.keys.move' },
  { keys: [{ word: 'key.home' }], name: 'preview.first' },
  { keys: [{ word: 'key.end' }], name: 'preview.last' },
  { keys: [{ word: 'key.enter' }], name: 'photos.keys.open' },
  { keys: [{ word: 'key.space' }], name: 'photos.keys.select' },
  { keys: [{ word: 'key.shift' }, { sign: '←' }, { sign: '→' }], name: 'photos.keys.select-range' },
]
const CANCEL: Shortcut = { keys: [{ word: 'key.escape' }], name: 'selection.cancel' }
