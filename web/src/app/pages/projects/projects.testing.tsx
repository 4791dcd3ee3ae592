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
import { SERVICES } from '#contract/endpoint.ts'
import type { MerchandiseChannel } from '#contract/merchandise.ts'
import type { Project } from '#contract/projects.ts'
import { answerChannel, channelForTests } from '#web/domains/merchandise/merchandise.testing.ts'
import { EMPTY_MENU } from '#web/platform/config/config.ts'
import { ConfigProvider } from '#web/platform/config/config-context.tsx'
import { configureHttp } from '#web/platform/http/call.ts'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { TextsProvider } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { parseSearch, stringifySearch } from '#web/platform/navigation/search.ts'
import { ToastRegion } from '#web/ui/toast-region.tsx'
import { ProjectsPage } from './projects-page.tsx'

export function projectForTests(parts: Partial<Project> = {}): Project {
  const id = crypto.randomUUID()
  return {
    id,
    title: 'Amsterdam weekend',
    thumbnailUrl: 'https://keepsake.test/picture.jpg',
    articleName: 'Photo book',
    pageCount: 36,
    createdAt: '2026-11-01T10:00:00Z',
    updatedAt: '2026-11-22T10:00:00Z',
    expiresAt: '2028-05-20T10:00:00Z',
    editorUrl: `https://www.keepsake.example/editor/${id}`,
    ...parts,
  }
}

/** A fake project service behind `call`. */
export interface ProjectService {
  projects: Project[]
  deleted: Project[]
  /** 'METHOD path?query' without the account, in the sequence of the calls. */
  requests: string[]
  /** Calls of this method are answered with 500. */
  failing: string | undefined
  /** The brand's channel; null: it was not sent. */
  channel: MerchandiseChannel | null
  /** Delays the answer of the merchandise service. */
  holdChannel: Promise<unknown>
  /** Delays answers to deletions. */
  hold: Promise<unknown>
  restore: () => void
}

export function projectService(projects: Project[]): ProjectService {
  const service: ProjectService = {
    projects,
    deleted: [],
    requests: [],
    failing: undefined,
    channel: channelForTests(),
    holdChannel: Promise.resolve(),
    hold: Promise.resolve(),
    restore: () => void configureHttp(before),
  }
  const before = configureHttp({
    token: async () => 'token',
    fetch: async (input, { method = 'GET' } = {}) => {
      const { pathname, search, searchParams } = new URL(String(input), 'http://keepsake.test')
      const path = pathname.replace('/api/projects/api/v2', '')
      if (pathname === SERVICES.merchandise) {
        await service.holdChannel
        return answerChannel(service.channel)
      }
      if (!path.startsWith('/project'))
        return Response.json({ code: 'not-found', message: 'no' }, { status: 404 })
      service.requests.push(`${method} ${path}${search}`)
      if (method === 'DELETE') await service.hold
      if (service.failing === method)
        return Response.json({ code: 'unexpected', message: 'no' }, { status: 500 })
      if (method === 'GET') {
        const skip = Number(searchParams.get('skip'))
        const limit = Number(searchParams.get('limit'))
        return Response.json({
          projects: service.projects.slice(skip, skip + limit),
          totalProjectCount: service.projects.length,
        })
      }
      const id = path.split('/')[2]
      const from = method === 'DELETE' ? service.projects : service.deleted
      const to = method === 'DELETE' ? service.deleted : service.projects
      const at = from.findIndex(each => each.id === id)
      to.push(...from.splice(at, 1))
      return new Response(null, { status: 204 })
    },
  })
  return service
}

/** Renders the page of saved projects. */
export function renderProjects(path: string = PATHS.savedProjects) {
  const root = createRootRoute({ component: Outlet })
  const page = createRoute({ getParentRoute: () => root, path: PATHS.savedProjects, component: ProjectsPage })
  const router = createRouter({
    routeTree: root.addChildren([page]),
    parseSearch,
    stringifySearch,
    history: createMemoryHistory({ initialEntries: [path] }),
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
        <ToastRegion label="Messages" closeLabel="Close" undoHint="Undo with Ctrl+Z" />
      </TextsProvider>
    </ConfigProvider>,
  )
  return router
}
