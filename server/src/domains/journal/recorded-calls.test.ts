import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { requestEmailChange } from '#contract/email-changes.ts'
import { type Endpoint, SERVICES } from '#contract/endpoint.ts'
import type { JournalKind } from '#contract/journal.ts'
import { createPasskeyOptions } from '#contract/passkeys.ts'
import { deletePhotos, getPhotos } from '#contract/photos.ts'
import { getAccountSecurity } from '#contract/security.ts'
import { domains } from '../../app.ts'
import { updateRows } from '../../platform/db/rows.ts'
import { type AccessSample, createAccessData, loadAccessSamples } from '../../testing/access-samples.ts'
import { addressForTests } from '../../testing/addresses.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { readJournal } from '../../testing/journal-entries.ts'
import { jpeg } from '../../testing/pictures.ts'
import { startRetailerServer } from '../../testing/retailer-server.ts'
import { Authenticator } from '../identity/testing/authenticator.ts'
import {
  CHANNEL,
  findMailedLink,
  requestDeletionToken,
  requestPassword,
  toIdentityParams,
} from '../identity/testing/mail-links.ts'
import { signInBrowser } from '../identity/testing/signed-in-browser.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const MINUTE = 60_000
const DAY = 86_400_000
const samples = await loadAccessSamples()
const retailer = closeAfterAll(await startRetailerServer())
for (const { answerRetailerCalls } of samples) answerRetailerCalls?.(retailer)
const server = closeAfterAll(
  await testServer({ config: { retailer: retailer.settings, sftp: { port: 0 }, rateLimits: false } }),
)
const { ctx, clock } = server
const { customers: C, account: A, photoManagement: P, orders: O, callbacks: B, apiKeys: K } = SERVICES
const IDENTITY = `${A}/v2/identities/:idpType/:idpSub`

/** What each call records; of all others the published list says why they record nothing. */
const RECORDED: Record<string, JournalKind | readonly JournalKind[]> = {
  [`POST ${IDENTITY}/deleteaccount`]: 'account.closing-requested',
  [`POST ${IDENTITY}/deleteaccount/:token/actions/confirm`]: 'account.closed',
  [`POST ${A}/closures/:token/actions/keep`]: 'account.kept',
  [`POST ${IDENTITY}/emailchanges`]: 'email.change-requested',
  [`POST ${IDENTITY}/emailchanges/:token/actions/confirm`]: 'email.changed',
  [`DELETE ${IDENTITY}/emailchanges`]: 'email.change-stopped',
  [`DELETE ${A}/recovery`]: 'recovery.stopped',
  [`POST ${A}/passkeys`]: 'passkey.added',
  [`DELETE ${A}/passkeys/:id`]: 'passkey.removed',
  [`PUT ${A}/password`]: 'password.changed',
  [`POST ${A}/not-me`]: 'access.ended',
  [`POST ${A}/journal/review`]: 'changes.reviewed',
  [`POST ${A}/journal/:id/undo`]: 'change.undone',
  // Its record has no address for callbacks any more.
  [`PUT ${C}/customers/me`]: ['profile.changed', 'endpoint.removed'],
  [`PATCH ${C}/customers/me`]: 'profile.changed',
  [`PUT ${C}/customers/me/business`]: 'business-details.changed',
  [`POST ${C}/customers/me/addresses`]: 'address.added',
  [`PUT ${C}/customers/me/addresses/:id`]: 'address.changed',
  [`DELETE ${C}/customers/me/addresses/:id`]: 'address.removed',
  [`POST ${K}/v1/keys`]: 'api-key.created',
  [`PATCH ${K}/v1/keys/:id`]: 'api-key.changed',
  [`POST ${K}/v1/keys/:id/replace`]: 'api-key.replaced',
  [`POST ${SERVICES.sftpAccess}/v1/password`]: 'sftp.added',
  [`POST ${SERVICES.sftpAccess}/v1/keys`]: 'sftp.added',
  [`POST ${B}/v1/endpoints`]: 'callback.address-changed',
  [`POST ${B}/v1/endpoints/:id/enable`]: 'callback.enabled',
  [`POST ${SERVICES.photoExport}/backups`]: 'export.requested',
  [`PUT ${O}/v1/superorders/:code/deliveryAddress`]: 'order.delivery-address-changed',
  [`DELETE ${P}/photos`]: 'photos.deleted',
  [`DELETE ${P}/photos/all`]: 'library.deleted',
  [`DELETE ${P}/bin`]: 'photos.erased',
  [`POST ${P}/bin/restore`]: 'change.undone',
  [`POST ${P}/bin/restore-all`]: 'photos.restored',
  [`DELETE ${A}/devices/:id`]: 'access.removed',
  [`POST ${A}/devices/end-others`]: 'access.removed',
  [`DELETE ${K}/v1/keys/:id`]: 'access.removed',
  [`DELETE ${SERVICES.sftpAccess}/v1/password`]: 'access.removed',
  [`DELETE ${SERVICES.sftpAccess}/v1/keys/:id`]: 'access.removed',
  [`PATCH ${B}/v1/endpoints/:id`]: 'endpoint.changed',
  [`DELETE ${B}/v1/endpoints/:id`]: 'endpoint.removed',
  [`POST ${B}/v1/secret`]: 'endpoint.changed',
  [`DELETE ${B}/v1/secrets/:id`]: 'endpoint.changed',
  [`POST ${P}/tidy-up/:kind/groups/:groupId`]: 'photos.tidied',
  [`POST ${P}/tidy-up/:kind/all`]: 'photos.tidied',
  [`POST ${P}/tidy-up/decisions/:id/undo`]: 'change.undone',
  [`POST ${P}/photo-dates`]: 'dates.changed',
  [`POST ${P}/photo-dates/:id/undo`]: 'change.undone',
  [`DELETE ${SERVICES.projects}/api/v2/project/:id`]: 'project.deleted',
  [`POST ${SERVICES.projects}/api/v2/project/:id/restore`]: 'change.undone',
}

