import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { THIRD_PARTIES, type ThirdParty } from '#contract/third-parties.ts'
import type { Shop } from '../context.ts'
import { PageError } from '../page-error.ts'
import texts from './texts.json' with { type: 'json' }

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
  const scripts = new Map(THIRD_PARTIES.map(name => [`${name}.js`, buildScript(name, shop.config.origin)]))
  const records: ({ thirdParty: ThirdParty; at: string } & Record<string, string>)[] = []
  app.addHook('onRequest', async (request, reply) => {
    // Pages of another origin load the scripts and send the records.
    if (request.url.startsWith('/third-parties/'))
      reply.header('cross-origin-resource-policy', 'cross-origin')
  })

  app.get<{ Params: { file: string } }>('/third-parties/:file', async ({ params }, reply) => {
    const script = scripts.get(params.file)
    if (!script) throw new PageError('missing')
    reply.header('cache-control', 'public, max-age=300')
    return reply.type('text/javascript; charset=utf-8').send(script)
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

/** Builds a stand-in as a script: its parts in one function, so that nothing but one object is global. */
function buildScript(name: ThirdParty, origin: string): string {
  const constants = { ORIGIN: origin, TEXTS: texts, STYLES: readStyles(name) }
  const library = name === 'consent' ? [readPackage('cookieconsent.umd.js')] : []
  return [
    ...library,
    '(() => {',
    // The page removed it while it was loading, such as a feedback button after a change of the screen size.
    'if (!document.currentScript.isConnected) return',
    `window.keepsakeStandIn = { ...${JSON.stringify(constants)}, CookieConsent: window.CookieConsent };`,
    `{ ${readAsset('stand-in.js')} }`,
    `{ ${readAsset(`${name}.js`)} }`,
    '})()',
  ].join('\n')
}

function readStyles(name: ThirdParty): string {
  if (name === 'consent') return readPackage('cookieconsent.css') + readAsset('consent.css')
  return name === 'analytics' ? '' : readAsset('panel.css')
}

function readAsset(name: string): string {
  return readFileSync(new URL(`../assets/third-parties/${name}`, import.meta.url), 'utf8')
}

function readPackage(name: string): string {
  const { resolve } = createRequire(import.meta.url)
  return readFileSync(resolve(`vanilla-cookieconsent/dist/${name}`), 'utf8')
}
