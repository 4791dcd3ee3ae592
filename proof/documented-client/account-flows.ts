import assert from 'node:assert/strict'
import { displayStatus, splitOrders } from './account-client.ts'
import { RequestError } from './caller.ts'
import type { Client } from './client.ts'
import { assertStatus, DAY } from './flow-checks.ts'
import type { World } from './product-world.ts'

const home = {
  firstName: 'Ada',
  lastName: 'Jansen',
  street: 'Rosemary Lane',
  streetNumber: '12',
  postalCode: 'BS6 5AD',
  city: 'Bristol',
  countryCode: 'GB',
  phoneNumber: '07700 900142',
}
const assertPdf = (bytes: Uint8Array) => assert.equal(Buffer.from(bytes.subarray(0, 4)).toString(), '%PDF')

/** Account area, sections 3, 4 and 7: the list, the details and the search by account. */
export const orders = async ({ account }: Client, world: World) => {
  const placed = await world.placeOrder({ product: 'prints', status: 'Confirmed' })
  const [listed, ...rest] = await account.allOrders()
  assert(listed && rest.length === 0)
  assert.deepEqual([listed.orderCode, displayStatus[listed.status]], [placed.superOrderCode, 'Ordered'])
  assert.deepEqual(
    listed.products.map(({ code }) => code),
    [placed.productCode],
  )
  assert.equal(listed.productCount, 1)
  assert.equal((await account.order(placed.superOrderCode)).orderCode, placed.superOrderCode)
  assert.equal((await account.ordersByAccount(world.me.accountId, [placed.articleName])).length, 1)
  assert.deepEqual(await account.ordersByAccount(world.me.accountId, ['Another article']), [])
  assert.equal((await account.orderById(listed.code)).code, listed.code)
  await assert.rejects(account.orderById('unknown'), { message: 'Order not found' })
}

/** Account area, sections 4 and 9: 30 days in progress, 14 days once dispatched. */
export const orderHistory = async ({ account }: Client, world: World) => {
  const sent = await world.placeOrder({ status: 'Dispatched' })
  const open = await world.placeOrder({ status: 'ProductionStarted' })
  const assertSplit = async (inProgress: string[], history: string[]) => {
    const split = splitOrders(await account.allOrders(), world.now())
    assert.deepEqual(new Set(split.inProgress.map(({ orderCode }) => orderCode)), new Set(inProgress))
    assert.deepEqual(new Set(split.history.map(({ orderCode }) => orderCode)), new Set(history))
  }
  await assertSplit([sent.superOrderCode, open.superOrderCode], [])
  await world.advance(15 * DAY)
  await assertSplit([open.superOrderCode], [sent.superOrderCode])
  await world.advance(16 * DAY)
  await assertSplit([], [sent.superOrderCode, open.superOrderCode])
}

/** Account area, sections 2 and 7: delivery address, delivery dates and reorder. */
export const orderActions = async ({ account }: Client, world: World) => {
  const { superOrderCode } = await world.placeOrder({ status: 'Received' })
  const { code, deliveryAddress } = await account.order(superOrderCode)
  assert('city' in deliveryAddress)
  const changed = { ...deliveryAddress, city: 'Bath' }
  await account.updateDeliveryAddress(superOrderCode, changed)
  const requested = { ...changed, type: 'ChangeInProgress' }
  assert.deepEqual((await account.order(superOrderCode)).deliveryAddress, requested)
  assert(await account.deliveryDates(code))
  assert.equal(await account.deliveryDates('unknown'), undefined)
  await account.reorderStatus(superOrderCode)
  await account.reorder(superOrderCode)
}

/** Account area, section 7: article groups, campaign and voucher offer. */
export const campaigns = async ({ account }: Client, world: World) => {
  assert((await account.articleGroups()).length > 0)
  await account.campaign(world.campaign)
  assert.equal((await account.voucherOffer(await world.offerVoucher())).isVoucherFound, true)
  assert.deepEqual(await account.voucherOffer('unknown'), { isVoucherFound: false })
}

/** Account area, section 7: invoices of a business. */
export const invoices = async (client: Client, world: World) => {
  const person = await world.businessCustomer()
  const { account } = client.as(person.accessToken)
  assertPdf(await account.invoiceGroupFile(await world.issueInvoice(person)))
  const [invoice] = (await account.historicalInvoices()).historicalInvoices
  assert(invoice)
  assertPdf(await account.historicalInvoice(invoice.id, world.channel))
}

