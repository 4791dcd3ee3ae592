import { createReadStream, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename } from 'node:path'
import { ZipArchive } from 'archiver'
import fastify from 'fastify'

// The reference of a bench in a separate process: a bare route, a plain file stream, or archiver.
const [kind, ...paths] = process.argv.slice(2)

if (kind === 'json') {
  const value = JSON.parse(await readFile(paths[0]!, 'utf8'))
  const app = fastify()
  app.get('/*', () => value)
  sendOrigin(Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port))
} else {
  const server = createServer((_request, response) => {
    if (kind === 'file') {
      const { size } = statSync(paths[0]!)
      response.writeHead(200, { 'content-type': 'application/zip', 'content-length': size })
      createReadStream(paths[0]!, { highWaterMark: 1024 * 1024 }).pipe(response)
    } else {
      const archive = new ZipArchive({ store: true })
      response.writeHead(200, { 'content-type': 'application/zip' })
      archive.pipe(response)
      for (const path of paths) archive.file(path, { name: basename(path) })
      archive.finalize()
    }
  }).listen(0, '127.0.0.1', () => sendOrigin((server.address() as AddressInfo).port))
}

function sendOrigin(port: number): void {
  process.send!({ origin: `http://127.0.0.1:${port}` })
}
