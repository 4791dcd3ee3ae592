import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { callbackPayload } from '#contract/callback-payload.ts'
import { CONTINUING_WORK } from '#contract/continuing-work.ts'
import { type Endpoint, SERVICES } from '#contract/endpoint.ts'
import { ERRORS, errorAnswer } from '#contract/errors.ts'
import { getUser, type LibraryTotals } from '#contract/photos.ts'
import { putProductFile } from '#contract/retailer-product-files.ts'
import { domains } from '../../app.ts'
import { answerCheck } from '../../testing/answer-check.ts'
import { createAnswerFaultFinder } from '../../testing/answer-fault-finder.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { drainFaults } from '../../testing/faults.ts'
import { testServer } from '../../testing/harness.ts'
import { fetchDocument, findOperation } from '../../testing/openapi-document.ts'
import { createApp } from '../app.ts'
import { route } from '../route.ts'
import examples from './examples.json' with { type: 'json' }
import { toExampleKey } from './operation.ts'

const endpoints: Endpoint[] = domains.flatMap(({ routes = [] }) => routes.map(({ endpoint }) => endpoint))
const server = closeAfterAll(await testServer({ config: { requestsPerMinute: null }, work: false }))
const document = await fetchDocument(server.app)
const findFault = createAnswerFaultFinder(document)

