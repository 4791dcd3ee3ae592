import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** Runs the command with another registry. */
async function advisories(registry: string) {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./advisories.ts', import.meta.url))], {
    env: { ...process.env, npm_config_registry: registry, npm_config_cache: '' },
  })
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { output, errors, code }
}

test('RV-314 RV-890 without a registry that answers there is no report, and it fails', async () => {
  const { output, errors, code } = await advisories('http://127.0.0.1:9/')
  expect(output).toBe('')
  expect(errors).toContain('No report: the registry does not answer')
  expect(code).toBe(2)
})

test('RV-890 a registry that answers with an error is no report either', async () => {
  const server = createServer((_request, response) => response.writeHead(503).end('{}'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { errors, code } = await advisories(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  server.close()
  expect(errors).toContain('No report')
  expect(code).toBe(2)
})

test('RV-890 a registry that knows no advisory of ours is a success', async () => {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.setHeader('content-type', 'application/json').end('{}'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { output, code } = await advisories(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  server.close()
  expect([output, code]).toEqual(['0 packages with advisories\n', 0])
})

test('RV-314 a high advisory of a registry that answers is named and fails', async () => {
  const advisory = {
    id: 1,
    url: 'https://advisories.example/1',
    title: 'Everything leaks',
    severity: 'high',
    vulnerable_versions: '*',
  }
  const server = createServer(async (request, response) => {
    if (request.url !== '/-/npm/v1/security/advisories/bulk') return response.writeHead(404).end()
    await request.toArray()
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ fastify: [advisory] }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { output, code } = await advisories(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  server.close()
  expect(output).toContain('high: fastify')
  expect(output).toContain('Everything leaks https://advisories.example/1')
  expect(code).toBe(1)
})
