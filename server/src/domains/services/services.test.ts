import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import { getPhotos } from '#contract/photos.ts'
import { putOrder } from '#contract/retailer-orders.ts'
import { createTempSelection, getRetailerTempSelection } from '#contract/temp-selections.ts'
import { commands } from '../../app.ts'
import { change } from '../../context.ts'
import { insertRows, listColumns } from '../../platform/db/rows.ts'
import { createLog } from '../../platform/log/log.ts'
import { MACHINE_TOKEN_PATTERN } from '../../platform/machine-tokens/machine-tokens.ts'
import { DATABASE_FRESH_MS } from '../../platform/metrics/sources.ts'
import { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { advanceElapsedTime } from '../../testing/elapsed-time.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'
import { orderForTests, productForTests } from '../../testing/retailer-orders.ts'
import { watchServices } from './index.ts'

const DAY_MS = 86_400_000
const lines: Record<string, unknown>[] = []
const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
const server = closeAfterAll(
  await testServer({
    config: { rateLimits: false },
    log: createLog({ level: 'warn', destination }),
  }),
)
const customer = await server.customer()
beforeEach(() => server.clock.set(new Date()))

/** Runs an operator's command; returns its exit code and lines, null when its words are not valid. */
async function run(...words: string[]) {
  const action = commands.find(({ name }) => name === words[0])!.parse(words.slice(1))
  if (!action) return null
  const printed: string[] = []
  const code = await action(server.ctx, line => printed.push(line))
  return { code, printed }
}

async function create(scopes = 'orders:write', vendors = 'keepsake', days = '365') {
  const name = `s-${randomUUID().slice(0, 8)}`
  const created = await run(
    ...['service-token', 'create', name, '--vendors', vendors, '--scopes', scopes, '--days', days],
  )
  const [token] = created!.printed
  const id = /The token (\S+) of/.exec(created!.printed[1]!)![1]!
  return { name, token: token!, id }
}

const asService = (token: string) => new Client(server.origin, '', '', token)

function sendOrder(token: string, accountId = customer.accountId) {
  const code = `K-${randomUUID()}`
  const body = orderForTests(accountId, server.clock.now(), { products: [productForTests(`${code}-1`)] })
  return asService(token).send(putOrder, { params: { code }, body })
}

const statusOf = async (token: string) => (await sendOrder(token)).status

const watch = async () => {
  await change(server.ctx, tx => server.ctx.jobs.send(tx, watchServices, [{}]))
  await server.idle()
}

describe('NX-356 the commands of service tokens', () => {
  test('a token is printed once, works, and is stored as a hash only', async () => {
    const { token, name } = await create()
    expect(token.match(MACHINE_TOKEN_PATTERN)).toEqual([token])
    expect(token).toMatch(/^kss_test_/)
    expect(await statusOf(token)).toBe(200)
    const rows = await server.ctx.db.selectFrom('service_tokens').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    const { printed } = (await run('service-token', 'list'))!
    expect(printed.join('\n')).not.toContain(token)
    expect(printed.find(line => line.includes(` ${name} `))).toContain(
      `…${token.slice(-4)}, vendors keepsake, scopes orders:write, last use 2`,
    )
  })

  test('the last use is written at most once a minute, after the answer', async () => {
    const { token, id } = await create()
    const readLastUse = async () => {
      const rows = server.ctx.db.selectFrom('service_tokens').select('last_used_at')
      return (await rows.where('token_id', '=', id).executeTakeFirstOrThrow()).last_used_at?.getTime()
    }
    expect(await readLastUse()).toBeUndefined()
    const start = server.clock.now().getTime()
    await statusOf(token)
    await expect.poll(readLastUse).toBe(start)
    server.clock.set(new Date(start + 59_000))
    await statusOf(token)
    server.clock.set(new Date(start + 61_000))
    await statusOf(token)
    await expect.poll(readLastUse).toBe(start + 61_000)
  })

  test('it ends at its end, or at once by the command; both are 401', async () => {
    const expiring = await create('all', 'all', '2')
    server.clock.set(new Date(server.clock.now().getTime() + 2 * DAY_MS - 1000))
    expect(await statusOf(expiring.token)).toBe(200)
    server.clock.set(new Date(server.clock.now().getTime() + 1000))
    expect(await statusOf(expiring.token)).toBe(401)
    const ended = await create()
    expect(await run('service-token', 'end', ended.id)).toMatchObject({ code: 0 })
    const response = await sendOrder(ended.token)
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="keepsake", error="invalid_token"',
    ])
    expect(await run('service-token', 'end', ended.id)).toMatchObject({ code: 1 })
    expect(await run('service-token', 'end', 'nonsense')).toMatchObject({ code: 1 })
  })

  test('a replaced one works for the overlap, with the same rights as its successor', async () => {
    const old = await create('orders:write,retailer:read', 'keepsake,snapbook')
    const replaced = (await run('service-token', 'replace', old.name, '--overlap', '12h'))!
    const token = replaced.printed[0]!
    const rows = await listColumns(server.ctx.db, 'service_tokens', { name: old.name }, [
      'vendors',
      'scopes',
      'days',
    ])
    expect(rows[0]).toEqual(rows[1])
    expect([await statusOf(old.token), await statusOf(token)]).toEqual([200, 200])
    server.clock.set(new Date(server.clock.now().getTime() + 12 * 3_600_000))
    expect([await statusOf(old.token), await statusOf(token)]).toEqual([401, 200])
    // A leaked one ends now.
    const next = (await run('service-token', 'replace', old.name, '--overlap', '0'))!.printed[0]!
    expect([await statusOf(token), await statusOf(next)]).toEqual([401, 200])
    expect(
      await run('service-token', 'create', old.name, '--vendors', 'all', '--scopes', 'all'),
    ).toMatchObject({ code: 1 })
    expect(await run('service-token', 'replace', 'nobody')).toMatchObject({ code: 1 })
  })

  test.each([
    'create',
    'create orders --vendors keepsake',
    'create orders --scopes orders:write',
    'create orders --vendors nobody --scopes orders:write',
    'create orders --vendors keepsake --scopes orders:read',
    'create orders --vendors keepsake, --scopes orders:write',
    'create Orders --vendors keepsake --scopes all',
    'create orders --vendors all --scopes all --days 0',
    'create orders --vendors all --scopes all --days 3651',
    'create orders --vendors all --scopes all --overlap 7d',
    'replace orders --overlap 31d',
    'replace orders --overlap soon',
    'replace orders --days 5',
    'list orders',
    'end',
    'delete orders',
  ])('%s is refused with the usage', async words => {
    expect(await run('service-token', ...words.split(' '))).toBeNull()
  })
})

