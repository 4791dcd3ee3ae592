import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutbound, OUTBOUND_TIMEOUT_MS, type Outbound } from './outbound.ts'
import { OutboundError, type OutboundProblem } from './outbound-error.ts'
import { isPublicAddress } from './public-address.ts'

/** 100,000 with OUTBOUND_TRIES=100000. */
const TRIES = Number(process.env.OUTBOUND_TRIES ?? 3000)
const AT_ONCE = 100

/** Addresses of this machine and of internal networks, as a literal in a URL is written. */
const LITERALS = [
  '127.0.0.1', '127.1', '127.255.255.254', '2130706433', '0x7f000001', '0177.0.0.1', '0x7f.1', '017700000001',
  '0.0.0.0', '0', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '192.0.0.192',
  '198.18.0.1', '224.0.0.1', '255.255.255.255', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]',
  '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2001::7f00:1]', '[fc00::1]',
  '[fd00:ec2::254]', '[fe80::1]', '[ff02::1]', '[fec0::1]', '[0:0:0:0:0:ffff:10.0.0.1]', '[::ffff:0:127.0.0.1]',
  '127。0。0。1', '①②⑦.0.0.1', 'localhost', 'localhost.', 'LOCALHOST', '%31%32%37.0.0.1',
] // biome-ignore format: a list

let canary: Server
let port: number
let connections = 0
const resolved: string[][] = [
  ['127.0.0.1'],
  ['::1'],
  ['::ffff:127.0.0.1'],
  ['10.1.2.3'],
  ['169.254.169.254'],
  ['fd00::1'],
  // A name with a public address as well is refused: the other one would be tried next.
  ['93.184.215.14', '127.0.0.1'],
  ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', '::1'],
]
let lookups = 0
const rebinding = async (): Promise<{ address: string; family: number }[]> =>
  resolved[lookups++ % resolved.length]!.map(address => ({ address, family: address.includes(':') ? 6 : 4 }))

beforeAll(async () => {
  canary = createServer((request, response) => {
    if (request.url === '/redirect') response.writeHead(302, { location: `http://127.0.0.1:${port}/inside` })
    else if (request.url === '/large') response.writeHead(200).write(Buffer.alloc(1024 * 1024, 'x'))
    else if (request.url === '/silent') return
    else if (request.url === '/endless') return void response.writeHead(200).write('a')
    response.end('inside')
  })
  canary.on('connection', () => connections++)
  canary.listen(0, '::')
  await once(canary, 'listening')
  port = (canary.address() as AddressInfo).port
})
afterAll(() => {
  canary.closeAllConnections()
  canary.close()
})

const post = (outbound: Outbound, url: string, allowHttp = true) =>
  outbound.post({ url, allowHttp, headers: {}, body: '', signal: new AbortController().signal })

async function problemOf(outbound: Outbound, url: string, allowHttp = true): Promise<string> {
  return post(outbound, url, allowHttp).then(
    ({ status }) => `answered ${status}`,
    error => (error instanceof OutboundError ? error.problem : String(error)),
  )
}

