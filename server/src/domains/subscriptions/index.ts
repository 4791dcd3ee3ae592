import { millisecondsInDay } from 'date-fns/constants'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { brands } from '#brands/index.ts'
import { html } from '#html/html.ts'
import type { Context } from '../../context.ts'
import { type AccountEraser, defineDomain } from '../../domain.ts'
import { type AccountRows, countAccountRows, deleteAccountRows } from '../../platform/db/account-rows.ts'
import { findRow } from '../../platform/db/rows.ts'
import { on } from '../../platform/events/events.ts'
import { handleEach, runOnSchedule } from '../../platform/jobs/jobs.ts'
import type { MailMessage } from '../../platform/mail/mail.ts'
import { createBrandMail, getBrandById } from '../brands/index.ts'
import { findCustomer, findCustomerByEmail } from '../customers/index.ts'
import { createPage, emailChanged, renderDocument, sendMessage, sendPage } from '../identity/index.ts'
import { sendMail } from '../mails/index.ts'
import { mailOptInJob } from './job-kinds.ts'
import { subscriptionRoutes } from './routes.ts'
import { deleteRequestsBefore, getAccountRowsSql, moveProfiles, type ProfileRow } from './store.ts'
import { createOptInToken } from './subscription-token.ts'
import { withdrawSubscription } from './subscriptions.ts'
import { subscriptionTables } from './tables.ts'
import { createUnsubscribeUrl, UNSUBSCRIBE_PATH } from './unsubscribe-url.ts'

const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The body, one field in a form of either type, is ignored: the address alone says what to do. */
const POST_OPTIONS = { config: { policy: 'public', ignoresBody: true }, bodyLimit: 4096 } as const

const findProfileById = async (ctx: Context, id: string) =>
  UUID_PATTERN.test(id) ? findRow(ctx.db, 'subscription_profiles', { unsubscribe_id: id }) : undefined

/** Runs before the erasure of the customer's row, which has the address. */
const subscriptionEraser: AccountEraser = {
  count: async (ctx, accountId) => countAccountRows(ctx.db, await findAccountRows(ctx, accountId)),
  erase: async (ctx, { accountId }) => deleteAccountRows(ctx.db, await findAccountRows(ctx, accountId)),
}

/** Lists the brands at which the profiles of an account's address belong to the account. */
const listBrandIds = (vendor: string): string[] =>
  brands.filter(brand => brand.vendor === vendor).map(({ id }) => id)

/** Days after which an unconfirmed request is deleted. */
const REQUEST_DAYS = 30

/** Newsletter subscriptions with double opt-in, of customers and of addresses without an account. */
export const subscriptions = defineDomain({
  name: 'subscriptions',
  dependsOn: ['brands', 'mails', 'customers', 'identity'],
  tables: subscriptionTables,
  routes: subscriptionRoutes,
  mount: serveUnsubscribe,
  jobs: [
    handleEach(mailOptInJob, (ctx, { ticket }) => sendOptIn(ctx, ticket)),
    runOnSchedule('subscriptions.sweep', '35 4 * * *', (ctx: Context) =>
      deleteRequestsBefore(ctx.db, new Date(ctx.clock.now().getTime() - REQUEST_DAYS * millisecondsInDay)),
    ),
  ],
  listeners: [
    on(emailChanged, (_ctx, tx, { vendor, ...addresses }) =>
      moveProfiles(tx, listBrandIds(vendor), addresses),
    ),
  ],
  eraseAccount: subscriptionEraser,
})

async function findAccountRows({ db }: Context, accountId: string): Promise<AccountRows> {
  const customer = await findCustomer(db, accountId)
  return customer
    ? getAccountRowsSql(customer.email, listBrandIds(customer.vendor))
    : getAccountRowsSql(null, [])
}

/** Mails the link of a ticket, unless the subscription was confirmed or withdrawn since. */
async function sendOptIn(ctx: Context, ticket: string): Promise<void> {
  const profile = await findRow(ctx.db, 'subscription_profiles', { ticket })
  if (profile?.state !== 'requested') return
  const { vendor } = getBrandById(profile.brand_id)
  const customer = await findCustomerByEmail(ctx.db, { vendor, email: profile.email })
  const mail = { accountId: customer?.account_id ?? null, kind: 'subscription' } as const
  await sendMail(ctx, mail, renderOptInEmail(ctx, profile))
}

function renderOptInEmail(ctx: Context, profile: ProfileRow): MailMessage {
  const { email, locale, requested_at: requestedAt } = profile
  const brand = getBrandById(profile.brand_id)
  const { text, link, requestFacts, render } = createBrandMail(ctx.config, brand, locale)
  const query = new URLSearchParams({ email, 'confirmation-token': createOptInToken(ctx, profile) })
  return {
    ...render({
      to: email,
      subject: text('mail.subscription.subject'),
      body: text('mail.subscription.text', { brand: brand.name }),
      facts: [[text('sign-in.email'), email], ...requestFacts({ requestedAt })],
      action: text('mail.subscription.action'),
      address: link(`/subscription-confirmation?${query}`),
      note: text('mail.subscription.ignore'),
    }),
    unsubscribeUrl: createUnsubscribeUrl(ctx, profile),
  }
}

/**
 * Serves the address in List-Unsubscribe (RFC 8058). POST, by the mail program or the page's button, ends the
 * subscription; GET shows that page and changes nothing. The random id in the address is the only authorization.
 */
function serveUnsubscribe(app: FastifyInstance, ctx: Context): void {
  app.get<Params>(`${UNSUBSCRIBE_PATH}/:id`, { config: { policy: 'public' } }, async (request, reply) => {
    const profile = await findProfileById(ctx, request.params.id)
    if (!profile) return reply.callNotFound()
    return profile.state === 'withdrawn'
      ? sendSuccessPage(ctx, reply, profile)
      : sendConfirmationPage(ctx, reply, profile)
  })
  app.post<Params>(`${UNSUBSCRIBE_PATH}/:id`, POST_OPTIONS, async (request, reply) => {
    const profile = await findProfileById(ctx, request.params.id)
    if (!profile) return reply.callNotFound()
    await withdrawSubscription(ctx, profile)
    return sendSuccessPage(ctx, reply, profile)
  })
}

type Params = { Params: { id: string } }

function sendConfirmationPage(
  ctx: Context,
  reply: FastifyReply,
  { brand_id, email }: ProfileRow,
): FastifyReply {
  const page = createPage(ctx.config, getBrandById(brand_id))
  const { text, brand } = page
  const title = text('unsubscribe.title')
  const content = html`<h1>${title}</h1>
<p class="lead">${text('unsubscribe.text', { brand: brand.name, email })}</p>
<form method="post"><button class="primary" type="submit">${text('unsubscribe.action')}</button></form>`
  return sendPage(reply, 200, renderDocument(page, title, content))
}

function sendSuccessPage(ctx: Context, reply: FastifyReply, { brand_id }: ProfileRow): FastifyReply {
  const page = createPage(ctx.config, getBrandById(brand_id))
  const { text, brand } = page
  return sendMessage(reply, 200, page, {
    title: text('unsubscribe.done'),
    text: text('unsubscribe.done.text', { brand: brand.name }),
  })
}
