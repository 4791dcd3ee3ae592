import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { get as getHttp, type IncomingMessage } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { get } from 'node:https'
import { text } from 'node:stream/consumers'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDownload, getDownloads, getDownloadUrl } from '#contract/downloads.ts'
import { getPhotos, getUser } from '#contract/photos.ts'
import { DEMO_PASSWORD, seedDemoCustomers } from '#sandbox/demo/customers.ts'
import { Browser } from '#server/domains/identity/testing/browser.ts'
import { getMe, signInAs } from '#server/domains/identity/testing/sign-in-flow.ts'
import { withContext } from '#server/serve.ts'
import { type Client, newId } from '#server/testing/client.ts'
import { jpeg, padJpeg } from '#server/testing/pictures.ts'
import { hasPostgresPrograms } from '#server/testing/postgres-programs.ts'
import { openSocket } from '#server/testing/sockets.ts'
import { unzip } from '#server/testing/unzip.ts'
import { createHttpApp, signIn } from '../bench/harness/customer.ts'
import { type Balancer, type BalancerProgram, isInstalled } from './balancer.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { startLoadGenerator } from './load-generator.ts'

const HAS_OPENSSL = spawnSync('openssl', ['version']).status === 0
const PROGRAMS = (['haproxy', 'nginx'] as const).filter(isInstalled)
const canRun = (program: BalancerProgram) =>
  HAS_OPENSSL && hasPostgresPrograms() && PROGRAMS.includes(program)
const EMAIL = 'demo@keepsake.test'
const METRICS_TOKEN = 'the-token-of-the-metrics-in-this-test'

/** One for each balancer, because the processes answer for one origin only. */
const fleets = new Map<BalancerProgram, Fleet>()
const resources = new AsyncDisposableStack()
beforeAll(async () => {
  for (const program of PROGRAMS.filter(canRun)) fleets.set(program, await startFleetBehind(program))
})
afterAll(() => resources.disposeAsync())

const startFleetBehind = (program: BalancerProgram): Promise<Fleet> =>
  startFleet(
    {
      web: 2,
      workers: 1,
      balancers: [program],
      env: { METRICS_TOKEN, SMTP_URL: 'smtp://127.0.0.1:1' },
      prepare: env =>
        withContext({ ...process.env, ...env }, async ctx => {
          await seedDemoCustomers(ctx)
          return 0
        }).then(() => undefined),
    },
    resources,
  )

const balancerOf = (program: BalancerProgram): Balancer => fleets.get(program)!.balancers[0]!
const processOf = (program: BalancerProgram): string => fleets.get(program)!.processes('web')[0]!.origin
const signInAt = (origin: string) => signIn(origin, { accountId: '', email: EMAIL, password: DEMO_PASSWORD })

/** Uploads a picture by tus; returns its id. */
async function addPhoto(client: Client, name: string, bytes: Buffer): Promise<string> {
  const { uploadId, response } = await client.upload(name, bytes)
  expect(response.status).toBe(204)
  const { images } = await client.call(getPhotos, { query: { limit: 50 } })
  return images.find(image => image.uploadId === uploadId)!.imageId
}

