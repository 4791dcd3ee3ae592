import { describe, expect, test } from 'vitest'
import { type Endpoint, SERVICES } from '#contract/endpoint.ts'
import { listContractEndpoints } from '#contract/inputs.testing.ts'
import { getUser, type LibraryTotals } from '#contract/photos.ts'
import { closeAfterAll } from '../testing/close-after-all.ts'
import { testServer } from '../testing/harness.ts'
import { fetchDocument, findOperation } from '../testing/openapi-document.ts'
import { createApp } from './app.ts'
import { route } from './route.ts'

const server = closeAfterAll(await testServer({ work: false }))
const endpoints = await listContractEndpoints()

describe('AA-122 the server implements the contract', () => {
  test('AA-122 every endpoint of the contract is mounted, on its path and with its policy', () => {
    const mounted = server.app.routes.map(({ method, url, policy }) => `${method} ${url} ${policy}`)
    expect(endpoints.length).toBeGreaterThan(20)
    expect(endpoints.map(named).filter(name => !mounted.includes(name))).toEqual([])
  })

  test('AA-122 OP-80 the API description lists every endpoint', async () => {
    const document = await fetchDocument(server.app)
    const missing = endpoints.filter(
      endpoint => findOperation(document, endpoint)?.summary !== endpoint.summary,
    )
    expect(missing.map(named)).toEqual([])
  })

  test.each([
    ['a count below 0', { photosCount: -1 }],
    ['a date that is none', { registrationDate: 'yesterday' }],
    ['a missing field', { userId: undefined }],
  ])('AA-122 PL-149 an answer with %s does not leave the server under test', async (_, wrong) => {
    const good: LibraryTotals = {
      userId: 'owner',
      photosCount: 0,
      albumsCount: 0,
      registrationDate: '2020-01-01T00:00:00Z',
      lastUploadedAt: null,
      deletedCount: 0,
    }
    const answerWith = async (totals: object) => {
      const domain = { name: 'photos', routes: [route(getUser, async () => totals as LibraryTotals)] }
      const caller = {
        accountId: 'owner',
        business: false,
        claims: {} as never,
        expires: new Date(),
        grantId: null,
        authTime: null,
        key: null,
      }
      const app = await createApp(server.ctx, [domain], async () => caller)
      const { statusCode } = await app.http.inject(`${SERVICES.photoManagement}/users`)
      await app.close()
      return statusCode
    }
    expect(await answerWith(good)).toBe(200)
    expect(await answerWith({ ...good, ...wrong })).toBe(500)
  })
})

const named = ({ method, service, path, policy }: Endpoint) =>
  `${method} ${SERVICES[service]}${path} ${policy}`
