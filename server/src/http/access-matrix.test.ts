import { createHash, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { createApiKey, endApiKey } from '#contract/api-keys.ts'
import { API_SCOPES, type ApiScope } from '#contract/api-scopes.ts'
import { getComplaints } from '#contract/complaints.ts'
import * as downloads from '#contract/downloads.ts'
import { SERVICES } from '#contract/endpoint.ts'
import * as exports from '#contract/exports.ts'
import * as photos from '#contract/photos.ts'
import { SERVICE_SCOPES, type ServiceScope } from '#contract/service-scopes.ts'
import { SESSION_HEADER } from '#contract/session.ts'
import { getSharedAlbum } from '#contract/shared-albums.ts'
import { getUpload } from '#contract/stored-pictures.ts'
import { getRetailerTempSelection } from '#contract/temp-selections.ts'
import * as sessions from '#contract/upload-sessions.ts'
import { domains } from '../app.ts'
import { change } from '../context.ts'
import { flushCalls } from '../domains/api-keys/calls/record-calls.ts'
import { closeCustomer } from '../domains/customers/store/closing.ts'
import { authenticateToken } from '../domains/identity/index.ts'
import { getCallerCache } from '../domains/identity/session/caller-cache.ts'
import { Browser } from '../domains/identity/testing/browser.ts'
import { signInAs } from '../domains/identity/testing/sign-in-flow.ts'
import { createServiceToken } from '../domains/services/tokens/command.ts'
import { TUS_HEADERS, TUS_PATCH_HEADERS } from '../domains/uploads/access-samples.testing.ts'
import { deleteRows, updateRows } from '../platform/db/rows.ts'
import {
  type AccessIds,
  type AccessSample,
  type AccessSamples,
  createAccessData,
  loadAccessSamples,
} from '../testing/access-samples.ts'
import { readAccountRows } from '../testing/account-rows.ts'
import { type Client, injectRequest } from '../testing/client.ts'
import { closeAfterAll } from '../testing/close-after-all.ts'
import { PASSWORD, type TestServer, testServer } from '../testing/harness.ts'
import { createInvalidTokens } from '../testing/invalid-tokens.ts'
import { startRetailerServer } from '../testing/retailer-server.ts'
import { isSampled, samplePairs } from '../testing/sample.ts'
import { createApp } from './app.ts'
import type { MountedRoute } from './mount.ts'

const PHOTOS = SERVICES.photoManagement

/** Routes that need no token. Listed here and not in the domains: every addition is a decision about security. */
const PUBLIC = [
  /^GET \/(healthz|readyz|metrics|config\.json|robots\.txt|favicon\.(svg|ico)|apple-touch-icon\.png)$/,
  /^GET \/conf\/:host$/,
  /^(GET \/session\/sign-in|POST \/session\/token)$/,
  /^GET \/identity\/assets\/:version\/:name$/,
  /^(GET|POST) \/identity\/interaction\/:uid(\/(sign-up|forgotten))?$/,
  /^(GET|POST) \/identity\/(new-password|confirm|revert-email|not-me|stop-email-change|stop-erasure)\/:token$/,
  /^(GET|POST|OPTIONS) \/identity\/\*$/,
  /^GET \/\.well-known\/webauthn$/,
  // Sockets authenticate with their first message (socket.test.ts, push.test.ts).
  /^GET \/api\/push\/(library|downloads|import)$/,
  /^POST \/api\/reports\/errors$/,
  // The token of the mailed link is needed (closures.test.ts, subscriptions.test.ts).
  /^POST \/api\/subscriptions\/api\/v1\/Profiles\/:email\/subscription\/confirm\/:token$/,
  /^(GET|POST) \/api\/subscriptions\/unsubscribe\/:id$/,
  /^(GET \/api\/account\/closures\/:token|POST \/api\/account\/closures\/:token\/actions\/keep)$/,
  // The schemas of callbacks in XML and of order files.
  /^GET \/api\/(callbacks\/callback(-2)?\.xsd|sftp-access\/order-file\.schema\.json)$/,
  // The random link is the authorization; of an order the answer is only a yes or no (widgets.test.ts).
  /^GET \/w\/(:publicId|:token\/:photoId\/:kind)$/,
  /^GET \/api\/widgets\/v1\/blockedorders\/:id$/,
  // Statements of everybody, and the copy of one for a day by its random id (statements.test.ts).
  /^(GET|POST) \/withdraw$/,
  /^GET \/withdraw\/copies\/:id$/,
  /^POST \/api\/withdrawals\/v1\/statements$/,
  /^GET \/api\/docs(\/.*)?$/,
]

const SIGNED = [
  'GET /media/:token/:photoId/:kind',
  'GET /media/shared/:token/:photoId/:kind',
  'GET /media/complaint-attachments/:token',
  'GET /media/stored-pictures/:token',
  `GET ${SERVICES.downloads}/files/:token/:file`,
  `GET ${SERVICES.photoExport}/files/:token/:file`,
  `GET ${SERVICES.invoices}/files/:token/:file`,
]
/** Routes that an upload token opens (OP-12); the matrix tries it on all others. */
const PHONE = [
  `GET ${SERVICES.uploads}/phone/session`,
  `HEAD ${SERVICES.uploads}/phone/session`,
  `GET ${SERVICES.uploads}/phone/result`,
  `HEAD ${SERVICES.uploads}/phone/result`,
  `POST ${SERVICES.uploads}/phone/receipts`,
  ...['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS'].flatMap(method => [
    `${method} ${SERVICES.uploads}/phone/files`,
    `${method} ${SERVICES.uploads}/phone/files/:id`,
  ]),
]
const SERVICE_TOKEN = 'the-token-of-a-service-of-the-retailer'
const SESSION = [
  'POST /session/refresh',
  'POST /session/first-screen',
  'POST /session/end',
  'POST /session/reauthentication',
  'POST /session/reauthentication/options',
]

const samples = await loadAccessSamples()
const highestFirst = samples.toReversed()
/** Sample calls of all domains, the highest domain first: calls of lower ones delete data that higher ones need. */
const calls: NonNullable<AccessSamples['calls']> = Object.assign({}, ...highestFirst.map(each => each.calls))
const callsWithoutId: NonNullable<AccessSamples['callsWithoutId']> = Object.assign(
  {},
  ...highestFirst.map(each => each.callsWithoutId),
)
const serviceCalls: NonNullable<AccessSamples['serviceCalls']> = Object.assign(
  {},
  ...highestFirst.map(each => each.serviceCalls),
)
const serviceTokens = [{ name: 'orders', token: SERVICE_TOKEN }]
const retailer = closeAfterAll(await startRetailerServer())
for (const { answerRetailerCalls } of samples) answerRetailerCalls?.(retailer)
const config = { rateLimits: false, serviceTokens, retailer: retailer.settings, sftp: { port: 0 } }
const server = closeAfterAll(await testServer({ config }))
// A business may call everything that a consumer may, except where a domain's own tests say otherwise.
const owner = await server.customer({ business: true })
const stranger = await server.customer({ business: true })
const ownIds = await createAccessData(server, owner, samples)

const named = ({ method, url }: Pick<MountedRoute, 'method' | 'url'>) => `${method} ${url}`
const guarded = () =>
  server.app.routes.filter(each => each.policy === 'customer' || each.policy === 'business')

/** Routes that have no sample and are on no list. */
function uncovered(routes: readonly MountedRoute[]): string[] {
  const sampled = [calls, callsWithoutId, serviceCalls].flatMap(each => Object.keys(each))
  const known = new Set([...sampled, ...SIGNED, ...SESSION, ...PHONE])
  return routes
    .map(route => ({ ...route, name: named(route).replace(/^HEAD /, 'GET ') }))
    .filter(route => {
      if (known.has(route.name) || known.has(named(route))) return false
      if (route.policy === 'public') return !PUBLIC.some(pattern => pattern.test(route.name))
      if (route.policy !== 'customer' && route.policy !== 'business') return true
      return route.method !== 'OPTIONS' && (/[:*]/.test(route.url) || !['GET', 'HEAD'].includes(route.method))
    })
    .map(named)
}

function sampleOf({ method, url }: MountedRoute, ids: AccessIds): AccessSample {
  const name = `${method} ${url}`
  const sample = calls[name] ?? calls[name.replace(/^(HEAD|OPTIONS) /, 'GET ')]
  return sample?.(ids) ?? callsWithoutId[name] ?? { path: url.replace(/:[^/]+/g, ids.photo!) }
}

function call(
  method: string,
  { path, body, headers = {} }: AccessSample,
  token: string | null,
): Promise<Response> {
  const json = body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array)
  return injectRequest(server.app, new URL(path, server.origin), {
    method,
    headers: new Headers({
      ...(json ? { 'content-type': 'application/json' } : {}),
      ...headers,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    }),
    body: (json ? JSON.stringify(body) : body) as BodyInit | undefined,
  })
}

