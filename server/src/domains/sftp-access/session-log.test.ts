import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { getActivity } from '#contract/activity.ts'
import { getJournal, JOURNAL_KINDS } from '#contract/journal.ts'
import * as contract from '#contract/sftp-access.ts'
import { change } from '../../context.ts'
import { createRecordingLog } from '../../platform/log/recording-log.testing.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { readJournal } from '../../testing/journal-entries.ts'
import { closeAccount } from '../customers/index.ts'
import { invoiceForTests } from '../invoices/invoices.testing.ts'
import { upsertInvoice } from '../invoices/invoices.ts'
import { startSftpServer } from './connection/sftp-server.ts'
import {
  connectSftp,
  connectSftpWithKey,
  createKeyPair,
  getStatus,
  type TestSftp,
} from './sftp-access.testing.ts'

const { log, output, clearOutput } = createRecordingLog()
const server = closeAfterAll(await testServer({ log, config: { sftp: { port: 0 } } }))
const sftpServer = closeAfterAll(await startSftpServer(server.ctx))
const { privateKey, publicKey } = createKeyPair()

const linesOf = (msg: string): Record<string, unknown>[] =>
  output()
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))
    .filter(line => line.msg === msg)

/** A business with a key and two invoices whose PDFs are ready. */
async function createBusiness() {
  const business = await server.customer({ business: true })
  const { id: keyId } = await business.call(contract.addSftpKey, { body: { name: 'erp01', publicKey } })
  const numbers = ['a', 'b'].map(letter => `${business.accountId.slice(0, 8)}-${letter}`)
  for (const number of numbers)
    await upsertInvoice(server.ctx, number, invoiceForTests(business.accountId, { issueDate: '2026-03-01' }))
  await server.idle()
  clearOutput()
  return { business, keyId, paths: numbers.map(number => `/invoices/2026/${number}.pdf`) }
}
const open = ({ accountId }: Client) => connectSftpWithKey(sftpServer.port, accountId, privateKey)
const readSessions = ({ accountId }: Client) => readJournal(server.ctx, accountId, 'sftp.session')

/** Closes a session and waits for its entry, of which the client learns nothing. */
async function closeAndRead(session: TestSftp, business: Client, count = 1) {
  await session.close()
  await expect.poll(() => linesOf('SFTP session').length).toBeGreaterThan(0)
  await expect.poll(async () => (await readSessions(business)).length).toBe(count)
  return (await readSessions(business)).at(-1)!
}
const store = (session: TestSftp, path: string, text: string) =>
  new Promise<void>((resolve, reject) =>
    session.sftp.writeFile(path, text, error => (error ? reject(error) : resolve())),
  )

test('NX-449 a session that fetched, stored and was refused is one entry with its files, by its key', async () => {
  const { business, keyId, paths } = await createBusiness()
  const other = await createBusiness()
  const session = await open(business)
  const pdf = await session.get(paths[0]!)
  await store(session, '/orders/note.txt', 'hello')
  expect(await getStatus(done => session.sftp.readFile('/invoices/2026/2026-0412.pdf', done))).toBe(2)
  expect(await getStatus(done => session.sftp.unlink(paths[0]!, done))).toBe(3)
  await promisify(session.sftp.rename.bind(session.sftp))('/orders/note.txt', '/orders/later.txt')
  await promisify(session.sftp.unlink.bind(session.sftp))('/orders/later.txt')
  server.clock.advance(5000)
  const entry = await closeAndRead(session, business)
  expect(entry).toMatchObject({
    kind: 'sftp.session',
    actor: 'sftp',
    actor_id: keyId,
    network: '127.0.0.x',
    subject: null,
    detail: { name: 'erp01', files: '6', bytes: String(pdf.length + 5), seconds: '5' },
  })
  expect(entry.detail.names!.split('\n')).toEqual([
    `fetched ${paths[0]}, ${pdf.length} bytes`,
    'stored /orders/note.txt, 5 bytes',
    'refused /invoices/2026/2026-0412.pdf: No such file',
    `refused ${paths[0]}: Read only`,
    'renamed /orders/later.txt',
    'removed /orders/later.txt',
  ])
  expect(entry.expires_at.getTime() - entry.at.getTime()).toBe(30 * 86_400_000)
  expect(await readSessions(other.business)).toEqual([])
})

