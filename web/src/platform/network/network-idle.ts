import type { QueryClient } from '@tanstack/react-query'

/** Whether the page has loaded and neither data nor pictures are on their way. */
export function isNetworkIdle(queries: QueryClient): boolean {
  return (
    document.readyState === 'complete' &&
    queries.isFetching() === 0 &&
    [...document.images].every(({ complete }) => complete)
  )
}