/** Samples that repeat what is stored: with these they change it. */
const CHANGING: Record<string, { body: object }> = {
  [`PATCH ${C}/customers/me`]: { body: { firstName: 'Berta' } },
  [`PUT ${C}/customers/me/addresses/:id`]: {
    body: addressForTests({ companyName: 'Studio Keller', city: 'Leeds' }),
  },
  [`PUT ${O}/v1/superorders/:code/deliveryAddress`]: { body: addressForTests({ city: 'Leeds' }) },
  [`PATCH ${B}/v1/endpoints/:id`]: { body: { events: ['order.changed', 'invoice.ready'] } },
}

/** The entries of each call, as 'kind · who'. */
const recorded: Record<string, string[]> = {}
/** The entries of calls that were made a second time. */
const repeated: Record<string, string[]> = {}
const refused: string[] = []

/** Makes a call and notes what it added to the journal, also to an entry that was there. */
async function make(
  route: string,
  client: Client,
  { path, body, headers }: AccessSample,
  notes = recorded,
): Promise<unknown> {
  clock.advance(1)
  const before = new Set((await readJournal(ctx, client.accountId)).map(entry => JSON.stringify(entry)))
  const answer = await server.app.http.inject({
    method: route.split(' ')[0] as 'POST',
    url: path,
    headers: {
      authorization: `Bearer ${client.token}`,
      host: new URL(server.origin).host,
      'user-agent': FIREFOX,
      ...headers,
    },
    ...(body === undefined ? {} : { payload: body as object }),
  })
  if (answer.statusCode >= 300) refused.push(`${route}: ${answer.statusCode} ${answer.body}`)
  const entries = (await readJournal(ctx, client.accountId)).filter(each => !before.has(JSON.stringify(each)))
  notes[route] = entries.map(({ kind, actor, actor_id, device_name, network, at, until }) => {
    const isNow = (until ?? at).getTime() === clock.now().getTime()
    return `${kind} · ${actor} ${actor_id === null ? 'unknown' : 'known'}, ${device_name}, ${network}, ${isNow ? 'now' : at.toISOString()}`
  })
  return answer.headers['content-type']?.includes('json') ? answer.json() : undefined
}