test('NX-356 a token without the scope of the call is 403 with the scope in the challenge', async () => {
  const { token } = await create('invoices:write,retailer:read')
  const response = await sendOrder(token)
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([
    403,
    'Bearer realm="keepsake", error="insufficient_scope", scope="orders:write"',
  ])
  expect(await response.json()).toMatchObject({ code: 'insufficient-scope' })
})

test('NX-356 a mistyped, a foreign and an unknown token are 401', async () => {
  const { token } = await create()
  const mistyped = `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`
  for (const wrong of [mistyped, token.replace('kss_', 'ksk_'), customer.token, ''])
    expect([wrong, await statusOf(wrong)]).toEqual([wrong, 401])
})

test('NX-356 the log has a line 30, 7 and 1 days before the end of a token, once, and none for a replaced one', async () => {
  const { name, id } = await create('all', 'all', '60')
  const replaced = await create('all', 'all', '20')
  await run('service-token', 'replace', replaced.name, '--overlap', '7d')
  const start = server.clock.now().getTime()
  const found: [number, unknown][] = []
  for (const day of [1, 29, 30.1, 31, 40, 52, 53.1, 54, 58, 59.1, 59.5, 61]) {
    server.clock.set(new Date(start + day * DAY_MS))
    const before = lines.length
    await watch()
    for (const { code, service, tokenId, msg } of lines.slice(before))
      if (code === 'service-token-end' && [name, replaced.name].includes(service as string))
        found.push([
          day,
          service === name && tokenId === id ? /within (\d+)/.exec(msg as string)![1] : service,
        ])
  }
  // The one that replaced the other has 20 days like that.
  const ofName = found.filter(([, what]) => what !== replaced.name)
  expect(ofName).toEqual([
    [30.1, '30'],
    [53.1, '7'],
    [59.1, '1'],
  ])
  const { text } = { text: await server.ctx.metrics.render() }
  expect(text).toMatch(new RegExp(`keepsake_service_token_end_seconds\\{service="${name}"\\} -`))
})

describe('NX-357 reads of originals', () => {
  async function createSelection() {
    const { uploadId } = await customer.upload(`${randomUUID()}.jpg`, await jpeg({ width: 900, height: 600 }))
    await server.idle()
    const { images } = await customer.call(getPhotos)
    const { imageId } = images.find(image => image.uploadId === uploadId)!
    return customer.call(createTempSelection, { body: { photoIds: [imageId] } })
  }

  test('are counted for each token and day, as often as addresses are answered', async () => {
    const { tempSelectionId: id } = await createSelection()
    const [one, other] = [await create('selections:read'), await create('selections:read')]
    const read = (token: string) => asService(token).call(getRetailerTempSelection, { params: { id } })
    await read(one.token)
    await read(one.token)
    await read(other.token)
    const list = async () => {
      const rows = await server.ctx.db.selectFrom('service_reads').select(['token', 'originals']).execute()
      return [one.id, other.id].map(token =>
        rows.filter(row => row.token === token).map(({ originals }) => Number(originals)),
      )
    }
    expect(await list()).toEqual([[2], [1]])
    expect(
      (await asService(one.token).send(getRetailerTempSelection, { params: { id: randomUUID() } })).status,
    ).toBe(404)
    expect(await list()).toEqual([[2], [1]])
  })

  test('of today and of usual days are metrics by service; days without reads do not count as usual', async () => {
    const day = (ago: number) =>
      new Date(server.clock.now().getTime() - ago * DAY_MS).toISOString().slice(0, 10)
    const service = `m-${randomUUID().slice(0, 8)}`
    const rows = [
      { token: `${service}-old`, day: day(40), originals: 90_000 },
      { token: `${service}-old`, day: day(9), originals: 200 },
      { token: `${service}-old`, day: day(2), originals: 300 },
      { token: `${service}-new`, day: day(2), originals: 100 },
      { token: `${service}-new`, day: day(0), originals: 4_000 },
    ].map(row => ({ ...row, service }))
    await insertRows(server.ctx.db, 'service_reads', rows)
    // The values that another test has read are reused for a while.
    await advanceElapsedTime(DATABASE_FRESH_MS)
    const text = await server.ctx.metrics.render()
    expect(text).toContain(`keepsake_service_original_reads{service="${service}"} 4000`)
    expect(text).toContain(`keepsake_service_usual_original_reads{service="${service}"} 300`)
  })
})

test('NX-356 a phone, a zip, a signed address and a socket accept no service token', async () => {
  const { token } = await create('all', 'all')
  const paths = [
    `${SERVICES.uploads}/files`,
    `${SERVICES.uploads}/phone/files`,
    `${SERVICES.downloads}/downloads`,
  ]
  for (const path of paths) {
    const { status } = await asService(token).fetch(path, { method: 'POST' })
    expect([path, status]).toEqual([path, 401])
  }
})