describe('PL-152 the access matrix is complete', () => {
  test('every mounted route is in it', () => {
    expect(uncovered(server.app.routes)).toEqual([])
  })

  test.each<MountedRoute>([
    { method: 'GET', url: '/api/things/:id', policy: 'customer' },
    { method: 'POST', url: '/api/things', policy: 'business' },
    { method: 'GET', url: '/api/secrets', policy: 'public' },
    { method: 'GET', url: '/files/:token', policy: 'signed' },
    { method: 'POST', url: '/session/another', policy: 'session' },
    { method: 'GET', url: '/api/uploads/phone/photos', policy: 'upload-session' },
    { method: 'PUT', url: '/api/things/:id', policy: 'service' },
    { method: 'GET', url: '/api/things', policy: 'service' },
  ])('a new route $method $url ($policy) without a sample is found', route => {
    expect(uncovered([...server.app.routes, route])).toEqual([named(route)])
  })

  test('the app does not start with a route without a policy', async () => {
    const withoutPolicy = {
      name: 'without-policy',
      mount: (app: TestServer['app']['http']) => void app.get('/api/without-policy', () => 'ok'),
    }
    const started = createApp(server.ctx, [withoutPolicy], async () => null)
    await expect(started).rejects.toThrow('GET /api/without-policy has no policy')
  })
})