describe('AA-108 calls to addresses of customers', () => {
  test(`reach nothing internal: ${TRIES} hostile addresses, 0 connections`, {
    timeout: 3_600_000,
  }, async () => {
    const outbound = createOutbound({ allowedOrigins: [], resolve: rebinding })
    const before = connections
    const ends = ['/', '/?a=b', '#@example.com/', '/..//']
    const seen = new Map<string, number>()
    const tryOne = async (i: number) => {
      const host = i % 2 === 0 ? LITERALS[(i / 2) % LITERALS.length]! : `host-${i % 97}.rebinding.example`
      const protocol = i % 3 === 0 ? 'https' : 'http'
      const userInfo = i % 11 === 0 ? 'example.com@' : ''
      const url = `${protocol}://${userInfo}${host}:${port}${ends[i % ends.length]}`
      const problem = await problemOf(outbound, url)
      seen.set(problem, (seen.get(problem) ?? 0) + 1)
    }
    for (let i = 0; i < TRIES; i += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, (_, each) => tryOne(i + each)))
    await outbound.close()
    expect(connections - before).toBe(0)
    expect([...seen.keys()].sort()).toEqual(['invalid-address', 'refused-address'])
    expect(seen.get('refused-address')).toBeGreaterThan(TRIES * 0.8)
  })

  test('reach an origin that the operator named, and no other port of its host', async () => {
    const outbound = createOutbound({ allowedOrigins: [`http://127.0.0.1:${port}`] })
    expect(await post(outbound, `http://127.0.0.1:${port}/`)).toMatchObject({ status: 200, text: 'inside' })
    expect(await problemOf(outbound, `http://127.0.0.1:${port === 5000 ? 5001 : 5000}/`)).toBe(
      'refused-address',
    )
    expect(await problemOf(outbound, `http://localhost:${port}/`)).toBe('refused-address')
    await outbound.close()
  })

  test('do not follow redirects', async () => {
    const outbound = createOutbound({ allowedOrigins: [`http://127.0.0.1:${port}`] })
    expect(await post(outbound, `http://127.0.0.1:${port}/redirect`)).toMatchObject({ status: 302 })
    await outbound.close()
  })

  test('end with the beginning of a large answer, and in time without one', async () => {
    const outbound = createOutbound({ allowedOrigins: [`http://127.0.0.1:${port}`], timeoutMs: 200 })
    const { status, text } = await post(outbound, `http://127.0.0.1:${port}/large`)
    expect([status, text.length]).toEqual([200, 16 * 1024])
    expect(await problemOf(outbound, `http://127.0.0.1:${port}/silent`)).toBe('timeout')
    expect(await problemOf(outbound, `http://127.0.0.1:${port}/endless`)).toBe('timeout')
    expect(OUTBOUND_TIMEOUT_MS).toBe(15_000)
    await outbound.close()
  })

  test.each<[string, boolean, OutboundProblem]>([
    ['ftp://example.com/', true, 'invalid-address'],
    ['file:///etc/passwd', true, 'invalid-address'],
    ['javascript:alert(1)', true, 'invalid-address'],
    ['https://user:secret@example.com/', true, 'invalid-address'],
    ['no address', true, 'invalid-address'],
    ['http://example.com/', false, 'insecure'],
    ['https://example.com:25/', true, 'refused-port'],
    ['https://example.com:80/', true, 'refused-port'],
    ['https://example.com:5432/', true, 'refused-port'],
    ['https://example.com:6379/', true, 'refused-port'],
    ['https://localhost/', true, 'refused-address'],
    ['https://erp.localhost./', true, 'refused-address'],
    ['https://erp/', true, 'refused-address'],
    ['https://erp.local/', true, 'refused-address'],
    ['https://erp.internal/', true, 'refused-address'],
  ])('refuse %s (http allowed: %s): %s', async (url, allowHttp, problem) => {
    const resolve = () => Promise.reject(new Error('must not be resolved'))
    const outbound = createOutbound({ allowedOrigins: [], resolve })
    expect(await problemOf(outbound, url, allowHttp)).toBe(problem)
    await outbound.close()
  })

  test('may use the ports of web servers', () => {
    const outbound = createOutbound({ allowedOrigins: [] })
    for (const url of ['https://example.com/', 'https://example.com:8443/', 'http://example.com:80/'])
      expect(() => outbound.check({ url, allowHttp: true })).not.toThrow()
  })
})

test.each([
  ['93.184.215.14', true],
  ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', true],
  ['127.0.0.1', false],
  ['192.0.2.1', false],
  ['203.0.113.1', false],
  ['2001:db8::1', false],
  ['::1.2.3.4', false],
  ['5f00::1', false],
  ['4000::1', false],
  ['not an address', false],
])('AA-108 %s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected)
})
