import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createSftpPassword } from '#contract/sftp-access.ts'
import {
  connectSftp,
  getStatus,
  OPENSSH,
  runOpenSsh,
} from '#server/domains/sftp-access/sftp-access.testing.ts'
import { findFreePort } from '../../tools/free-port.ts'
import { type Bench, type BenchOptions, verify } from './harness/bench.ts'
import { signIn } from './harness/customer.ts'
import { addCustomer, createDataDirectory, openBenchDatabase, openBlobs } from './harness/data-directory.ts'
import { createFigure, createUnjudgedFigure } from './harness/figure.ts'
import { makeBusiness, type StoredInvoice, storeInvoices } from './harness/invoices.ts'
import { createTemporaryFolder, terminate } from './harness/processes.ts'
import { computeMedian, computeQuantile, measureAlternately, measureElapsedMs } from './harness/rounds.ts'
import { startServer } from './harness/server.ts'

const YEAR = '2025'
const INVOICES = 200
const RATIO_MAX = 1.5
/** Milliseconds by which writes of one byte may delay another session (NX-349). */
const DELAY_MAX = 50
const MEGABYTE = 1024 * 1024
const BETWEEN_REQUESTS_MS = 5

/** Where a client signs in. */
interface Access {
  port: number
  userName: string
  password: string
}

/** A client fetches all invoices of a year; the reference is the library's server with the same files of a folder. */
export const sftp: Bench = {
  name: 'sftp',
  target: `${INVOICES} invoices by one client, one after the other: ≤ ${RATIO_MAX} × the time of a bare ssh2 server with plain files, with ssh2 and with OpenSSH; 1 MB in writes of one byte delays another session by at most ${DELAY_MAX} ms (p95)`,
  async run(options) {
    const { quick, log, resources } = options
    const rounds = quick ? 2 : 7
    const { product, reference, stored } = await startWithInvoices(options, quick ? 20 : INVOICES)
    const scratch = await createTemporaryFolder(resources)
    const clients: [string, (access: Access) => Promise<unknown>][] = [['ssh2', fetchBySsh2]]
    if (OPENSSH) clients.push(['OpenSSH', access => fetchYear(access, scratch)])
    for (const [, fetch] of clients) await fetch(product)
    if (OPENSSH) await verifyFiles(join(scratch, YEAR), stored)
    const figures = []
    const notes: string[] = []
    for (const [name, fetch] of clients) {
      log(`${rounds} rounds of ${stored.length} files by ${name}`)
      const measured = await measureAlternately(
        rounds,
        () => measureElapsedMs(() => fetch(product)),
        () => measureElapsedMs(() => fetch(reference)),
      )
      const ratios = measured.map(round => round.product / round.reference)
      figures.push(createFigure(`${name}, against a bare server`, ratios, { atMost: RATIO_MAX }))
      const perFile = computeMedian(measured.map(round => round.product)) / stored.length
      notes.push(`${name}: ${perFile.toFixed(1)} ms a file`)
    }
    if (!OPENSSH) figures.push(createUnjudgedFigure('OpenSSH', '', 'sftp is not installed'))
    const bytes = quick ? 20_000 : MEGABYTE
    log(`${bytes} writes of one byte beside another session`)
    const delays = await measureBesideOneByteWrites(product, bytes, resources)
    const delay = computeQuantile(delays, 0.95)
    figures.push(createFigure('beside writes of one byte (p95)', [delay], { atMost: DELAY_MAX, unit: 'ms' }))
    notes.push(
      `${delays.length} requests beside ${bytes} writes of one byte, at most ${computeQuantile(delays, 1).toFixed(0)} ms`,
    )
    return { correct: ['every file has the bytes of its invoice', 'every byte is stored'], figures, notes }
  },
}