describe('PL-152 every call of a customer needs a valid access token', () => {
  test('none, malformed, expired, foreign and misused tokens are answered with 401 on every route', async () => {
    const tokens = { none: null, ...(await createInvalidTokens(server.ctx, owner)) }
    const wrong: string[] = []
    const pairs = samplePairs(guarded(), Object.entries(tokens))
    for (const [route, [what, token]] of pairs) {
      const answer = await call(route.method, sampleOf(route, ownIds), token)
      const text = await answer.text()
      // AA-052: the page needs the answer to know that the account is deleted.
      const reportsDeletion = what === 'of an unknown account' && route.url.endsWith('/customers/me')
      if (reportsDeletion && answer.status === 404) continue
      const hasCode = route.method === 'HEAD' || /"code":"unauthorized"/.test(text)
      if (answer.status !== 401 || !hasCode) wrong.push(`${named(route)} ${what}: ${answer.status} ${text}`)
    }
    expect(wrong).toEqual([])
    expect(pairs.length).toBeGreaterThan(400)
  })

  test('AA-052 acceptance 21: the valid token of a closed account is refused by every route; its customer is not found', async () => {
    const closed = await server.customer()
    await change(server.ctx, tx => closeCustomer(tx, closed.accountId, server.clock.now()))
    const wrong: string[] = []
    for (const route of guarded()) {
      const { status } = await call(route.method, sampleOf(route, ownIds), closed.token)
      const isCustomer = route.url.endsWith('/customers/me') && ['GET', 'HEAD'].includes(route.method)
      if (status !== (isCustomer ? 404 : 401)) wrong.push(`${named(route)}: ${status}`)
    }
    expect(wrong).toEqual([])
  })

  test('the id token of a sign-in is refused', async () => {
    const browser = new Browser(server.app.http, new URL(server.origin).host)
    const { accessToken } = await signInAs(browser, owner.email, PASSWORD)
    const idToken = browser.cookie('keepsake_id_development')!
    expect(idToken.split('.')).toHaveLength(3)
    expect((await call('GET', { path: `${PHOTOS}/users` }, idToken)).status).toBe(401)
    expect((await call('GET', { path: `${PHOTOS}/users` }, accessToken)).status).toBe(200)
  })
})

describe('PL-152 calls of the retailer’s services', () => {
  test('need a service token: tokens of customers, valid or not, are refused', async () => {
    const routes = server.app.routes.filter(each => each.policy === 'service')
    const asGet = (route: MountedRoute) => named(route).replace(/^HEAD /, 'GET ')
    expect([...new Set(routes.map(asGet))].sort()).toEqual(Object.keys(serviceCalls).sort())
    const tokens = { none: null, good: owner.token, ...(await createInvalidTokens(server.ctx, owner)) }
    const wrong: string[] = []
    for (const [route, [what, token]] of samplePairs(routes, Object.entries(tokens))) {
      const answer = await call(route.method, serviceCalls[asGet(route)]!(ownIds), token)
      if (answer.status !== 401) wrong.push(`${named(route)} ${what}: ${answer.status}`)
    }
    expect(wrong).toEqual([])
  })

  test('succeed with one, which is refused on calls of customers', async () => {
    for (const [name, sample] of Object.entries(serviceCalls))
      expect([name, (await call(name.split(' ')[0]!, sample(ownIds), SERVICE_TOKEN)).status]).toEqual([
        name,
        200,
      ])
    for (const route of guarded()) {
      const answer = await call(route.method, sampleOf(route, ownIds), SERVICE_TOKEN)
      expect([named(route), answer.status]).toEqual([named(route), 401])
    }
  })
})

describe('NX-303 calls that need a recent sign-in', () => {
  test('NX-303 each that declares it refuses an old sign-in, and changes nothing', async () => {
    const devices = server.ctx.db.updateTable('devices').where('account_id', '=', owner.accountId)
    const setAge = (minutes: number) =>
      devices.set({ auth_time: new Date(server.clock.now().getTime() - minutes * 60_000) }).execute()
    const routes = server.app.routes.filter(({ stepUp, method }) => stepUp === 'always' && method !== 'HEAD')
    expect(routes.length).toBeGreaterThanOrEqual(5)
    await setAge(16)
    // The server caches the caller, with the time, for a second.
    getCallerCache(server.ctx).clear()
    const before = await dataOf(owner)
    for (const route of routes) {
      const answer = await call(route.method, sampleOf(route, ownIds), owner.token)
      const challenge = answer.headers.get('www-authenticate') ?? ''
      expect([named(route), answer.status, await answer.json()]).toMatchObject([
        named(route),
        401,
        { code: 'step-up-required' },
      ])
      expect([named(route), challenge]).toEqual([named(route), expect.stringContaining('max_age="900"')])
    }
    expect(await dataOf(owner)).toEqual(before)
    await setAge(0)
    getCallerCache(server.ctx).clear()
  })
})

