import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import * as apiKeys from '#contract/api-keys.ts'
import { putBusinessDetails } from '#contract/business-details.ts'
import { createSecret, enableEndpoint, patchEndpoint, postEndpoint } from '#contract/callbacks.ts'
import { requestDeletion } from '#contract/closures.ts'
import { patchCustomer, putCustomer } from '#contract/customers.ts'
import { confirmEmailChange, requestEmailChange } from '#contract/email-changes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createExport } from '#contract/exports.ts'
import { undoEntry } from '#contract/journal.ts'
import { endAllAccess } from '#contract/not-me.ts'
import * as passkeys from '#contract/passkeys.ts'
import { changePassword } from '#contract/password.ts'
import { erasePhotos, getPhotos } from '#contract/photos.ts'
import { ACCESS_KINDS, type AccessKind } from '#contract/security.ts'
import { addSftpKey, createSftpPassword } from '#contract/sftp-access.ts'
import { createUploadSession } from '#contract/upload-sessions.ts'
import { domains } from '#server/app.ts'
import { change } from '#server/context.ts'
import { Client } from '#server/testing/client.ts'
import { advanceElapsedTime, holdElapsedTime } from '#server/testing/elapsed-time.ts'
import { PASSWORD, startSecondServer, testServer } from '#server/testing/harness.ts'
import { listColumns } from '../../../platform/db/rows.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { lockCustomer } from '../../customers/index.ts'
import { createKeyPair } from '../../sftp-access/sftp-access.testing.ts'
import { Authenticator } from '../testing/authenticator.ts'
import { readCsrfToken } from '../testing/browser.ts'
import {
  CHANNEL,
  choosePassword,
  findMailedLink,
  listSubjects,
  openBrowser,
  requestEmail,
  requestPassword,
  submitLink,
  toIdentityParams,
} from '../testing/mail-links.ts'
import { isCallback, openSignInPage, signInAs, startSignIn } from '../testing/sign-in-flow.ts'

/*
 * What adds access while all access ends: it is either seen by the end, or refused. A call is let past its authentication
 * before the end in two ways: another process knows its caller for a second, and on PostgreSQL it waits for a lock.
 */

const FTP = { callbackUrl: 'https://in.datasink.example/hook', callbackFormat: 'JSON' } as const
const server = closeAfterAll(await testServer({ config: { sftp: { port: 0 } } }))
const second = closeAfterAll(await startSecondServer(server, server.ctx.blobs))

/** A call that adds access: `prepare` makes what it needs and returns its input at this origin. */
interface Creation {
  kind: Exclude<AccessKind, 'devices'> | 'password'
  endpoint: Endpoint
  prepare: (client: Client, origin: string) => Promise<{ params?: object; body?: unknown }>
}

const newKey = { name: 'ERP', scopes: ['orders:read' as const], days: 365 as const }

const newEndpoint = { name: 'Warehouse', url: FTP.callbackUrl }

const CREATIONS: readonly Creation[] = [
  {
    kind: 'mailLinks',
    endpoint: requestEmailChange,
    prepare: async client => ({
      params: toIdentityParams(client),
      body: { email: `thief-of-${client.email}`, channel: CHANNEL },
    }),
  },
  {
    kind: 'mailLinks',
    endpoint: requestDeletion,
    prepare: async client => ({ params: toIdentityParams(client), body: { channel: CHANNEL } }),
  },
  { kind: 'uploadSessions', endpoint: createUploadSession, prepare: async () => ({ body: {} }) },
  {
    kind: 'passkeys',
    endpoint: passkeys.addPasskey,
    async prepare(client, origin) {
      const options = await client.call(passkeys.createPasskeyOptions, { body: { relatedOrigins: true } })
      return { body: { response: new Authenticator().create(options, { origin }) } }
    },
  },
  { kind: 'apiKeys', endpoint: apiKeys.createApiKey, prepare: async () => ({ body: newKey }) },
  {
    kind: 'apiKeys',
    endpoint: apiKeys.replaceApiKey,
    async prepare(client) {
      const { id } = await client.call(apiKeys.createApiKey, { body: newKey })
      return { params: { id }, body: { overlapHours: 24 } }
    },
  },
  {
    kind: 'sftpKeys',
    endpoint: addSftpKey,
    prepare: async () => ({ body: { name: 'erp01', publicKey: createKeyPair().publicKey } }),
  },
  { kind: 'sftpPassword', endpoint: createSftpPassword, prepare: async () => ({}) },
  { kind: 'callbackAddress', endpoint: patchCustomer, prepare: async () => ({ body: { ftp: FTP } }) },
  { kind: 'callbackAddress', endpoint: postEndpoint, prepare: async () => ({ body: newEndpoint }) },
  {
    kind: 'callbackAddress',
    endpoint: patchEndpoint,
    async prepare(client) {
      const { id } = await client.call(postEndpoint, { body: newEndpoint })
      return { params: { id }, body: { url: `${FTP.callbackUrl}/other` } }
    },
  },
  {
    kind: 'callbackAddress',
    endpoint: enableEndpoint,
    async prepare(client) {
      const { id } = await client.call(postEndpoint, { body: newEndpoint })
      await client.call(patchEndpoint, { params: { id }, body: { state: 'off' } })
      return { params: { id } }
    },
  },
  {
    kind: 'callbackSecrets',
    endpoint: createSecret,
    async prepare(client) {
      await client.call(patchCustomer, { body: { ftp: FTP } })
      return { body: {} }
    },
  },
  { kind: 'password', endpoint: changePassword, prepare: async () => ({ body: { password: PASSWORD } }) },
]

