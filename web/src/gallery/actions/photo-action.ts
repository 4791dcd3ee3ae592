import type { QueryClient } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PhotoSelection as SelectionRule } from '#contract/photo-selection.ts'
import type { MessageId, Texts } from '#web/platform/i18n/texts.ts'

/**
 * An action on photos, offered by both the selection bar and the preview.
 * An action shows its own dialogs (through `ask`) and toasts; its caller only evaluates the outcome.
 */
export interface PhotoAction {
  id: string
  /** Catalogue id of its label. */
  name: MessageId
  icon: LucideIcon
  /** A KeyboardEvent.key that performs it while photos are selected. */
  shortcut?: string
  /** Set apart and coloured as dangerous. */
  danger?: boolean
  /** In the preview it is beside the date in the details in place of the toolbar. */
  placeInPreview?: 'date'
  /** Tooltip that explains why the action is disabled for `count` photos; undefined if it is enabled. */
  disabledReason?: (count: number, texts: Texts) => string | undefined
  /** Offered beside it in the selection bar while `disabledReason` disables it. */
  alternative?: PhotoAction
  /** Rejects only on unexpected errors; the action reports expected failures and resolves to 'failed'. */
  perform: (photos: PhotoTargets, environment: ActionEnvironment) => Promise<ActionOutcome>
}

/** 'done' ends the selection mode, 'failed' and 'cancelled' leave mode and selection as they are. */
export type ActionOutcome = 'done' | 'failed' | 'cancelled'

/** Photos an action is performed on. `count` needs no request; `ids()` fetches the ids of photos not loaded yet. */
export interface PhotoTargets {
  count: number
  ids: () => Promise<string[]>
  /** The same ids by the groups of their list; undefined where the groups are not known. */
  groups?: () => Promise<TargetGroups>
  /** Deselects photos that an action has deleted, before it has ended. */
  deselect?: (ids: string[]) => void
  /** The same photos as a selection rule, for calls that accept one; undefined when only the ids describe them. */
  rule?: () => SelectionRule | undefined
}

export interface TargetGroups {
  /** Name of the list. */
  list: string
  ids: ReadonlyMap<string, readonly string[]>
}

export interface ActionEnvironment {
  texts: Texts
  queries: QueryClient
  ask: Ask
}

/**
 * Shows what `dialog` renders until it calls `answer`, then removes it and resolves with the answer. Resolves with
 * undefined when the page unmounts before an answer.
 */
export type Ask = <T>(dialog: (answer: (value: T) => void) => ReactNode) => Promise<T | undefined>