describe('NX-356 tokens of services with scopes and vendors', () => {
  /** What a token of another vendor gets where it is not 404: states of all vendors, and channels that do not exist for it. */
  const OF_ANOTHER_VENDOR: Record<string, number> = {
    [`PUT ${SERVICES.orders}/retailer/articleGroups`]: 403,
    [`PUT ${SERVICES.orders}/retailer/campaigns/:name`]: 403,
    [`PUT ${SERVICES.vouchers}/retailer/offers/:optionCode`]: 403,
    [`PUT ${SERVICES.subscriptions}/retailer/profiles/:email`]: 400,
    [`GET ${SERVICES.subscriptions}/retailer/profiles/:email`]: 400,
    // Belongs to no account.
    [`PUT ${SERVICES.storage}/retailer/uploads/:id`]: 200,
    [`GET ${SERVICES.orders}/retailer/campaigns/:name`]: 200,
    [`GET ${SERVICES.vouchers}/retailer/offers/:optionCode`]: 200,
    [`POST ${SERVICES.tempSelections}/retailer/available-photos`]: 200,
  }
  const createToken = async (vendors: string[] | null, scopes: ServiceScope[] | null) =>
    (await createServiceToken(server.ctx, `s-${randomUUID().slice(0, 8)}`, { vendors, scopes, days: 1 }))!
      .token
  const serviceEndpoints = () =>
    domains
      .flatMap(({ routes = [] }) => routes.map(({ endpoint }) => endpoint))
      .filter(({ policy }) => policy === 'service')
      .map(endpoint => ({
        name: `${endpoint.method} ${SERVICES[endpoint.service]}${endpoint.path}`,
        endpoint,
      }))

  test('every endpoint of a service has a scope, every scope has an endpoint, and no other policy has one', () => {
    const all = domains.flatMap(({ routes = [] }) => routes.map(({ endpoint }) => endpoint))
    expect(all.filter(each => (each.policy === 'service') !== (each.serviceScope !== undefined))).toEqual([])
    expect([...new Set(all.flatMap(each => each.serviceScope ?? []))].sort()).toEqual(
      SERVICE_SCOPES.toSorted(),
    )
  })

  test('a token opens the calls of its scope and no other', async () => {
    const wrong: string[] = []
    for (const vendors of [null, ['keepsake']])
      for (const scope of SERVICE_SCOPES) {
        const token = await createToken(vendors, [scope])
        for (const [place, { name, endpoint }] of serviceEndpoints().entries()) {
          if (endpoint.serviceScope !== scope && !isSampled(place)) continue
          const response = await call(endpoint.method, serviceCalls[name]!(ownIds), token)
          const isJson = response.headers.get('content-type')?.startsWith('application/json')
          const answer: unknown = isJson ? await response.json() : await response.arrayBuffer()
          const { code } = answer as { code?: string }
          if ((code === 'insufficient-scope') !== (endpoint.serviceScope !== scope))
            wrong.push(`${name} ${scope}: ${response.status} ${code}`)
        }
      }
    expect(wrong).toEqual([])
  })

  test('a token of another vendor gets what an unknown account gets, changes nothing and reads nothing', async () => {
    const before = await dataOf(owner)
    const token = await createToken(['snapbook'], null)
    const wrong: string[] = []
    for (const [name, sample] of Object.entries(serviceCalls)) {
      const response = await call(name.split(' ')[0]!, sample(ownIds), token)
      const text = await response.text()
      // Lists are answered, without what is the owner's.
      const usual = name.startsWith('GET') && !name.includes(':') ? 200 : 404
      if (response.status !== (OF_ANOTHER_VENDOR[name] ?? usual))
        wrong.push(`${name}: ${response.status} ${text}`)
      if (!response.ok) continue
      expect(text).not.toContain(ownIds.account)
      if (!/articleGroups|campaigns|offers|refusals/.test(name))
        expect([name, text]).toEqual([
          name,
          expect.stringMatching(/^\{("(entries|items)":\[\]|"photoIds":\[\]\}|"stored":)/),
        ])
    }
    expect(wrong).toEqual([])
    expect(await dataOf(owner)).toEqual(before)
  })
})

test('AA-085 calls of businesses refuse consumers with 403', async () => {
  const consumer = await server.customer()
  for (const route of guarded().filter(({ policy }) => policy === 'business')) {
    const answer = await call(route.method, sampleOf(route, ownIds), consumer.token)
    expect([named(route), answer.status]).toEqual([named(route), 403])
  }
})

const createBlocked = async () => {
  const customer = await server.customer({ business: true })
  const key = { account_id: customer.accountId }
  await updateRows(server.ctx.db, 'customers', key, { business_status: 'Blocked' })
  return customer
}

/** Lists calls that tell ids of another customer from ids that exist nowhere. */
async function listLeaks(routes: readonly MountedRoute[], owned: AccessIds, token: string) {
  const leaks: string[] = []
  for (const route of routes) {
    const missingIds = unknownIds()
    // Two calls without an id are the same one at the same moment, of which one may see the other.
    if (isDeepStrictEqual(sampleOf(route, owned), sampleOf(route, missingIds))) continue
    const [foreign, missing] = await Promise.all(
      [owned, missingIds].map(async ids => {
        const answer = await call(route.method, sampleOf(route, ids), token)
        return `${answer.status} ${anonymous(await answer.text(), ids)} ${headersOf(answer)}`
      }),
    )
    if (foreign !== missing || foreign?.startsWith('5'))
      leaks.push(`${named(route)}: ${foreign} but missing ${missing}`)
  }
  return leaks
}

