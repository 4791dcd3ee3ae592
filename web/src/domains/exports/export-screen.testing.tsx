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
import type { ReactNode } from 'react'
import { hostBrandOf } from '#brands/index.ts'
import type { PhotoExport, ReadyExport } from '#contract/exports.ts'
import { EMPTY_MENU } from '#web/platform/config/config.ts'
import { ConfigProvider } from '#web/platform/config/config-context.tsx'
import { configureHttp } from '#web/platform/http/call.ts'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { TextsProvider } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'

const known = { backupId: 'b1', created: '2026-05-03T10:00:00Z', updated: '2026-05-03T10:00:10Z' }

export const runningExport = (status: 'REQUESTED' | 'IN_PROGRESS' | 'FAILED' = 'REQUESTED'): PhotoExport => ({
  status,
  ...known,
})

export const readyExport = (parts: Partial<ReadyExport> = {}): ReadyExport => ({
  status: 'READY',
  ...known,
  expires: '2026-05-10T10:00:10Z',
  photosCount: 5,
  chunks: [
    { iteration: 1, size: 1_610_612_736, photosCount: 3, from: '2019-07', to: '2024-05' },
    { iteration: 2, size: 2048, photosCount: 2, from: null, to: null },
  ],
  ...parts,
})

/** Answers a request with the body of a response, or with an error status. */
export type Respond = (path: string, init: RequestInit | undefined) => Promise<unknown> | unknown

/** Renders a screen at '/' or at an export's address with fake services. `path` returns the current path; call `undo` at the end. */
export function renderScreen(Screen: () => ReactNode, address: string, respond: Respond) {
  const texts = textsForTests()
  const before = configureHttp({
    token: async () => 'token',
    fetch: async (input, init) => {
      const answer = await respond(String(input), init)
      return typeof answer === 'number'
        ? Response.json({ message: 'no' }, { status: answer })
        : Response.json(answer)
    },
  })
  const root = createRootRoute({ component: Outlet })
  const at = (path: string, component: () => ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component })
  const router = createRouter({
    routeTree: root.addChildren([
      at('/', Screen),
      at(PATHS.photos, () => <p>The photos</p>),
      at(PATHS.photoExports, address === '/' ? () => <p>The export page</p> : Screen),
    ]),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  const brand = hostBrandOf('keepsake-gb.localhost')!
  render(
    <ConfigProvider configured={{ environment: 'test', brand, menu: EMPTY_MENU, texts }}>
      <TextsProvider texts={texts}>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </TextsProvider>
    </ConfigProvider>,
  )
  return { path: () => router.state.location.pathname, undo: () => configureHttp(before) }
}