const signIn = async (customer: Client) =>
  (await signInBrowser(server, customer, { 'user-agent': FIREFOX })).client

const isChange = (route: string) => !/^(GET|HEAD|OPTIONS) /.test(route)

/** The calls of the samples, by one signed-in device. */
async function makeSampleCalls(): Promise<void> {
  const client = await signIn(await server.customer({ business: true }))
  const ids = await createAccessData(server, client, samples)
  await updateRows(
    ctx.db,
    'callbacks',
    { account_id: client.accountId, endpoint_id: ids.callbackEndpoint! },
    { state: 'off' },
  )
  // Deletions of more than a minute ago are an entry of their own.
  clock.advance(2 * MINUTE)
  for (const { calls = {} } of samples.toReversed())
    for (const [route, toSample] of Object.entries(calls)) {
      const sample = { ...toSample(ids), ...CHANGING[route] }
      await make(route, client, sample)
      if (isRepeatable(route)) await make(route, client, sample, repeated)
    }
}

/** The present password is another the second time, and an address that the order system has refused is requested again. */
const ONCE = [`PUT ${A}/password`, `PUT ${O}/v1/superorders/:code/deliveryAddress`]
const isRepeatable = (route: string) =>
  route in RECORDED && /^(PUT|PATCH) /.test(route) && !ONCE.includes(route)

/** Calls that the samples cannot make: they end the session, need a mailed link, or change what the samples need. */
async function makeOtherCalls(): Promise<void> {
  const business = await signIn(await server.customer({ business: true }))
  const addresses = `${C}/customers/me/addresses`
  await make(`POST ${addresses}`, business, {
    path: addresses,
    body: addressForTests({ companyName: 'Studio' }),
  })
  await make(`POST ${C}/v1/checkout-tickets`, business, { path: `${C}/v1/checkout-tickets` })

  const photographer = await signIn(await server.customer())
  await photographer.upload('a.jpg', await jpeg())
  await server.idle()
  const body = { photoIds: (await photographer.call(getPhotos)).images.map(({ imageId }) => imageId) }
  const backups = `${SERVICES.photoExport}/backups`
  await make(`POST ${backups}`, photographer, { path: backups, body: { channel: CHANNEL } })
  await server.idle()
  await photographer.call(deletePhotos, { body })
  await make(`POST ${P}/bin/restore`, photographer, { path: `${P}/bin/restore`, body })

  const tidier = await signIn(await server.customer({ business: true }))
  const ids = await createAccessData(server, tidier, samples)
  const allCopies = { path: `${P}/tidy-up/copies/all`, body: { requestId: ids.tidyUpRun } }
  await make(`POST ${P}/tidy-up/:kind/all`, tidier, allCopies)

  const owner = await signIn(await server.customer())
  const options = await owner.call(createPasskeyOptions, { body: { relatedOrigins: true } })
  const response = new Authenticator().create(options, { origin: server.origin })
  await make(`POST ${A}/passkeys`, owner, { path: `${A}/passkeys`, body: { response } })
  clock.advance(31 * DAY)
  const trusted = await signIn(owner)
  await requestPassword(server, owner.email)
  await make(`DELETE ${A}/recovery`, trusted, { path: `${A}/recovery` })
  await signIn(owner)
  const { id } = (await trusted.call(getAccountSecurity)).devices.find(({ current }) => !current)!
  await make(`DELETE ${A}/devices/:id`, trusted, { path: `${A}/devices/${id}` })
  await signIn(owner)
  await make(`POST ${A}/devices/end-others`, trusted, { path: `${A}/devices/end-others` })
  await make(`POST ${A}/not-me`, trusted, { path: `${A}/not-me` })

  const mover = await signIn(await server.customer())
  const params = toIdentityParams(mover)
  const email = `new-${mover.email}`
  await mover.call(requestEmailChange, { params, body: { email, channel: CHANNEL } })
  const link = await findMailedLink(server, email, '/change-email-confirmation')
  const confirmation = `${link.searchParams.get('confirmation-token')}/actions/confirm`
  const identity = `${A}/v2/identities/${params.idpType}/${params.idpSub}`
  const path = `${identity}/emailchanges/${confirmation}`
  await make(`POST ${IDENTITY}/emailchanges/:token/actions/confirm`, mover, { path })

  const leaver = await signIn(await server.customer())
  const token = await requestDeletionToken(server, leaver)
  const closing = `${A}/v2/identities/keepsake/${leaver.accountId}/deleteaccount/${token}/actions/confirm`
  const closed = await make(`POST ${IDENTITY}/deleteaccount/:token/actions/confirm`, leaver, {
    path: closing,
  })
  const { keepToken } = closed as { keepToken: string }
  await make(`POST ${A}/closures/:token/actions/keep`, leaver, {
    path: `${A}/closures/${keepToken}/actions/keep`,
  })
}