describe('OP-31 PL-152 PL-181 AA-078 AA-091 AA-096 AA-102 NX-333 data of another customer is answered like data that does not exist', () => {
  test.each([
    ['a business', async () => stranger],
    ['AA-107 acceptance 21 a blocked business', createBlocked],
    ['AA-107 a consumer', () => server.customer()],
  ])(
    'has the same status and body, and changes nothing, for every id in every route, to %s',
    async (_, signIn) => {
      const { token } = await signIn()
      const before = await dataOf(owner)
      const routes = guarded().filter(route => calls[named(route)])
      expect(await listLeaks(routes, ownIds, token)).toEqual([])
      expect(await dataOf(owner)).toEqual(before)
    },
  )

  test('the same calls of the owner succeed', async () => {
    for (const [name, sample] of Object.entries(calls)) {
      const method = name.split(' ')[0]!
      const answer = await call(method, sample(ownIds), owner.token)
      const text = await answer.text()
      expect([name, answer.ok, text.includes('"failed":["')], text).toEqual([name, true, false])
      if (name.startsWith('GET')) expect(text, name).not.toMatch(/"images":\[\]|"count":0/)
    }
    await server.idle()
  })
})

test('AA-107 a blocked business reads what any business reads, and cannot change its business details', async () => {
  const { token } = await createBlocked()
  const reads = guarded().filter(({ method, url }) => method === 'GET' && !/[:*]/.test(url))
  for (const { url } of reads) {
    const { status } = await call('GET', { path: url }, token)
    expect([url, [401, 403, 409].includes(status) || status >= 500]).toEqual([url, false])
  }
  const sample = calls[`PUT ${SERVICES.customers}/customers/me/business`]!(ownIds)
  expect((await call('PUT', sample, token)).status).toBe(409)
})

describe('OP-12 an upload token', () => {
  const uploadTokenOf = async (customer: Client) =>
    new URL((await customer.call(sessions.createUploadSession, { body: {} })).uploadUrl).hash.slice(1)

  test('opens the routes that add photos and no other', async () => {
    const token = await uploadTokenOf(owner)
    const before = await dataOf(owner)
    const wrong: string[] = []
    for (const route of server.app.routes.filter(each => each.policy !== 'public')) {
      if (PHONE.includes(named(route))) continue
      const answer = await call(route.method, sampleOf(route, ownIds), token)
      const text = await answer.text()
      if (answer.ok) wrong.push(`${named(route)}: ${answer.status} ${text}`)
      if (guarded().includes(route) && answer.status !== 401) wrong.push(`${named(route)}: ${answer.status}`)
    }
    expect(wrong).toEqual([])
    expect(await dataOf(owner)).toEqual(before)
    const session = await call('GET', { path: `${SERVICES.uploads}/phone/session` }, token)
    expect(session.status).toBe(200)
  })

  test('is required on its routes: none, an altered one, an access token and an id are refused', async () => {
    const token = await uploadTokenOf(owner)
    const altered = [...token].map(
      (char, at) => token.slice(0, at) + (char === 'A' ? 'B' : 'A') + token.slice(at + 1),
    )
    const tokens = [
      null,
      ...Object.values(await createInvalidTokens(server.ctx, owner)),
      owner.token,
      ownIds.uploadSession!,
      ...altered,
    ]
    const routes = server.app.routes.filter(each => each.policy === 'upload-session')
    expect(routes.map(named).toSorted()).toEqual(PHONE.toSorted())
    const wrong: string[] = []
    for (const route of routes)
      for (const each of route.url.endsWith('session') ? tokens : tokens.slice(0, 12)) {
        const answer = await call(route.method, sampleOf(route, ownIds), each)
        await answer.arrayBuffer()
        if (answer.status !== 401) wrong.push(`${named(route)} ${each}: ${answer.status}`)
      }
    expect(wrong).toEqual([])
  })

  test('OP-31 sees the files of its own session only, not those of the customer or of another session', async () => {
    const token = await uploadTokenOf(owner)
    const foreignUpload = (await owner.createUpload('fifth.jpg', 5)).headers
      .get('location')!
      .split('/')
      .at(-1)!
    const before = await dataOf(owner)
    for (const upload of [foreignUpload, randomUUID()]) {
      const path = `${SERVICES.uploads}/phone/files/${upload}`
      expect((await call('HEAD', { path, headers: TUS_HEADERS }, token)).status).toBe(404)
      expect((await call('PATCH', { path, headers: TUS_PATCH_HEADERS, body: 'abc' }, token)).status).toBe(404)
      expect((await call('DELETE', { path, headers: TUS_HEADERS }, token)).status).toBe(404)
    }
    const body = { uploadIds: [foreignUpload, ownIds.upload] }
    const receipts = await call('POST', { path: `${SERVICES.uploads}/phone/receipts`, body }, token)
    expect(await receipts.json()).toEqual({ receipts: [] })
    expect(await dataOf(owner)).toEqual(before)
  })
})