test('NX-449 a part of a file is told from the whole, at both ends of a broken connection', async () => {
  const { business, paths } = await createBusiness()
  const session = await open(business)
  const rest = await session.getFrom(paths[0]!, 100)
  const handle = await new Promise<Buffer>((resolve, reject) =>
    session.sftp.open('/orders/half.json', 'w', (error, opened) => (error ? reject(error) : resolve(opened))),
  )
  await promisify(session.sftp.write.bind(session.sftp) as never)(
    handle as never,
    Buffer.from('{"a') as never,
    0 as never,
    3 as never,
    0 as never,
  )
  session.client.destroy()
  await expect.poll(async () => (await readSessions(business)).length).toBe(1)
  const [entry] = await readSessions(business)
  expect(entry!.detail.names!.split('\n')).toEqual([
    `fetched ${paths[0]}, ${rest.length} of ${rest.length + 100} bytes`,
    'interrupted /orders/half.json, 3 bytes',
  ])
})

test('NX-449 a session that only looked leaves a line of the log and no entry', async () => {
  const { business, keyId } = await createBusiness()
  const session = await open(business)
  await session.list('/invoices/2026')
  await session.close()
  await expect
    .poll(() => linesOf('SFTP session'))
    .toMatchObject([{ account: business.accountId, key: keyId, files: 0, bytes: 0 }])
  expect(await readSessions(business)).toEqual([])
})

test('NX-449 a file has one line of the log, which names none of the customer', async () => {
  const { business, paths } = await createBusiness()
  const session = await open(business)
  const pdf = await session.get(paths[1]!)
  await store(session, '/orders/Anna-Mustermann.txt', 'hello')
  await getStatus(done => session.sftp.readFile('/invoices/Anna-Mustermann.pdf', done))
  await closeAndRead(session, business)
  expect(linesOf('SFTP file')).toMatchObject([
    { account: business.accountId, act: 'fetched', file: paths[1], bytes: pdf.length, size: pdf.length },
    { account: business.accountId, act: 'stored', bytes: 5 },
    { account: business.accountId, act: 'refused', problem: 'No such file' },
  ])
  expect(output()).not.toMatch(RegExp(`Mustermann|erp01|127\\.0\\.0|${business.email}`))
})

test('NX-449 an entry names fifty files and counts all; a name cannot pretend to be another line', async () => {
  const { business } = await createBusiness()
  const session = await open(business)
  const paths = Array.from({ length: 50 }, (_, i) => `/none/${i}`)
  for (const path of [`/x\nfetched /y`, `/${'é'.repeat(400)}😀`, ...paths])
    await getStatus(done => session.sftp.readFile(path, done))
  const { detail } = await closeAndRead(session, business)
  const names = detail.names!.split('\n')
  expect(names.length).toBe(50)
  expect(names[0]).toBe('refused /x?fetched /y: No such file')
  expect(names.at(-1)).toBe('refused /none/47: No such file')
  expect(detail.files).toBe('52')
})

test('NX-449 a refused sign-in is one line: its account where the user name has one, and how often it tried', async () => {
  const { business } = await createBusiness()
  await expect(connectSftp(sftpServer.port, business.accountId, 'wrong-password-word')).rejects.toThrow()
  await expect(
    connectSftpWithKey(sftpServer.port, business.accountId, createKeyPair().privateKey),
  ).rejects.toThrow()
  await expect(connectSftp(sftpServer.port, 'nobody-word', 'wrong-password-word')).rejects.toThrow()
  await expect.poll(() => linesOf('SFTP sign-in refused').length).toBe(3)
  const lines = linesOf('SFTP sign-in refused')
  expect(lines).toMatchObject([
    { account: business.accountId, passwords: 1, keys: 0 },
    { account: business.accountId, passwords: 0, keys: 1 },
    { passwords: 1, keys: 0 },
  ])
  expect(lines[2]).not.toHaveProperty('account')
  expect(output()).not.toMatch(/wrong-password-word|nobody-word/)
  // One that succeeded is none.
  clearOutput()
  await (await open(business)).close()
  await expect.poll(() => linesOf('SFTP session').length).toBe(1)
  expect(linesOf('SFTP sign-in refused')).toEqual([])
})

test('NX-449 the owner reads sessions neither in Activity nor in the journal', async () => {
  const { business, paths } = await createBusiness()
  const session = await open(business)
  await session.get(paths[0]!)
  await closeAndRead(session, business)
  expect(JOURNAL_KINDS['sftp.session'].isForCare).toBe(true)
  const { entries } = await business.call(getJournal)
  expect(entries.map(({ kind }) => kind)).toEqual(['sftp.new-network', 'sftp.added'])
  const { items } = await business.call(getActivity)
  expect(items.map(({ kind }) => kind).filter(kind => kind.startsWith('sftp.s'))).toEqual([])
})

test('NX-449 the session of an account that closes meanwhile leaves no entry', async () => {
  const { business, paths } = await createBusiness()
  const session = await open(business)
  await session.get(paths[0]!)
  await change(server.ctx, tx => closeAccount(server.ctx, tx, business.accountId, server.clock.now()))
  await expect.poll(() => linesOf('SFTP session').length).toBe(1)
  expect(await readSessions(business)).toEqual([])
})
