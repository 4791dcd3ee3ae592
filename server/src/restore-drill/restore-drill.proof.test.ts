import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, existsSync } from 'node:fs'
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '#contract/photos.ts'
import { createBucket } from '../../../proof/fleet/bucket.ts'
import { sampleOriginals, toOriginalKey } from '../domains/photos/index.ts'
import type { Blobs } from '../platform/blobs/blobs.ts'
import { createS3Blobs } from '../platform/blobs/s3-blobs.ts'
import type { S3Location } from '../platform/blobs/s3-objects.ts'
import { startS3Server } from '../platform/blobs/testing/s3-server.ts'
import { type TestServer, testServer } from '../testing/harness.ts'
import { jpeg } from '../testing/pictures.ts'
import { PostgresCluster } from '../testing/postgres-cluster.ts'
import { findUnprivilegedUser } from '../testing/unprivileged-user.ts'
import { startDrill } from './drill-process.testing.ts'

const user = findUnprivilegedUser()
const opened = new AsyncDisposableStack()
let folder: string
let cluster: PostgresCluster
let s3: S3Location
let blobs: Blobs
let server: TestServer
let metrics: string

/** A bucket of the S3 at S3_ENDPOINT, else of the stand-in. */
async function openBucket(): Promise<S3Location> {
  const bucket = await createBucket('drill', opened)
  if (bucket === null) {
    const started = await startS3Server(join(folder, 's3'))
    opened.defer(() => started.close())
    return started.location
  }
  const { S3_ENDPOINT, S3_REGION = 'us-east-1', S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = process.env
  return {
    bucket,
    endpoint: S3_ENDPOINT!,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID!,
    secretAccessKey: S3_SECRET_ACCESS_KEY!,
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keepsake-drill-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  if (user) chownSync(folder, user.uid, user.gid)
  metrics = join(folder, 'drill.prom')
  cluster = await PostgresCluster.start(opened)
  s3 = await openBucket()
  blobs = createS3Blobs(s3)
  opened.defer(() => blobs.close())
  const storage = {
    folder: await mkdtemp(join(folder, 'server-')),
    location: { url: cluster.url },
    secret: 'the-secret-of-the-processes-of-a-test',
  }
  server = await testServer({ storage, blobs, config: { binDays: 0 } })
  opened.defer(() => server.close())
  await cluster.query(`create table planted as select 'row ' || n as name from generate_series(10, 60) n`)
  const customer = await server.customer()
  for (let n = 0; n < 6; n++)
    expect((await customer.upload(`${n}.jpg`, await jpeg())).response.status).toBe(204)
  await server.idle()
  await cluster.takeBaseBackup()
  // The following is in the log only: three segments, with photos in each.
  for (let n = 0; n < 3; n++) {
    await customer.upload(`later-${n}.jpg`, await jpeg())
    await cluster.query('select pg_switch_wal()')
  }
  await server.idle()
})
afterAll(() => opened.disposeAsync())

const start = (backup: string, ...words: string[]) =>
  startDrill(
    [backup, '--patience', '3', '--metrics', metrics, ...words],
    {
      DATABASE_URL: cluster.url,
      DATA_DIR: join(folder, 'data'),
      S3_BUCKET: s3.bucket,
      S3_ENDPOINT: s3.endpoint!,
      S3_REGION: s3.region,
      S3_ACCESS_KEY_ID: s3.accessKeyId!,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey!,
    },
    user,
  )
const drill = (backup: string, ...words: string[]) => start(backup, ...words).result

/** Copies the backup, so that a test may damage it. */
async function copyBackup(name: string): Promise<string> {
  const copy = join(folder, name)
  await cp(cluster.backupFolder, copy, { recursive: true })
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, copy])
  return copy
}

/** The database writes on, so that a copy of its log soon ends before it. */
async function useReceivedLog(backup: string): Promise<void> {
  await rm(join(backup, 'wal'), { recursive: true })
  await symlink(join(cluster.backupFolder, 'wal'), join(backup, 'wal'))
}

async function findBase(backup: string): Promise<string> {
  const [name] = await readdir(join(backup, 'base'))
  return join(backup, 'base', name!)
}

const readMetric = async (name: string) =>
  Number(new RegExp(`^${name} (.*)$`, 'm').exec(await readFile(metrics, 'utf8'))?.[1])

/** Runs the drill; its only problem is the expected one, and the date of the last success stays. */
async function expectProblem(backup: string, problem: RegExp, ...words: string[]): Promise<void> {
  const old = 'keepsake_restore_drill_last_success_timestamp_seconds 1767317400\n'
  await writeFile(metrics, old)
  if (user) chownSync(metrics, user.uid, user.gid)
  const { code, lines } = await drill(backup, ...words)
  const problems = lines.filter(line => line.startsWith('PROBLEM'))
  expect(problems).toEqual([expect.stringMatching(problem)])
  expect(lines.at(-1)).toMatch(/^FAILED {4}in \d+ s, problems: 1$/)
  expect(code).toBe(1)
  expect(await readFile(metrics, 'utf8')).toContain(old)
  expect(await readMetric('keepsake_restore_drill_problems')).toBe(1)
  await expectNothingLeft(backup)
}