/** Calls that need a recent sign-in and add no access. */
const OTHER_CALLS: readonly Endpoint[] = [
  erasePhotos, // Grants nothing.
  putCustomer, // As patchCustomer: one operation.
  putBusinessDetails, // Says where invoices are sent.
  createExport, // Only sessions reach an export.
  passkeys.createPasskeyOptions,
  passkeys.deletePasskey,
  undoEntry, // Restores values of before.
  apiKeys.updateApiKey, // Changes a key that works.
]

const cases = CREATIONS.map(creation => ({
  ...creation,
  call: `${creation.endpoint.service} ${creation.endpoint.path}`,
}))

/** Lists what is in force of the account, as the end of access sees it, and its password. */
async function listAccess({ accountId }: Client): Promise<string[]> {
  const { ctx } = server
  const listed: string[] = []
  // The link by which the owner recovers the account.
  for (const { access = [] } of domains)
    for (const source of access)
      for (const { id, ...entry } of await source.list(ctx, ctx.db, accountId))
        if (!('purpose' in entry && entry.purpose === 'new-password')) listed.push(`${source.kind} ${id}`)
  const passwords = await listColumns(ctx.db, 'credentials', { account_id: accountId }, ['account_id'])
  return [...listed, ...passwords.map(() => 'password')]
}

