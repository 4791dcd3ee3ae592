import { request } from 'undici'
import { SERVICES } from '#contract/endpoint.ts'
import {
  ARTICLE_NAMES_QUERY,
  articleNamesAnswer,
  CHANNEL_QUERY,
  CHANNELS_QUERY,
  queryMerchandise,
} from '#contract/merchandise.ts'
import { type RetailerChannel, retailerChannel } from '#contract/retailer-merchandise.ts'
import { upsertChannelRow } from '#server/domains/merchandise/store.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { Client } from '#server/testing/client.ts'
import { type Bench, type BenchOptions, verify } from './harness/bench.ts'
import { signIn } from './harness/customer.ts'
import { addCustomer, createDataDirectory, openBenchDatabase } from './harness/data-directory.ts'
import { createFigure } from './harness/figure.ts'
import { computeQuantile } from './harness/rounds.ts'
import { startServer } from './harness/server.ts'

const REFUSED_MAX_MS = 20
const PER_SECOND = 50
const P95_MAX_MS = 30
const CHANNELS = 17
const ARTICLES = 60
const SECONDS = 10
/** Number of requests whose times are measured. */
const REPEATS = 40

/**
 * Acceptance 26 of the account plan: hostile queries are refused and the queries of the pages answered within their
 * limits.
 */
export const merchandise: Bench = {
  name: 'merchandise',
  target: `hostile queries refused ≤ ${REFUSED_MAX_MS} ms, ${PER_SECOND} documented queries a second p95 ≤ ${P95_MAX_MS} ms`,
  async run(options) {
    const { quick, log } = options
    const { client, server } = await startWithChannels(options)
    await verifyAnswers(client)
    const send = createSender(server.origin, client.token)
    const figures = []
    for (const { what, body, message, method } of HOSTILE_QUERIES) {
      const times = await timeRefusals(send, { body, message, method }, quick ? 5 : REPEATS)
      const bound = { atMost: REFUSED_MAX_MS, unit: 'ms' }
      figures.push(createFigure(`refused: ${what}, p50`, [computeQuantile(times, 0.5)], bound))
      figures.push(createFigure(`refused: ${what}, p95`, [computeQuantile(times, 0.95)], bound))
    }
    const rounds = quick ? 1 : 5
    log(`${rounds} × ${quick ? 2 : SECONDS} s of ${PER_SECOND} queries a second`)
    const measured: number[] = []
    const cpu = server.cpu()
    for (let round = 0; round < rounds; round++)
      measured.push(computeQuantile(await sendAtFixedRate(send, quick ? 2 : SECONDS), 0.95))
    const queries = rounds * (quick ? 2 : SECONDS) * PER_SECOND
    const cpuMs = ((server.cpu() - cpu) * 1000) / queries
    const p95Figure = createFigure(`p95 at ${PER_SECOND} requests a second`, measured, {
      atMost: P95_MAX_MS,
      unit: 'ms',
    })
    return {
      correct: [
        'the documented queries answer what the retailer sent',
        'each hostile query is refused for its reason, and no data are answered',
      ],
      figures: [p95Figure, ...figures],
      notes: [`${cpuMs.toFixed(2)} ms of the server's CPU for each of these queries`],
    }
  },
}

async function startWithChannels({ resources }: BenchOptions) {
  const dataDirectory = await createDataDirectory(resources)
  const database = await openBenchDatabase(dataDirectory)
  const customer = await addCustomer(database.db)
  for (let index = 0; index < CHANNELS; index++) {
    const { version, ...body } = CHANNEL
    const row = { channel_id: `CHANNEL-${index}`, version, body, updated_at: new Date() }
    await transact(database.db, tx => upsertChannelRow(tx, row))
  }
  await database.close()
  const server = await startServer(dataDirectory, resources)
  return { server, client: await signIn(server.origin, customer) }
}

/** A channel of the size that the documents' shop has: its whole assortment costs about 42,000. */
const CHANNEL: RetailerChannel = retailerChannel.parse({
  version: 1,
  vendor: { id: 'keepsake', locale: 'en-GB' },
  shopUrl: 'https://www.keepsake.example/',
  currency: 'GBP',
  articles: Array.from({ length: ARTICLES }, (_, index) => ({
    ...{ id: `ARTICLE-${index}`, articleType: 'photo-book', title: `Photo book ${index}` },
    ...{ pageWidth: 210, pageHeight: 297.5, visible: index % 2 === 0 },
    links: [{ rel: 'shop', url: `https://www.keepsake.example/books/${index}` }],
    extras: Array.from({ length: 5 }, (_, extra) => ({
      ...{ id: `extra-${extra}`, title: `Paper ${extra}` },
      options: Array.from({ length: 40 }, (_, option) => ({
        id: `${extra}-${option}`,
        title: `No ${option}`,
      })),
    })),
  })),
})

