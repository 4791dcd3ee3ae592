import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Endpoint, SERVICES } from '#contract/endpoint.ts'
import { ERRORS } from '#contract/errors.ts'
import { domains } from '../../app.ts'
import { type TestServer, testServer } from '../../testing/harness.ts'
import {
  fetchDocument,
  findOperation,
  type OpenApiDocument,
  readSchema,
} from '../../testing/openapi-document.ts'

let server: TestServer
let document: OpenApiDocument
const endpoints: Endpoint[] = domains.flatMap(({ routes = [] }) => routes.map(({ endpoint }) => endpoint))
beforeAll(async () => {
  server = await testServer({ work: false })
  document = await fetchDocument(server.app)
})
afterAll(() => server.close())

const pathOf = ({ service, path }: Endpoint) => SERVICES[service] + path
const operationOf = (endpoint: Endpoint) => findOperation(document, pathOf(endpoint), endpoint.method)!
const operations = () => Object.values(document.paths).flatMap(path => Object.values(path))

describe('RV-204 the OpenAPI document', () => {
  test('lists the endpoints and nothing else: no pages, no HEAD', () => {
    expect(operations()).toHaveLength(endpoints.length)
    expect(endpoints.filter(endpoint => !operationOf(endpoint))).toEqual([])
  })

  test('names every operation once, and describes its tag', () => {
    const ids = operations().map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(endpoints.length)
    expect(ids.filter(id => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([])
    const tags = document.tags.map(({ name }) => name)
    expect(operations().filter(operation => !operation.tags.every(tag => tags.includes(tag)))).toEqual([])
  })

  test.each([
    ['customer', ['accessToken']],
    ['business', ['accessToken']],
    ['service', ['serviceToken']],
    ['upload-session', ['uploadToken']],
    ['session', ['session']],
    ['public', []],
  ] as const)('calls of the policy %s need %j', (policy, schemes) => {
    const ofPolicy = endpoints.filter(endpoint => endpoint.policy === policy)
    expect(ofPolicy.length).toBeGreaterThan(0)
    for (const endpoint of ofPolicy) {
      const { security } = operationOf(endpoint)
      expect([pathOf(endpoint), security.flatMap(Object.keys)]).toEqual([pathOf(endpoint), schemes])
    }
    for (const scheme of schemes) expect(document.components.securitySchemes).toHaveProperty(scheme)
  })

  test('has the real status of success, without content where there is none, and every declared error', () => {
    for (const endpoint of endpoints) {
      const { responses } = operationOf(endpoint)
      const successes = Object.keys(responses).filter(status => status.startsWith('2'))
      expect([pathOf(endpoint), successes]).toEqual([pathOf(endpoint), [String(endpoint.status)]])
      expect(responses[endpoint.status]!.content === undefined).toBe(endpoint.status === 204)
      for (const code of endpoint.errors)
        expect(responses[ERRORS[code]]!.description).toContain(`\`${code}\``)
      for (const [status, { content }] of Object.entries(responses))
        if (!status.startsWith('2'))
          expect(content).toEqual({
            'application/json': { schema: { $ref: '#/components/schemas/ErrorAnswer' } },
          })
    }
  })

  test('has named schemas: each body is one, and none is unused', () => {
    const text = JSON.stringify(document)
    for (const name of Object.keys(document.components.schemas))
      expect(text, name).toContain(`"#/components/schemas/${name}"`)
    const bodies = operations()
      .map(({ requestBody }) => requestBody?.content['application/json']?.schema)
      .filter(schema => schema !== undefined)
    expect(bodies.length).toBeGreaterThan(30)
    expect(bodies.filter(schema => !('$ref' in schema) && schema.type !== 'array')).toEqual([])
  })

  test('answers are as it says: of every call that needs no parameters, with a token and with none that is valid', async () => {
    const customer = await server.customer({ business: true })
    const wrong: string[] = []
    const reads = endpoints.filter(
      ({ method, params, policy }) =>
        method === 'GET' &&
        params.type === 'undefined' &&
        ['public', 'customer', 'business'].includes(policy),
    )
    for (const endpoint of reads)
      for (const token of [customer.token, '']) {
        const answer = await fetch(server.origin + pathOf(endpoint), {
          headers: { authorization: `Bearer ${token}` },
        })
        const violation = violationOf(endpoint, answer.status, await answer.text())
        if (violation) wrong.push(`${pathOf(endpoint)} ${answer.status}: ${violation}`)
      }
    expect(wrong).toEqual([])
    expect(reads.length).toBeGreaterThan(20)
  })

  test('lets answers gain fields', () => {
    const totals = readSchema(document, { $ref: '#/components/schemas/LibraryTotals' })
    const answer = {
      userId: 'owner',
      photosCount: 0,
      albumsCount: 0,
      registrationDate: '2020-01-01T00:00:00Z',
      lastUploadedAt: null,
      deletedCount: 0,
    }
    expect(totals.safeParse({ ...answer, new: 1 }).success).toBe(true)
    expect(totals.safeParse({ ...answer, photosCount: -1 }).success).toBe(false)
  })
})

/** How an answer differs from the document; undefined when it does not. */
function violationOf(endpoint: Endpoint, status: number, body: string): string | undefined {
  const response = operationOf(endpoint).responses[status]
  if (!response) return `not in the document: ${body}`
  const schema = response.content?.['application/json']?.schema
  if (!schema) return
  const { error } = readSchema(document, schema).safeParse(JSON.parse(body))
  return error && z.prettifyError(error)
}