describe.each(['haproxy', 'nginx'] as const)(
  'RV-712 behind %s (needs it, openssl and PostgreSQL)',
  program => {
    const on = test.skipIf(!canRun(program))

    on('a customer signs in and out with the host of the browser', async () => {
      const { origin } = balancerOf(program)
      const browser = new Browser(createHttpApp(origin).http, new URL(origin).host, 'https')
      const { accessToken } = await signInAs(browser, EMAIL, DEMO_PASSWORD)
      expect((await getMe(browser, accessToken)).statusCode).toBe(200)
      const ended = await browser.post('/session/end', {})
      expect(ended.json()).toEqual({ endSessionUrl: `${origin}/` })
      // Another process than the one that has ended the session refuses the token within a second.
      const status = async () => (await getMe(browser, accessToken)).statusCode
      await expect.poll(status).toBe(401)
    })

    on('pages come by HTTP/2, requests without TLS are redirected', async () => {
      const { origin, httpPort } = balancerOf(program)
      const session = connectHttp2(origin)
      const stream = session.request({ ':path': '/config.json' })
      const [headers] = await once(stream, 'response')
      expect(headers[':status']).toBe(200)
      expect(headers['strict-transport-security']).toContain('max-age')
      stream.resume()
      session.close()
      const answer = await new Promise<IncomingMessage>((resolve, reject) =>
        getHttp(
          {
            host: '127.0.0.1',
            port: httpPort,
            path: '/albums?x=1',
            headers: { host: 'keepsake-gb.localhost' },
          },
          resolve,
        ).on('error', reject),
      )
      answer.resume()
      expect([answer.statusCode, answer.headers.location]).toEqual([
        308,
        'https://keepsake-gb.localhost/albums?x=1',
      ])
    })

    on('a host that the client claims to be forwarded does not count', async () => {
      const { origin } = balancerOf(program)
      const headers = { 'x-forwarded-host': 'elsewhere.example', forwarded: 'host=elsewhere.example' }
      const answer = await fetch(`${origin}/session/sign-in?returnTo=/`, { headers, redirect: 'manual' })
      const location = new URL(answer.headers.get('location')!)
      expect(location.origin).toBe(origin)
      expect(new URL(location.searchParams.get('redirect_uri')!).origin).toBe(origin)
    })

    on('RV-862 a name that leads here without being a brand’s is answered 421', async () => {
      const { origin } = balancerOf(program)
      const { port } = new URL(origin)
      for (const host of [
        'elsewhere.example',
        `127.0.0.1:${port}`,
        'localhost',
        `dev.my.keepsake.example:${port}`,
      ]) {
        const answer = await new Promise<IncomingMessage>((resolve, reject) =>
          get(
            { host: '127.0.0.1', port, servername: 'localhost', path: '/config.json', headers: { host } },
            resolve,
          ).on('error', reject),
        )
        expect([host, answer.statusCode, JSON.parse(await text(answer)).code]).toEqual([
          host,
          421,
          'misdirected-request',
        ])
      }
    })

    on('a socket opens and receives what changes at another process', async () => {
      const client = await signInAt(balancerOf(program).origin)
      const sockets = await Promise.all(
        [1, 2, 3].map(() => openSocket(client.origin, '/api/push/library', client.token)),
      )
      for (const socket of sockets) await socket.next<{ type: string }>(({ type }) => type === 'ready')
      const photoId = await addPhoto(client, `socket ${program}.jpg`, await jpeg())
      for (const socket of sockets) {
        await socket.next<{ photoIds?: string[] }>(({ photoIds }) => photoIds?.includes(photoId) ?? false)
        socket.close()
        await socket.closed
      }
    })

    on('a socket opens by HTTP/2 where the balancer offers that, else as HTTP/1.1', async () => {
      const session = connectHttp2(balancerOf(program).origin)
      await once(session, 'remoteSettings')
      const offersSockets = session.remoteSettings.enableConnectProtocol === true
      expect(offersSockets).toBe(program === 'haproxy')
      if (offersSockets) {
        const stream = session.request(
          {
            ':method': 'CONNECT',
            ':protocol': 'websocket',
            ':path': '/api/push/library',
            'sec-websocket-version': '13',
          },
          { endStream: false },
        )
        const [headers] = await once(stream, 'response')
        expect(headers[':status']).toBe(200)
        stream.close()
      }
      session.close()
    })

    on(
      'an upload of 9 MB in pieces arrives as it was sent, and one that is cut keeps its bytes',
      async () => {
        const client = await signInAt(balancerOf(program).origin)
        const bytes = padJpeg(await jpeg(), 9_000_000)
        const created = await client.createUpload(`pieces ${program}.jpg`, bytes.length)
        expect(created.status).toBe(201)
        const { pathname } = new URL(created.headers.get('location')!, client.origin)
        expect((await client.patch(pathname, 0, bytes.subarray(0, 3_000_000))).status).toBe(204)
        // By HTTP/2, cut after half of what it has announced.
        const session = connectHttp2(client.origin)
        const cut = session.request({
          ':method': 'PATCH',
          ':path': pathname,
          authorization: `Bearer ${client.token}`,
          'tus-resumable': '1.0.0',
          'upload-offset': '3000000',
          'content-type': 'application/offset+octet-stream',
          'content-length': '6000000',
        })
        cut.on('error', () => undefined)
        await new Promise(resolve => cut.write(bytes.subarray(3_000_000, 6_000_000), resolve))
        const offset = async () => Number((await client.head(pathname)).headers.get('upload-offset'))
        // The bytes pass through while the request runs: a balancer that buffers would send none of them.
        await expect.poll(offset).toBeGreaterThan(3_000_000)
        session.destroy()
        let at = 0
        await expect
          .poll(async () => {
            at = await offset()
            return (await client.patch(pathname, at, bytes.subarray(at))).status
          })
          .toBe(204)
        const uploadId = pathname.split('/').at(-1)
        const { images } = await client.call(getPhotos, { query: { limit: 50 } })
        const { url } = images.find(image => image.uploadId === uploadId)!
        const stored = Buffer.from(await (await fetch(url)).arrayBuffer())
        expect(createHash('sha256').update(stored).digest('hex')).toBe(
          createHash('sha256').update(bytes).digest('hex'),
        )
      },
    )

    on('a zip of 20 MB is downloaded, and continued by range', async () => {
      const client = await signInAt(balancerOf(program).origin)
      const pictures = await Promise.all(
        [1, 2].map(async i => ({
          name: `zip ${program} ${i}.jpg`,
          bytes: padJpeg(await jpeg(), 10_000_000),
        })),
      )
      const photoIds: string[] = []
      for (const { name, bytes } of pictures) photoIds.push(await addPhoto(client, name, bytes))
      const { userId: ownerId } = await client.call(getUser)
      const id = newId()
      const photos = photoIds.map(photoId => ({ photoId, ownerId }))
      await client.call(createDownload, { body: { id, photos, name: 'Two' } })
      const state = async () => (await client.call(getDownloads)).items.find(item => item.id === id)?.state
      await expect.poll(state).toBe('ready')
      const { url } = await client.call(getDownloadUrl, { params: { id } })
      const whole = Buffer.from(await (await fetch(url)).arrayBuffer())
      expect(await unzip(whole)).toEqual(new Map(pictures.map(({ name, bytes }) => [name, bytes])))
      const rest = await fetch(url, { headers: { range: 'bytes=15000000-' } })
      expect(rest.status).toBe(206)
      expect(Buffer.from(await rest.arrayBuffer()).equals(whole.subarray(15_000_000))).toBe(true)
    })

    on('answers are compressed by the server', async () => {
      const { origin } = balancerOf(program)
      const headers = { 'accept-encoding': 'br' }
      for (const path of ['/config.json', '/api/docs/json']) {
        const there = await fetch(origin + path, { headers })
        // fetch() does not send another host.
        const here = await request(processOf(program) + path, {
          headers: { ...headers, host: new URL(origin).host },
        })
        expect([here.statusCode, there.headers.get('content-encoding')]).toEqual([
          200,
          here.headers['content-encoding'] ?? null,
        ])
        await Promise.all([there.text(), here.body.dump()])
      }
    })

    on.each(['/metrics', '/healthz', '/readyz'])('%s is not to be had from outside', async path => {
      const { origin } = balancerOf(program)
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
      expect((await fetch(processOf(program) + path, { headers })).status).toBe(200)
      const spellings = [
        path,
        `${path}/`,
        `/${path}`,
        `${path}?x`,
        `/%${path.charCodeAt(1).toString(16)}${path.slice(2)}`,
      ]
      for (const each of spellings) {
        const answer = await fetch(origin + each, { headers })
        await answer.text()
        expect([each, answer.status]).toEqual([each, 404])
      }
    })

    on('limits count the address of the client, whatever it claims', async () => {
      const { origin } = balancerOf(program)
      const [client, other] =
        program === 'haproxy' ? ['127.0.0.21', '127.0.0.22'] : ['127.0.0.31', '127.0.0.32']
      const { port, host } = new URL(origin)
      const ask = async (localAddress: string, i: number) => {
        const answer = await new Promise<IncomingMessage>((resolve, reject) =>
          get(
            {
              host: '127.0.0.1',
              port,
              localAddress,
              servername: 'localhost',
              path: `/identity/auth?client_id=keepsake-web&i=${i}`,
              headers: { host, 'x-forwarded-for': `198.51.100.${i % 200}` },
            },
            resolve,
          ).on('error', reject),
        )
        await text(answer)
        return answer.statusCode
      }
      const refused: number[] = []
      for (let i = 0; i < 303; i++) if ((await ask(client!, i)) === 429) refused.push(i)
      expect(refused).toEqual([300, 301, 302])
      expect(await ask(other!, 0)).not.toBe(429)
    })
  },
)

