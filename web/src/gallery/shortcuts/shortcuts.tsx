import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import type { PhotoAction } from '../actions/photo-action.ts'
import styles from './shortcuts.module.css'

/** List of keyboard shortcuts, followed by those of the actions. */
export function Shortcuts({ shortcuts, actions, onClose }: ShortcutsProps) {
  const { text } = useTexts()
  const actionShortcuts = actions.flatMap(({ shortcut, name }): Shortcut[] =>
    shortcut ? [{ keys: [toKey(shortcut)], name }] : [],
  )
  return (
    <Dialog title={text('preview.shortcuts')} size="small" onClose={onClose}>
      <dl>
        {[...shortcuts, ...actionShortcuts].map(({ keys, name }) => (
          <div key={name} className={classes('ui-row16', styles.row)}>
            <dt>
              {keys.map(key => {
                const label = 'sign' in key ? key.sign : text(key.word)
                return (
                  <kbd key={label} className={styles.key}>
                    {label}
                  </kbd>
                )
              })}
            </dt>
            <dd>{text(name)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

export interface ShortcutsProps {
  shortcuts: readonly Shortcut[]
  actions: readonly PhotoAction[]
  onClose: () => void
}

/** Keys that are pressed together, or instead of each other, and what they do. */
export interface Shortcut {
  keys: readonly Key[]
  name: MessageId
}

/** Label of a key. */
type Key = { sign: string } | { word: MessageId }

function toKey(shortcut: string): Key {
  return shortcut === 'Delete' ? { word: 'key.delete' } : { sign: shortcut.toUpperCase() }
}
