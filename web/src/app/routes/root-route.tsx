import { createRootRoute } from '@tanstack/react-router'
import { mergeSearch, type Search } from '#web/platform/navigation/search.ts'
import { RootFrame } from '../root-frame.tsx'
import { ErrorScreen } from '../screens/error-screen.tsx'

export const rootRoute = createRootRoute({
  validateSearch: (search): Search => search as Search,
  search: { middlewares: [({ search, next }) => mergeSearch(search, next(search))] },
  component: RootFrame,
  errorComponent: ErrorScreen,
})