/** Starts a server with invoices that are ready, and the reference with copies of them. */
async function startWithInvoices({ resources, log }: BenchOptions, count: number) {
  const dataDirectory = await createDataDirectory(resources)
  const database = await openBenchDatabase(dataDirectory)
  const customer = await addCustomer(database.db)
  await makeBusiness(database.db, customer.accountId)
  log(`storing ${count} invoices`)
  const blobs = openBlobs(dataDirectory)
  const storedInvoices = await storeInvoices(database.db, blobs, customer.accountId, YEAR, count)
  const copies = await createTemporaryFolder(resources)
  const folder = join(copies, 'invoices', YEAR)
  await mkdir(folder, { recursive: true })
  const rows = await database.db.selectFrom('invoices').select(['number', 'blob_key']).execute()
  for (const { number, blob_key } of rows)
    await writeFile(join(folder, `${number}.pdf`), (await blobs.get(blob_key!))!)
  await database.close()
  const port = await findFreePort()
  const server = await startServer(dataDirectory, resources, { SFTP_PORT: String(port) })
  const client = await signIn(server.origin, customer)
  const { password } = await client.call(createSftpPassword)
  const userName = customer.accountId
  const reference = { port: await startReference(copies, resources), userName, password }
  return { product: { port, userName, password }, reference, stored: storedInvoices }
}

async function startReference(folder: string, resources: AsyncDisposableStack): Promise<number> {
  const child = fork(new URL('./harness/bare-sftp-process.ts', import.meta.url), [folder])
  resources.defer(() => terminate(child, 'SIGKILL'))
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return port
}

async function fetchBySsh2({ port, userName, password }: Access): Promise<void> {
  const session = await connectSftp(port, userName, password)
  // The library's client waits 40 ms for acknowledgements of its small requests otherwise.
  session.client.setNoDelay(true)
  for (const name of await session.list(`/invoices/${YEAR}`)) {
    const bytes = await session.get(`/invoices/${YEAR}/${name}`)
    verify(bytes.length > 0, `${name} has bytes`)
  }
  await session.close()
}

/** Measures the requests of a session, one after the other, while another client writes a file byte by byte; in ms. */
async function measureBesideOneByteWrites(
  { port, userName, password }: Access,
  bytes: number,
  resources: AsyncDisposableStack,
): Promise<number[]> {
  const session = await connectSftp(port, userName, password)
  session.client.setNoDelay(true)
  const script = new URL('./harness/one-byte-writes-process.ts', import.meta.url)
  const writer = fork(script, [String(port), userName, password, String(bytes)])
  resources.defer(() => terminate(writer, 'SIGKILL'))
  const exited = once(writer, 'exit')
  await once(writer, 'message')
  const delays: number[] = []
  while (writer.exitCode === null) {
    const delay = await measureElapsedMs(async () => {
      const status = await getStatus(done => session.sftp.stat('/', done))
      verify(status === 0, 'a request beside the writes is answered')
    })
    delays.push(delay)
    // So that the measurement does not slow the writes down.
    await pause(BETWEEN_REQUESTS_MS)
  }
  await exited
  verify(writer.exitCode === 0, 'every write of one byte is accepted')
  const [file] = await session.entries('/orders')
  verify(file?.attrs.size === bytes, 'the file has every byte')
  await session.close()
  return delays
}

async function fetchYear(access: Access, scratch: string): Promise<void> {
  await rm(join(scratch, YEAR), { recursive: true, force: true })
  await runOpenSsh(access, [`get -r /invoices/${YEAR} ${scratch}`], scratch)
}

async function verifyFiles(folder: string, stored: readonly StoredInvoice[]): Promise<void> {
  const hashByFile = new Map(stored.map(({ file, sha256 }) => [file, sha256]))
  for (const name of await readdir(folder)) {
    const hash = createHash('sha256')
      .update(await readFile(join(folder, name)))
      .digest('hex')
    verify(hashByFile.get(name) === hash, `${name} is intact`)
    hashByFile.delete(name)
  }
  verify(hashByFile.size === 0, `${hashByFile.size} files are missing`)
}
