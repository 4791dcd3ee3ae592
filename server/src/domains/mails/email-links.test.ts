import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { brands, defaultBrand, findBrandByHost } from '#brands/index.ts'
import { createAddress } from '#contract/addresses.ts'
import { type Brand, LEGAL_LINKS } from '#contract/brands.ts'
import { confirmDeletion, requestDeletion } from '#contract/closures.ts'
import { putComplaint } from '#contract/complaints.ts'
import { patchCustomer } from '#contract/customers.ts'
import { confirmEmailChange, requestEmailChange } from '#contract/email-changes.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { createExport } from '#contract/exports.ts'
import { encodeBase64Text } from '#contract/input/base64-text.ts'
import { LOSS_KINDS, SECURITY_EVENT_KINDS, type SecurityEventKind } from '#contract/journal.ts'
import { endAllAccess } from '#contract/not-me.ts'
import { cancelOrder, putDeliveryAddress } from '#contract/order-changes.ts'
import { getOrder } from '#contract/orders.ts'
import { WITHDRAWAL_PATH } from '#contract/pages.ts'
import { getPhotos } from '#contract/photos.ts'
import { cancelRetailerOrder } from '#contract/retailer-calls/cancellation.ts'
import { changeDeliveryAddress } from '#contract/retailer-calls/delivery-address.ts'
import type { ReceivedMail } from '#sandbox/mailbox/mailbox.ts'
import { change, type Tx } from '../../context.ts'
import type { Config } from '../../platform/config/config.ts'
import { updateRows } from '../../platform/db/rows.ts'
import type { EmailLink } from '../../platform/mail/email-link.ts'
import type { EmailContent } from '../../platform/mail/email-template.ts'
import type { MailMessage } from '../../platform/mail/mail.ts'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import { addressForTests } from '../../testing/addresses.ts'
import { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { startDelayedJobs } from '../../testing/delayed-jobs.ts'
import { PASSWORD, type TestServer, testServer } from '../../testing/harness.ts'
import { hashTestPassword } from '../../testing/password-hash.ts'
import { jpeg } from '../../testing/pictures.ts'
import { orderForTests, productForTests } from '../../testing/retailer-orders.ts'
import { startRetailerServer } from '../../testing/retailer-server.ts'
import { isProof } from '../../testing/sample.ts'
import { deliverDue, startReceiver } from '../callbacks/callbacks.testing.ts'
import { setDelayedDeletion } from '../customers/index.ts'
import { createAccount, mailEntry, recordSecurityEvent } from '../identity/index.ts'
import { enqueueSummary } from '../identity/security-events/record-security-event.ts'
import { setPasswordHash } from '../identity/store/credentials.ts'
import { Browser, readCsrfToken } from '../identity/testing/browser.ts'
import { openSignInPage, startSignIn } from '../identity/testing/sign-in-flow.ts'
import { record } from '../journal/index.ts'
import { sendDueReminders } from '../retention/index.ts'
import { runRetention } from '../retention/run/run.ts'
import { widgetForTests } from '../widgets/widgets.testing.ts'
import { MAIL_KINDS, type MailKind } from './index.ts'

const SERVICE_TOKEN = 'the-token-of-the-shop-for-all-its-calls'
const DAY = 86_400_000
const CHANNEL = defaultBrand.channel
const { vendor } = defaultBrand

/** What a sender of requests chooses. */
interface Attack {
  host: string
  forwarded: Record<string, string>
}

const FORWARDED = fc.record(
  {
    'x-forwarded-proto': fc.constantFrom('http', 'https', 'javascript'),
    'x-forwarded-port': fc.constantFrom('1', '8443'),
    'x-forwarded-server': fc.constant('evil.example'),
    'x-original-host': fc.constant('evil.example'),
    forwarded: fc.constant('for=192.0.2.1;host=evil.example;proto=http'),
  },
  { requiredKeys: ['forwarded'] },
) as fc.Arbitrary<Record<string, string>>
const CLAIMED_HOST = fc.record({ 'x-forwarded-host': fc.constantFrom('evil.example', 'dev.evil.example') })
const DOORS = [
  '/',
  '/config.json',
  '/session/sign-in?returnTo=/',
  '/identity/auth',
  '/identity/interaction/x/forgotten',
  '/api/push/library',
  `${SERVICES.subscriptions}/retailer/profiles/a@keepsake.test?channel=KEEPSAKE-GB`,
  '/there/is/nothing',
]
const PREFIXES = ['dev.', 'test.', 'acc.', 'staging.']
const ownBrands = brands.filter(brand => brand.vendor === vendor)

interface Mode {
  name: string
  config: Partial<Config>
  getCanonicalOrigin: (brand: Brand, port: string) => string
  served: fc.Arbitrary<Attack>
  refused: fc.Arbitrary<Attack>
}

const attack = (host: fc.Arbitrary<string>, forwarded: fc.Arbitrary<Record<string, string>>) =>
  fc.record({ host, forwarded })
const PUBLIC_HOSTS = ownBrands.map(brand => brand.host)

const MODES: readonly Mode[] = [
  {
    name: 'without PUBLIC_ORIGIN, where forwarded headers do not count',
    config: {},
    getCanonicalOrigin: (brand, port) =>
      `http://${brand === defaultBrand ? 'localhost' : brand.localHost}:${port}`,
    served: attack(
      fc.constantFrom(
        '127.9.9.9:80',
        '[::1]:1',
        'localhost:6666',
        ...ownBrands.flatMap(({ host, localHost }) => [localHost, `${host}:6666`, `dev.${host}`, `${host}.`]),
      ),
      fc.tuple(FORWARDED, CLAIMED_HOST).map(([some, more]) => ({ ...some, ...more })),
    ),
    refused: attack(fc.constantFrom('evil.example', 'dev.evil.example', 'dev-localhost.example'), FORWARDED),
  },
  {
    name: 'with PUBLIC_ORIGIN behind a trusted proxy that passes on what the client claims',
    config: { publicOrigin: 'https://my.keepsake.example', trustedProxies: { networks: ['127.0.0.0/8'] } },
    getCanonicalOrigin: brand => `https://${brand.host}`,
    served: attack(
      fc.constantFrom(...PUBLIC_HOSTS, ...PUBLIC_HOSTS.map(host => `${host.toUpperCase()}:443`)),
      FORWARDED,
    ),
    refused: fc.oneof(
      attack(
        fc.constantFrom(
          ...['localhost', 'keepsake-gb.localhost', '127.0.0.1', '127.9.9.9:80', '[::1]', 'evil.example'],
          ...PUBLIC_HOSTS.flatMap(host => [`${host}:80`, `${host}:6666`, `${host}.`]),
          ...PREFIXES.flatMap(prefix => PUBLIC_HOSTS.map(host => prefix + host)),
        ),
        FORWARDED,
      ),
      attack(fc.constantFrom(...PUBLIC_HOSTS), CLAIMED_HOST),
    ),
  },
]

const retailer = closeAfterAll(await startRetailerServer())
retailer.on(changeDeliveryAddress, () => ({ status: 409, body: { reason: 'in-production' } }))
const receiver = closeAfterAll(await startReceiver())
receiver.answer(response => response.writeHead(410).end())
const outbound = closeAfterAll(createOutbound({ allowedOrigins: [receiver.origin] }))

describe.each(isProof ? MODES : MODES.slice(1))('RV-862 links in mails $name', mode => {
  let server: TestServer
  let http: FastifyInstance
  let port: string
  beforeAll(async () => {
    const serviceTokens = [{ name: 'shop', token: SERVICE_TOKEN }]
    const config = { ...mode.config, rateLimits: false, serviceTokens, retailer: retailer.settings }
    server = await testServer({ config, outbound })
    http = server.app.http
    port = new URL(server.origin).port
  })
  afterAll(() => server.close())

  test('RV-862 RV-824 every link of every kind of mail begins with the canonical origin of its brand, or is a legal one, which each has; RV-830 its sender is the brand’s', async () => {
    await fc.assert(
      fc.asyncProperty(mode.served, async ({ host, forwarded }) => {
        const owner = await createOwner(host, forwarded)
        for (const [kind, trigger] of Object.entries(TRIGGERS)) {
          const before = new Set(server.mailbox.list().map(({ id }) => id))
          const to = await trigger(owner)
          await server.idle()
          const mails = server.mailbox.list().filter(mail => !before.has(mail.id) && mail.to.includes(to))
          // Some acts are told by a second mail, as the request of an export.
          expect([kind, mails.length > 0]).toEqual([kind, true])
          const brand = KINDS_OF_PAGES.has(kind) ? findBrandByHost(host)! : defaultBrand
          const origins = new Set(mails.flatMap(listLinks).map(link => new URL(link).origin))
          expect([kind, mails[0]!.from]).toEqual([kind, brand.mailSender])
          origins.delete(new URL(brand.addresses.shop).origin)
          const withdrawal = `${mode.getCanonicalOrigin(brand, port)}${WITHDRAWAL_PATH}`
          expect([kind, mails[0]!.html]).toEqual([kind, expect.stringContaining(`"${withdrawal}"`)])
          for (const address of LEGAL_LINKS.map(id => brand.addresses[id]))
            expect([kind, mails[0]]).toMatchObject([
              kind,
              {
                html: expect.stringContaining(`"${address}"`),
                text: expect.stringContaining(`: ${address}`),
              },
            ])
          expect([kind, host, [...origins]]).toEqual([kind, host, [mode.getCanonicalOrigin(brand, port)]])
        }
        const sentMails = await server.ctx.db.selectFrom('sent_mails').select('kind').distinct().execute()
        // The mail of a sign-up has no account yet.
        expect(new Set(['sign-up', ...sentMails.map(({ kind }) => kind)])).toEqual(new Set(MAIL_KINDS))
      }),
      { numRuns: isProof ? 2 : 1 },
    )
  })

  test('RV-862 RV-864 NX-330 hosts that are not served are answered 421 on every door, and nothing is sent', async () => {
    const before = server.mailbox.list().length
    await fc.assert(
      fc.asyncProperty(mode.refused, async ({ host, forwarded }) => {
        const headers = { host, ...forwarded, authorization: `Bearer ${SERVICE_TOKEN}` }
        for (const url of DOORS) {
          const { statusCode } = await http.inject({ url, headers })
          expect([host, forwarded, url, statusCode]).toEqual([host, forwarded, url, 421])
        }
        // A balancer checks the process by its address.
        expect((await http.inject({ url: '/healthz', headers })).statusCode).toBe(200)
      }),
      { numRuns: 30 },
    )
    await server.idle()
    expect(server.mailbox.list()).toHaveLength(before)
  })

  /** A business customer of the default brand with a photo, an order and its book, whose requests are the attack. */
  interface Owner {
    client: Client
    host: string
    forwarded: Record<string, string>
    order: string
  }

  async function createOwner(host: string, forwarded: Record<string, string>): Promise<Owner> {
    const registeredAt = new Date(inDays(-700))
    const email = `${randomUUID()}@keepsake.test`
    const passwordHash = await hashTestPassword(PASSWORD)
    const { id: brandId, locale } = defaultBrand
    const account = { email, brandId, locale, registeredAt, passwordHash, businessStatus: 'Active' as const }
    const accountId = (await change(server.ctx, tx => createAccount(tx, account)))!
    const owner = { client: await signIn(accountId, email, host, forwarded), host, forwarded, order: '' }
    await owner.client.upload('a.jpg', await jpeg())
    await server.idle()
    const { images } = await owner.client.call(getPhotos)
    owner.order = `K-${randomUUID()}`
    const deliveryAddress = { type: 'Home' as const, ...addressForTests() }
    await sendOrder(owner, { deliveryAddress }, owner.order)
    await callAsRetailer(owner, `${SERVICES.widgets}/retailer/widgets/${owner.order}-1`, {
      accountId,
      ...widgetForTests(owner.order, [images[0]!.imageId]),
    })
    return owner
  }

  /** Sends the requests of a client with other headers; the Origin header, which the attacker leaves out, too. */
  const withHeaders = (forwarded: Record<string, string>) =>
    ({
      inject: (options: { headers: Record<string, string> }) => {
        const { origin: _, ...headers } = options.headers
        return http.inject({ ...options, headers: { ...headers, ...forwarded } })
      },
    }) as unknown as FastifyInstance

  async function signIn(accountId: string, email: string, host: string, forwarded: Record<string, string>) {
    const origin = `${mode.config.publicOrigin ? 'https' : 'http'}://${host}`
    const attackedApp = withHeaders(forwarded)
    const app = { ...server.app, http: attackedApp }
    const { token } = await Client.signIn(app, origin, accountId, email, PASSWORD)
    const client = new Client(origin, accountId, email, token)
    client.fetch = async (path, { method = 'GET', headers, body } = {}) => {
      const answer = await http.inject({
        method: method as 'GET',
        url: path.replace(/^https?:..[^/]+/, ''),
        headers: {
          ...Object.fromEntries(new Headers(headers)),
          host,
          ...forwarded,
          authorization: `Bearer ${token}`,
        },
        ...(body ? { payload: body as string } : {}),
      })
      const { statusCode: status, rawPayload } = answer
      const answerHeaders = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
      return new Response(status === 204 ? null : new Uint8Array(rawPayload), {
        status,
        headers: answerHeaders as [string, string][],
      })
    }
    return client
  }

  async function callAsRetailer({ host, forwarded }: Owner, url: string, body: object): Promise<void> {
    const headers = { host, ...forwarded, authorization: `Bearer ${SERVICE_TOKEN}` }
    const answer = await http.inject({ method: 'PUT', url, headers, payload: body })
    expect([url, answer.statusCode, answer.statusCode < 300 ? '' : answer.body]).toEqual([url, 200, ''])
  }

  /** Opens a page of an interaction and submits its form. */
  async function submitPage({ host, forwarded }: Owner, page: string, email: string): Promise<string> {
    const browser = new Browser(withHeaders(forwarded), host, mode.config.publicOrigin ? 'https' : 'http')
    const { path } = await openSignInPage(browser, await startSignIn(browser))
    const check = readCsrfToken((await browser.get(`${path}/${page}`)).body)
    expect((await browser.submit(`${path}/${page}`, { check, email })).statusCode).toBe(200)
    return email
  }

  const toIdentityParams = ({ client }: Owner) => ({ idpType: 'keepsake', idpSub: client.accountId })
  const readToken = async (to: string) => {
    await server.idle()
    const mail = server.mailbox.list().find(each => each.to.includes(to))!
    return new URL(listLinks(mail)[0]!).searchParams.get('confirmation-token')!
  }

  /** Kinds whose brand is that of the page. */
  const KINDS_OF_PAGES = new Set<string>([
    'new-password',
    'sign-up',
    'already-here',
    'withdrawal-received',
  ] satisfies MailKind[])

  /** Makes the server send a mail of each kind, in this order; returns its recipient. */
  const TRIGGERS: Record<MailKind, (owner: Owner) => Promise<string>> = {
    'new-password': owner => submitPage(owner, 'forgotten', owner.client.email),
    async 'account-locked'(owner) {
      await owner.client.call(endAllAccess)
      await server.idle()
      const { accountId, email } = owner.client
      const passwordHash = await hashTestPassword(PASSWORD)
      await change(server.ctx, tx => setPasswordHash(tx, accountId, passwordHash, server.clock.now()))
      owner.client = await signIn(accountId, email, owner.host, owner.forwarded)
      return email
    },
    'sign-up': owner => submitPage(owner, 'sign-up', `${randomUUID()}@keepsake.test`),
    'already-here': owner => submitPage(owner, 'sign-up', owner.client.email),
    async 'change-email'(owner) {
      const email = `new-${owner.client.email}`
      const body = { email, channel: CHANNEL }
      await owner.client.call(requestEmailChange, { params: toIdentityParams(owner), body })
      return email
    },
    async 'revert-email'(owner) {
      const { accountId, email } = owner.client
      const token = await readToken(`new-${email}`)
      await owner.client.call(confirmEmailChange, { params: { ...toIdentityParams(owner), token } })
      await server.idle()
      owner.client = await signIn(accountId, `new-${email}`, owner.host, owner.forwarded)
      return email
    },
    async subscription(owner) {
      const url = `${SERVICES.subscriptions}/retailer/profiles/${encodeURIComponent(owner.client.email)}`
      await callAsRetailer(owner, url, { channel: CHANNEL, requestedAt: inDays(0) })
      return owner.client.email
    },
    async 'export-ready'(owner) {
      await owner.client.call(createExport, { body: { channel: CHANNEL } })
      return owner.client.email
    },
    async reminder({ client }) {
      await change(server.ctx, tx => setDelayedDeletion(tx, client.accountId, new Date(inDays(20))))
      const { signal } = new AbortController()
      await runRetention(server.ctx, signal)
      await sendDueReminders(server.ctx, signal)
      return client.email
    },
    async 'address-refused'({ client, order }) {
      const body = addressForTests({ streetNumber: '48' })
      await client.call(putDeliveryAddress, { params: { code: order }, body })
      return client.email
    },
    async 'cancellation-accepted'(owner) {
      const code = await requestCancellation(owner)
      return sendOrder(owner, { version: 2, status: 'Cancelled', cancelUntil: inDays(1) }, code)
    },
    async 'cancellation-refused'(owner) {
      await requestCancellation(owner, { status: 409, body: { reason: 'in-production' } })
      return owner.client.email
    },
    'order-payment-failed': owner =>
      sendOrder(owner, {
        status: 'paymentFailed',
        payment: { method: 'card', failedAt: inDays(0) },
        paymentUrl: new URL('/pay/1', defaultBrand.addresses.shop).href,
      }),
    'order-hold': owner =>
      sendOrder(owner, {
        notice: {
          kind: 'hold',
          reason: 'content',
          since: inDays(0),
          action: { label: 'Answer', url: new URL('/answer', defaultBrand.addresses.shop).href },
        },
      }),
    async 'order-resumed'(owner) {
      const code = `K-${randomUUID()}`
      const notice = { kind: 'hold', reason: 'payment-check', since: inDays(0) } as const
      await sendOrder(owner, { notice }, code)
      return sendOrder(owner, { version: 2 }, code)
    },
    async 'order-delayed'(owner) {
      const code = `K-${randomUUID()}`
      const notice = { kind: 'delay', reason: 'weather', since: inDays(0) } as const
      await sendOrder(owner, { status: 'delayed', notice }, code)
      for (const days of [10, 20]) {
        const to = inDays(days).slice(0, 10)
        const dates = [{ from: to, to, productCodes: [`${code}-1`] }]
        const url = `${SERVICES.orders}/retailer/deliveryDates/${code}`
        await callAsRetailer(owner, url, { version: days, dates })
      }
      return owner.client.email
    },
    'order-ended': owner =>
      sendOrder(owner, {
        status: 'Cancelled',
        payment: { method: 'card', paidAt: inDays(0) },
        history: [{ status: 'Cancelled', at: inDays(0) }],
      }),
    'order-refund': owner =>
      sendOrder(owner, {
        total: { amount: 3900, currency: 'GBP' },
        refunds: [{ refundId: randomUUID(), amount: 100, at: inDays(0), state: 'paid', reason: 'goodwill' }],
      }),
    async complaint(owner) {
      const { client, order } = owner
      const productCodes = [`${order}-1`]
      const parcels = [{ number: '1', carrier: 'Post', shippedAt: inDays(0), productCodes }]
      await sendOrder(owner, { version: 9, status: 'Dispatched', parcels }, order)
      await client.call(putComplaint, {
        params: { complaintId: randomUUID() },
        body: { orderCode: order, productCodes, reason: 'other', text: 'Not what I ordered.', wish: 'any' },
      })
      return client.email
    },
    async 'business-status'(owner) {
      const url = `${SERVICES.customers}/retailer/customers/${owner.client.accountId}/status`
      await callAsRetailer(owner, url, { version: 1, status: 'Blocked' })
      await server.idle()
      return owner.client.email
    },
    async 'callbacks-off'(owner) {
      await update('customers', owner, { business_status: 'Active' })
      const ftp = { callbackUrl: `${receiver.origin}/erp`, callbackFormat: 'JSON' as const }
      await owner.client.call(patchCustomer, { body: { ftp } })
      // As from a known device: that of a new one starts a day later.
      await update('callbacks', owner, { starts_at: null })
      await sendOrder(owner)
      await server.idle()
      await deliverDue(server)
      return owner.client.email
    },
    // The right is that of consumers: the owner of this test is a business, so the form is used.
    async 'withdrawal-received'({ client, order, host, forwarded }) {
      const body = { ...STATEMENT, statementId: randomUUID(), orderCode: order, email: client.email }
      const url = `${SERVICES.withdrawals}/v1/statements`
      const headers = { host, ...forwarded }
      const answer = await http.inject({ method: 'POST', url, headers, payload: body })
      expect(answer.statusCode).toBe(201)
      return client.email
    },
    'withdrawal-confirmed': owner => decideWithdrawal(owner, 10, 'confirmed'),
    'withdrawal-rejected': owner => decideWithdrawal(owner, 11, 'rejected'),
    async 'widget-share'({ client, order }) {
      const query = new URLSearchParams({
        vendorId: vendor,
        fromName: 'Anna',
        toEmailAddress: encodeBase64Text(`friend-of-${client.email}`),
      })
      const url = `${SERVICES.widgets}/v1/widget/${order}-1/share?${query}`
      expect((await client.fetch(url, { method: 'PUT' })).status).toBe(204)
      return `friend-of-${client.email}`
    },
    ...(Object.fromEntries(
      SECURITY_EVENT_KINDS.map(kind => [
        kind,
        (owner: Owner) =>
          mailOfJournal(owner, (tx, accountId) => recordSecurityEvent(server.ctx, tx, { accountId, kind })),
      ]),
    ) as Record<SecurityEventKind, (owner: Owner) => Promise<string>>),
    ...(Object.fromEntries(
      LOSS_KINDS.map(kind => [
        kind,
        (owner: Owner) =>
          mailOfJournal(owner, async (tx, accountId) => {
            const eventId = await record(server.ctx, tx, { accountId, kind, total: 600 })
            await mailEntry(server.ctx, tx, { accountId, eventId, kind })
          }),
      ]),
    ) as Record<(typeof LOSS_KINDS)[number], (owner: Owner) => Promise<string>>),
    async 'sign-in.more-devices'({ client: { accountId, email } }) {
      const summaryId = randomUUID()
      await change(server.ctx, async tx => {
        const detail = { summary: summaryId }
        await record(server.ctx, tx, { accountId, kind: 'sign-in.new-device', detail })
        await enqueueSummary(server.ctx, tx, { accountId, summaryId })
      })
      return email
    },
    async 'changes.new-device'({ client }) {
      await client.call(createAddress, { body: addressForTests({ companyName: 'Studio' }) })
      return client.email
    },
    async 'delete-account'(owner) {
      const body = { channel: CHANNEL }
      await owner.client.call(requestDeletion, { params: toIdentityParams(owner), body })
      return owner.client.email
    },
    async 'keep-account'(owner) {
      const token = await readToken(owner.client.email)
      await owner.client.call(confirmDeletion, { params: { ...toIdentityParams(owner), token } })
      return owner.client.email
    },
  }

  const STATEMENT = { name: 'Anna Keller', products: 'all' }

  /** Sends a version of the owner's order that decides its withdrawal. */
  async function decideWithdrawal(owner: Owner, version: number, state: 'confirmed' | 'rejected') {
    const { client, order } = owner
    const { withdrawals = [] } = await client.call(getOrder, { params: { code: order } })
    const decided = [{ withdrawalId: withdrawals[0]!.withdrawalId, state }]
    return sendOrder(owner, { version, withdrawals: decided }, order)
  }

  /** Sends an order of the owner; returns the owner's address. */
  async function sendOrder(
    owner: Owner,
    more: Parameters<typeof orderForTests>[2] = {},
    code = `K-${randomUUID()}`,
  ): Promise<string> {
    const products = [productForTests(`${code}-1`)]
    const order = orderForTests(owner.client.accountId, server.clock.now(), { products, ...more })
    await callAsRetailer(owner, `${SERVICES.orders}/retailer/orders/${code}`, order)
    return owner.client.email
  }

  const inDays = (days: number) => new Date(server.clock.now().getTime() + days * DAY).toISOString()

  /** Requests to cancel a new order, which the retailer accepts or refuses; returns its code. */
  async function requestCancellation(owner: Owner, refusal?: { status: 409; body: { reason: string } }) {
    const code = `K-${randomUUID()}`
    await sendOrder(owner, { cancelUntil: inDays(1) }, code)
    const body = { cancellationId: randomUUID() }
    retailer.on(cancelRetailerOrder, () => refusal ?? { answer: body })
    await owner.client.call(cancelOrder, { params: { code }, body })
    return code
  }

  /** Updates columns of the customer or of its callbacks. */
  const update = (table: 'customers' | 'callbacks', { client }: Owner, columns: object) =>
    updateRows(server.ctx.db, table, { account_id: client.accountId }, columns)

  /** Makes the mail of an entry of the journal leave now, which waits for others. */
  async function mailOfJournal({ client }: Owner, act: (tx: Tx, accountId: string) => Promise<unknown>) {
    await change(server.ctx, tx => act(tx, client.accountId))
    await startDelayedJobs(server, 'security-mail')
    return client.email
  }
})

test('RV-862 the compiler refuses any other text as a link of a mail, as that with the origin of a request', () => {
  expectTypeOf<string>().not.toExtend<EmailLink>()
  expectTypeOf<`https://${string}/`>().not.toExtend<EmailLink>()
  expectTypeOf<NonNullable<EmailContent['address']>>().toEqualTypeOf<EmailLink>()
  expectTypeOf<NonNullable<EmailContent['other']>['address']>().toEqualTypeOf<EmailLink>()
  expectTypeOf<NonNullable<EmailContent['picture']>['address']>().toEqualTypeOf<EmailLink>()
  expectTypeOf<NonNullable<MailMessage['unsubscribeUrl']>>().toEqualTypeOf<EmailLink>()
})

/** All addresses in the text and in attributes of the HTML; those that do not open anything excepted. */
function listLinks({ text, html }: ReceivedMail): string[] {
  const inHtml = [...html!.matchAll(/(?:href|src)="([^"]*)"/g)].map(match =>
    match[1]!.replaceAll('&#38;', '&'),
  )
  const inText = [...text.matchAll(/https?:\/\/\S+/g)].map(match => match[0])
  expect(new Set(inText).size).toBeGreaterThan(0)
  expect(inHtml).toEqual(expect.arrayContaining(inText))
  return [...inText, ...inHtml]
}
