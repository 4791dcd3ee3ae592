import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { PhotoAction } from '../../actions/photo-action.ts'
import styles from './shortcuts.module.css'

/** List of the preview's keyboard shortcuts. */
export function Shortcuts({ actions, onClose }: { actions: readonly PhotoAction[]; onClose: () => void }) {
  const { text } = useTexts()
  const own = actions.flatMap(({ shortcut, name }) => (shortcut ? [{ key: keyOf(shortcut), name }] : []))
  return (
    <Dialog
      title={text('preview.shortcuts')}
      size="small"
      onClose={onClose}
      closeLabel={text('action.close')}
    >
      <dl className={styles.keys}>
        {[...KEYS, ...own].map(({ key, name }) => (
          <div key={name} className={styles.row}>
            <dt>
              <kbd className={styles.key}>{'sign' in key ? key.sign : text(key.word)}</kbd>
            </dt>
            <dd>{text(name)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

/** Label of a key. */
type Key = { sign: string } | { word: MessageId }

const KEYS: { key: Key; name: MessageId }[] = [
  { key: { sign: '←' }, name: 'preview.previous' },
  { key: { sign: '→' }, name: 'preview.next' },
  { key: { word: 'key.home' }, name: 'preview.first' },
  { key: { word: 'key.end' }, name: 'preview.last' },
  { key: { sign: 'Z' }, name: 'preview.zoom' },
  { key: { sign: 'I' }, name: 'preview.details' },
  { key: { word: 'key.escape' }, name: 'preview.back' },
]

function keyOf(shortcut: string): Key {
  return shortcut === 'Delete' ? { word: 'key.delete' } : { sign: shortcut.toUpperCase() }
}