const pathOf = ({ service, path }: Endpoint) => SERVICES[service] + path
const operationOf = (endpoint: Endpoint) => findOperation(document, endpoint)!
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
      const keys = endpoint.scope ? ['apiKey'] : []
      expect([pathOf(endpoint), security.flatMap(Object.keys)]).toEqual([
        pathOf(endpoint),
        [...schemes, ...keys],
      ])
    }
    for (const scheme of schemes) expect(document.components.securitySchemes).toHaveProperty(scheme)
  })

  test('RV-210 has the real status of success, without content where there is none, every declared error and bad-request', () => {
    for (const endpoint of endpoints) {
      const { responses } = operationOf(endpoint)
      const successes = Object.keys(responses).filter(status => status.startsWith('2'))
      const expected = [
        String(endpoint.status),
        ...(endpoint.mayContinue ? ['202'] : []),
        ...(endpoint.sendsRanges ? ['206'] : []),
      ]
      expect([pathOf(endpoint), successes]).toEqual([pathOf(endpoint), expected])
      expect(responses[endpoint.status]!.content === undefined).toBe(endpoint.status === 204)
      for (const code of [...endpoint.errors, 'bad-request'] as const)
        expect(responses[ERRORS[code]]!.description).toContain(`\`${code}\``)
      for (const [status, { content }] of Object.entries(responses))
        if (/^[45]/.test(status))
          expect(content).toEqual({
            'application/json': { schema: { $ref: '#/components/schemas/ErrorAnswer' } },
          })
    }
  })

  test('RV-1161 each call that may answer 202 names what continues, and where the rest is told', () => {
    const mayAnswer202 = endpoints.filter(({ status, mayContinue }) => status === 202 || mayContinue)
    expect(mayAnswer202.length).toBeGreaterThan(15)
    expect(mayAnswer202.filter(({ continues }) => !continues).map(pathOf)).toEqual([])
    const others = endpoints.filter(endpoint => !mayAnswer202.includes(endpoint))
    expect(others.filter(({ continues }) => continues).map(pathOf)).toEqual([])
    for (const endpoint of mayAnswer202) {
      const { description } = operationOf(endpoint).responses['202']!
      const work = endpoint.continues!
      const place = CONTINUING_WORK[work] === 'activity' ? `the kind ${work}` : CONTINUING_WORK[work]
      expect(description).toContain(place)
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

  test('has no catch-alls, and no schema that allows anything but where anything is meant', () => {
    expect(Object.keys(document.paths).filter(path => /[*:]/.test(path))).toEqual([])
    const mediaTypes = operations().flatMap(({ responses }) =>
      Object.values(responses).flatMap(({ content = {} }) => Object.keys(content)),
    )
    expect([...new Set(mediaTypes)].toSorted()).toEqual(['application/json', 'application/pdf', 'image/jpeg'])
    expect(placesOf(document, isAnything)).toEqual(MEANT_TO_BE_ANYTHING)
  })

  test('needs a credential for all but public calls, and says how each is refused', () => {
    for (const endpoint of endpoints) {
      const { security, responses } = operationOf(endpoint)
      const refusals = { public: [], signed: [], session: ['403'] } as Record<string, string[]>
      expect([pathOf(endpoint), security.length]).toEqual([
        pathOf(endpoint),
        (endpoint.policy === 'public' ? 0 : 1) + (endpoint.scope ? 1 : 0),
      ])
      expect(Object.keys(responses)).toEqual(
        expect.arrayContaining([...(refusals[endpoint.policy] ?? ['401']), '500', '503']),
      )
    }
  })

  test('has required parameters: those of paths, and of queries where the contract says so', () => {
    const parameters = operations().flatMap(({ parameters = [] }) => parameters)
    expect(parameters.filter(({ in: location, required }) => location === 'path' && !required)).toEqual([])
    const version = operationOf(putProductFile).parameters!.find(({ name }) => name === 'version')
    expect(version).toMatchObject({ required: true, schema: { type: 'integer' } })
  })

  test('RV-872 has no error and no warning of the recommended rules', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const source = JSON.stringify(document)
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    )
  })

  test('RV-872 has the calls with PDFs, a description of each call, and the headers of each answer', () => {
    for (const id of ['putInvoicePdf', 'putInvoiceGroupPdf', 'getInvoicePdf', 'getProductPdf'])
      expect(operations().map(({ operationId }) => operationId)).toContain(id)
    expect(operations().filter(({ description }) => !/^[A-Z].+\.$/.test(description))).toEqual([])
    for (const operation of operations())
      for (const [status, { headers }] of Object.entries(operation.responses)) {
        expect(headers).toHaveProperty('X-Correlation-Id')
        if (status === '503') expect(headers).toHaveProperty('Retry-After')
      }
    for (const [name, { description }] of Object.entries(document.components.headers))
      expect([name, description]).toEqual([name, expect.stringMatching(/./)])
  })

  test('RV-872 a call that is counted has the headers of its limit, and one without a limit has none', async () => {
    const customer = await server.customer()
    const counted = await customer.fetch(pathOf(getUser))
    const names = Object.keys(operationOf(getUser).responses[200]!.headers).filter(name =>
      /^X-Rate/.test(name),
    )
    expect(names).toHaveLength(3)
    expect(names.map(name => counted.headers.get(name))).toEqual([
      '600',
      expect.stringMatching(/^\d+$/),
      expect.stringMatching(/^\d+$/),
    ])
    const unlimited = endpoints.filter(({ policy }) => policy === 'service')
    for (const endpoint of unlimited)
      expect(JSON.stringify(operationOf(endpoint))).not.toContain('X-RateLimit')
  })

  test('NX-362 RV-873 has a webhook of each type of callback, with its schema, its headers and its document', () => {
    const types = callbackPayload.options.map(({ shape }) => shape.type.value)
    expect(Object.keys(document.webhooks)).toEqual(types)
    const validator = new Ajv2020({ strict: false, validateSchema: false })
    addFormats.default(validator)
    validator.addSchema({ ...document, $id: 'openapi' })
    const payload = (type: string) => ({
      type,
      timestamp: '2026-12-07T11:50:00.000Z',
      number: 7,
      data: { customer: 'c' },
    })
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      expect(post.parameters.map(({ name }) => name)).toEqual([
        'webhook-id',
        'webhook-timestamp',
        'webhook-signature',
        'keepsake-version',
        'keepsake-event-number',
      ])
      const { schema } = post.requestBody!.content[JSON_TYPE]!
      const validate = validator.getSchema(`openapi${String(schema.$ref)}`)!
      const matching = types.filter(each => validate(payload(each)))
      // Without its fields only a test is complete.
      expect(matching).toEqual(type === 'test' ? ['test'] : [])
    }
    expect(document.info.description).toContain('\n## Callbacks\n')
    expect(document.info.description).toContain('\n### Verifying\n')
  })

  test('describes what is no operation: tokens of native apps, tus, sockets', () => {
    const { description } = document.info
    for (const heading of ['Tokens', 'Native apps', 'Errors', 'Paging', 'Uploads: tus 1.0', 'Sockets'])
      expect(description).toContain(`\n## ${heading}\n`)
    expect(description).not.toMatch(/\]\((?!https:)/)
    const { uploads, push } = Object.fromEntries(document.tags.map(tag => [tag.name, tag.description]))
    expect([uploads, push]).toEqual([expect.stringContaining('tus'), expect.stringContaining('Sockets')])
  })

  test('creates an upload as its example says', async () => {
    const [, request] = /```http\n(\s+POST \/api\/uploads\/files\n[^`]+)```/.exec(document.info.description)!
    const [first, ...headers] = request!.trim().split('\n')
    const customer = await server.customer()
    const answer = await customer.fetch(first!.split(' ')[1]!, {
      method: 'POST',
      headers: headers.map(line => line.trim().split(': ') as [string, string]),
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      201,
      expect.stringMatching(/\/files\/.+/),
    ])
  })

  test('is shown by a page that needs nothing from elsewhere, readable on a phone', async () => {
    const page = await server.app.http.inject('/api/docs')
    expect(page.body).toContain('<title>Keepsake API</title>')
    const addresses = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!)
    expect(addresses.length).toBeGreaterThan(3)
    for (const address of addresses) {
      const file = await server.app.http.inject(new URL(address, 'http://localhost/api/docs').pathname)
      expect([address, file.statusCode]).toEqual([address, 200])
    }
    expect(page.headers['content-security-policy']).toMatch(/default-src 'self'/)
  })

  test('lets answers gain fields', () => {
    const totals = document.components.schemas.LibraryTotals!
    expect(totals).not.toHaveProperty('additionalProperties')
  })

  test('answers are as it says: of every call that needs no parameters, with a token and with none that is valid', async () => {
    const customer = await server.customer({ business: true })
    const reads = endpoints.filter(
      ({ method, params, policy }) =>
        method === 'GET' &&
        params.type === 'undefined' &&
        ['public', 'customer', 'business'].includes(policy),
    )
    for (const endpoint of reads)
      for (const token of [customer.token, '']) {
        const headers = { authorization: `Bearer ${token}` }
        await (await fetch(server.origin + pathOf(endpoint), { headers })).text()
      }
    expect(drainFaults()).toEqual([])
    expect(reads.length).toBeGreaterThan(20)
  })
})

describe('RV-204 the examples of the document', () => {
  test.each(Object.entries<{ body?: unknown; answer: unknown }>(examples.operations))(
    '%s has a request and an answer that its schemas allow',
    (key, { body, answer }) => {
      const endpoint = endpoints.find(each => toExampleKey(each) === key)!
      const json = JSON.stringify(answer)
      expect(findFault(endpoint, { ...answerOf(json), status: endpoint.status })).toBe(undefined)
      const { requestBody, responses } = operationOf(endpoint)
      expect(responses[endpoint.status]!.content![JSON_TYPE]!.example).toEqual(JSON.parse(json))
      expect(requestBody?.content[JSON_TYPE]?.example).toEqual(body)
      // A schema of the contract leaves out what it does not know, so an example could keep a field that is gone.
      if (body !== undefined) expect(endpoint.body.parse(body)).toEqual(body)
    },
  )

  test('an error has one, too', () => {
    const { examples } = document.components.schemas.ErrorAnswer as { examples: unknown[] }
    expect(examples.map(example => errorAnswer.strict().safeParse(example).error)).toEqual([undefined])
  })
})

describe('RV-204 an answer that differs from the document', () => {
  const totals = {
    userId: 'owner',
    photosCount: 0,
    albumsCount: 0,
    registrationDate: '2020-01-01T00:00:00Z',
    lastUploadedAt: null,
    deletedCount: 0,
  }
  const error = { code: 'unauthorized', message: 'No', correlationId: 'x' }
  const good = { ...answerOf(JSON.stringify(totals)), headers: ['x-correlation-id', 'etag'] }

  test.each([
    ['is as declared', {}, undefined],
    ['has a status that is not declared', { status: 418 }, 'the status is not declared'],
    [
      'is of another content type',
      { contentType: 'text/html' },
      'the content type text/html is not declared',
    ],
    ['misses a field', { body: '{}' }, "/ must have required property 'userId'"],
    [
      'has a wrong value',
      { body: JSON.stringify({ ...totals, photosCount: -1 }) },
      '/photosCount must be >= 0',
    ],
    [
      'has a date that is none',
      { body: JSON.stringify({ ...totals, registrationDate: 'now' }) },
      '/registrationDate must match',
    ],
    [
      'has a field that is not declared',
      { body: JSON.stringify({ ...totals, secret: 1 }) },
      '"additionalProperty":"secret"',
    ],
    [
      'is a declared error',
      { status: 401, body: JSON.stringify(error), headers: ['x-correlation-id', 'www-authenticate'] },
      undefined,
    ],
    [
      'misses a header that its status has',
      { status: 401, body: JSON.stringify(error), headers: ['x-correlation-id'] },
      'the header www-authenticate is declared and not sent',
    ],
    [
      'has a header that is not declared',
      { headers: ['x-correlation-id', 'location'] },
      'the header location is not declared',
    ],
    [
      'has a code that is not declared',
      {
        status: 401,
        body: JSON.stringify({ ...error, code: 'bad-credentials' }),
        headers: ['x-correlation-id', 'www-authenticate'],
      },
      'the code bad-credentials is not declared',
    ],
  ])('%s', (_, changes, fault) => {
    const found = findFault(getUser, { ...good, ...changes })
    if (fault === undefined) return expect(found).toBe(undefined)
    expect(found).toContain(fault)
    expect(found).toContain('getUser (GET /users)')
  })

  test('fails the test in which it was sent', async () => {
    const probe = {
      name: 'probe',
      routes: [route(getUser, async () => ({ ...totals, secret: 1 }) as LibraryTotals)],
    }
    const caller = {
      accountId: 'owner',
      business: false,
      claims: {} as never,
      expires: new Date(),
      grantId: null,
      authTime: null,
      key: null,
    }
    const app = await createApp(server.ctx, [answerCheck, probe], async () => caller)
    expect((await app.http.inject(pathOf(getUser))).statusCode).toBe(200)
    await app.close()
    expect(drainFaults()).toEqual([expect.stringContaining('"additionalProperty":"secret"')])
  })
})

const JSON_TYPE = 'application/json'

const answerOf = (body: string) => ({
  status: 200,
  contentType: JSON_TYPE,
  body,
  isHead: false,
  headers: ['x-correlation-id'],
})

/** Details of vouchers are the retailer's, and GraphQL has its own types. */
const MEANT_TO_BE_ANYTHING = [
  'components.schemas.Order.properties.products.items.properties.voucherDetails.additionalProperties',
  'components.schemas.RetailerOrder.properties.products.items.properties.voucherDetails.additionalProperties',
  'components.schemas.QueryMerchandise.properties.variables.anyOf.0.additionalProperties',
  'components.schemas.Reauthenticate.oneOf.1.properties.response.additionalProperties',
  'components.schemas.RetailerState.properties.body.additionalProperties',
  'components.schemas.QueryMerchandiseAnswer.properties.data.anyOf.0.additionalProperties',
  'components.schemas.QueryMerchandiseAnswer.properties.errors.items.properties.extensions.additionalProperties',
  'components.schemas.GetReauthenticationOptionsAnswer.properties.passkey.anyOf.0.additionalProperties',
]

const isAnything = (part: object) => Object.keys(part).length === 0

/** The paths of all parts of the document for which `matches` is true, examples and empty lists aside. */
function placesOf(part: unknown, matches: (part: object) => boolean, path: string[] = []): string[] {
  if (typeof part !== 'object' || part === null) return []
  if (!Array.isArray(part) && matches(part)) return [path.join('.')]
  return Object.entries(part).flatMap(([key, child]) =>
    key === 'example' || key === 'examples' ? [] : placesOf(child, matches, [...path, key]),
  )
}
