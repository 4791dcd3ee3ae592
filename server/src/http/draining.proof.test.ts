import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import { getUser } from '#contract/photos.ts'
import { createDatabaseSettings } from '#server/testing/process-settings.ts'
import { domains } from '../app.ts'
import { authenticate } from '../domains/identity/index.ts'
import { Browser } from '../domains/identity/testing/browser.ts'
import {
  exchangeCode,
  openSignInPage,
  startSignIn,
  submitSignIn,
} from '../domains/identity/testing/sign-in-flow.ts'
import { answerCheck } from '../testing/answer-check.ts'
import type { Client } from '../testing/client.ts'
import {
  createTestStorage,
  PASSWORD,
  type TestServer,
  type TestStorage,
  testServer,
} from '../testing/harness.ts'
import { jpeg } from '../testing/pictures.ts'
import { openLibrarySocket, openSocket } from '../testing/sockets.ts'
import { type App, createApp } from './app.ts'

let server: TestServer
let customer: Client
beforeAll(async () => {
  server = await testServer({ config: { rateLimits: false } })
  customer = await server.customer()
})
afterAll(() => server.close())

interface Node {
  app: App
  port: number
  /** The connections of the balancer to it. */
  agent: Agent
}

/** Another process behind the balancer: an app on the same database and blobs, with a route that waits for `gate`. */
async function startNode(gate: Promise<void> = Promise.resolve()): Promise<Node> {
  const mount = (http: App['http']) =>
    void http.get('/slow', { config: { policy: 'public' } }, async () => {
      await gate
      return { slow: true }
    })
  const app = await createApp(
    server.ctx,
    [answerCheck, ...domains, { name: 'probe', mount }],
    authenticate(server.ctx),
  )
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.http.server.address() as AddressInfo
  return { app, port, agent: new Agent({ keepAlive: true }) }
}

