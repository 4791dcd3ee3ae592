import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { getPhotos } from '#contract/photos.ts'
import { sendMail } from './domains/mails/index.ts'
import { createRecordingLog } from './platform/log/recording-log.testing.ts'
import { MailError } from './platform/mail/mail.ts'
import { closeAfterAll } from './testing/close-after-all.ts'
import { testServer } from './testing/harness.ts'
import { jpeg } from './testing/pictures.ts'
import { openLibrarySocket } from './testing/sockets.ts'

const TOKEN = 'a-token-of-the-metrics-in-these-tests'

const { log, output } = createRecordingLog()
const server = closeAfterAll(await testServer({ log, config: { metricsToken: TOKEN, rateLimits: false } }))
const customer = await server.customer()

/** The value of a series; undefined where there is none. */
async function readSeries(series: string): Promise<number | undefined> {
  const answer = await fetch(`${server.origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  const line = (await answer.text()).split('\n').find(each => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length))
}

/** By how much series rise while `work` runs. */
async function risesOf(series: readonly string[], work: () => Promise<unknown>): Promise<number[]> {
  const values = () => Promise.all(series.map(readSeries))
  const before = await values()
  await work()
  const after = await values()
  return after.map((value, i) => (value ?? 0) - (before[i] ?? 0))
}

test('RV-708 uploads count by outcome and reason, their bytes, and their pictures by format', async () => {
  const picture = await jpeg()
  const rises = await risesOf(
    [
      'keepsake_uploads_completed_total{outcome="added"}',
      'keepsake_uploads_completed_total{outcome="already-there"}',
      'keepsake_uploads_refused_total{reason="unsupported-type"}',
      'keepsake_upload_bytes_total',
      'keepsake_photo_ingest_seconds_count{format="jpeg",outcome="ready"}',
      'keepsake_job_attempts_total{kind="photos.ingest",outcome="completed"}',
    ],
    async () => {
      await customer.upload('a.jpg', picture)
      await customer.upload('b.jpg', picture)
      await customer.upload('c.txt', Buffer.from('no picture'))
      await server.idle()
    },
  )
  expect(rises).toEqual([1, 1, 1, 2 * picture.length + 10, 1, 1])
})

test('RV-708 mails count by what the mail server answered', async () => {
  const { ctx } = server
  const mail = { accountId: customer.accountId, kind: 'subscription' } as const
  const message = {
    to: customer.email,
    from: { name: 'Keepsake', address: 'no-reply@keepsake.test' },
    subject: 'News',
    text: 'News',
    html: '<p>News</p>',
  }
  const busy = () => Promise.reject(new MailError('busy', false))
  const rises = await risesOf(
    [
      'keepsake_mails_total{outcome="sent"}',
      'keepsake_mails_total{outcome="refused"}',
      'keepsake_mails_total{outcome="failed"}',
      'keepsake_mail_bounces_total',
    ],
    async () => {
      await sendMail(ctx, mail, message)
      await sendMail(ctx, mail, { ...message, to: 'no-mailbox@keepsake.test' })
      await sendMail({ ...ctx, mail: { ...ctx.mail, send: busy } }, mail, message).catch(() => undefined)
    },
  )
  expect(rises).toEqual([1, 1, 1, 1])
})

test('RV-708 open push sockets and answers from memory are counted', async () => {
  const before = await readSeries('keepsake_push_sockets')
  const socket = await openLibrarySocket(server.origin, customer.token)
  expect(await readSeries('keepsake_push_sockets')).toBe(before! + 1)
  socket.close()
  await expect.poll(() => readSeries('keepsake_push_sockets')).toBe(before)
  const read = () => customer.call(getPhotos)
  await read()
  const [hits] = await risesOf(['keepsake_answer_cache_requests_total{outcome="hit"}'], read)
  expect(hits).toBe(1)
})

test('RV-708 statements and operations on the blob store that fail are counted by their reason', async () => {
  const [unknown, failed] = await risesOf(
    [
      'keepsake_database_query_errors_total{reason="other"}',
      'keepsake_blob_operation_seconds_count{operation="get",outcome="failed"}',
    ],
    async () => {
      await sql`select none from nothing`.execute(server.ctx.db).catch(() => undefined)
      await server.ctx.blobs.get('not a key').catch(() => undefined)
    },
  )
  expect([unknown, failed]).toEqual([1, 1])
})

test('RV-708 a failed job names the ids of its payload in the log', async () => {
  const broken = vi.spyOn(server.ctx.blobs, 'withPath').mockRejectedValue(new Error('the store is away'))
  await customer.upload('d.jpg', await jpeg())
  const failures = () => linesOf('job failed, it will be retried')
  await expect.poll(() => failures().length).toBeGreaterThan(0)
  broken.mockRestore()
  expect(failures()[0]).toMatchObject({
    job: 'photos.ingest',
    jobIds: [expect.any(String)],
    subjects: [{ accountId: customer.accountId, photoId: expect.any(String) }],
  })
})

test('RV-708 the queues say for how long the next job is due', async () => {
  const idle = await testServer({ work: false })
  onTestFinished(() => idle.close())
  await (await idle.customer()).upload('a.jpg', await jpeg())
  await sql`update pgboss.job set start_after = now() - interval '10 minutes'
    where name = 'photos.ingest'`.execute(idle.ctx.db)
  const due = new Map((await idle.ctx.jobs.readQueues()).map(({ kind, dueSeconds }) => [kind, dueSeconds]))
  expect(due.get('photos.ingest')).toBeGreaterThanOrEqual(600)
  expect(due.get('photos.ingest-heic')).toBe(0)
})

test('RV-708 probes are not logged, other requests are', async () => {
  for (const path of ['/healthz', '/readyz', '/metrics', '/config.json'])
    await (await fetch(server.origin + path)).text()
  const routes = () => linesOf('request').map(({ route }) => route)
  await expect.poll(routes).toContain('/config.json')
  expect(routes().filter(route => /healthz|readyz|metrics/.test(route))).toEqual([])
})

const linesOf = (msg: string): { msg: string; route: string }[] =>
  output()
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
    .filter(line => line.msg === msg)