beforeAll(async () => {
  await makeSampleCalls()
  await makeOtherCalls()
})

/** Calls of the published list: those that record nothing, with their reasons. */
function readExceptions(): { reasons: string[]; routes: string[] } {
  const page = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8')
  const [, section = ''] = page.split('## The journal\n')
  const reasons = section.split(/\n## /)[0]!.match(/^\d+\. .*(\n {3}.*)*/gm) ?? []
  const routes = reasons.flatMap(each =>
    [...each.matchAll(/`((?:POST|PUT|PATCH|DELETE) [^`]+)`/g)].map(match =>
      match[1]!.replace(/\{(\w+)\}/g, ':$1'),
    ),
  )
  return { reasons, routes }
}

const toRoute = ({ method, service, path }: Endpoint) => `${method} ${SERVICES[service]}${path}`

/** Calls of the contract that may change something of an account. */
const changing = domains
  .flatMap(({ routes = [] }) => routes.map(({ endpoint }) => toRoute(endpoint)))
  .filter(isChange)

const findUnknown = (routes: readonly string[]) => {
  const known = new Set([...Object.keys(RECORDED), ...readExceptions().routes])
  return routes.filter(route => !known.has(route))
}

test('NX-401 RV-1006 every call that changes something is recorded, or in the published list with its reason', () => {
  expect(findUnknown(changing)).toEqual([])
  const { reasons, routes } = readExceptions()
  expect(reasons.length).toBeLessThanOrEqual(12)
  expect(routes.filter(route => !changing.includes(route) || route in RECORDED)).toEqual([])
  expect(Object.keys(RECORDED).filter(route => !changing.includes(route))).toEqual([])
  expect(new Set(routes).size).toBe(routes.length)
})

test('NX-401 a new endpoint that is in neither is found', () => {
  const route = `POST ${A}/things`
  expect(findUnknown([...changing, route])).toEqual([route])
})

test('NX-401 each recorded call leaves exactly one entry of what it changed, with kind, actor, device, shortened network and time', () => {
  expect(refused).toEqual([])
  const expected = Object.entries(RECORDED).map(([route, kinds]) => [
    route,
    [kinds].flat().map(kind => `${kind} · ${whoMakes(route)}, Firefox, Windows, 127.0.0.x, now`),
  ])
  expect(Object.fromEntries(Object.keys(RECORDED).map(route => [route, recorded[route]]))).toEqual(
    Object.fromEntries(expected),
  )
})

test('NX-401 a repetition that changes nothing records nothing', () => {
  expect(Object.keys(repeated).length).toBeGreaterThanOrEqual(6)
  expect(Object.entries(repeated).filter(([, entries]) => entries.length > 0)).toEqual([])
})

test('NX-401 no call of the list records anything', () => {
  const { routes } = readExceptions()
  expect(routes.filter(route => recorded[route]?.length)).toEqual([])
})

const whoMakes = (route: string) => (route.endsWith('/actions/keep') ? 'link unknown' : 'device known')
