import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { putLegacyLibrary } from '#contract/activation.ts'
import { deleteAlbum, getAlbum, getAlbumPhotos } from '#contract/albums.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { getPhotos as getAllPhotos } from '#contract/photos.ts'
import { changeDeliveryAddress } from '#contract/retailer-calls/delivery-address.ts'
import { createReorder, getReorder } from '#contract/retailer-calls/reorders.ts'
import { putInvoice, putInvoiceGroup } from '#contract/retailer-invoices.ts'
import { putChannel } from '#contract/retailer-merchandise.ts'
import { putArticleGroups, putCampaign, putDeliveryDates, putOrder } from '#contract/retailer-orders.ts'
import { putProject } from '#contract/retailer-projects.ts'
import { putOffer } from '#contract/retailer-vouchers.ts'
import { putWidget } from '#contract/retailer-widgets.ts'
import { getProfile, putProfile } from '#contract/subscriptions.ts'
import { CHANNEL, findMailedLink, toIdentityParams } from '#server/domains/identity/testing/mail-links.ts'
import { writeLibrary } from '#server/domains/imports/testing/legacy-library.ts'
import { invoiceForTests, invoiceGroupForTests } from '#server/domains/invoices/invoices.testing.ts'
import { pdfForTests } from '#server/domains/product-files/product-files.testing.ts'
import { projectForTests } from '#server/domains/projects/projects.testing.ts'
import { importSharedAlbums } from '#server/domains/shared-albums/index.ts'
import { VIEWER_PATH } from '#server/domains/widgets/public-address.ts'
import { widgetForTests } from '#server/domains/widgets/widgets.testing.ts'
import { findRow } from '#server/platform/db/rows.ts'
import { addressForTests } from '#server/testing/addresses.ts'
import { Client } from '#server/testing/client.ts'
import { type TestServer, testServer } from '#server/testing/harness.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { orderForTests } from '#server/testing/retailer-orders.ts'
import { startRetailerServer } from '#server/testing/retailer-server.ts'
import type { Order } from './shapes.ts'

const TOKEN = 'the-token-of-the-retailer-in-the-proof'
/** Tokens are renewed before they expire after ten minutes. */
const RENEWED_MS = 8 * 60_000

/** Starts a product with a new customer. Its clock is the flow's own. */
export async function startProduct(resources: AsyncDisposableStack) {
  const retailerSystem = await startRetailerServer()
  resources.defer(() => retailerSystem.close())
  retailerSystem.on(getReorder, () => ({ answer: { reorderable: true, currency: 'GBP', items: [] } }))
  retailerSystem.on(createReorder, () => ({ answer: { shopUrl: 'https://www.keepsake.example/basket' } }))
  retailerSystem.on(changeDeliveryAddress, ({ body }) => ({
    answer: { changeId: (body as { changeId: string }).changeId },
  }))
  const server = await testServer({
    config: {
      serviceTokens: [{ name: 'retailer', token: TOKEN }],
      retailer: retailerSystem.settings,
      requestsPerMinute: 100_000,
    },
  })
  resources.defer(() => server.close())
  const legacyFolder = join(server.ctx.config.dataDir, 'legacy')
  await mkdir(legacyFolder)
  server.ctx.config.legacy = { folder: legacyFolder }
  const world = await createWorld(server, legacyFolder)
  return { world, options: createOptions(server.origin, world.me) }
}

export type ClientOptions = ReturnType<typeof createOptions>

/** The base addresses that config.json names. */
function createOptions(origin: string, { accessToken }: Person) {
  const at = (service: keyof typeof SERVICES) => origin + SERVICES[service]
  const push = at('push').replace('http', 'ws')
  return {
    services: {
      photoManagement: at('photoManagement'),
      sharedAlbums: at('sharedAlbums'),
      downloads: at('downloads'),
      photoExport: at('photoExport'),
      tempSelections: at('tempSelections'),
      storageStatus: at('storageStatus'),
      auth: at('account'),
      emailGateway: at('subscriptions'),
      customer: at('customers'),
      orders: at('orders'),
      voucher: at('vouchers'),
      invoices: at('invoices'),
      productPdf: at('productFiles'),
      unzipPdf: at('productFiles'),
      mapPdfs: at('productFiles'),
      projects: at('projects'),
      widgets: at('widgets'),
      uploads: at('storage'),
      merchandise: at('merchandise'),
      publicConf: `${origin}/conf`,
      origin,
    },
    sockets: { importPush: `${push}/import`, downloadPush: `${push}/downloads` },
    accessToken,
    /** Photo library, section 7: with it the storage status has no fallback. */
    production: false,
  }
}