/** Account area, section 7: product PDF and map PDFs. */
export const pdfs = async ({ account }: Client, world: World) => {
  const { productCode } = await world.placeOrder({ product: 'map' })
  assert.equal(await account.hasProductPdf(productCode), true)
  assertPdf(await account.productPdf(productCode))
  assert.equal((await account.mapPdfs()).length, 1)
}

/** Account area, sections 7 and 9: projects in pages of 10. */
export const projects = async ({ account }: Client, world: World) => {
  for (let number = 0; number < 11; number++) await world.saveProject()
  const first = await account.projects(world.me.accountId)
  const second = await account.projects(world.me.accountId, 10)
  assert.deepEqual([first.projects.length, first.totalProjectCount, second.projects.length], [10, 11, 1])
  assert.equal(new Set([...first.projects, ...second.projects].map(({ id }) => id)).size, 11)
  await account.deleteProject(first.projects[0]!.id)
  assert.equal((await account.projects(world.me.accountId)).totalProjectCount, 10)
}

/** Account area, sections 5 and 7: a widget with its gallery entry, shared with somebody. */
export const widgets = async ({ account }: Client, world: World) => {
  const { superOrderCode, productCode: code } = await world.placeOrder({ product: 'widget' })
  const [listed] = await account.widgets([superOrderCode])
  assert.equal(listed?.productCode, code)
  const widget = { ...(await account.widget(code)), title: 'Our best year' }
  await account.saveWidget(code, widget)
  assert.deepEqual(await account.widget(code), widget)
  const share = { vendorId: world.vendorId, fromName: 'Ada', toEmailAddress: 'friend@example.com' }
  await account.shareWidget(code, share)
  assert(await world.readMailedToken('widgetShare', share.toEmailAddress))
  await account.shareWidget(code, { ...share, personalMessage: 'Have a look' })
  assert((await account.categories()).length > 0)
  const details = { title: 'Our year', description: '', categoryId: 'family', authorName: 'Ada J.' }
  const { id } = await account.createGalleryEntry({ widgetId: code, channel: world.channel, ...details })
  const entry = await account.galleryEntry(id, world.channel)
  assert.equal(entry.widgetId, code)
  await account.updateGalleryEntry(code, world.channel, { ...entry, title: widget.title })
  assert.equal((await account.galleryEntry(id, world.channel)).title, widget.title)
  await account.deleteGalleryEntry(id, world.channel)
  await assertStatus(account.galleryEntry(id, world.channel), 404)
  await account.blockedOrder(superOrderCode)
  await account.deleteWidget(code)
  await assertStatus(account.widget(code), 404)
}

/** Account area, section 7: addresses, sent back as they were read with one field changed. */
export const addresses = async ({ account }: Client) => {
  const before = (await account.addresses()).map(({ id }) => id)
  await account.createAddress(home)
  const created = (await account.addresses()).find(({ id }) => !before.includes(id))
  assert(created)
  assert.deepEqual(created, { ...created, ...home })
  await account.updateAddress(created.id, { ...created, city: 'Bath' })
  const updated = (await account.addresses()).find(({ id }) => id === created.id)
  assert.deepEqual(updated, { ...created, city: 'Bath' })
  await account.deleteAddress(created.id)
  assert.deepEqual(
    (await account.addresses()).map(({ id }) => id),
    before,
  )
}

/** Account area, sections 3 and 7: the customer, and the ftp data of a business. */
export const customer = async (client: Client, world: World) => {
  const consumer = await client.account.customer()
  assert(consumer)
  await client.account.updateCustomer(consumer)
  assert.deepEqual(await client.account.customer(), consumer)
  const person = await world.businessCustomer()
  const business = client.as(person.accessToken).account
  const ftp = { callbackUrl: 'https://example.com/callback', callbackFormat: 'JSON' }
  await business.patchFtp(ftp)
  const patched = await business.businessCustomer()
  assert.deepEqual(patched.ftp, ftp)
  const changed = { ...patched, ftp: { ...ftp, callbackUrl: 'https://example.com/second' } }
  await business.updateCustomer(changed)
  assert.deepEqual(await business.businessCustomer(), changed)
  assert.deepEqual(await claims(world.me.accessToken), [world.me.accountId, world.me.email, false])
  assert.deepEqual(await claims(person.accessToken), [person.accountId, person.email, true])
}