describe('RV-712 RV-705 a rolling restart (needs a balancer, openssl and PostgreSQL)', () => {
  test.skipIf(!PROGRAMS.some(canRun))(
    'loses none of 2,000 requests, with nginx of those that read',
    { timeout: 300_000 },
    async () => {
      // Without limits: a picture, a page's call, and behind HAProxy one that must not be sent twice.
      const startLoad = async (program: BalancerProgram) => {
        const { origin } = balancerOf(program)
        const client = await signInAt(origin)
        const photoId = await addPhoto(client, 'restart.jpg', await jpeg())
        const { images } = await client.call(getPhotos, { query: { limit: 50 } })
        const { pathname } = new URL(images.find(image => image.imageId === photoId)!.url)
        const headers = { 'x-keepsake-session': '1' }
        const reads = {
          picture: () => fetch(origin + pathname),
          configuration: () => fetch(`${origin}/config.json`),
        }
        const change = { refresh: () => fetch(`${origin}/session/refresh`, { method: 'POST', headers }) }
        return startLoadGenerator(program === 'haproxy' ? { ...reads, ...change } : reads, 4)
      }
      const running: Awaited<ReturnType<typeof startLoad>>[] = []
      for (const program of fleets.keys()) running.push(await startLoad(program))
      for (const fleet of fleets.values()) await fleet.restartAll()
      const sent = () => running.reduce((sum, each) => sum + each.countSent(), 0)
      await expect.poll(sent).toBeGreaterThanOrEqual(2000)
      for (const outcome of await Promise.all(running.map(each => each.stop())))
        expect(outcome.lost).toEqual({})
    },
  )
})
