import { randomBytes, randomUUID } from 'node:crypto'
import { createDownload, getDownloadUrl } from '#contract/downloads.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { PRODUCT_PDF } from '#contract/product-files.ts'
import { createSftpPassword } from '#contract/sftp-access.ts'
import { upsertChannelRow } from '#server/domains/merchandise/store.ts'
import { zipForTests } from '#server/domains/product-files/product-files.testing.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { Client } from '#server/testing/client.ts'
import { orderForTests } from '#server/testing/retailer-orders.ts'
import { findFreePort } from '../../../tools/free-port.ts'
import { type BenchOptions, verify } from '../harness/bench.ts'
import { createChannel } from '../harness/channel.ts'
import { signIn } from '../harness/customer.ts'
import { addCustomer, createDataDirectory, openBenchDatabase, openBlobs } from '../harness/data-directory.ts'
import { makeBusiness } from '../harness/invoices.ts'
import { addOriginals, fillLibrary } from '../harness/library.ts'
import { createPictures } from '../harness/pictures.ts'
import { waitFor } from '../harness/processes.ts'
import { type BenchServer, startServer } from '../harness/server.ts'
import type { FloodTarget } from './flood.ts'

const CHANNELS = 17
const PHOTOS_IN_ZIP = 30
const PDF_BYTES = 32 * 1024 * 1024
const TOKEN = randomBytes(32).toString('base64url')

export interface StartedTarget {
  server: BenchServer
  target: FloodTarget
  /** The other customer, who has 10,000 photos. */
  otherClient: Client
}

/** Starts a server with what the floods request of one business, and another customer. */
export async function startTarget({ resources }: BenchOptions): Promise<StartedTarget> {
  const dataDirectory = await createDataDirectory(resources)
  const database = await openBenchDatabase(dataDirectory)
  const [business, other] = [await addCustomer(database.db), await addCustomer(database.db)]
  await makeBusiness(database.db, business.accountId)
  await fillLibrary(database.db, other.accountId, 10_000)
  const pictures = await createPictures(PHOTOS_IN_ZIP)
  const photoIds = await addOriginals(database.db, openBlobs(dataDirectory), business.accountId, pictures)
  for (let index = 0; index < CHANNELS; index++) {
    const { version, ...body } = createChannel()
    const row = { channel_id: `CHANNEL-${index}`, version, body, updated_at: new Date() }
    await transact(database.db, tx => upsertChannelRow(tx, row))
  }
  await database.close()
  const port = await findFreePort()
  const server = await startServer(dataDirectory, resources, {
    SERVICE_TOKENS: `bench:${TOKEN}`,
    SFTP_PORT: String(port),
  })
  const client = await signIn(server.origin, business)
  const { password } = await client.call(createSftpPassword)
  return {
    server,
    otherClient: await signIn(server.origin, other),
    target: {
      ...business,
      origin: server.origin,
      token: client.token,
      sftp: { port, password },
      zip: await createZip(client, photoIds),
      pdf: await sendPdf(client),
    },
  }
}

async function createZip(client: Client, photoIds: readonly string[]): Promise<FloodTarget['zip']> {
  const id = randomUUID()
  const photos = photoIds.map(photoId => ({ photoId, ownerId: client.accountId }))
  await client.call(createDownload, { body: { id, photos } })
  const { url } = await waitFor('The zip is ready', 60, () => client.call(getDownloadUrl, { params: { id } }))
  return { url, size: await readSize(url) }
}

/** Sends the PDF of an ordered product as the retailer does, deflated. */
async function sendPdf(client: Client): Promise<FloodTarget['pdf']> {
  const [order, product] = ['PDF-1', 'PDF-1-1']
  const products = [{ code: product, article: 'MAP-POSTER-50X70', title: 'The long way home' }]
  await send(
    `${client.origin}${SERVICES.orders}/retailer/orders/${order}`,
    'application/json',
    JSON.stringify(orderForTests(client.accountId, new Date(), { products })),
  )
  const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(PDF_BYTES), Buffer.from('\n%%EOF\n')])
  await send(
    `${client.origin}${SERVICES.productFiles}/retailer/products/${product}/files/${PRODUCT_PDF}?accountId=${client.accountId}&version=1`,
    'application/zip',
    new Uint8Array(zipForTests([{ content }])),
  )
  const url = `${client.origin}${SERVICES.productFiles}/v1/pdf/me/${product}`
  return { url, size: await readSize(url, { authorization: `Bearer ${client.token}` }) }
}

async function send(url: string, contentType: string, body: RequestInit['body']): Promise<void> {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': contentType }
  const answer = await fetch(url, { method: 'PUT', headers, body: body! })
  verify(answer.ok, `${url} was answered with ${answer.status}: ${await answer.text()}`)
}

/** Reads the size of a file from the answer to a range. */
async function readSize(url: string, headers: Record<string, string> = {}): Promise<number> {
  const answer = await fetch(url, { headers: { ...headers, range: 'bytes=0-9' } })
  await answer.arrayBuffer()
  const size = Number(answer.headers.get('content-range')?.split('/')[1])
  verify(answer.status === 206 && size > 0, `a range is answered: ${answer.status}`)
  return size
}
