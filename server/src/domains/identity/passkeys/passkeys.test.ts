import { describe, expect, test } from 'vitest'
import {
  addPasskey,
  createPasskeyOptions,
  deletePasskey,
  KNOWN_PASSKEY,
  listPasskeys,
  ONLY_SIGN_IN,
  type Passkey,
  renamePasskey,
  TOO_MANY_PASSKEYS,
} from '#contract/passkeys.ts'
import { change } from '#server/context.ts'
import type { Client } from '#server/testing/client.ts'
import { testServer } from '#server/testing/harness.ts'
import { readJournal } from '#server/testing/journal-entries.ts'
import { deleteRows, updateRows } from '../../../platform/db/rows.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { passkeyAccess } from '../index.ts'
import { Authenticator, type Ceremony } from '../testing/authenticator.ts'
import { hasTrustedPasskey } from './passkeys.ts'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const GOOGLE = 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4'
const server = closeAfterAll(await testServer({ config: { rateLimits: false } }))

const getOptions = (customer: Client) =>
  customer.call(createPasskeyOptions, { body: { relatedOrigins: true } })

/** Makes a passkey and adds it to the account. */
async function add(
  customer: Client,
  {
    authenticator = new Authenticator(),
    name,
    ...ceremony
  }: Partial<Ceremony> & { authenticator?: Authenticator; name?: string } = {},
): Promise<Passkey> {
  const response = authenticator.create(await getOptions(customer), { origin: server.origin, ...ceremony })
  return customer.call(addPasskey, { body: { response, name } })
}

const listEvents = async ({ accountId }: Client) =>
  (await readJournal(server.ctx, accountId, 'passkey.')).map(({ kind, detail, network }) => ({
    kind,
    detail,
    network,
  }))

