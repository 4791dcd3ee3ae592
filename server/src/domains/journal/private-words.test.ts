import { expect, test } from 'vitest'
import { createApiKey } from '#contract/api-keys.ts'
import { JOURNAL_KINDS, type JournalKind } from '#contract/journal.ts'
import { domains } from '../../app.ts'
import { change } from '../../context.ts'
import { updateRows } from '../../platform/db/rows.ts'
import { createAccessData, loadAccessSamples } from '../../testing/access-samples.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { PASSWORD, testServer } from '../../testing/harness.ts'
import { readJournal } from '../../testing/journal-entries.ts'
import { listTablesNaming } from '../../testing/marker-words.ts'
import { startRetailerServer } from '../../testing/retailer-server.ts'
import { createEraseAccountCommand } from '../closures/index.ts'
import { signInBrowser } from '../identity/testing/signed-in-browser.ts'
import { record } from './index.ts'

const samples = await loadAccessSamples()
const retailer = closeAfterAll(await startRetailerServer())
for (const { answerRetailerCalls } of samples) answerRetailerCalls?.(retailer)
const server = closeAfterAll(
  await testServer({ config: { retailer: retailer.settings, sftp: { port: 0 }, rateLimits: false } }),
)
const { ctx } = server

test('NX-409 of an erased account no entry is left, and no word of one in any field; of another account all', async () => {
  const [customer, neighbour] = [await server.customer(), await server.customer()]
  const word = 'Xylographer'
  for (const { accountId } of [customer, neighbour])
    for (const kind of Object.keys(JOURNAL_KINDS) as JournalKind[])
      await change(ctx, tx =>
        record(ctx, tx, {
          accountId,
          kind,
          by: { type: 'device', id: `id of ${word}`, deviceName: `${word}, Windows`, network: `${word}.x` },
          subject: `subject of ${word}`,
          detail: { name: word, formerEmail: `${word}@example.com` },
          before: { value: word },
          undoes: crypto.randomUUID(),
        }),
      )
  await server.idle()
  const kinds = Object.keys(JOURNAL_KINDS).length
  expect((await readJournal(ctx, customer.accountId)).length).toBeGreaterThanOrEqual(kinds)
  const before = await readJournal(ctx, neighbour.accountId)
  const erase = createEraseAccountCommand(domains).parse([customer.email, '--by', 'Ada'])!
  expect(await erase(ctx, () => undefined)).toBe(0)
  expect(await readJournal(ctx, customer.accountId)).toEqual([])
  expect(await readJournal(ctx, neighbour.accountId)).toEqual(before)
  await updateRows(ctx.db, 'journal', { account_id: neighbour.accountId }, CLEARED)
  expect(await listTablesNaming(ctx, [word])).toEqual([])
})

const CLEARED = {
  actor_id: null,
  device_name: null,
  network: null,
  subject: null,
  detail: '{}',
  before: null,
}

/** Values under these names are secrets, wherever an answer has them. */
const SECRET_NAMES = /^(key|secret|password|token|keepToken|accessToken|uploadUrl|stepUp)$/

function listSecrets(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([name, value]) =>
    typeof value === 'string' && SECRET_NAMES.test(name) ? [value] : listSecrets(value),
  )
}

test('NX-410 after all calls no secret, password, token, key or complete network address is in any entry', async () => {
  const customer = await server.customer({ business: true })
  const { browser, client } = await signInBrowser(server, customer)
  const headers = { authorization: `Bearer ${client.token}`, host: new URL(server.origin).host }
  const secrets = new Set([PASSWORD, client.token, customer.token])
  const ids = await createAccessData(server, client, samples)
  const key = await client.call(createApiKey, { body: { name: 'ERP', scopes: ['orders:read'], days: 365 } })
  secrets.add(key.key)
  let answered = 0
  for (const { calls = {} } of samples.toReversed())
    for (const [route, toSample] of Object.entries(calls)) {
      const { path, body, headers: own } = toSample(ids)
      const method = route.split(' ')[0] as 'GET'
      const payload = body === undefined ? {} : { payload: body as object }
      const answer = await browser.app.inject({
        method,
        url: path,
        headers: { ...headers, ...own },
        ...payload,
      })
      if (answer.statusCode < 300) answered++
      if (answer.headers['content-type']?.includes('json'))
        for (const secret of listSecrets(answer.json())) secrets.add(secret)
    }
  await server.idle()
  // The tokens of mailed links are in their paths.
  for (const { text } of server.mailbox.list())
    for (const [, token] of text.matchAll(/[/=]([\w-]{40,})/g)) secrets.add(token!)
  expect(answered).toBeGreaterThan(80)
  expect(secrets.size).toBeGreaterThan(8)
  const entries = await readJournal(ctx, customer.accountId)
  expect(new Set(entries.map(({ kind }) => kind)).size).toBeGreaterThan(12)
  const text = JSON.stringify(entries)
  expect([...secrets].filter(secret => text.includes(secret))).toEqual([])
  expect(text).toContain('127.0.0.x')
  expect(text).not.toMatch(/\b\d{1,3}(\.\d{1,3}){3}\b/)
})
