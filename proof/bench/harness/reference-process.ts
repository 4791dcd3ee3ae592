import { readFile } from 'node:fs/promises'
import fastify from 'fastify'

// The reference of a bench in a separate process. Sends its origin as a message.
const value = JSON.parse(await readFile(process.argv[2]!, 'utf8'))
const app = fastify()
app.get('/*', () => value)
process.send!({ origin: await app.listen({ port: 0, host: '127.0.0.1' }) })