describe('NX-333 passkeys of an account', () => {
  test('NX-333 one is added, named, listed and deleted; the owner is told of the first and the last', async () => {
    const customer = await server.customer()
    expect(await customer.call(listPasskeys)).toEqual({ passkeys: [], accepted: [] })
    const added = await add(customer, { name: ' Windows Hello, study ' })
    expect(added).toEqual({
      id: expect.any(String),
      name: 'Windows Hello, study',
      createdAt: server.clock.now().toISOString(),
      lastUsedAt: null,
      backedUp: true,
    })
    await customer.call(renamePasskey, { params: { id: added.id }, body: { name: 'Study' } })
    const { passkeys, accepted } = await customer.call(listPasskeys)
    expect(passkeys).toEqual([{ ...added, name: 'Study' }])
    expect(accepted).toEqual([
      {
        rpId: 'localhost',
        userId: expect.stringMatching(/^[\w-]{43}$/),
        allAcceptedCredentialIds: [expect.any(String)],
      },
    ])
    expect(accepted[0]!.userId).not.toContain(customer.accountId)
    await customer.call(deletePasskey, { params: { id: added.id } })
    const rest = await customer.call(listPasskeys)
    expect(rest).toMatchObject({
      passkeys: [],
      accepted: [{ rpId: 'localhost', allAcceptedCredentialIds: [] }],
    })
    expect(await listEvents(customer)).toEqual([
      { kind: 'passkey.added', detail: { name: 'Windows Hello, study' }, network: '127.0.0.x' },
      { kind: 'passkey.removed', detail: { name: 'Study' }, network: '127.0.0.x' },
    ])
  })

  test('NX-333 without a name it has that of its provider, else of the device', async () => {
    const customer = await server.customer()
    const create = async (aaguid: string | undefined, agent: string) => {
      const response = new Authenticator().create(
        await getOptions(customer),
        { origin: server.origin },
        aaguid,
      )
      const answer = await customer.fetch('/api/account/passkeys', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': agent },
        body: JSON.stringify({ response }),
      })
      return ((await answer.json()) as Passkey).name
    }
    expect(await create(GOOGLE, CHROME)).toBe('Google Password Manager')
    expect(await create(undefined, CHROME)).toMatch(/Chrome.*Windows/)
    expect(await create(undefined, 'unknown')).toBe('Passkey')
  })

  test('NX-333 options ask for a discoverable passkey with user verification and no attestation, and exclude known ones', async () => {
    const customer = await server.customer()
    const authenticator = new Authenticator()
    await add(customer, { authenticator })
    const options = await getOptions(customer)
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Keepsake' },
      user: { name: customer.email, displayName: customer.email },
      pubKeyCredParams: [-8, -7, -257].map(alg => ({ type: 'public-key', alg })),
      excludeCredentials: [{ id: authenticator.credentials[0]!.id, transports: ['internal'] }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    })
    expect(options.user.id).toBe(authenticator.credentials[0]!.userHandle)
  })

  test('NX-333 twenty at most, also by concurrent calls', async () => {
    const customer = await server.customer()
    for (let i = 0; i < 18; i++) await add(customer)
    const responses = await Promise.all(
      Array.from({ length: 4 }, async () =>
        new Authenticator().create(await getOptions(customer), { origin: server.origin }),
      ),
    )
    const answers = await Promise.all(
      responses.map(response => customer.send(addPasskey, { body: { response } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409])
    const refused = await customer.expectError(createPasskeyOptions, { body: { relatedOrigins: true } })
    expect(refused).toMatchObject({ status: 409, body: { reason: TOO_MANY_PASSKEYS } })
  })

  test('NX-333 the last one of an account without a password cannot be deleted, not even by two calls at once', async () => {
    const customer = await server.customer()
    const passkeys = [await add(customer), await add(customer)]
    await change(server.ctx, tx => deleteRows(tx.db, 'credentials', { account_id: customer.accountId }))
    const answers = await Promise.all(
      passkeys.map(({ id }) => customer.send(deletePasskey, { params: { id } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
    const [last] = (await customer.call(listPasskeys)).passkeys
    const refused = await customer.expectError(deletePasskey, { params: { id: last!.id } })
    expect(refused).toMatchObject({ status: 409, body: { reason: ONLY_SIGN_IN } })
  })
})

describe('NX-333 a response of a browser is refused', () => {
  test.each<[string, Partial<Ceremony>]>([
    ['without user verification', { userVerified: false }],
    ['of another origin', { origin: 'https://elsewhere.example' }],
    ['of another RP ID', { rpId: 'elsewhere.example' }],
  ])('NX-333 %s: 400 with the field', async (_, ceremony) => {
    const customer = await server.customer()
    const response = new Authenticator().create(await getOptions(customer), {
      origin: server.origin,
      ...ceremony,
    })
    const refused = await customer.expectError(addPasskey, { body: { response } })
    expect(refused).toMatchObject({ status: 400, body: { fields: { response: 'not-valid' } } })
    expect((await customer.call(listPasskeys)).passkeys).toEqual([])
  })

  test('NX-333 with a challenge that was used, that has expired, or that is another customer’s or made up', async () => {
    const [customer, other] = [await server.customer(), await server.customer()]
    const create = async (options: Awaited<ReturnType<typeof getOptions>>) =>
      new Authenticator().create(options, { origin: server.origin })
    const options = await getOptions(customer)
    await customer.call(addPasskey, { body: { response: await create(options) } })
    const late = await getOptions(customer)
    const foreign = await getOptions(other)
    const madeUp = { ...options, challenge: Buffer.alloc(56, 7).toString('base64url') }
    const altered = { ...foreign, challenge: `${foreign.challenge.slice(0, -2)}AA` }
    server.clock.advance(299_000)
    const inTime = await getOptions(customer)
    server.clock.advance(1_000)
    for (const each of [options, late, foreign, altered, madeUp])
      expect(
        await customer.expectError(addPasskey, { body: { response: await create(each) } }),
      ).toMatchObject({ status: 400 })
    await customer.call(addPasskey, { body: { response: await create(inTime) } })
  })

  test('NX-333 that is no response, and a name that is none', async () => {
    const customer = await server.customer()
    const response = new Authenticator().create(await getOptions(customer), { origin: server.origin })
    const broken = { ...response, response: { ...response.response, attestationObject: 'AAAA' } }
    expect(await customer.expectError(addPasskey, { body: { response: broken } })).toMatchObject({
      status: 400,
    })
    const { id } = await add(customer)
    for (const name of ['', ' ', 'x'.repeat(61), 'Laptop\n\nNot you?', 'Laptop \u2066x']) {
      const refusal = { status: 400, body: { fields: { name: expect.any(String) } } }
      expect(await customer.expectError(addPasskey, { body: { response, name } })).toMatchObject(refusal)
      expect(await customer.expectError(renamePasskey, { params: { id }, body: { name } })).toMatchObject(
        refusal,
      )
    }
    for (const body of [{}, { response: {} }, { response: { ...response, type: 'password' } }])
      expect((await customer.send(addPasskey, { body })).status).toBe(400)
  })

  test('NX-333 of a passkey that an account has already: 409', async () => {
    const [customer, other] = [await server.customer(), await server.customer()]
    await add(customer)
    const response = new Authenticator().create(await getOptions(other), { origin: server.origin })
    await updateRows(
      server.ctx.db,
      'passkeys',
      { account_id: customer.accountId },
      { credential_id: response.id },
    )
    const refused = await other.expectError(addPasskey, { body: { response } })
    expect(refused).toMatchObject({ status: 409, body: { reason: KNOWN_PASSKEY } })
  })
})

describe('NX-318 passkeys grant access', () => {
  test('NX-318 they are listed, and ended by id or all; foreign ids are ignored', async () => {
    const [owner, other] = [await server.customer(), await server.customer()]
    const { ctx } = server
    const [first, second, third] = [await add(owner), await add(owner), await add(owner)]
    const foreign = await add(other)
    const list = async ({ accountId }: Client) =>
      (await passkeyAccess.list(ctx, ctx.db, accountId)).map(({ id }) => id).sort()
    expect(await list(owner)).toEqual([first.id, second.id, third.id].sort())
    await change(ctx, tx => passkeyAccess.end(ctx, tx, owner.accountId, [first.id, foreign.id], 'owner'))
    expect(await list(owner)).toEqual([second.id, third.id].sort())
    await change(ctx, tx => passkeyAccess.end(ctx, tx, owner.accountId, [], 'owner'))
    expect(await list(owner)).toHaveLength(2)
    await change(ctx, tx => passkeyAccess.end(ctx, tx, owner.accountId, 'all', 'not-me'))
    expect([await list(owner), await list(other)]).toEqual([[], [foreign.id]])
  })

  test('NX-364 a passkey is trusted 30 days after it was made', async () => {
    const customer = await server.customer()
    const { ctx, clock } = server
    const isTrusted = () => hasTrustedPasskey(ctx, ctx.db, customer.accountId)
    await add(customer)
    clock.advance(30 * 86_400_000 - 1)
    expect(await isTrusted()).toBe(false)
    clock.advance(1)
    expect(await isTrusted()).toBe(true)
  })
})