async function expectNothingLeft(backup: string): Promise<void> {
  expect((await readdir(backup)).toSorted()).toEqual(['base', 'wal'])
  expect(await listProcessesIn(backup)).toEqual([])
}

async function listProcessesIn(place: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  const folders = await Promise.all(pids.map(pid => readlink(`/proc/${pid}/cwd`).catch(() => '')))
  return pids.filter((_, i) => folders[i]!.startsWith(place))
}

test('RV-711 a backup in order passes while customers upload and erase, and leaves nothing', async () => {
  let isEnding = false
  const busy = await server.customer()
  const writing = (async () => {
    while (!isEnding) {
      await busy.upload('busy.jpg', await jpeg())
      const { images } = await busy.call(contract.getPhotos, { query: { limit: 500 } })
      const photoIds = images.slice(1).map(({ imageId }) => imageId)
      if (photoIds.length > 0) await busy.call(contract.deletePhotos, { body: { photoIds } })
    }
  })()
  const before = Math.floor(Date.now() / 1000)
  const { code, lines } = await drill(cluster.backupFolder, '--patience', '60')
  isEnding = true
  await writing
  expect(lines.slice(0, 5)).toEqual([
    expect.stringMatching(/^backup {4}\S+Z, complete at \S+Z$/),
    'log       replayed up to the start of the drill',
    expect.stringMatching(/^tables {4}\d\d+ compared, with \d{3,} rows, \d{3,} of them by their content$/),
    expect.stringMatching(/^originals ([9]|\d\d+) compared, \d+ erased since$/),
    expect.stringMatching(/^PASSED {4}in \d+ s$/),
  ])
  expect(code).toBe(0)
  expect(await readMetric('keepsake_restore_drill_last_success_timestamp_seconds')).toBeGreaterThanOrEqual(
    before,
  )
  expect(await readMetric('keepsake_restore_drill_problems')).toBe(0)
  expect(await readFile(metrics, 'utf8')).not.toMatch(/@|[0-9a-f]{8}-[0-9a-f]{4}/)
  await expectNothingLeft(cluster.backupFolder)
})

test('RV-711 a missing segment of the log is named', async () => {
  const backup = await copyBackup('without-segment')
  const names = (await readdir(join(backup, 'wal'))).filter(name => !name.endsWith('.partial')).toSorted()
  await rm(join(backup, 'wal', names.at(-1)!))
  await expectProblem(backup, new RegExp(`The log has a gap: the segment ${names.at(-1)} is missing in `))
})

test('RV-711 a log that ends before the running database is told', async () => {
  const backup = await copyBackup('without-end')
  const partial = (await readdir(join(backup, 'wal'))).find(name => name.endsWith('.partial'))!
  await writeFile(join(backup, 'wal', partial), Buffer.alloc(16_777_216))
  await expectProblem(backup, /The log in \S+ ends \d+ bytes before that of the running database/)
})

test('RV-711 a truncated base backup is told', async () => {
  const backup = await copyBackup('truncated')
  await truncate(join(await findBase(backup), 'base.tar.gz'), 1_000_000)
  await expectProblem(
    backup,
    /The base backup is damaged: base\.tar\.gz: .*Unexpected EOF|unexpected end of file/i,
  )
})

/** Replaces a file of the database inside the base backup; `isHidden`: also in its manifest. */
async function changeFile(
  backup: string,
  change: (bytes: Buffer) => Buffer,
  { isHidden }: { isHidden: boolean },
): Promise<void> {
  const [row] = await cluster.query(`select pg_relation_filepath('planted') as path`)
  const path = row!.path as string
  const base = await findBase(backup)
  const archive = join(base, 'base.tar.gz')
  const unpacked = join(folder, 'unpacked')
  // The archive has its mode for the data folder.
  await mkdir(unpacked, { mode: 0o700 })
  execFileSync('tar', ['-xzf', archive, '-C', unpacked])
  await writeFile(join(unpacked, path), change(await readFile(join(unpacked, path))))
  execFileSync('tar', ['-czf', archive, '-C', unpacked, '.'])
  await rm(unpacked, { recursive: true })
  if (!isHidden) return
  const manifest = await readFile(join(base, 'backup_manifest'), 'utf8')
  const entry = new RegExp(`("Path": "${path}".*?), "Checksum-Algorithm": "\\w+", "Checksum": "\\w+"`)
  const text = manifest.replace(entry, '$1').replace(/"Manifest-Checksum".*\n$/, '')
  expect(text).not.toBe(manifest)
  const checksum = createHash('sha256').update(text).digest('hex')
  await writeFile(join(base, 'backup_manifest'), `${text}"Manifest-Checksum": "${checksum}"}\n`)
}

