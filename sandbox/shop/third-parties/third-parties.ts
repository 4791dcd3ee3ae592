import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { THIRD_PARTIES, type ThirdParty } from '#contract/third-parties.ts'
import type { Shop } from '../context.ts'
import { PageError } from '../page-error.ts'
import { buildScripts } from './scripts.ts'

const record = z
  .record(z.string().max(40), z.string().max(2000))
  .refine(each => Object.keys(each).length <= 12)
/** Records in memory, the newest ones. */
const RECORDS_MAX = 500

/**
 * Mounts stand-ins for the companies whose scripts Keepsake's pages load: consent, analytics, feedback and chat. They
 * are on the shop's origin, which differs from that of the pages. Their records are shown at
 * '/back-office/third-parties'.
 */
export function mountThirdParties(app: FastifyInstance, shop: Shop): void {
  const scripts = buildScripts(shop.config.origin)
  const records: ({ thirdParty: ThirdParty; at: string } & Record<string, string>)[] = []
  app.addHook('onRequest', async (request, reply) => {
    // Pages of another origin load the scripts and send the records.
    if (request.url.startsWith('/third-parties/'))
      reply.header('cross-origin-resource-policy', 'cross-origin')
  })

  app.get<{ Params: { file: string } }>('/third-parties/:file', async ({ params }, reply) => {
    const name = THIRD_PARTIES.find(each => params.file === `${each}.js`)
    if (!name) throw new PageError('missing')
    reply.header('cache-control', 'public, max-age=300')
    return reply.type('text/javascript; charset=utf-8').send(scripts[name])
  })

  app.post<{ Params: { name: string } }>('/third-parties/:name/records', async ({ params, body }, reply) => {
    const name = THIRD_PARTIES.find(each => params.name === each)
    if (!name) throw new PageError('missing')
    const parsed = record.safeParse(parseJson(body))
    if (!parsed.success) return reply.code(400).send()
    records.push({ ...parsed.data, thirdParty: name, at: shop.now().toISOString() })
    records.splice(0, records.length - RECORDS_MAX)
    return reply.code(204).send()
  })

  if (shop.config.backOffice) app.get('/back-office/third-parties', async () => records)
}

/** Parses JSON; undefined for invalid JSON. */
function parseJson(body: unknown): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    return undefined
  }
}