const claims = async (accessToken: () => Promise<string>) => {
  const payload = Buffer.from((await accessToken()).split('.')[1] ?? '', 'base64url').toString()
  const { sub, email, amr } = JSON.parse(payload) as Record<string, unknown>
  return [sub, email, [amr].flat().includes('b2b')]
}

/** Account area, sections 5 and 7: e-mail change, an address in use and too many requests. */
export const emailChange = async ({ account }: Client, world: World) => {
  const { email } = await world.secondCustomer()
  await assertStatus(account.requestEmailChange(world.me, email, world.channel), 409)
  await account.requestEmailChange(world.me, 'new@example.com', world.channel)
  await assert.rejects(account.confirmEmailChange(world.me, 'unknown'), RequestError)
  await account.confirmEmailChange(world.me, await world.readMailedToken('emailChange', 'new@example.com'))
  assert.equal((await claims(world.me.accessToken))[1], 'new@example.com')
  const askOften = async () => {
    for (let number = 0; number < 50; number++) {
      await account.requestEmailChange(world.me, `new${number}@example.com`, world.channel)
    }
  }
  await assertStatus(askOften(), 429)
}

/** Account area, sections 2 and 7: account deletion, confirmed with the mailed token. */
export const accountDeletion = async ({ account }: Client, world: World) => {
  await account.requestAccountDeletion(world.me, world.channel)
  await assert.rejects(account.confirmAccountDeletion(world.me, 'unknown'), RequestError)
  assert(await account.customer())
  const token = await world.readMailedToken('deleteAccount', world.me.email)
  await account.confirmAccountDeletion(world.me, token)
  assert.equal(await account.customer(), undefined)
}

/** Account area, section 7: newsletter subscription, confirmed without an access token. */
export const subscription = async ({ account }: Client, world: World) => {
  await world.subscribe('reader+news@example.com')
  await assert.rejects(account.confirmSubscription('reader+news@example.com', 'unknown'), RequestError)
  const token = await world.readMailedToken('subscription', 'reader+news@example.com')
  assert.equal(await world.isSubscribed('reader+news@example.com'), false)
  await account.confirmSubscription('reader+news@example.com', token)
  assert.equal(await world.isSubscribed('reader+news@example.com'), true)
}

/** Account area, section 7: an upload of the account, and one of an anonymous visitor. */
export const uploads = async ({ account }: Client, world: World) => {
  const own = await world.addUpload(world.me.accountId)
  assert(!Array.isArray(await account.upload(own, world.me.accountId)))
  const anonymous = await account.upload(await world.addUpload(), world.me.accountId)
  assert(Array.isArray(anonymous) && anonymous.length === 1)
}

/** Account area, sections 3 and 8: merchandise channels over GraphQL. */
export const merchandise = async ({ account }: Client) => {
  const [first] = await account.channels()
  assert(first)
  const { ID, Vendor, Articles } = await account.channelArticles(first.ID)
  assert.deepEqual([ID, Vendor], [first.ID, first.Vendor])
  const options = await account.channelOptions(first.ID)
  assert.deepEqual(
    options.Articles.map(article => article.ID),
    Articles.map(article => article.ID),
  )
  await assert.rejects(account.channelArticles('unknown'), { message: 'Channel Not Found' })
}

/** Account area, section 7: configuration. The locales are files of the built web, which the browser tests load. */
export const configuration = async ({ account }: Client, world: World) => {
  for (const data of [await account.publicConfiguration(world.host), await account.configuration()]) {
    assert(Object.keys(data).length > 0)
  }
}

/** Account area, section 7: unknown ids, malformed values and a missing token. */
export const accountErrors = async (client: Client, world: World) => {
  const { account } = client
  await assertStatus(account.order('unknown'), 404)
  await assertStatus(account.widget('unknown'), 404)
  await assertStatus(account.deleteAddress('00000000-0000-4000-8000-000000000000'), 404)
  await assertStatus(account.requestEmailChange(world.me, 'no address', world.channel), 400)
  await assertStatus(account.createAddress({ ...home, phoneNumber: 'none' }), 400)
  await assertStatus(client.as(async () => '').account.allOrders(), 401)
  const { accountId } = await world.secondCustomer()
  await assertStatus(account.projects(accountId), 403)
  const url = `${client.options.services.orders}/v1/superorders/unknown`
  await assert.rejects(
    account.order('unknown'),
    (error: Error) =>
      error.message.startsWith('Error ') && error.message.endsWith(`; Status Code: 404 Received from ${url}`),
  )
}