describe('NX-342 an API key', () => {
  let customer: Client
  let ids: AccessIds
  beforeAll(async () => {
    customer = await server.customer({ business: true })
    ids = await createAccessData(server, customer, samples)
  })
  const createKey = (scopes: readonly ApiScope[], networks: string[] = []) =>
    customer.call(createApiKey, { body: { name: 'key', scopes: [...scopes], days: 90, networks } })
  /** All data of the customer besides the record of the calls themselves. */
  const readData = async () => {
    await flushCalls(server.ctx)
    // Mails of the acts before are sent.
    await server.idle()
    const [rows, blobs] = (await dataOf(customer)) as [Record<string, unknown>, unknown]
    const { api_keys: _, api_key_calls: __, ...otherRows } = rows
    return [otherRows, blobs]
  }

  test('RV-1052 makes the calls of its scope and no other, on every route', async () => {
    const keys = new Map<ApiScope, string>()
    for (const scope of API_SCOPES) keys.set(scope, (await createKey([scope])).key)
    const before = await readData()
    const wrong: string[] = []
    const accepted: Partial<Record<ApiScope, string[]>> = {}
    let refused = 0
    const routes = server.app.routes.filter(({ policy }) => policy !== 'public')
    for (const [route, [scope, key]] of samplePairs(routes, [...keys])) {
      if (route.scope === scope) continue
      const answer = await call(route.method, sampleOf(route, ids), key)
      const text = await answer.text()
      const isRefused = guarded().includes(route)
        ? answer.status === 403 && (route.method === 'HEAD' || text.includes('"insufficient-scope"'))
        : [401, 403].includes(answer.status)
      if (!isRefused) wrong.push(`${scope} ${named(route)}: ${answer.status} ${text}`)
      refused++
    }
    expect(wrong).toEqual([])
    expect(await readData()).toEqual(before)
    for (const [scope, key] of keys) {
      const routes = server.app.routes.filter(each => each.scope === scope)
      accepted[scope] = routes.filter(({ method }) => method !== 'HEAD').map(named)
      for (const route of routes) {
        const answer = await call(route.method, sampleOf(route, ids), key)
        const text = await answer.text()
        if (!answer.ok) wrong.push(`${scope} ${named(route)}: ${answer.status} ${text}`)
        if (text.includes('/media/')) wrong.push(`${scope} ${named(route)}: has the address of a picture`)
      }
    }
    expect(wrong).toEqual([])
    expect(accepted).toEqual(CALLS_OF_SCOPES)
    expect(refused).toBeGreaterThan(250)
  })

  test('that has ended, is used from another network, malformed or unknown makes no call at all', async () => {
    const ended = await createKey(API_SCOPES)
    await customer.call(endApiKey, { params: { id: ended.id } })
    const elsewhere = await createKey(API_SCOPES, ['192.0.2.0/24'])
    const deleted = await createKey(API_SCOPES)
    await deleteRows(server.ctx.db, 'api_keys', { key_id: deleted.id })
    const valid = await createKey(API_SCOPES)
    const keys = {
      ended: ended.key,
      elsewhere: elsewhere.key,
      unknown: deleted.key,
      malformed: `${valid.key.slice(0, -1)}${valid.key.endsWith('a') ? 'b' : 'a'}`,
      'of another kind': valid.key.replace('ksk_', 'kss_'),
      long: `${valid.key}0`,
      id: `ksk_test_${valid.id}`,
    }
    const before = await readData()
    const wrong: string[] = []
    const pairs = samplePairs(guarded(), Object.entries(keys))
    for (const [route, [what, key]] of pairs) {
      const answer = await call(route.method, sampleOf(route, ids), key)
      await answer.arrayBuffer()
      const challenge = answer.headers.get('www-authenticate') ?? ''
      if (answer.status !== 401 || !challenge.includes('error="invalid_token"'))
        wrong.push(`${named(route)} ${what}: ${answer.status} ${challenge}`)
    }
    expect(wrong).toEqual([])
    expect(await readData()).toEqual(before)
    expect(pairs.length).toBeGreaterThan(250)
  })

  test('OP-31 of another customer sees data of others like data that does not exist', async () => {
    const foreign = await stranger.call(createApiKey, {
      body: { name: 'key', scopes: [...API_SCOPES], days: 90 },
    })
    const before = await readData()
    const routes = guarded().filter(({ scope }) => scope !== undefined)
    expect(await listLeaks(routes, ids, foreign.key)).toEqual([])
    expect(await readData()).toEqual(before)
  })

  test('opens no socket and no upload', async () => {
    const { key } = await createKey(API_SCOPES)
    expect(await authenticateToken(server.ctx, key, new URL(server.origin).host)).toBeNull()
    const headers = { ...TUS_HEADERS, 'upload-length': '5' }
    expect((await call('POST', { path: `${SERVICES.uploads}/files`, headers }, key)).status).toBe(403)
  })
})

