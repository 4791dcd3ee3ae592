import { type Shortcut, Shortcuts, type ShortcutsProps } from '../../shortcuts/shortcuts.tsx'

/** List of the preview's keyboard shortcuts. */
export function PreviewShortcuts(props: Omit<ShortcutsProps, 'shortcuts'>) {
  return <Shortcuts shortcuts={SHORTCUTS} {...props} />
}

const SHORTCUTS: readonly Shortcut[] = [
  { keys: [{ sign: '←' }], name: 'preview.previous' },
  { keys: [{ sign: '→' }], name: 'preview.next' },
  { keys: [{ word: 'key.home' }], name: 'preview.first' },
  { keys: [{ word: 'key.end' }], name: 'preview.last' },
  { keys: [{ sign: 'Z' }], name: 'preview.zoom' },
  { keys: [{ sign: '1' }], name: 'preview.zoom.actual' },
  {
    keys: [{ sign: '⇧' }, { sign: '←' }, { sign: '↑' }, { sign: '→' }, { sign: '↓' }],
    name: 'preview.zoom.move',
  },
  { keys: [{ sign: 'I' }], name: 'action.details' },
  { keys: [{ word: 'key.escape' }], name: 'photos.back' },
]