interface Person {
  accessToken: () => Promise<string>
  accountId: string
  email: string
  idpType: string
  idpSub: string
}

/** What only the outside can do. Every flow gets its own world, with a new customer who owns nothing. */
export type World = Awaited<ReturnType<typeof createWorld>>

async function createWorld(server: TestServer, legacyFolder: string) {
  const { clock, ctx } = server
  const retailer = new Client(server.origin, '', '', TOKEN)
  const customers = new Map<string, Client>()

  async function createPerson(business = false): Promise<Person> {
    const created = await server.customer({ business })
    const { accountId, email } = created
    customers.set(accountId, created)
    let renewedAt = clock.now().getTime()
    const accessToken = async () => {
      const now = clock.now().getTime()
      const row = await findRow(ctx.db, 'customers', { account_id: accountId })
      const current = row?.email ?? email
      const client = customers.get(accountId)!
      if (now - renewedAt > RENEWED_MS || current !== client.email) {
        renewedAt = now
        customers.set(accountId, await server.signIn({ accountId, email: current, business }))
      }
      return customers.get(accountId)!.token
    }
    return { accessToken, accountId, email, ...toIdentityParams(created) }
  }
  /** Returns the person as a client of the product's contract. */
  async function open(person: Person): Promise<Client> {
    await person.accessToken()
    return customers.get(person.accountId)!
  }

  async function sendFile(path: string, bytes: Buffer, type: string) {
    const headers = { 'content-type': type }
    const response = await retailer.fetch(path, { method: 'PUT', headers, body: Buffer.from(bytes) })
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`)
  }

  await retailer.call(putArticleGroups, {
    body: { version: 1, articleGroups: [{ id: 'prints', name: 'Prints', articleNames: ['Prints'] }] },
  })
  await retailer.call(putCampaign, {
    params: { name: 'christmas' },
    body: { version: 1, orderBefore: '2026-12-14T00:00:00Z' },
  })
  await retailer.call(putChannel, {
    params: { id: CHANNEL },
    body: {
      version: 1,
      vendor: { id: 'keepsake', locale: 'en-GB' },
      shopUrl: 'https://www.keepsake.example/',
      currency: 'GBP',
      articles: [
        {
          id: 'Prints',
          articleType: 'Prints',
          title: 'Prints',
          pageHeight: 100,
          pageWidth: 150,
          extras: [{ id: 'FINISH', title: 'Finish', options: [{ id: 'MATT', title: 'Matt' }] }],
        },
      ],
    },
  })
  const me = await createPerson()
  let added = 0

  /** Adds photos: the n-th is taken n seconds after takenAt, or has no date without it. */
  async function addPhotos(
    count: number,
    { takenAt, person = me }: { takenAt?: string; person?: Person } = {},
  ) {
    const client = await open(person)
    for (let number = 0; number < count; number++) {
      const at = takenAt === undefined ? undefined : new Date(Date.parse(takenAt) + number * 1000)
      const taken = at?.toISOString().slice(0, 19).replace('T', ' ').replaceAll('-', ':')
      const bytes = await jpeg({ width: 30, height: 20, ...(taken && { taken }) })
      const { response } = await client.upload(`photo-${++added}.jpg`, bytes)
      if (!response.ok) throw new Error(`The upload was answered ${response.status}`)
      clock.advance(1)
    }
    await server.idle()
  }

  return {
    /** The signed-in consumer, to whom the client's access token belongs. */
    me,
    channel: CHANNEL,
    vendorId: 'keepsake',
    host: 'my.keepsake.example',
    campaign: 'christmas',
    addPhotos,
    now: () => clock.now().getTime(),
    /** Moves the service's clock and lets the work run that is due by then. */
    async advance(ms: number) {
      clock.advance(ms)
      await server.idle()
    },
    /** Shares an album of the customer and gives the id of the shared album. */
    async shareAlbum(albumId: string, participant: Person) {
      const owner = await open(me)
      const { albumName } = await owner.call(getAlbum, { params: { id: albumId } })
      const { images } = await owner.call(getAlbumPhotos, { params: { id: albumId } })
      await owner.call(deleteAlbum, { params: { id: albumId } })
      const sharedId = randomUUID()
      const album = {
        albumId: sharedId,
        name: albumName,
        owner: me.email,
        participants: [participant.email],
        created: clock.now().toISOString(),
        photos: images.map(({ imageId }) => ({ owner: me.email, photoId: imageId })),
      }
      const { problems } = await importSharedAlbums(ctx, JSON.stringify({ sharedAlbums: [album] }))
      if (problems.length > 0) throw new Error(problems.join(', '))
      return sharedId
    },
    /** Puts the customer's library into the state that reactivation starts from. */
    async deactivateLibrary() {
      const photo = { file: '1.jpg', bytes: await jpeg({ taken: '2012:07:03 14:15:00' }) }
      await writeLibrary(join(legacyFolder, me.accountId), [photo])
      const params = { accountId: me.accountId }
      await retailer.call(putLegacyLibrary, { params, body: { source: me.accountId } })
    },
    /** Places an order of one product for the customer. */
    async placeOrder({
      product = 'prints',
      status = 'Received',
    }: {
      product?: 'prints' | 'map' | 'widget'
      status?: Order['status']
    } = {}) {
      const code = `K-${randomUUID()}`
      const productCode = `${code}-1`
      const at = clock.now().toISOString()
      const order = orderForTests(me.accountId, at, {
        status,
        source: 'Resnap',
        products: [{ code: productCode, article: 'Prints', title: 'Prints', paymentChangedDate: at }],
        deliveryAddress: { type: 'Home', ...addressForTests() },
        ...(status === 'Received' && {
          addressChangeUntil: new Date(clock.now().getTime() + 3_600_000).toISOString(),
        }),
      })
      await retailer.call(putOrder, { params: { code }, body: order })
      const dates = [{ from: '2026-12-10', to: '2026-12-12', productCodes: [productCode] }]
      await retailer.call(putDeliveryDates, { params: { orderId: code }, body: { version: 1, dates } })
      const query = `version=1&accountId=${me.accountId}`
      const file = `${SERVICES.productFiles}/retailer/products/${productCode}/files`
      if (product === 'map') {
        await sendFile(`${file}/product.pdf?${query}`, pdfForTests(), 'application/pdf')
        await sendFile(`${file}/map.pdf?${query}`, pdfForTests('a map'), 'application/pdf')
      }
      if (product === 'widget') {
        await addPhotos(1)
        const { images } = await (await open(me)).call(getAllPhotos)
        const body = { accountId: me.accountId, ...widgetForTests(code, [images[0]!.imageId]) }
        await retailer.call(putWidget, { params: { code: productCode }, body })
      }
      return { superOrderCode: code, productCode, articleName: 'Prints' }
    },
    async saveProject() {
      const body = { accountId: me.accountId, ...projectForTests(clock.now()) }
      await retailer.call(putProject, { params: { id: randomUUID() }, body })
    },
    /** Issues an invoice to a business and gives the id of its invoice group file. */
    async issueInvoice({ accountId }: Person) {
      const id = randomUUID()
      await retailer.call(putInvoice, { params: { number: 'I-1' }, body: invoiceForTests(accountId) })
      const group = invoiceGroupForTests(accountId, { number: 'C-1' })
      await retailer.call(putInvoiceGroup, { params: { id }, body: group })
      await server.idle()
      return id
    },
    /** Puts a voucher offer up and gives its option code. */
    async offerVoucher() {
      const optionCode = `OFFER-${randomUUID()}`
      await retailer.call(putOffer, { params: { optionCode }, body: { version: 1, title: '15% off' } })
      return optionCode
    },
    /** Leaves a picture of a project, without an account that of an anonymous visitor, and gives its upload id. */
    async addUpload(accountId?: string) {
      const id = randomUUID()
      const query = accountId ? `?accountId=${accountId}` : ''
      await sendFile(`${SERVICES.storage}/retailer/uploads/${id}${query}`, await jpeg(), 'image/jpeg')
      return id
    },
    /** Signs an e-mail address up for the newsletter. */
    async subscribe(email: string) {
      const body = { channel: CHANNEL, requestedAt: clock.now().toISOString() }
      await retailer.call(putProfile, { params: { email }, body })
      await server.idle()
    },
    async isSubscribed(email: string) {
      const { state } = await retailer.call(getProfile, { params: { email }, query: { channel: CHANNEL } })
      return state === 'confirmed'
    },
    /** What the link of the latest mail of that kind carries: a confirmation token, or the id of an export or a widget. */
    async readMailedToken(kind: keyof typeof LINKS, email: string) {
      const { pathname, searchParams } = await findMailedLink(server, email, LINKS[kind])
      return searchParams.get('confirmation-token') ?? pathname.split('/').at(-1)!
    },
    secondCustomer: () => createPerson(),
    businessCustomer: () => createPerson(true),
  }
}

const LINKS = {
  deleteAccount: '/delete-account-confirmation',
  emailChange: '/change-email-confirmation',
  subscription: '/subscription-confirmation',
  export: '/my-photos/exports/',
  widgetShare: VIEWER_PATH,
}