/** The calls that keys make, by scope; every addition is a decision about security. */
const CALLS_OF_SCOPES = {
  'orders:read': [
    `GET ${SERVICES.orders}/v2/superorders/me`,
    `GET ${SERVICES.orders}/v2/superorders/me/search`,
    `GET ${SERVICES.orders}/v1/superorders/:code`,
    `GET ${SERVICES.orders}/v1/Orders/:id`,
    `GET ${SERVICES.orders}/orders/byAccount/:accountId`,
    `GET ${SERVICES.orders}/OrderDeliveryDates/:orderId`,
    `GET ${SERVICES.vouchers}/api/v1/campaigns/offers/:optionCode`,
    `GET ${SERVICES.vouchers}/v1/vouchers`,
    `GET ${SERVICES.vouchers}/v1/vouchers/me`,
    `GET ${SERVICES.callbacks}/v1/manifest`,
    `GET ${SERVICES.callbacks}/v1/manifest/:month`,
  ],
  'invoices:read': [
    `GET ${SERVICES.invoices}/api/v1/HistoricalInvoice/me`,
    `GET ${SERVICES.invoices}/api/v1/HistoricalInvoice/me/pdf/:id/:channel`,
    `GET ${SERVICES.invoices}/api/v1/InvoiceGroupFiles/me/:id`,
    `GET ${SERVICES.invoices}/v1/documents`,
    `GET ${SERVICES.invoices}/v1/documents/:id/pdf`,
    `GET ${SERVICES.invoices}/v1/archives/:period/url`,
  ],
  'product-files:read': [
    `GET ${SERVICES.productFiles}/v1/Products/:code`,
    `GET ${SERVICES.productFiles}/v1/pdf/me/:code`,
    `GET ${SERVICES.productFiles}/v1/Pdfs/me`,
  ],
  'complaints:read': [`GET ${SERVICES.complaints}/v1/complaints`],
  'projects:read': [`GET ${SERVICES.projects}/api/v2/projects/:accountId`],
  'events:read': [`GET ${SERVICES.callbacks}/v1/events`, `GET ${SERVICES.callbacks}/v1/events/:id`],
  'order-files:write': [
    `PUT ${SERVICES.sftpAccess}/v1/order-files/:name`,
    `GET ${SERVICES.sftpAccess}/v1/order-files/:name`,
  ],
  'callbacks:write': [
    `POST ${SERVICES.callbacks}/v1/endpoints/:id/recoveries`,
    `POST ${SERVICES.callbacks}/v1/events/:id/replay`,
    `POST ${SERVICES.callbacks}/v1/tests`,
  ],
}

describe('OP-33 signed addresses', () => {
  let ids: AccessIds
  let picture: string
  let binned: string
  let shared: string
  let zip: string
  let zipTag: string
  let part: string
  let chosen: string
  let preview: string
  let attachment: string
  beforeAll(async () => {
    const customer = await server.customer({ business: true })
    ids = await createAccessData(server, customer, samples)
    picture = (await customer.call(photos.getPhotos)).images[0]!.thumbnails[0]!.url
    const { images } = await customer.call(photos.getDeletedPhotos)
    binned = images.find(image => image.imageId === ids.binned)!.thumbnails[0]!.url
    const album = await customer.call(getSharedAlbum, { params: { id: ids.sharedAlbum! } })
    shared = album.coverPhoto!.thumbnails[0]!.url
    chosen = await pictureForEditor(ids.selection!)
    const params = { backupId: ids.backup!, iteration: 1 }
    preview = (
      await customer.call(getUpload, {
        params: { id: ids.storedPicture! },
        query: { accountId: customer.accountId },
      })
    ).url
    const query = { orderCode: ids.sentOrder! }
    attachment = (await customer.call(getComplaints, { query })).complaints[0]!.attachments[0]!.url!
    zip = (await customer.call(downloads.getDownloadUrl, { params: { id: ids.download! } })).url
    zipTag = (await fetch(zip, { method: 'HEAD' })).headers.get('etag')!
    part = (await customer.call(exports.getExportChunkUrl, { params })).url
    for (const url of [picture, binned, shared, chosen, preview, attachment, zip, part])
      expect((await status(url)).toString()).toBe('200')
  })
  const pictureForEditor = async (id: string) => {
    const path = SERVICES.tempSelections + getRetailerTempSelection.path.replace(':id', id)
    const { images } = (await (await call('GET', { path }, SERVICE_TOKEN)).json()) as {
      images: photos.Image[]
    }
    return images[0]!.thumbnails[0]!.url
  }
  const status = async (url: string, init?: RequestInit) => {
    const answer = await fetch(url, init)
    await answer.arrayBuffer()
    return answer.status
  }
  const tokenIn = (url: string) =>
    url.split('/').find(part => part.split('.').length === 3 && !/:/.test(part))!

  test('P15 an address with a single altered character is refused', async () => {
    const opened: string[] = []
    for (const url of [picture, binned, shared, chosen, preview, attachment, zip, part]) {
      const token = tokenIn(url)
      for (const [i, char] of [...token].entries()) {
        if (!isSampled(i)) continue
        const altered = token.slice(0, i) + (char === 'A' ? 'B' : 'A') + token.slice(i + 1)
        const answer = await call('GET', { path: url.replace(token, altered) }, null)
        if (answer.status !== 403) opened.push(`${altered}: ${answer.status}`)
      }
    }
    expect(opened).toEqual([])
  })

  test('P15 a token is valid for one purpose: photos, bin, shared album, download and export are not interchangeable', async () => {
    const [live, bin, album, archive, chunk] = [picture, binned, shared, zip, part].map(tokenIn) as [
      string,
      string,
      string,
      string,
      string,
    ]
    for (const other of [live, bin, archive]) expect(await status(shared.replace(album, other))).toBe(403)
    for (const [address, token] of [
      [picture, live],
      [binned, bin],
      [zip, archive],
    ] as const)
      expect(await status(address.replace(token, album))).toBe(403)
    expect(await status(picture.replace(live, archive))).toBe(403)
    expect(await status(zip.replace(archive, live))).toBe(403)
    expect(await status(zip.replace(archive, chunk))).toBe(403)
    expect(await status(part.replace(chunk, archive))).toBe(403)
    expect(await status(attachment.replace(tokenIn(attachment), tokenIn(preview)))).toBe(403)
    expect(await status(preview.replace(tokenIn(preview), tokenIn(attachment)))).toBe(403)
    expect(await status(picture.replace(live, bin))).toBe(404)
    expect(await status(binned.replace(bin, live))).toBe(404)
    // The token for the prints editor opens a single photo, not others of the same customer.
    expect(await status(chosen.replace(ids.photo!, ids.binned!))).toBe(404)
    expect(await status(chosen.replace(ids.photo!, ownIds.photo!))).toBe(404)
    expect(await status(picture.replace(live, tokenIn(chosen)))).toBe(200)
    expect(await status(zip.replace(`${ids.download}.zip`, `${ownIds.download}.zip`))).toBe(403)
    expect(await status(zip.replace('.zip', '.exe'))).toBe(403)
  })

  test('P17 an address of one customer opens no photo of another, which is answered like a missing one', async () => {
    const [first] = (await owner.call(photos.getPhotos)).images
    for (const kind of ['300', '800', '1300', 'original', 'view', 'nothing']) {
      const at = (photoId: string) => picture.replace(`${ids.photo}/300`, `${photoId}/${kind}`)
      const [foreign, missing] = await Promise.all(
        [first!.imageId, randomUUID()].map(async id => {
          const answer = await fetch(at(id))
          return [answer.status, anonymous(await answer.text(), ids)]
        }),
      )
      expect([kind, foreign]).toEqual([kind, missing])
      expect(foreign![0]).toBe(404)
    }
  })

  test('OP-33 PL-181 an expired address is refused, also with a valid access token in the header', async () => {
    const headers = { authorization: `Bearer ${owner.token}` }
    server.clock.advance(5_400_000)
    for (const url of [picture, binned, shared, chosen, preview, attachment, zip, part])
      expect(await status(url, { headers })).toBe(403)
    const resumed = { headers: { range: 'bytes=10-', 'if-range': zipTag } }
    expect(await status(zip, resumed)).toBe(206)
    server.clock.advance(86_400_000)
    expect(await status(zip, resumed)).toBe(403)
  })
})

