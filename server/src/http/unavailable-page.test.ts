import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { STATEMENT_LIMITS } from '../platform/time-limits.ts'
import { closeAfterAll } from '../testing/close-after-all.ts'
import { testServer } from '../testing/harness.ts'
import { holdConnections } from '../testing/hold-connections.ts'
import { renderBalancerPage } from './error-handler.ts'

const databaseLimits = { byClass: STATEMENT_LIMITS, defaultClass: 'read', poolWaitMs: 2_000 } as const
const server = closeAfterAll(await testServer({ work: false, databaseLimits }))
closeAfterAll({ close: holdConnections(server) })

/** A request of the sign-in, which needs the database, as a browser or a call sends it. */
const open = (accept: string, host: string) =>
  server.app.http.inject({ url: '/identity/auth?client_id=keepsake-web', headers: { accept, host } })

test('RV-889 a page that cannot be shown now is a page in the language of the brand, which reloads itself', async () => {
  const { port } = new URL(server.origin)
  const answer = await open('text/html,application/xhtml+xml,*/*;q=0.8', `herzbild-de.localhost:${port}`)
  const { headers, body } = answer
  expect([answer.statusCode, headers['retry-after']]).toEqual([503, '5'])
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(body).toContain('<html lang="de-DE">')
  expect(body).toContain('<h1>Wir sind gleich wieder da</h1>')
  expect(body).toContain(`<p class="id">${headers['x-correlation-id']}</p>`)
  expect(body).toMatch(/setTimeout\(\(\)=>location\.replace/)
  // The page loads nothing: no process may answer.
  expect(body).not.toMatch(/\bsrc="|<link/)
  const hashes = String(headers['content-security-policy']).match(/'sha256-[^']+'/g)
  expect(hashes).toHaveLength(2)
})

test('RV-824 it has the legal links of the brand', async () => {
  const { port } = new URL(server.origin)
  const { body } = await open('text/html', `herzbild-de.localhost:${port}`)
  for (const page of ['agb">AGB', 'datenschutz">Datenschutz', 'impressum">Impressum', 'kontakt">Kontakt'])
    expect(body).toContain(`<a href="https://www.herzbild.example/${page}</a>`)
})

test('RV-889 a call is answered with JSON', async () => {
  const answer = await open('application/json', new URL(server.origin).host)
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable'])
})

test('RV-889 the page of the balancers is up to date: node tools/unavailable-page.ts', () => {
  const file = readFileSync(new URL('../../../deployment/unavailable.html', import.meta.url), 'utf8')
  expect(file).toBe(renderBalancerPage())
  // A map of HAProxy with one line: its key is the first word.
  expect(file.trimEnd().split('\n')).toHaveLength(1)
  expect(file.startsWith('<!doctype html>')).toBe(true)
  for (const language of ['en', 'de', 'fr', 'nl', 'da', 'sv', 'nb', 'es', 'it', 'pt'])
    expect(file).toContain(`"${language}":["`)
})