async function verifyAnswers(client: Client): Promise<void> {
  const query = (query: string, id?: string) =>
    client.call(queryMerchandise, { body: { query, ...(id && { variables: { id } }) } })
  const channels = (await query(CHANNELS_QUERY)).data?.channels as unknown[]
  verify(channels.length === CHANNELS, 'all channels are answered')
  const { channel: namedChannel } = articleNamesAnswer.parse(
    (await query(ARTICLE_NAMES_QUERY, 'CHANNEL-3')).data,
  )
  verify(
    JSON.stringify(namedChannel.Articles.map(({ ID, Title }) => [ID, Title])) ===
      JSON.stringify(CHANNEL.articles.map(({ id, title }) => [id, title])),
    'the names are those that were sent',
  )
  const { data } = await query(CHANNEL_QUERY, 'CHANNEL-16')
  const channel = data?.channel as { Articles: { Extras: { Options: unknown[] }[] }[] } | undefined
  const options = channel?.Articles.flatMap(({ Extras }) => Extras.flatMap(extra => extra.Options))
  verify(options?.length === ARTICLES * 5 * 40, 'the whole assortment is answered')
}

interface HostileQuery {
  what: string
  body: unknown
  /** Matches the refusal. */
  message: RegExp
  method?: 'GET'
}

const createNestedQuery = (depth: number) => `{ ${'channels { '.repeat(depth - 1)}ID ${'} '.repeat(depth)}`
const aliases = Array.from({ length: 6 }, (_, index) => `a${index}: channels { ID }`).join(' ')

const HOSTILE_QUERIES: readonly HostileQuery[] = [
  { what: 'depth 7', body: { query: createNestedQuery(7) }, message: /depth/i },
  { what: '6 aliases', body: { query: `{ ${aliases} }` }, message: /alias/i },
  {
    what: 'cost above 50,000',
    body: { query: '{ channels { Articles { Extras { ID Title Options { ID Title } } } } }' },
    message: /complexity/i,
  },
  { what: '1,001 tokens', body: { query: `{ channels { ${'ID '.repeat(997)} } }` }, message: /token/i },
  { what: 'a batch', body: [{ query: CHANNELS_QUERY }, { query: CHANNELS_QUERY }], message: /bad-request/ },
  { what: 'GET', body: undefined, method: 'GET', message: /not-found|method-not-allowed/ },
]

type Send = (body: unknown, method?: 'GET' | 'POST') => Promise<{ text: string; ms: number }>

/** Sends a query on one of the kept connections; milliseconds until the answer is read. */
const createSender =
  (origin: string, token: string): Send =>
  async (body, method = 'POST') => {
    const started = performance.now()
    const answer = await request(`${origin}${SERVICES.merchandise}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await answer.body.text()
    return { text, ms: performance.now() - started }
  }

async function timeRefusals(
  send: Send,
  { body, message, method }: Omit<HostileQuery, 'what'>,
  repeats: number,
): Promise<number[]> {
  const times: number[] = []
  for (let repeat = 0; repeat < repeats; repeat++) {
    // Another variable each time, so that no answer before is repeated.
    const variedBody = body && !Array.isArray(body) ? { ...body, variables: { repeat } } : body
    const { text, ms } = await send(variedBody, method)
    const { data, ...refusal } = JSON.parse(text)
    verify(!data && message.test(JSON.stringify(refusal)), `refused: ${text.slice(0, 200)}`)
    times.push(ms)
  }
  return times
}

/** Sends at a fixed rate without waiting for answers: the pages' query, and each tenth time that of everything. */
async function sendAtFixedRate(send: Send, seconds: number): Promise<number[]> {
  const answers: Promise<number>[] = []
  const started = performance.now()
  for (let index = 0; index < seconds * PER_SECOND; index++) {
    const due = started + (index * 1000) / PER_SECOND
    const wait = due - performance.now()
    if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait))
    const query = index % 10 === 0 ? CHANNEL_QUERY : ARTICLE_NAMES_QUERY
    const id = `CHANNEL-${index % CHANNELS}`
    answers.push(
      send({ query, variables: { id } }).then(({ text, ms }) => {
        verify(text.startsWith('{"data":{"channel":{'), `answered: ${text.slice(0, 200)}`)
        return ms
      }),
    )
  }
  return Promise.all(answers)
}
