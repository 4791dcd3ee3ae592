import { useNavigate, useSearch } from '@tanstack/react-router'
import { type LeftOutKind, SUGGESTED_DEFAULT, SUGGESTED_MAX } from '#contract/selection-drafts.ts'
import type { Search } from '#web/platform/navigation/search.ts'
import { useTabState } from '#web/platform/storage/use-tab-state.ts'
import { formatSource, parseSource, type SuggestionSourceChoice } from './suggestion-source.ts'

/** What the photos are for, with the number of photos that is offered first. */
export const PURPOSES = { book: SUGGESTED_DEFAULT, calendar: 13, prints: 100, other: undefined } as const
export type Purpose = keyof typeof PURPOSES

export interface SuggestionSettings {
  purpose: Purpose
  wanted: number
  leaveOut: readonly LeftOutKind[]
}

/**
 * The source, which is in the address, and the settings, which the tab remembers: a reload, Back and 'Start again' find
 * both again.
 */
export function useSuggestionSettings() {
  const { source }: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const [settings, setSettings] = useTabState<SuggestionSettings>('suggestion-settings', isSettings, INITIAL)
  return {
    source: parseSource(source),
    setSource: (next: SuggestionSourceChoice) =>
      void navigate({
        to: '.',
        search: (current: Search) => ({ ...current, source: formatSource(next) }),
        replace: true,
        resetScroll: false,
      }),
    settings,
    change: (part: Partial<SuggestionSettings>) => setSettings({ ...settings, ...part }),
  }
}

const INITIAL: SuggestionSettings = {
  purpose: 'book',
  wanted: SUGGESTED_DEFAULT,
  leaveOut: ['similar', 'blurred', 'badly-lit', 'screenshots'],
}

const isSettings = (value: unknown): value is SuggestionSettings => {
  if (typeof value !== 'object' || value === null) return false
  const { purpose, wanted, leaveOut } = value as Partial<Record<keyof SuggestionSettings, unknown>>
  return (
    typeof purpose === 'string' &&
    purpose in PURPOSES &&
    Number.isInteger(wanted) &&
    Number(wanted) >= 1 &&
    Number(wanted) <= SUGGESTED_MAX &&
    Array.isArray(leaveOut)
  )
}
