import { randomUUID } from 'node:crypto'
import { addAlbumPhotos, createAlbum } from '#contract/albums.ts'
import { confirmDeletion } from '#contract/closures.ts'
import { getCustomer, patchCustomer } from '#contract/customers.ts'
import { createDownload, getDownloadUrl } from '#contract/downloads.ts'
import { requestEmailChange } from '#contract/email-changes.ts'
import { createExport } from '#contract/exports.ts'
import * as photos from '#contract/photos.ts'
import { putOrder } from '#contract/retailer-orders.ts'
import { change } from '#server/context.ts'
import {
  CHANNEL,
  requestDeletionToken,
  toIdentityParams,
} from '#server/domains/identity/testing/mail-links.ts'
import { runRetentionJob } from '#server/domains/retention/job-kinds.ts'
import { findRow, listRows } from '#server/platform/db/rows.ts'
import { Client } from '#server/testing/client.ts'
import { PASSWORD } from '#server/testing/harness.ts'
import { padJpeg } from '#server/testing/pictures.ts'
import { orderForTests, productForTests } from '#server/testing/retailer-orders.ts'
import { unzip } from '#server/testing/unzip.ts'
import { signIn } from '../bench/harness/customer.ts'
import { makeReminderDue } from '../crash/make-reminder-due.ts'
import { type Environment, SERVICE, toLocalhostOrigin } from './environment.ts'

/** The answer of one attempt; status 0 when there was none, or its body broke off. */
export interface Attempt {
  status: number
  retryAfter: string | null
}

/** One action of a new customer, ready to be performed. */
export interface PreparedAction {
  client: Client
  /** Performs it, or repeats it as a client would. */
  attempt(): Promise<Attempt>
  /** How many times its effect is found. */
  count(): Promise<number>
}

export interface Action {
  name: string
  prepare(environment: Environment): Promise<PreparedAction>
}

let pictures = 0

/** The 13 flows. */
export const ACTIONS: readonly Action[] = [
  {
    name: 'sign-in',
    async prepare({ server }) {
      const client = await server.customer()
      const customer = { accountId: client.accountId, email: client.email, password: PASSWORD }
      let tokens = 0
      return {
        client,
        async attempt() {
          await signIn(server.origin, customer)
          tokens = 1
          return ACCEPTED
        },
        count: async () => tokens,
      }
    },
  },
  {
    name: 'upload',
    async prepare(environment) {
      const client = await environment.server.customer()
      const bytes = createNextPicture(environment)
      let location: string | null = null
      return {
        client,
        async attempt() {
          if (!location) {
            const created = await client.createUpload('new.jpg', bytes.length)
            if (created.status !== 201) return toAttempt(created)
            location = created.headers.get('location')!
          }
          const head = await client.head(location)
          if (!head.ok) return toAttempt(head)
          const offset = Number(head.headers.get('upload-offset'))
          return offset === bytes.length
            ? toAttempt(head)
            : toAttempt(await client.patch(location, offset, bytes.subarray(offset)))
        },
        count: () => countPhotos(environment, client, { deleted: false, ready: true }),
      }
    },
  },
  {
    name: 'thumbnail',
    async prepare(environment) {
      const client = await createCustomerWithPhotos(environment)
      const { images } = await client.call(photos.getPhotos)
      const { url } = images[0]!.thumbnails[0]!
      const { inner } = environment.blobs
      const storedPictures: Buffer[] = []
      for await (const { key } of inner.list(client.accountId))
        storedPictures.push(Buffer.from((await inner.get(key))!))
      // The first fetch happens during the fault, because the server caches its answer.
      return prepareRead(client, async () => {
        const answer = await fetch(url)
        const bytes = Buffer.from(await answer.arrayBuffer())
        if (answer.ok && !storedPictures.some(each => each.equals(bytes)))
          throw new Error('No stored picture')
        return answer
      })
    },
  },
  {
    name: 'timeline read',
    async prepare(environment) {
      const client = await createCustomerWithPhotos(environment)
      return prepareRead(client, () => client.send(photos.getTimeline))
    },
  },
  {
    name: 'album edit',
    async prepare(environment) {
      const client = await createCustomerWithPhotos(environment)
      const { albumId } = await client.call(createAlbum, { body: { name: 'Album' } })
      const photoIds = await fetchPhotoIds(client)
      const send = () => client.send(addAlbumPhotos, { params: { id: albumId }, body: { photoIds } })
      return prepareCall(client, send, async () => {
        const { accountId: account_id } = client
        const key = { account_id, album_id: albumId }
        return (await listRows(environment.server.ctx.db, 'album_photos', key)).length / photoIds.length
      })
    },
  },
  {
    name: 'delete chunk',
    async prepare(environment) {
      const client = await createCustomerWithPhotos(environment)
      const body = { photoIds: await fetchPhotoIds(client) }
      return prepareDeletion(environment, client, () => client.send(photos.deletePhotos, { body }))
    },
  },
  {
    name: 'delete all',
    async prepare(environment) {
      const client = await createCustomerWithPhotos(environment)
      return prepareDeletion(environment, client, () => client.send(photos.deleteAllPhotos))
    },
  },
  {
    name: 'download zip',
    async prepare(environment) {
      const client = await createCustomerWithPhotos(environment)
      const id = randomUUID()
      const chosenPhotos = (await fetchPhotoIds(client)).map(photoId => ({
        photoId,
        ownerId: client.accountId,
      }))
      return {
        client,
        async attempt() {
          const answer = await toAttempt(
            await client.send(createDownload, { body: { id, photos: chosenPhotos } }),
          )
          // The id is in use (PL-179): it was requested before, by the same client.
          return answer.status === 409 ? ACCEPTED : answer
        },
        async count() {
          const answer = await client.send(getDownloadUrl, { params: { id } })
          if (!answer.ok) return 0
          const { url } = (await answer.json()) as { url: string }
          const zip = await fetch(url)
          const files = zip.ok ? (await unzip(Buffer.from(await zip.arrayBuffer()))).size : 0
          return files / PHOTOS
        },
      }
    },
  },
  {
    name: 'export',
    async prepare(environment) {
      const client = await createCustomerWithPhotos(environment)
      const send = () => client.send(createExport, { body: { channel: CHANNEL } })
      return prepareCall(client, send, async () => {
        const key = { account_id: client.accountId, state: 'ready' } as const
        return (await listRows(environment.server.ctx.db, 'exports', key)).length
      })
    },
  },
  {
    name: 'e-mail change',
    async prepare({ server }) {
      const client = await server.customer()
      const email = `${randomUUID()}@keepsake.test`
      const params = toIdentityParams(client)
      const send = () => client.send(requestEmailChange, { params, body: { email, channel: CHANNEL } })
      // A request that is repeated sends another link and ends the one before.
      return prepareCall(client, send, async () => Math.min(1, listMailsTo(server, email)))
    },
  },
  {
    name: 'account deletion',
    async prepare(environment) {
      const { server } = environment
      const client = await createCustomerWithPhotos(environment)
      const token = await requestDeletionToken(server, client)
      const params = { ...toIdentityParams(client), token }
      return {
        client,
        async attempt() {
          const answer = await toAttempt(await client.send(confirmDeletion, { params }))
          // The sessions of a closed account have ended: the page asks for the customer (decision 0029).
          const isClosed = answer.status === 401 && (await client.send(getCustomer)).status === 404
          return isClosed ? ACCEPTED : answer
        },
        async count() {
          const row = await findRow(server.ctx.db, 'customers', { account_id: client.accountId })
          return row!.deleted_at ? 1 : 0
        },
      }
    },
  },
  {
    name: 'retention run',
    async prepare(environment) {
      const { server } = environment
      const client = await createCustomerWithPhotos(environment)
      await change(server.ctx, tx => makeReminderDue(tx, client.accountId, server.clock.now()))
      return {
        client,
        async attempt() {
          await change(server.ctx, tx => server.ctx.jobs.send(tx, runRetentionJob, [{}]))
          return ACCEPTED
        },
        count: async () => listMailsTo(server, client.email),
      }
    },
  },
  {
    name: 'webhook',
    async prepare(environment) {
      const { server, receiver } = environment
      const client = await server.customer({ business: true })
      const path = `/${client.accountId}`
      const ftp = { callbackUrl: `${toLocalhostOrigin(receiver)}${path}`, callbackFormat: 'JSON' } as const
      await client.call(patchCustomer, { body: { ftp } })
      const code = `F-${client.accountId.slice(0, 20)}`
      const order = orderForTests(client.accountId, new Date(), { products: [productForTests(code)] })
      const retailer = new Client(client.origin, '', '', SERVICE.token)
      return {
        client,
        attempt: async () => toAttempt(await retailer.send(putOrder, { params: { code }, body: order })),
        async count() {
          const rows = await listRows(server.ctx.db, 'callback_deliveries', { account_id: client.accountId })
          if (!rows.some(({ state }) => state === 'delivered')) return 0
          // One event may arrive several times, with the same id.
          const received = receiver.received.filter(callback => callback.path === path)
          return Math.max(rows.length, new Set(received.map(({ headers }) => headers['webhook-id'])).size)
        },
      }
    },
  },
]