const isReady = async (port: number) => (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200

/** A balancer with persistent connections that polls the readiness every 20 ms and never repeats a request. */
async function startBalancer(nodes: Node[]) {
  const ready = new Set(nodes)
  const stopping = new AbortController()
  const checking = (async () => {
    while (!stopping.signal.aborted) {
      for (const node of nodes)
        if (await isReady(node.port).catch(() => false)) ready.add(node)
        else ready.delete(node)
      await wait(20)
    }
  })()
  let turn = 0
  const proxy = createServer((incoming, outgoing) => {
    const candidates = [...ready]
    const node = candidates[turn++ % candidates.length]!
    const { method, headers, url: path } = incoming
    const options = { port: node.port, host: '127.0.0.1', agent: node.agent, method, headers, path }
    const forwarded = request(options, answer => {
      outgoing.writeHead(answer.statusCode!)
      answer.pipe(outgoing)
    })
    forwarded.on('error', error => outgoing.writeHead(502).end(String(error)))
    incoming.pipe(forwarded)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    async close() {
      stopping.abort()
      await checking
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}

describe('RV-705 P30 a rolling restart', () => {
  test('loses none of 2,000 requests', async () => {
    const nodes = [await startNode(), await startNode()]
    const balancer = await startBalancer(nodes)
    const statuses = new Map<string, number>()
    const headers = { authorization: `Bearer ${customer.token}` }
    let sent = 0
    const send = async () => {
      while (sent < 2000) {
        sent++
        const answer = await fetch(balancer.origin + SERVICES[getUser.service] + getUser.path, { headers })
        const body = await answer.text()
        const outcome = answer.status === 200 ? '200' : `${answer.status} ${body}`
        statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1)
      }
    }
    const sending = Promise.all(Array.from({ length: 20 }, send))
    const restartedAt: number[] = []
    for (const [i, after] of [400, 1000].entries()) {
      await expect.poll(() => sent, { timeout: 120_000, interval: 5 }).toBeGreaterThanOrEqual(after)
      const node = nodes[i]!
      await node.app.close({ pauseMs: 1000, deadlineMs: 10_000 })
      restartedAt.push(sent)
      nodes[i] = await startNode()
      await expect.poll(() => isReady(nodes[i]!.port)).toBe(true)
    }
    await sending
    expect(Object.fromEntries(statuses)).toEqual({ '200': 2000 })
    // Both restarts happened while requests were sent.
    expect(restartedAt[0]).toBeLessThan(2000)
    await balancer.close()
    for (const node of nodes) {
      node.agent.destroy()
      await node.app.close()
    }
  })
})

describe('RV-705 a process that ends', () => {
  test('is not ready, accepts requests during the pause, then finishes the running ones only', async () => {
    const gate = Promise.withResolvers<void>()
    const { app, port, agent } = await startNode(gate.promise)
    const origin = `http://127.0.0.1:${port}`
    const ask = (path: string) =>
      new Promise<IncomingMessage>((resolve, reject) =>
        get(origin + path, { agent }, resolve).on('error', reject),
      )
    const early = await ask('/healthz')
    await text(early)
    expect(early.headers.connection).toBe('keep-alive')
    const slow = ask('/slow')
    const socket = await openLibrarySocket(origin, customer.token)
    const silent = connect(port, '127.0.0.1')
    await once(silent, 'connect')
    const silentEnded = once(silent, 'close')
    const closed = app.close({ pauseMs: 700, deadlineMs: 30_000 })
    const [ready, alive] = [await ask('/readyz'), await ask('/healthz')]
    expect([ready.statusCode, alive.statusCode]).toEqual([503, 200])
    expect([ready.headers.connection, alive.headers.connection]).toEqual(['close', 'close'])
    await Promise.all([text(ready), text(alive)])
    expect(await socket.closed).toBe(1012)
    await silentEnded
    await expect(ask('/healthz')).rejects.toThrow('ECONNREFUSED')
    let hasClosed = false
    void closed.then(() => {
      hasClosed = true
    })
    // A process that cuts running requests has done it by then.
    await wait(500)
    expect(hasClosed).toBe(false)
    gate.resolve()
    const answer = await slow
    expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close'])
    expect(await text(answer)).toBe('{"slow":true}')
    await closed
  })

  test('finishes a sign-in whose code arrives while it closes', async () => {
    const node = await startNode()
    const browser = new Browser(node.app.http, `127.0.0.1:${node.port}`)
    const attempt = await startSignIn(browser)
    const page = await openSignInPage(browser, attempt)
    const { callbackParams } = await submitSignIn(browser, page, customer.email, PASSWORD)
    // The request is there before the process closes, the end of its body comes after.
    const inject = async ({ method, url, headers, payload }: InjectedRequest) => {
      const length = { 'content-length': payload.length }
      const sent = request({ port: node.port, method, path: url, headers: { ...headers, ...length } })
      const arrived = once(node.app.http.server, 'request')
      sent.write(payload.slice(0, 10))
      await arrived
      const closed = node.app.close({ deadlineMs: 20_000 })
      const isRefused = () =>
        isReady(node.port).then(
          () => false,
          () => true,
        )
      await expect.poll(isRefused).toBe(true)
      sent.end(payload.slice(10))
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      const body = await text(answer)
      await closed
      return { statusCode: answer.statusCode, headers: answer.headers, body, json: () => JSON.parse(body) }
    }
    const slow = browser.copy({ inject } as unknown as App['http'])
    const exchanged = await exchangeCode(slow, attempt, callbackParams!)
    expect(exchanged.statusCode).toBe(200)
    expect(exchanged.json()).toMatchObject({ accessToken: expect.any(String) })
  })

  test('RV-712 answers the first request of connections that were opened just before', async () => {
    const { app, port } = await startNode()
    // Like a balancer without health checks, which notices only a refused connection.
    const connections = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'))
    await Promise.all(connections.map(each => once(each, 'connect')))
    const closed = app.close({ deadlineMs: 30_000 })
    await expect.poll(() => isReady(port).catch(() => null)).toBe(null)
    const answers = connections.map(async each => {
      each.end('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n')
      return (await text(each)).split('\r\n')[0]
    })
    expect(await Promise.all(answers)).toEqual(connections.map(() => 'HTTP/1.1 200 OK'))
    await closed
  })

  test('cuts what runs at its deadline; an upload keeps its bytes, which another process continues', async () => {
    const { app, port } = await startNode(new Promise<void>(() => undefined))
    const bytes = await jpeg()
    const half = Math.floor(bytes.length / 2)
    const location = (await customer.createUpload('cut.jpg', bytes.length)).headers.get('location')!
    const { pathname } = new URL(location, server.origin)
    const upload = request({
      port,
      host: '127.0.0.1',
      method: 'PATCH',
      path: pathname,
      headers: {
        authorization: `Bearer ${customer.token}`,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        'content-length': bytes.length,
      },
    })
    const uploadCut = once(upload, 'error')
    upload.write(bytes.subarray(0, half))
    const staged = `${customer.accountId}_${pathname.split('/').at(-1)}`
    await expect.poll(() => server.ctx.blobs.staging.length(staged)).toBe(half)
    await app.close({ deadlineMs: 100 })
    await uploadCut
    const head = await customer.fetch(pathname, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })
    expect(head.headers.get('upload-offset')).toBe(String(half))
    expect((await customer.patch(location, half, bytes.subarray(half))).status).toBe(204)
  })

  test('RV-205 by SIGTERM answers what has arrived, closes sockets with 1012, and exits with 0', async () => {
    const storage = await createTestStorage()
    const port = await freePort()
    await using opened = new AsyncDisposableStack()
    opened.defer(() => storage.remove())
    const child = startMain(storage, port)
    const exit = once(child, 'exit')
    opened.defer(() => void child.kill('SIGKILL'))
    await expect.poll(() => isReady(port).catch(() => false), { timeout: 150_000 }).toBe(true)
    const { resolve, promise } = Promise.withResolvers<number | undefined>()
    const body = '{"a":1}'
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const path = '/api/reports/errors'
    const pending = request({ port, host: '127.0.0.1', method: 'POST', path, headers }, answer => {
      answer.resume()
      resolve(answer.statusCode)
    })
    pending.on('error', () => resolve(undefined))
    pending.write(body.slice(0, 3))
    // The server has this connection before it answers the next one.
    await once(pending, 'socket')
    expect(await isReady(port)).toBe(true)
    const socket = await openSocket(`http://127.0.0.1:${port}`, '/api/push/library')
    child.kill('SIGTERM')
    await expect.poll(() => isReady(port).catch(() => null)).toBe(false)
    pending.end(body.slice(3))
    // The report is refused, as without a signal: it has none of the fields.
    expect(await promise).toBe(400)
    expect(await socket.closed).toBe(1012)
    expect(await exit).toEqual([0, null])
  })
})

/** 'keepsake serve' on a database that is migrated already. */
function startMain(storage: TestStorage, port: number) {
  return fork(new URL('../main.ts', import.meta.url), ['serve'], {
    execArgv: [],
    env: {
      ...process.env,
      DATA_DIR: storage.folder,
      ...createDatabaseSettings(storage),
      PORT: String(port),
      LOG_LEVEL: 'fatal',
      DRAIN_PAUSE_SECONDS: '3',
      NODE_NO_WARNINGS: '1',
    },
  })
}

async function freePort(): Promise<number> {
  const probe = createTcpServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

interface InjectedRequest {
  method: string
  url: string
  headers: Record<string, string>
  payload: string
}
