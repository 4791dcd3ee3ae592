import { describe, expect, test } from 'vitest'
import { reopenAccount } from '#contract/closures.ts'
import { cancelEmailChange, requestEmailChange } from '#contract/email-changes.ts'
import { endAllAccess } from '#contract/not-me.ts'
import { changePassword } from '#contract/password.ts'
import { getAccountSecurity } from '#contract/security.ts'
import { change } from '#server/context.ts'
import type { Client } from '#server/testing/client.ts'
import { testServer } from '#server/testing/harness.ts'
import { readJournal } from '#server/testing/journal-entries.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import {
  CHANNEL,
  changeEmail,
  closeAccount,
  findMailedLink,
  listSubjects,
  requestPassword,
  signInAgain,
  submitLink,
  toIdentityParams,
} from '../testing/mail-links.ts'
import { createMailToken, findMailToken, type Purpose } from './mail-tokens.ts'

const server = closeAfterAll(await testServer())
const { ctx } = server
const PROTECTIVE: readonly Purpose[] = ['not-me', 'revert-email', 'stop-email-change']
const GIVING: readonly Purpose[] = [
  'change-email',
  'delete-account',
  'keep-account',
  'new-password',
  'sign-up',
]
const DAY_SECONDS = 86_400

/** Stores a link of each purpose; returns a function that lists those that can still be used. */
async function createLinks({ accountId, email }: Client): Promise<() => Promise<Purpose[]>> {
  const payload = { email, brandId: 'keepsake-gb', locale: 'en-GB' }
  const links = await change(ctx, tx =>
    Promise.all(
      [...PROTECTIVE, ...GIVING, 'already-here' as const].map(async purpose => ({
        purpose,
        ...(await createMailToken(ctx, tx, { accountId, purpose, payload, seconds: DAY_SECONDS })),
      })),
    ),
  )
  return async () => {
    const found = await Promise.all(
      links.map(async ({ token, purpose }) => ((await findMailToken(ctx, token))?.isUsable ? [purpose] : [])),
    )
    return found.flat().toSorted()
  }
}

const WAYS: Record<string, (client: Client) => Promise<unknown>> = {
  'a new password in a session': client =>
    client.call(changePassword, { body: { password: 'a-new-password' } }),
  async 'a new password by a mailed link'({ email }) {
    await requestPassword(server, email)
    const link = await findMailedLink(server, email, '/identity/new-password/')
    expect((await submitLink(server, link, { password: 'a-new-password' })).statusCode).toBe(200)
  },
  'the closing of the account': client => closeAccount(server, client),
}

describe('RV-1011 what ends mailed links', () => {
  test.each(Object.entries(WAYS))('%s ends all but those that protect the account', async (_, end) => {
    const [customer, neighbour] = [await server.customer(), await server.customer()]
    const [listUsable, listOfNeighbour] = [await createLinks(customer), await createLinks(neighbour)]
    expect(await listUsable()).toHaveLength(9)
    await end(customer)
    expect(await listUsable()).toEqual(PROTECTIVE)
    expect(await listOfNeighbour()).toHaveLength(9)
  })

  test('‘It wasn’t me’ ends all but the protective ones of the owner’s own addresses', async () => {
    const customer = await server.customer()
    const thief = await changeEmail(server, customer, `thief-of-${customer.email}`)
    const listOwners = await createLinks(customer)
    const listThiefs = await createLinks(thief)
    await thief.call(endAllAccess)
    expect([await listOwners(), await listThiefs()]).toEqual([[], []])
  })

  test('a confirmed change of the address leaves nothing to stop', async () => {
    const customer = await server.customer()
    const listUsable = await createLinks(customer)
    await changeEmail(server, customer, `new-${customer.email}`)
    expect(await listUsable()).toEqual(['not-me', 'revert-email'])
  })
})

describe('RV-1178 mailed links in the list and the journal', () => {
  test('lists those that give something, and no other', async () => {
    const customer = await server.customer()
    await createLinks(customer)
    const { mailLinks } = await customer.call(getAccountSecurity)
    expect(mailLinks.map(({ purpose }) => purpose).toSorted()).toEqual(GIVING)
  })

  test('a change of the address that is cancelled, in the account or by the mail, is an event and mailed once', async () => {
    const customer = await server.customer()
    const subject = 'A change of your email address was cancelled'
    const count = async () =>
      (await listSubjects(server, customer.email)).filter(each => each === subject).length
    const params = toIdentityParams(customer)
    const request = () =>
      customer.call(requestEmailChange, {
        params,
        body: { email: `new-${customer.email}`, channel: CHANNEL },
      })
    await customer.call(cancelEmailChange, { params })
    expect(await count()).toBe(0)
    await request()
    for (let i = 0; i < 2; i++) await customer.call(cancelEmailChange, { params })
    expect(await count()).toBe(1)
    await request()
    const link = await findMailedLink(server, customer.email, '/identity/stop-email-change/')
    expect((await submitLink(server, link)).statusCode).toBe(200)
    expect(await count()).toBe(2)
    const entries = await readJournal(ctx, customer.accountId, 'email.change-stopped')
    expect(entries.map(({ actor }) => actor).toSorted()).toEqual(['device', 'link'])
  })

  test('keeping a closed account is an event and mailed once; its link gives nothing afterwards', async () => {
    const customer = await server.customer()
    const { keepToken } = await closeAccount(server, customer)
    for (let i = 0; i < 2; i++) await customer.call(reopenAccount, { params: { token: keepToken! } })
    const entries = await readJournal(ctx, customer.accountId, 'account.kept')
    expect(entries.map(({ actor }) => actor)).toEqual(['link'])
    const subjects = await listSubjects(server, customer.email)
    expect(subjects.filter(each => each === 'Your account is open again')).toHaveLength(1)
    expect((await (await signInAgain(server, customer)).call(getAccountSecurity)).mailLinks).toEqual([])
  })
})