describe('NX-321 what adds access', () => {
  test('NX-318 NX-321 is tried here for each kind of access and each call that needs a recent sign-in', () => {
    const tried = new Set<string>(CREATIONS.map(({ kind }) => kind))
    // Sign-ins are below.
    expect(ACCESS_KINDS.filter(kind => !tried.has(kind))).toEqual(['devices'])
    const known = [...CREATIONS.map(({ endpoint }) => endpoint), ...OTHER_CALLS]
    const unknown = domains
      .flatMap(({ routes = [] }) => routes.map(({ endpoint }) => endpoint))
      .filter(endpoint => endpoint.stepUp !== undefined && !known.includes(endpoint))
    expect(unknown.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  test.each(cases)(
    'NX-321 $call is 401 in a process that knows the ended session for another second',
    async ({ endpoint, prepare }) => {
      const client = await server.customer({ business: true })
      const { accountId, email, token } = client
      const late = new Client(second.origin, accountId, email, token)
      const input = await prepare(client, second.origin)
      await holdElapsedTime(async () => {
        await late.call(getPhotos)
        await client.call(endAllAccess)
        // The session passes where nothing is added.
        expect((await late.send(getPhotos)).status).toBe(200)
        const refused = await late.expectError(endpoint, input as never)
        expect([refused.status, refused.body.code]).toEqual([401, 'unauthorized'])
      })
      expect(await listAccess(client)).toEqual([])
    },
  )
})

/** Only PostgreSQL has two transactions at a time. */
describe.runIf(process.env.TEST_DATABASE_URL)('NX-321 in two transactions, what adds access', () => {
  /** Resolves when this many statements wait for a lock. */
  const waitForLocks = (count: number) =>
    vi.waitFor(
      async () => {
        const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(server.ctx.db)
        expect(rows).toHaveLength(count)
      },
      { timeout: 30_000 },
    )

  /** Runs a transaction that has `lock`, until the returned function is called. */
  async function hold(lock: (tx: Parameters<Parameters<typeof change>[1]>[0]) => Promise<unknown>) {
    const isLocked = Promise.withResolvers<void>()
    const isReleased = Promise.withResolvers<void>()
    onTestFinished(() => isReleased.resolve())
    const transaction = change(server.ctx, async tx => {
      await lock(tx)
      isLocked.resolve()
      await isReleased.promise
    })
    await Promise.race([isLocked.promise, transaction])
    return async () => {
      isReleased.resolve()
      await transaction
    }
  }

  const holdCustomer = ({ accountId }: Client) => hold(tx => lockCustomer(tx, accountId))

  /** What ends access, prepared for a client; starts it and returns its status. */
  type End = (client: Client) => Promise<() => Promise<number>>
  const endAll: End = async client => async () => (await client.send(endAllAccess)).status
  const chooseByMail: End = async client => {
    await requestPassword(server, client.email)
    const link = await findMailedLink(server, client.email, '/identity/new-password/')
    return async () => (await submitLink(server, link, { password: 'chosen after the theft' })).statusCode
  }

  describe.each([
    { id: 'NX-321', what: 'the end of all access', prepareEnd: endAll, ended: 202, left: [] },
    {
      id: 'NX-320',
      what: 'a new password by a mailed link',
      prepareEnd: chooseByMail,
      ended: 200,
      left: ['password'],
    },
  ])('$id waits for $what and is 401 then:', ({ prepareEnd, ended, left }) => {
    test.each(cases)('$call', async ({ endpoint, prepare }) => {
      const client = await server.customer({ business: true })
      const input = await prepare(client, server.origin)
      const end = await prepareEnd(client)
      const release = await holdCustomer(client)
      const ending = end()
      await waitForLocks(1)
      const adding = client.send(endpoint, input)
      await waitForLocks(2)
      await release()
      expect([await ending, (await adding).status]).toEqual([ended, 401])
      expect(await listAccess(client)).toEqual(left)
    })
  })

  test.each(cases)(
    'NX-321 what $call adds before the end is ended by it',
    async ({ kind, endpoint, prepare }) => {
      const client = await server.customer({ business: true })
      const input = await prepare(client, server.origin)
      const release = await holdCustomer(client)
      const adding = client.send(endpoint, input)
      await waitForLocks(1)
      const ending = client.send(endAllAccess)
      await waitForLocks(2)
      await release()
      const isAdded = (await adding).ok
      expect((await ending).status).toBe(202)
      // An address is compared first, in a transaction that is rolled back: the end may come between.
      if (kind !== 'callbackAddress') expect(isAdded).toBe(true)
      expect(await listAccess(client)).toEqual([])
    },
  )

  test('NX-321 a silent sign-in that has read the session before the end does not bring it back', async () => {
    const client = await server.customer()
    const thief = openBrowser(server)
    await signInAs(thief, client.email, PASSWORD)
    const release = await holdCustomer(client)
    const ending = client.send(endAllAccess)
    await waitForLocks(1)
    const request = await startSignIn(thief)
    const silent = thief.follow(`/identity/auth?${request.parameters}`, isCallback)
    await waitForLocks(2)
    await release()
    expect([(await ending).status, (await silent).url.pathname]).toEqual([202, '/auth/callback'])
    expect(await listAccess(client)).toEqual([])
    // The provider asks for the password.
    await openSignInPage(thief, await startSignIn(thief))
  })

  test('NX-321 a sign-in whose password was checked before the end is refused after it', async () => {
    const client = await server.customer()
    const thief = openBrowser(server)
    const at = await openSignInPage(thief, await startSignIn(thief))
    const uid = at.path.split('/').at(-1)!
    const release = await hold(tx =>
      tx.db
        .selectFrom('oidc_records')
        .select('id')
        .where('kind', '=', 'Interaction')
        .where('id', '=', uid)
        .forUpdate()
        .execute(),
    )
    const { email } = client
    const checked = thief.submit(at.path, { check: readCsrfToken(at.page), email, password: PASSWORD })
    await waitForLocks(1)
    await client.call(endAllAccess)
    await release()
    const { url } = await thief.follow((await checked).headers.location!, isCallback)
    expect([url.searchParams.get('code'), url.searchParams.get('error')]).toEqual([null, 'access_denied'])
    expect(await listAccess(client)).toEqual([])
    // The next sign-in is not affected.
    await advanceElapsedTime(1000)
    const restored = await choosePassword(server, client, 'chosen after the theft')
    expect((await restored.send(getPhotos)).status).toBe(200)
  })

  test('NX-322 a new password that is requested for an address while it is replaced is not mailed there', async () => {
    const client = await server.customer()
    const email = `new-${client.email}`
    const params = await requestEmail(server, client, email)
    const release = await holdCustomer(client)
    const confirming = client.send(confirmEmailChange, { params })
    await waitForLocks(1)
    const requesting = requestPassword(server, client.email)
    await waitForLocks(2)
    await release()
    expect((await confirming).ok).toBe(true)
    await requesting
    expect(await listSubjects(server, client.email)).not.toContain('Choose a new password')
    expect(await listSubjects(server, email)).not.toContain('Choose a new password')
  })
})
