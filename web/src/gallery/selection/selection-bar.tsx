import { useQueryClient } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useWindowEvent } from '#web/platform/listeners/use-window-event.ts'
import { useUnsavedWork } from '#web/platform/unsaved-work/unsaved-work.ts'
import { announce } from '#web/ui/announcements.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { Ask, PhotoAction, PhotoTargets } from '../actions/photo-action.ts'
import styles from './selection-bar.module.css'

/**
 * The bar of the selection mode: over the header on wide screens, at the lower edge on narrow ones. Escape ends the mode,
 * Ctrl or Cmd + A selects all, a key runs its action. The mode ends after an action succeeded and stays after a failure.
 */
export function SelectionBar({ selection, actions, ask, blocked, onPerform }: SelectionBarProps) {
  const { count, loading, targets, isEverything } = selection
  const { texts, text } = useTexts()
  const queries = useQueryClient()
  useUnsavedWork(count > 0)
  const [running, setRunning] = useState<string | null>(null)
  useEffect(() => announce(text('selection.announce', { count })), [text, count])

  const findDisabledReason = (action: PhotoAction) =>
    count === 0 ? text('selection.nothing-selected') : action.disabledReason?.(count, texts)
  const offeredActions = actions.flatMap(action =>
    action.alternative && action.disabledReason?.(count, texts) ? [action, action.alternative] : [action],
  )
  const perform = async (action: PhotoAction) => {
    if (running !== null || loading || findDisabledReason(action)) return
    setRunning(action.id)
    onPerform?.()
    try {
      const outcome = await action.perform(targets, { texts, queries, ask })
      if (outcome === 'done') selection.end()
    } finally {
      setRunning(null)
    }
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isHandledElsewhere(event.target)) return
    if (event.key === 'Escape') return selection.end()
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== 'a') return
      event.preventDefault()
      return selection.selectAll()
    }
    const action = event.altKey ? undefined : actions.find(({ shortcut }) => shortcut === event.key)
    if (!action) return
    event.preventDefault()
    void perform(action)
  }
  useWindowEvent('keydown', handleKey, !blocked && running === null)

  return (
    <section
      className={classes(
        'ui-row8 ui-edge-in-contrast',
        styles.bar,
        offeredActions.length > MAX_INLINE_ACTIONS && styles.tall,
      )}
      aria-label={text('selection.actions')}
    >
      <IconButton icon={X} tone="bar" label={text('selection.cancel')} onClick={selection.end} />
      <strong className={styles.count}>{text('selection.count', { amount: count })}</strong>
      {loading && <Spinner size={18} />}
      <Button
        variant="bar"
        className={classes(styles.action, styles.first)}
        icon={CircleCheck}
        onClick={isEverything ? selection.deselectAll : selection.selectAll}
      >
        {text(isEverything ? 'selection.deselect-all' : 'selection.select-all')}
      </Button>
      <div className={styles.actions}>
        {offeredActions.map(action => (
          <Button
            key={action.id}
            variant="bar"
            className={styles.action}
            icon={action.icon}
            pending={running === action.id}
            disabledReason={findDisabledReason(action)}
            aria-keyshortcuts={action.shortcut}
            onClick={() => void perform(action)}
          >
            {text(action.name)}
          </Button>
        ))}
      </div>
    </section>
  )
}

/** Number of actions that fit beside the count on the narrowest screens in every language; more get their own row. */
const MAX_INLINE_ACTIONS = 1

export interface SelectionBarProps {
  selection: SelectionSummary
  actions: readonly PhotoAction[]
  ask: Ask
  /** An overlay covers the page: shortcuts are disabled. */
  blocked: boolean
  /** An action starts: its photos are still there. */
  onPerform?: () => void
  /** Ends the mode when a bar that is loaded on demand cannot be loaded. */
  onCancel?: () => void
}

/** Number of selected photos, and buttons to select all or none and to end the mode. */
export interface SelectionSummary {
  count: number
  /** Ids of a range are being fetched. */
  loading: boolean
  targets: PhotoTargets
  /** All photos are selected. */
  isEverything: boolean
  end: () => void
  selectAll: () => void
  deselectAll: () => void
}

/** A form field or an open dialog or list handles these keys itself. */
function isHandledElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=listbox], [role=menu]',
    ) !== null
  )
}
