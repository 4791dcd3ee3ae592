import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listenLocally } from '#server/testing/listen-locally.ts'
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts'
import { claimPorts } from '../../tools/ports.ts'
import { type Balancer, type BalancerProgram, isInstalled, startBalancer } from './balancer.ts'
import { createCertificate, trustCertificate } from './certificate.ts'

/** The requests that reach the process behind a balancer. The test's own server takes its place and answers every request. */
interface Received {
  method: string
  url: string
  headers: IncomingHttpHeaders
}

const PROGRAMS = (['haproxy', 'nginx'] as const).filter(isInstalled)
const HAS_OPENSSL = spawnSync('openssl', ['version']).status === 0
const canRun = (program: BalancerProgram) => HAS_OPENSSL && PROGRAMS.includes(program)

const received: Received[] = []
const balancers = new Map<BalancerProgram, Balancer>()
const resources = new AsyncDisposableStack()
beforeAll(async () => {
  if (!PROGRAMS.some(canRun)) return
  const process = createServer(({ method, url, headers }, response) => {
    received.push({ method: method!, url: url!, headers })
    response.end('{}')
  })
  process.on('connect', (request, socket) => {
    received.push({ method: 'CONNECT', url: request.url!, headers: request.headers })
    socket.destroy()
  })
  const { port, close } = await listenLocally(process)
  resources.defer(close)
  const webPorts = [port]
  for (const program of PROGRAMS.filter(canRun)) {
    const folder = await createTemporaryFolder(resources)
    const certificate = createCertificate(folder)
    trustCertificate(certificate)
    const { httpPort, httpsPort } = await claimPorts('httpPort', 'httpsPort')
    balancers.set(
      program,
      await startBalancer(program, { httpPort, httpsPort, webPorts, certificate, folder }, resources),
    )
  }
})
afterAll(() => resources.disposeAsync())

/** Sends a request on a connection of its own; returns its answer, and what the process received without checks. */
async function send(program: BalancerProgram, line: string, headers: readonly string[]) {
  const { port } = new URL(balancers.get(program)!.origin)
  const socket = connect({ host: '127.0.0.1', port: Number(port), servername: 'localhost' })
  await once(socket, 'secureConnect')
  received.length = 0
  socket.write([line, ...headers, 'Connection: close', '', ''].join('\r\n'))
  const answer = await text(socket)
  return {
    status: Number(answer.split(' ')[1]),
    answer,
    received: received.filter(({ url }) => url !== '/readyz'),
  }
}

describe.each(['haproxy', 'nginx'] as const)('behind %s (needs it and openssl)', program => {
  const on = test.skipIf(!canRun(program))
  const hostOf = () => new URL(balancers.get(program)!.origin).host

  on('RV-888 the trace that a client claims does not reach a process', async () => {
    const outcome = await send(program, 'GET /claims HTTP/1.1', [
      `Host: ${hostOf()}`,
      `traceparent: 00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
      'Tracestate: vendor=claimed',
      'TraceParent: 00-again',
      'X-Other: arrives',
    ])
    expect(outcome.status).toBe(200)
    const [{ headers }] = outcome.received as [Received]
    expect(headers).toMatchObject({ 'x-other': 'arrives' })
    expect(Object.keys(headers).filter(name => name.startsWith('trace'))).toEqual([])
  })

  on.each([
    // nginx refuses the target before the method.
    ['CONNECT', '192.0.2.1:443', program === 'nginx' ? 400 : 405],
    ['TRACE', '/', 405],
  ])('RV-866 %s %s is answered %i, and reaches no process', async (method, target, status) => {
    const outcome = await send(program, `${method} ${target} HTTP/1.1`, [
      `Host: ${method === 'CONNECT' ? target : hostOf()}`,
    ])
    expect([outcome.status, outcome.received]).toEqual([status, []])
    if (program === 'haproxy') expect(outcome.answer).toContain('"code":"method-not-allowed"')
  })

  on('RV-862 two Host headers reach no process', async () => {
    const hosts = [`Host: ${hostOf()}`, 'Host: elsewhere.example']
    const { status, received } = await send(program, 'GET /claims HTTP/1.1', hosts)
    expect([status, received]).toEqual([400, []])
  })

  on('RV-862 the host of an absolute target is not the one of another Host header', async () => {
    const target = 'http://elsewhere.example:8443/claims'
    const { status, received } = await send(program, `GET ${target} HTTP/1.1`, [`Host: ${hostOf()}`])
    const hosts = received.map(({ headers }) => [headers.host, headers['x-forwarded-host']])
    const host = 'elsewhere.example:8443'
    expect([status, hosts]).toEqual(program === 'nginx' ? [200, [[host, host]]] : [400, []])
  })
})