describe('OP-44 calls of the session', () => {
  const post = (path: string, headers: Record<string, string>) =>
    server.app.http.inject({
      method: 'POST',
      url: path,
      headers: { host: new URL(server.origin).host, 'content-type': 'application/json', ...headers },
      payload: '{}',
    })

  test.each(SESSION.map(name => name.split(' ')[1]!))(
    '%s needs the session header and the own origin',
    async path => {
      expect((await post(path, {})).statusCode).toBe(403)
      const otherOrigin = { [SESSION_HEADER]: '1', origin: 'https://elsewhere.example' }
      expect((await post(path, otherOrigin)).statusCode).toBe(403)
    },
  )
})

/** Ids of the same names that exist nowhere. */
const unknownIds = (): AccessIds =>
  Object.fromEntries(
    Object.entries(ownIds).map(([name, id]) => [name, UUID.test(id) ? randomUUID() : unknownHash()]),
  )

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const unknownHash = () => createHash('sha256').update(randomUUID()).digest('hex')

/** The text with ids replaced by their names, without values that differ in every answer. */
function anonymous(text: string, ids: AccessIds): string {
  let plain = text
    .replace(/"correlationId":"[^"]+"/, '')
    .replace(/"password":"[^"]+"/, '')
    .replace(/"moveId":"[^"]+"/, '')
    // Of a job, which may have ended meanwhile.
    .replace(/"state":"(running|done)"/, '')
    .replace(/"sessionId":"[^"]+","uploadUrl":"[^"]+"/, '')
  for (const [name, id] of Object.entries(ids)) plain = plain.replaceAll(id, `<${name}>`)
  return plain
}

function headersOf(answer: Response): string {
  // Texts are compared without the state of their job, which changes their length.
  const varying = [
    'date',
    'content-length',
    'x-correlation-id',
    'location',
    'upload-expires',
    'ratelimit-reset',
  ]
  return JSON.stringify([...answer.headers].filter(([name]) => !varying.includes(name)))
}

/** All rows and blobs of the account. */
async function dataOf({ accountId }: Client): Promise<unknown> {
  // Jobs of earlier calls change rows, too.
  await server.idle()
  const blobs = (await Array.fromAsync(server.ctx.blobs.list(`${accountId}/`))).map(each => each.key)
  // The row of a device has its last use and refusal.
  const { devices: _, ...rows } = await readAccountRows(server.ctx, accountId)
  return [rows, blobs.sort()]
}
