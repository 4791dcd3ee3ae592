import { useRouterState } from '@tanstack/react-router'
import { PATHS } from '#web/platform/navigation/paths.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The text that was searched; a reload keeps it. */
    searchText?: string
  }
}

/** Returns the text whose results are shown; '' on other pages and for results of an address alone. */
export const useSearchText = (): string =>
  useRouterState({
    select: ({ location: { pathname, state } }) =>
      pathname.startsWith(PATHS.search) ? (state.searchText ?? '') : '',
  })
