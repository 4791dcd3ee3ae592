import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { hostBrandOf } from '#brands/index.ts'
import { EMPTY_MENU } from '#web/platform/config/config.ts'
import { ConfigProvider } from '#web/platform/config/config-context.tsx'
import { configureHttp } from '#web/platform/http/call.ts'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { TextsProvider } from '#web/platform/i18n/texts-provider.tsx'
import { parseSearch, stringifySearch } from '#web/platform/navigation/search.ts'

type Answer = (body: unknown) => Response | Promise<Response>

/** Answers of a fake server behind `call`, by 'METHOD /path'; `calls` lists the requests. */
export function fakeServer(answers: Record<string, Answer>) {
  const calls: string[] = []
  const before = configureHttp({
    token: async () => 'token',
    fetch: async (input, init) => {
      const { pathname } = new URL(String(input), 'http://keepsake.test')
      const call = `${init?.method ?? 'GET'} ${decodeURIComponent(pathname)}`
      calls.push(call)
      const answer = answers[call]
      const body = init?.body ? JSON.parse(String(init.body)) : undefined
      return answer ? answer(body) : refusal(404)
    },
  })
  return { calls, restore: () => void configureHttp(before) }
}

export const refusal = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ code: 'unexpected', message: 'no', correlationId: '1' }, { status, headers })

/** Renders screens by their paths; the other paths show 'Elsewhere'. */
export function renderScreens(path: string, screens: Record<string, () => React.ReactNode>) {
  const root = createRootRoute({ component: Outlet })
  const routes = Object.entries(screens).map(([each, component]) =>
    createRoute({ getParentRoute: () => root, path: each, component }),
  )
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: () => <p>Elsewhere</p> })
  const router = createRouter({
    routeTree: root.addChildren([...routes, elsewhere]),
    history: createMemoryHistory({ initialEntries: [path] }),
    parseSearch,
    stringifySearch,
  })
  const texts = textsForTests()
  const brand = hostBrandOf('keepsake-gb.localhost')!
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <ConfigProvider config={{ environment: 'test', brand, menu: EMPTY_MENU, texts }}>
      <TextsProvider texts={texts}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </TextsProvider>
    </ConfigProvider>,
  )
  return router
}