const empty = (bytes: Buffer) => Buffer.alloc(bytes.length)

test('RV-711 a file of the database with other bytes is told', async () => {
  const backup = await copyBackup('changed-file')
  await changeFile(backup, empty, { isHidden: false })
  await expectProblem(
    backup,
    /The base backup is damaged: pg_verifybackup: error: checksum mismatch for file /,
  )
})

test('RV-711 an empty table is found although its base backup is valid', async () => {
  const backup = await copyBackup('empty-table')
  await useReceivedLog(backup)
  await changeFile(backup, empty, { isHidden: true })
  await expectProblem(
    backup,
    /table public\.planted: (\d{2,}) of \1 rows are missing in the restored database$/,
    ...['--patience', '60'],
  )
})

test('RV-711 a row with other content is found although its base backup is valid', async () => {
  const backup = await copyBackup('changed-row')
  const [row] = await cluster.query('select name from planted order by name limit 1')
  const name = Buffer.from(row!.name as string)
  const change = (bytes: Buffer) => {
    const at = bytes.indexOf(name)
    expect(at).toBeGreaterThan(0)
    bytes[at] = bytes[at]! ^ 1
    return bytes
  }
  await useReceivedLog(backup)
  await changeFile(backup, change, { isHidden: true })
  await expectProblem(
    backup,
    /table public\.planted: 1 of \d{2,} rows have other content in the restored database$/,
    ...['--patience', '60'],
  )
})

test('RV-1121 a running database with the tables of another build is refused', async () => {
  const backup = await copyBackup('other-tables')
  const [row] = await cluster.query('select id from baseline')
  await cluster.query(`update baseline set id = 'f00df00df00d'`)
  await expectProblem(backup, /^PROBLEM {3}The database has the tables of another build/)
  await cluster.query(`update baseline set id = '${row!.id}'`)
})

test('RV-711 an original with another byte, another size, or none is found', async () => {
  const [photo] = await sampleOriginals(server.ctx.db, 1)
  const key = toOriginalKey(photo!)
  const original = Buffer.from((await blobs.get(key))!)
  const changed = Buffer.from(original)
  changed[100] = changed[100]! ^ 1
  const name = `PROBLEM   the original of photo ${photo!.photo_id}`
  await blobs.put(key, changed)
  await expectProblem(
    cluster.backupFolder,
    new RegExp(`^${name} does not read as it was received$`),
    '--patience',
    '60',
  )
  await blobs.put(key, original.subarray(1))
  await expectProblem(
    cluster.backupFolder,
    new RegExp(`^${name} has ${original.length - 1} bytes, ${original.length} were received$`),
    ...['--patience', '60'],
  )
  await blobs.remove([key])
  await expectProblem(cluster.backupFolder, new RegExp(`^${name} is missing$`), '--patience', '60')
  await blobs.put(key, original)
})

test('RV-711 a backup of another database is told', async () => {
  await using others = new AsyncDisposableStack()
  const other = await PostgresCluster.start(others)
  await other.takeBaseBackup()
  await expectProblem(
    other.backupFolder,
    /The base backup is of another database than the one at DATABASE_URL/,
  )
})

test('RV-711 a drill that was killed is cleared away by the next one; two at once are refused', async () => {
  const backup = await copyBackup('killed')
  const scratch = join(backup, 'restore-drill')
  for (const mark of ['data/PG_VERSION', '.s.PGSQL.5432']) {
    // Its log does not advance: it waits for an hour.
    await removeEnd(backup)
    // The socket that the killed drill left would be taken for that of this one.
    await rm(join(scratch, mark), { force: true })
    const waiting = start(backup, '--patience', '3600')
    await expect.poll(() => existsSync(join(scratch, mark))).toBe(true)
    const second = await drill(backup)
    expect(second.lines[0]).toBe(`PROBLEM   Another drill runs (${scratch}.lock)`)
    waiting.child.kill('SIGKILL')
    expect((await waiting.result).code).toBeNull()
    expect(existsSync(scratch)).toBe(true)
  }
  expect(await listProcessesIn(backup)).not.toEqual([])
  await useReceivedLog(backup)
  const { code, lines } = await drill(backup, '--patience', '60')
  expect(lines.filter(line => line.startsWith('PROBLEM'))).toEqual([])
  expect(code).toBe(0)
  await expectNothingLeft(backup)
})

async function removeEnd(backup: string): Promise<void> {
  for (const name of await readdir(join(backup, 'wal')))
    if (name.endsWith('.partial')) await rm(join(backup, 'wal', name))
}
