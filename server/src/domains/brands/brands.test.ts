import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import sharp from 'sharp'
import { describe, expect, it, test } from 'vitest'
import { WebSocket } from 'ws'
import { brands, findHostRedirect } from '#brands/index.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { DEMO_PASSWORD, DEMO_SIGN_INS } from '#sandbox/demo/customers.ts'
import type { Config } from '../../platform/config/config.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { Browser } from '../identity/testing/browser.ts'
import { signInAs } from '../identity/testing/sign-in-flow.ts'
import { startTestApp } from '../identity/testing/test-app.ts'
import { getEditors, listShopOrigins } from './routes.ts'

const app = closeAfterAll(await startTestApp())

/** The same server with another configuration. */
const startWith = (config: Partial<Config>) => app.sibling({ config: { ...app.ctx.config, ...config } })
const get = (host: string, url: string) => app.http.inject({ method: 'GET', url, headers: { host } })

test('RV-605 a service on another origin is in config.json and allowed by the security policy of every page', async () => {
  const address = 'https://downloads.example/api'
  const other = await startWith({ serviceAddresses: { downloads: address } })
  const { headers, body } = await other.inject({ url: '/config.json', headers: { host: 'localhost' } })
  expect(JSON.parse(body).services).toMatchObject({ downloads: address, uploads: '/api/uploads' })
  const connect = /connect-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
  expect(connect).toBe("'self' https://downloads.example")
})

test('AA-036 OP-58 third-party scripts with a key for the locale are in config.json and in the policy of the brand', async () => {
  const chat = { script: 'https://chat.example/chat.js', keys: { 'en-GB': 'key-gb', 'de-DE': 'key-de' } }
  const feedback = { script: 'https://feedback.example/f.js', keys: { 'de-DE': 'key' } }
  const other = await startWith({ thirdParties: { '*': { chat, feedback } } })
  const ask = (host: string) => other.inject({ url: '/config.json', headers: { host } })
  const [british, irish] = [await ask('localhost'), await ask('keepsake-ie.localhost')]
  expect(british.json().thirdParties).toEqual({ chat: { script: chat.script, key: 'key-gb' } })
  expect(british.json().brand).not.toHaveProperty('thirdParties')
  const policy = String(british.headers['content-security-policy'])
  expect(policy).toMatch(/script-src 'self' https:\/\/chat\.example;/)
  expect(policy).not.toContain('feedback.example')
  expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/)
  expect(irish.json().thirdParties).toEqual({})
  expect(irish.headers['content-security-policy']).not.toContain('chat.example')
})

test('NX-235 config.json has the editors of products, at the configured addresses if there are some', async () => {
  const readEditors = async (http: typeof app.http) => {
    const { brand } = (await http.inject({ url: '/config.json', headers: { host: 'localhost' } })).json()
    return [brand.addresses.printsEditor, brand.productEditors]
  }
  const own = 'https://editor.keepsake.example/{vendor}'
  const ownEditors = { 'photo-book': `${own}/photo-book`, calendar: `${own}/calendar` }
  expect(await readEditors(app.http)).toEqual([`${own}/prints`, ownEditors])
  const other = await startWith({ productEditors: 'http://localhost:4100/{vendor}/{product}' })
  expect(await readEditors(other)).toEqual([
    `${own}/prints`,
    {
      'photo-book': 'http://localhost:4100/{vendor}/photo-book',
      calendar: 'http://localhost:4100/{vendor}/calendar',
    },
  ])
})

test('NX-235 a brand has only the editors of its file; a customer may be redirected to each of them', () => {
  const brand = brands.find(({ id }) => id === 'keepsake-gb')!
  const productEditors = { calendar: 'https://{vendor}-calendars.example/new' }
  const config = { printsEditor: null, productEditors: null }
  const shop = brand.addresses.shop
  expect(
    getEditors({ ...config, productEditors: 'http://x.example/{product}' }, { ...brand, productEditors }),
  ).toEqual({
    printsEditor: brand.addresses.printsEditor,
    productEditors: { calendar: 'http://x.example/calendar' },
  })
  expect(listShopOrigins(config, { ...brand, productEditors })).toEqual([
    shop,
    'https://editor.keepsake.example',
    'https://keepsake-calendars.example',
  ])
  const { productEditors: _, ...withoutEditors } = brand
  expect(
    getEditors({ ...config, productEditors: 'http://x.example/{product}' }, withoutEditors).productEditors,
  ).toEqual({})
})

