import type { QueryClient } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PhotoSelection as SelectionRule } from '#contract/albums.ts'
import type { MessageId, Texts } from '#web/platform/i18n/texts.ts'

/**
 * One thing that can be done with photos, offered alike by the selection bar and the preview (PL-052).
 * An action shows its own dialogs (through `ask`) and toasts; who offers it only looks at the outcome.
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
  /** Why it cannot be done with so many photos, for the tooltip (PL-054); undefined if it can. */
  disabledReason?: (count: number, texts: Texts) => string | undefined
  /** Rejects only on what nobody expected; expected failures are told by the action and answered 'failed'. */
  perform: (photos: PhotoTargets, environment: ActionEnvironment) => Promise<ActionOutcome>
}

/** 'done' ends the selection mode, 'failed' and 'cancelled' leave mode and selection as they are (PL-053). */
export type ActionOutcome = 'done' | 'failed' | 'cancelled'

/** What an action works on. `count` is true at once; ids of photos not loaded yet are fetched by `ids()`. */
export interface PhotoTargets {
  count: number
  ids: () => Promise<string[]>
  /** The same photos as a rule, for calls that take one; undefined when the ids say it. */
  rule?: () => SelectionRule | undefined
}

export interface ActionEnvironment {
  texts: Texts
  queries: QueryClient
  ask: Ask
}

/**
 * Shows what `dialog` renders until it calls `answer`, then takes it away and resolves. Resolves with undefined when
 * the page goes away before an answer.
 */
export type Ask = <T>(dialog: (answer: (value: T) => void) => ReactNode) => Promise<T | undefined>