const PHOTOS = 2
const ACCEPTED: Attempt = { status: 200, retryAfter: null }

async function createCustomerWithPhotos(environment: Environment): Promise<Client> {
  const client = await environment.server.customer()
  for (let i = 0; i < PHOTOS; i++) {
    const { response } = await client.upload(`${i}.jpg`, createNextPicture(environment))
    if (!response.ok) throw new Error(`An upload was answered ${response.status}`)
  }
  await environment.server.idle()
  return client
}

const createNextPicture = ({ picture }: Environment) => padJpeg(picture, picture.length + 100 + ++pictures)

const fetchPhotoIds = async (client: Client) =>
  (await client.call(photos.getPhotos)).images.map(({ imageId }) => imageId)

/** Prepares an action that is one request. */
const prepareCall = (
  client: Client,
  send: () => Promise<Response>,
  count: () => Promise<number>,
): PreparedAction => ({ client, attempt: async () => toAttempt(await send()), count })

/** Prepares an action that moves all photos to the bin. */
const prepareDeletion = (environment: Environment, client: Client, send: () => Promise<Response>) =>
  prepareCall(client, send, async () => (await countPhotos(environment, client, { deleted: true })) / PHOTOS)

/** Prepares an action without an effect, which is done when it was answered as expected. */
function prepareRead(client: Client, read: () => Promise<Response>): PreparedAction {
  let answers = 0
  return {
    client,
    async attempt() {
      const answer = await read()
      if (answer.ok) answers = 1
      return toAttempt(answer)
    },
    count: async () => answers,
  }
}

async function toAttempt(answer: Response): Promise<Attempt> {
  if (!answer.bodyUsed) await answer.arrayBuffer()
  return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
}

async function countPhotos(
  { server }: Environment,
  { accountId }: Client,
  { deleted, ready = false }: { deleted: boolean; ready?: boolean },
): Promise<number> {
  const rows = await listRows(server.ctx.db, 'photos', { account_id: accountId })
  return rows.filter(row => (row.deleted_at !== null) === deleted && (!ready || row.state === 'ready')).length
}

const listMailsTo = ({ mailbox }: Environment['server'], email: string): number =>
  mailbox.list().filter(({ to }) => to.includes(email)).length