describe('AA-025 AA-028 configuration', () => {
  it('AA-025 config.json contains environment, brand, flags and the available services', async () => {
    const answer = await get('localhost:4000', '/config.json')
    expect(answer.json()).toMatchObject({
      environment: 'development',
      brand: { id: 'keepsake-gb', theme: { vendor: 'keepsake' }, redirectTo: null },
      flags: { PhotoManagementTimelineViewEnabled: true },
    })
    // The addresses of the others do not differ.
    const { session, configuration, media, reports, ...services } = SERVICES
    expect(answer.json().services).toEqual(services)
  })

  it.each(brands.map(brand => [brand.host, brand] as const))(
    'AA-028 AA-031 %s is known by its hosts',
    async (_, brand) => {
      for (const host of [brand.host, brand.localHost, `${brand.localHost}:4000`]) {
        const config = await get(host, '/config.json')
        const signpost = config.statusCode === 308
        expect([host, signpost || config.json().brand.id === brand.id]).toEqual([host, true])
        const menu = await get('localhost', `/conf/${host}`)
        expect(menu.json()).toEqual(brand.menu)
      }
      // RV-845: the retailer's systems know the brand by its internal domain.
      expect((await get('localhost', `/conf/${brand.internalDomain}`)).json()).toEqual(brand.menu)
    },
  )

  it('AA-028 an unknown host has no configuration: 404', async () => {
    expect((await get('nobody.localhost', '/config.json')).statusCode).toBe(404)
    expect((await get('localhost', '/conf/elsewhere.example')).statusCode).toBe(404)
    expect((await get('nobody.localhost', '/session/sign-in')).statusCode).toBe(404)
    expect((await get('nobody.localhost', '/identity/auth')).statusCode).toBe(404)
  })

  it.each([
    ['test.my.keepsake.example', 'test'],
    ['my-test.keepsake.example', 'test'],
    ['acc.my.keepsake.example', 'acceptance'],
    ['my.keepsake.example', 'production'],
    ['keepsake-ie.localhost', 'development'],
    ['127.0.0.1', 'development'],
  ])('AA-033 %s is %s', async (host, environment) => {
    expect((await get(host, '/config.json')).json().environment).toBe(environment)
  })
})

describe('PL-001 the library on every host', () => {
  it.each(
    brands.filter(({ host }) => !findHostRedirect(host)).map(brand => [brand.localHost, brand] as const),
  )('PL-001 consumers and businesses can use all of it on %s', async host => {
    const { services, flags } = (await get(host, '/config.json')).json()
    expect(flags).toMatchObject({
      PhotoManagementTimelineViewEnabled: true,
      PhotoManagementAlbumViewEnabled: true,
      PhotoManagementSharedAlbumsViewEnabled: true,
      PhotoManagementPhotoExportEnabled: true,
      PhotoManagementOrderPrintsEnabled: true,
    })
    for (const email of [DEMO_SIGN_INS[0], DEMO_SIGN_INS[2]]) {
      const { accessToken } = await signInAs(new Browser(app.http, host), email, DEMO_PASSWORD)
      const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
        const headers = { host, authorization: `Bearer ${accessToken}` }
        const answer = await app.http.inject({ method, url, headers, ...(payload ? { payload } : {}) })
        return [url, answer.statusCode]
      }
      for (const url of [
        `${services.photoManagement}/users/timeline`,
        `${services.photoManagement}/albums`,
        `${services.photoManagement}/bin`,
        `${services.sharedAlbums}/shared-albums`,
        `${services.downloads}/downloads`,
        `${services.photoExport}/backups`,
        `${services.storageStatus}/accounts/getaccountinformation`,
      ])
        expect(await call('GET', url)).toEqual([url, 200])
      // There is nothing to delete, to preview or to print: not found.
      const photo = `${services.photoManagement}/photos/${randomUUID()}`
      expect(await call('GET', photo)).toEqual([photo, 404])
      const all = `${services.photoManagement}/photos/all`
      expect(await call('DELETE', all)).toEqual([all, 202])
      const prints = `${services.tempSelections}/temp-selections`
      expect(await call('POST', prints, { photoIds: [randomUUID()] })).toEqual([prints, 404])
    }
  })
})

describe('AA-032 the host that only redirects', () => {
  it.each([
    ['my.snapbook-nederland.example', 'my.albelina.example'],
    ['snapbook-nl.localhost:4000', 'albelina-nl.localhost:4000'],
    ['test.my.snapbook-nederland.example', 'test.my.albelina.example'],
  ])('AA-032 %s redirects permanently to %s with path and query', async (from, to) => {
    for (const path of ['/', '/photos/a%20b?x=1&y=%2F', '//elsewhere.example/'])
      expect(await get(from, path)).toMatchObject({
        statusCode: 308,
        headers: { location: `http://${to}${path}` },
      })
  })

  it('AA-032 preserves the method of a request', async () => {
    const answer = await app.http.inject({
      method: 'POST',
      url: '/session/end',
      headers: { host: 'snapbook-nl.localhost' },
    })
    expect(answer.statusCode).toBe(308)
  })
})

