import { SERVICES } from '#contract/endpoint.ts'
import type { MerchandiseChannel } from '#contract/merchandise.ts'
import type { Project } from '#contract/projects.ts'
import { answerChannel, channelForTests } from '#web/domains/merchandise/merchandise.testing.ts'
import { answerCalls, refusal } from '#web/platform/http/http.testing.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { renderScreens } from '../../screens.testing.tsx'
import { ProjectsPage } from './projects-page.tsx'

export function projectForTests(parts: Partial<Project> = {}): Project {
  const id = crypto.randomUUID()
  return {
    id,
    version: 1,
    changedAt: '2026-11-22T10:00:00Z',
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
export function projectService(projects: Project[]) {
  const service = {
    projects,
    deleted: [] as Project[],
    /** 'METHOD path?query' without the account, in the sequence of the calls. */
    requests: [] as string[],
    /** Addresses of uploads by id, 'failing' for 500: of the account, and of those made before the sign-in. */
    uploads: { own: {} as Record<string, string>, anonymous: {} as Record<string, string> },
    /** Calls of this method are answered with 500. */
    failing: undefined as string | undefined,
    /** The brand's channel; null: it was not sent. */
    channel: channelForTests() as MerchandiseChannel | null,
    /** Delays the answer of the merchandise service. */
    holdChannel: Promise.resolve() as Promise<unknown>,
    /** Delays answers to deletions. */
    hold: Promise.resolve() as Promise<unknown>,
  }
  answerCalls(async ({ method, path: full, search, query, body }) => {
    const path = full.replace('/api/projects/api/v2', '')
    if (full === SERVICES.merchandise) {
      await service.holdChannel
      return answerChannel(service.channel)
    }
    if (full.startsWith(SERVICES.storage)) {
      const uploadPath = full.slice(SERVICES.storage.length)
      service.requests.push(`${method} ${uploadPath}${search}`)
      const toUpload = (id: string, url: string) => ({
        id,
        url,
        contentType: 'image/jpeg',
        createdAt: '2026-11-01T10:00:00Z',
      })
      const id = method === 'POST' ? String((body as string[])[0]) : uploadPath.split('/').at(-1)!
      const url = service.uploads[method === 'POST' ? 'anonymous' : 'own'][id]
      if (url === 'failing') return refusal(500)
      if (method === 'POST') return Response.json(url ? [toUpload(id, url)] : [])
      return url ? Response.json(toUpload(id, url)) : refusal(404)
    }
    if (!path.startsWith('/project')) return refusal(404)
    service.requests.push(`${method} ${path}${search}`)
    if (method === 'DELETE') await service.hold
    if (service.failing === method) return refusal(500)
    if (method === 'GET') {
      const skip = Number(query.get('skip'))
      const limit = Number(query.get('limit'))
      return Response.json({
        projects: service.projects.slice(skip, skip + limit),
        totalProjectCount: service.projects.length,
        cursor: null,
      })
    }
    const id = path.split('/')[2]
    const from = method === 'DELETE' ? service.projects : service.deleted
    const to = method === 'DELETE' ? service.deleted : service.projects
    const at = from.findIndex(each => each.id === id)
    to.push(...from.splice(at, 1))
    return new Response(null, { status: 204 })
  })
  return service
}

export type ProjectService = ReturnType<typeof projectService>

/** Renders the page of saved projects. */
export const renderProjects = (path: string = PATHS.savedProjects) =>
  renderScreens(path, { [PATHS.savedProjects]: ProjectsPage }).router
