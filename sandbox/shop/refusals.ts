import type { FastifyInstance } from 'fastify'
import { getRefusals } from '#contract/retailer-refusals.ts'
import { createChannelPage, HTML } from './brand-page.ts'
import type { Shop } from './context.ts'
import { KeepsakeError } from './keepsake-client.ts'
import { renderRefusalsPage } from './pages/refusals-page.ts'

/** Mounts the page of what Keepsake refused and why; a part of the back office. */
export function mountRefusals(app: FastifyInstance, shop: Shop): void {
  app.get('/back-office/refusals', async (_request, reply) =>
    reply.type(HTML).send(renderRefusalsPage(createChannelPage(shop, ''), await listRefusals(shop))),
  )
}

async function listRefusals(shop: Shop) {
  try {
    return (await shop.keepsake.call(getRefusals, {})).items
  } catch (error) {
    if (!(error instanceof KeepsakeError)) throw error
    shop.log.warn({ err: error }, 'refusals cannot be read')
    return null
  }
}