describe('AA-034 robots', () => {
  it('AA-034 allow indexing of the root path of production hosts and nothing else', async () => {
    const header = async (host: string, url: string) => (await get(host, url)).headers['x-robots-tag']
    expect(await header('my.keepsake.example', '/')).toBeUndefined()
    expect(await header('my.keepsake.example', '/?utm=1')).toBeUndefined()
    expect(await header('my.keepsake.example', '/photos')).toBe('noindex')
    expect(await header('my.keepsake.example', '/config.json')).toBe('noindex')
    for (const host of [
      'test.my.keepsake.example',
      'acc.my.keepsake.example',
      'localhost',
      'elsewhere.example',
    ])
      expect([host, await header(host, '/')]).toEqual([host, 'noindex'])
  })

  it('AA-034 robots.txt is consistent with it', async () => {
    expect((await get('my.keepsake.example', '/robots.txt')).body).toBe('User-agent: *\nAllow: /\n')
    expect((await get('test.my.keepsake.example', '/robots.txt')).body).toBe('User-agent: *\nDisallow: /\n')
  })
})

it('AA-029 the favicon is the vendor’s', async () => {
  const [keepsake, herzbild] = [
    await get('localhost', '/favicon.svg'),
    await get('herzbild-de.localhost', '/favicon.svg'),
  ]
  expect(keepsake.headers['content-type']).toContain('image/svg+xml')
  expect(keepsake.body).toContain('#0f766e')
  expect(herzbild.body).toContain('#a81e62')
  expect((await get('localhost', '/favicon.ico')).headers.location).toBe('/favicon.svg')
})

it('RV-410 the icon of a bookmark on the home screen is the vendor’s, 180 px and without transparency', async () => {
  const sizes: unknown[] = []
  for (const host of ['localhost', 'herzbild-de.localhost']) {
    const icon = await get(host, '/apple-touch-icon.png')
    expect(icon.headers['content-type']).toBe('image/png')
    const { width, height } = await sharp(icon.rawPayload).metadata()
    const { dominant, isOpaque } = await sharp(icon.rawPayload).stats()
    sizes.push({ width, height, isOpaque, dominant: Object.values(dominant).map(value => value >> 5) })
  }
  const size = { width: 180, height: 180, isOpaque: true }
  // #0f766e and #a81e62, in steps of 32.
  expect(sizes).toEqual([
    { ...size, dominant: [0, 3, 3] },
    { ...size, dominant: [5, 0, 3] },
  ])
})

describe('RV-312 a host of no brand', () => {
  it.each([
    ...[
      'elsewhere.example',
      '192.0.2.7:4000',
      'keepsake.example',
      'dev.evil.example',
      'localhost.evil.example',
    ],
    'my-dev.evil.example',
  ])('RV-312 %s is answered 421 on every address but those of health', async host => {
    for (const url of ['/', '/config.json', '/session/sign-in', '/api/docs', '/robots.txt']) {
      const answer = await get(host, url)
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 421, 'misdirected-request'])
    }
    expect((await get(host, '/healthz')).statusCode).toBe(200)
    expect((await get(host, '/readyz')).statusCode).toBe(200)
  })

  it('RV-864 opens no socket', async () => {
    const address = `${app.origin.replace('http:', 'ws:')}/api/push/library`
    const socket = new WebSocket(address, { headers: { host: 'dev.evil.example' } })
    const [, answer] = await once(socket, 'unexpected-response')
    expect((answer as IncomingMessage).statusCode).toBe(421)
    // Ends an attempt that has failed already.
    socket.on('error', () => undefined)
    socket.terminate()
  })

  it('RV-312 is answered in development, and where it is configured', async () => {
    expect((await get('nobody.localhost', '/config.json')).statusCode).toBe(404)
    const publicOrigin = 'https://photos.example'
    const other = await startWith({
      publicOrigin,
      serviceAddresses: { downloads: 'https://zips.example/api' },
    })
    const getStatus = async (host: string) =>
      (await other.inject({ url: '/robots.txt', headers: { host } })).statusCode
    for (const host of ['photos.example', 'zips.example', 'my.keepsake.example', 'my.keepsake.example:443'])
      expect([host, await getStatus(host)]).toEqual([host, 200])
    for (const host of ['elsewhere.example', 'photos.example:8443', 'test.my.keepsake.example', 'localhost'])
      expect([host, await getStatus(host)]).toEqual([host, 421])
  })

  it('RV-862 in a test environment its own hosts are answered, with the port of PUBLIC_ORIGIN', async () => {
    const other = await startWith({ publicOrigin: 'https://test.my.keepsake.example:8443' })
    const getAnswer = (host: string) => other.inject({ url: '/config.json', headers: { host } })
    for (const host of ['test.my.keepsake.example:8443', 'test.my.herzbild.example:8443'])
      expect([host, (await getAnswer(host)).json().environment]).toEqual([host, 'test'])
    const redirect = await getAnswer('test.my.snapbook-nederland.example:8443')
    expect(redirect.headers.location).toBe('https://test.my.albelina.example:8443/config.json')
    for (const host of [
      'my.keepsake.example:8443',
      'test.my.keepsake.example',
      'dev.my.keepsake.example:8443',
    ])
      expect([host, (await getAnswer(host)).statusCode]).toEqual([host, 421])
  })
})
