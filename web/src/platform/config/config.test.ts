// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { findHostBrand } from '#brands/index.ts'
import type { ConfigJson } from '#contract/brands.ts'
import { getDownloads } from '#contract/downloads.ts'
import { compileLocale } from '#locales/compile.ts'
import { isFlagEnabled } from '../flags/flags.ts'
import { call, serviceAddress } from '../http/call.ts'
import { configureCalls } from '../http/http.testing.ts'
import { EMPTY_MENU, findRedirectAddress, loadConfig } from './config.ts'

const brand = findHostBrand('herzbild-at.localhost')
if (!brand) throw new Error('no brand')
const CONFIG: ConfigJson = {
  environment: 'test',
  brand,
  flags: { ...brand.flags, PhotoManagementAlbumViewEnabled: false },
  services: { downloads: 'https://downloads.example' },
  thirdParties: {},
}
let requests: string[]
let missing: string[]

beforeEach(() => {
  requests = []
  missing = []
  const answers: Record<string, unknown> = {
    '/config.json': CONFIG,
    '/conf/my.example': brand.menu,
    '/locales/de-AT.json': compileLocale('de-AT'),
    '/locales/en-GB.json': compileLocale('en-GB'),
  }
  const fetched = async (url: unknown, init?: RequestInit) => {
    const path = String(url)
    requests.push(path)
    expect(new Headers(init?.headers).get('authorization')).toBeNull()
    if (missing.includes(path) || !(path in answers)) return new Response('{}', { status: 404 })
    return new Response(JSON.stringify(answers[path]))
  }
  configureCalls({ fetch: fetched as typeof fetch, token: async () => 'token' })
  vi.stubGlobal('fetch', fetched)
})

describe('configuration', () => {
  test('AA-025, AA-030, OP-51 config.json, menu and locale, without a token', async () => {
    const looks: string[] = []
    const state = await loadConfig('my.example', config => looks.push(config.brand.vendor))
    expect(requests.sort()).toEqual(['/conf/my.example', '/config.json', '/locales/de-AT.json'])
    if (state.status !== 'received') throw new Error(state.status)
    expect(state.configured.texts.locale).toBe('de-AT')
    expect(state.configured.menu).toEqual(brand.menu)
    expect(looks).toEqual(['herzbild'])
    expect(serviceAddress('downloads', '/downloads')).toBe('https://downloads.example/downloads')
    expect(isFlagEnabled('PhotoManagementTimelineViewEnabled')).toBe(true)
    expect(isFlagEnabled('PhotoManagementAlbumViewEnabled')).toBe(false)
  })

  test('RV-605 calls of a service with another base address go there, with the token', async () => {
    await loadConfig('my.example')
    const sent: [string, string | null][] = []
    configureCalls({
      fetch: async (url, init) => {
        sent.push([String(url), new Headers(init?.headers).get('authorization')])
        return new Response(JSON.stringify({ items: [] }))
      },
    })
    await call(getDownloads)
    expect(sent).toEqual([['https://downloads.example/downloads', 'Bearer token']])
  })

  test('AA-027 without the menu the app starts with an empty one', async () => {
    missing = ['/conf/my.example']
    const state = await loadConfig('my.example')
    expect(state.status === 'received' && state.configured.menu).toEqual(EMPTY_MENU)
  })

  test('AA-121 if the locale cannot be loaded, the app uses en-GB', async () => {
    missing = ['/locales/de-AT.json']
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const state = await loadConfig('my.example')
    expect(state.status === 'received' && state.configured.texts.locale).toBe('en-GB')
    expect(error).toHaveBeenCalled()
    error.mockRestore()
  })

  test('OP-52 without config.json loading fails, flags are off and nothing else is requested', async () => {
    missing = ['/config.json']
    await expect(loadConfig('my.example')).resolves.toMatchObject({ status: 'failed' })
    expect(requests).toEqual(['/config.json'])
    expect(isFlagEnabled('PhotoManagementTimelineViewEnabled')).toBe(false)
  })
})

test('AA-032, OP-55 a redirecting host keeps path and query', () => {
  const at = new URL('http://a.localhost:4000/my-photos/photos?stripped=1#x')
  expect(findRedirectAddress({ ...brand, redirectTo: 'b.localhost' }, at)).toBe(
    'http://b.localhost:4000/my-photos/photos?stripped=1#x',
  )
  expect(findRedirectAddress(brand, at)).toBeUndefined()
})
