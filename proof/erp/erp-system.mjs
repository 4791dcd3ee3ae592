/*
 * The system of a business with public libraries only: it verifies callbacks with the one secret that it knows, reads orders and
 * fetches invoices with its API key, and prints a line of JSON for each callback.
 */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'

const { KEEPSAKE_KEY, SECRET_FILE, PORT } = process.env
const processedIds = new Set()

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  try {
    const webhook = new Webhook((await readFile(SECRET_FILE, 'utf8')).trim())
    const event = webhook.verify(Buffer.concat(chunks).toString(), request.headers)
    const id = request.headers['webhook-id']
    if (!processedIds.has(id)) print({ id, type: event.type, ...(await readSubject(event)) })
    processedIds.add(id)
    response.writeHead(204).end()
  } catch (error) {
    print({ failure: error.message })
    response.writeHead(error instanceof WebhookVerificationError ? 401 : 500).end()
  }
})
server.listen(Number(PORT), '127.0.0.1', () => print({ port: server.address().port }))

async function readSubject({ type, data }) {
  if (type === 'order.changed') {
    const order = await (await get(data.url)).json()
    return { about: order.superOrderCode, status: order.status, told: data.status }
  }
  if (type === 'invoice.ready') {
    const pdf = Buffer.from(await (await get(data.url)).arrayBuffer())
    return { about: data.invoiceNumber, file: pdf.subarray(0, 5).toString() }
  }
  return {}
}

async function get(url) {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${KEEPSAKE_KEY}` } })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return answer
}

const print = line => console.log(JSON.stringify(line))
