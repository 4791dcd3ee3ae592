import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { openMailbox } from '#sandbox/mailbox/mailbox.ts'
import { configCommand } from '../config-command.ts'
import { claimSecret } from '../domains/identity/index.ts'
import { startS3Server } from '../platform/blobs/testing/s3-server.ts'
import { lockDataFolder } from '../platform/db/data-lock.ts'
import { openDatabase } from '../platform/db/database.ts'
import { createSigner } from '../platform/signing/signing.ts'
import type { Schema } from '../schema.ts'
import { copyEmbeddedTemplate, createTestStorage } from '../testing/harness.ts'
import { createDatabaseSettings } from '../testing/process-settings.ts'
import { describeClock } from './clock.ts'
import { doctorCommand } from './doctor-command.ts'
import { runCheck } from './finding.ts'

let resources = new AsyncDisposableStack()
afterEach(async () => {
  await resources.disposeAsync()
  resources = new AsyncDisposableStack()
})

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'doctor-'))
  resources.defer(() => rm(folder, { recursive: true }))
  return folder
}

/** Lines by the name of the check. */
async function examine(env: Record<string, string>) {
  const lines: string[] = []
  const code = await doctorCommand.run(env, [], line => lines.push(line))
  const findings = lines.map(line => /^(ok|warn|fail) +([^:]+): (.*)$/.exec(line)!)
  return {
    code,
    findings: Object.fromEntries(findings.map(([, level, name, text]) => [name, `${level} ${text}`])),
  }
}

async function startHttp(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  resources.defer(async () => void server.closeAllConnections())
  resources.defer(async () => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function createEmbedded() {
  const folder = await createFolder()
  copyEmbeddedTemplate(join(folder, 'database'))
  return folder
}

describe('RV-887 keepsake doctor', () => {
  test('on a machine in order finds nothing that fails', async () => {
    const DATA_DIR = await createEmbedded()
    const WEB_DIR = await createFolder()
    for (const name of ['index.html', 'build.json']) await writeFile(join(WEB_DIR, name), '{}')
    const mailbox = await openMailbox({ dir: await createFolder() })
    resources.defer(() => mailbox.close())
    const { code, findings } = await examine({ DATA_DIR, WEB_DIR, SMTP_URL: mailbox.smtpUrl })
    expect(findings).toEqual({
      settings: 'ok valid',
      database: expect.stringMatching(/^ok embedded PostgreSQL \d+/),
      migrations: expect.stringMatching(/^ok/),
      'clock of the database': expect.stringMatching(/^ok/),
      'blobs in DATA_DIR': 'ok write, list, read and delete work',
      'mail server': 'ok accepts connections and credentials',
      balancer: expect.stringMatching(/^ok/),
      disk: expect.stringMatching(/^(ok|warn) \d+ MB are free/),
      web: expect.stringMatching(/^ok/),
    })
    expect(code).toBe(0)
  })

  test('names each setting that is not valid, and ends there', async () => {
    const { code, findings } = await examine({ SECERT: 'x' })
    expect([code, Object.keys(findings), findings.settings]).toEqual([
      1,
      ['settings'],
      expect.stringMatching(/^fail SECERT: /),
    ])
  })

  test('does not create or open a database of the data folder that is missing or in use', async () => {
    const empty = await createFolder()
    expect((await examine({ DATA_DIR: empty })).findings.database).toMatch(/^warn none yet/)
    const used = await createFolder()
    await mkdir(join(used, 'database'))
    const lock = lockDataFolder(join(used, 'lock'))
    expect((await examine({ DATA_DIR: used })).findings.database).toMatch(/^warn The data folder is in use/)
    lock.release()
  })

  test('says which service is away, and what to do', async () => {
    const issuer = await startHttp((_request, response) => response.end('{"issuer":"https://other.example"}'))
    const { code, findings } = await examine({
      DATABASE_URL: 'postgres://keepsake:pass@127.0.0.1:1/keepsake',
      SECRET: 'a-secret-of-more-than-thirty-two-characters',
      SMTP_URL: 'smtp://127.0.0.1:1',
      S3_BUCKET: 'keepsake',
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
      DATA_DIR: await createFolder(),
      WEB_DIR: await createFolder(),
      PUBLIC_ORIGIN: 'https://127.0.0.1:1',
      OIDC_ISSUER: issuer,
    })
    expect(code).toBe(1)
    expect(findings.database).toMatch(/^fail .*ECONNREFUSED.*: check DATABASE_URL$/)
    expect(findings['bucket keepsake']).toMatch(/^fail write: .*list: .*read: .*S3_ENDPOINT/)
    expect(findings['clock of S3']).toMatch(/^fail .*ECONNREFUSED.*: check S3_ENDPOINT$/)
    expect(findings['mail server']).toMatch(/^fail The mail did not leave: E.*: check SMTP_URL$/)
    for (const name of ['migrations', 'clock of the database', 'secret'])
      expect(findings[name]).toMatch(/: check DATABASE_URL$/)
    expect(findings['identity provider']).toBe(
      "fail its issuer is 'https://other.example': set OIDC_ISSUER to exactly that",
    )
    expect(findings.balancer).toMatch(/^warn TRUSTED_PROXIES is not set/)
    expect(findings.web).toMatch(/^fail index.html and build.json missing/)
  })

  test('tries the rights in a bucket, and compares the clock of S3', async () => {
    const store = await startS3Server(await createFolder())
    resources.defer(() => store.close())
    const { bucket, endpoint, region, accessKeyId, secretAccessKey } = store.location
    const { findings } = await examine({
      DATA_DIR: await createFolder(),
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint!,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId!,
      S3_SECRET_ACCESS_KEY: secretAccessKey!,
    })
    expect(findings[`bucket ${bucket}`]).toBe('ok write, list, read and delete work')
    expect(findings['clock of S3']).toMatch(/^ok/)
  })

  test.each([
    ['passes Host on', true, /^ok passes Host on/],
    ['changes Host', false, /^fail the server sees http:\/\/10\.0\.0\.11:4000 as its origin/],
  ])('finds out whether the balancer %s', async (_case, keepsHost, expected) => {
    const origin = await startHttp((request, response) => {
      const host = keepsHost ? request.headers.host : '10.0.0.11:4000'
      response.end(JSON.stringify({ issuer: `http://${host}/identity` }))
    })
    const env = { DATA_DIR: await createFolder(), PUBLIC_ORIGIN: origin, TRUSTED_PROXIES: '10.0.0.2' }
    expect((await examine(env)).findings.balancer).toMatch(expected)
  })

  test.runIf(process.env.TEST_DATABASE_URL)(
    'compares the secret with that of the other processes',
    async () => {
      const storage = await createTestStorage()
      resources.defer(() => storage.remove())
      const database = await openDatabase<Schema>(storage.location)
      await claimSecret({ db: database.db, signer: createSigner(storage.secret) })
      await database.close()
      const env = { ...createDatabaseSettings(storage), DATA_DIR: await createFolder() }
      expect((await examine(env)).findings).toMatchObject({
        database: expect.stringMatching(/^ok PostgreSQL/),
        migrations: expect.stringMatching(/^ok/),
        secret: expect.stringMatching(/^ok/),
      })
      const other = await examine({ ...env, SECRET: 'another-secret-that-no-process-knows-03' })
      expect([other.code, other.findings.secret]).toEqual([
        1,
        expect.stringMatching(/^fail SECRET is not the secret/),
      ])
    },
  )

  test('a check has a time limit', async () => {
    const silent = { name: 'silent', run: () => new Promise<never>(() => {}) }
    expect(await runCheck(silent, 10)).toEqual({ level: 'fail', text: 'no answer within 0.01 s' })
  })

  test('clocks agree within two seconds and fail from half a minute on', () => {
    const between = { before: 1_000_000, after: 1_000_100 }
    const levelAt = (time: number) => describeClock(new Date(time), between).level
    expect([998_100, 1_000_050, 1_002_000].map(levelAt)).toEqual(['ok', 'ok', 'ok'])
    expect([997_000, 1_003_000].map(levelAt)).toEqual(['warn', 'warn'])
    expect([960_000, 1_031_000].map(levelAt)).toEqual(['fail', 'fail'])
  })
})

test('RV-887 keepsake config lists the settings and ends with 1 where one is not valid', async () => {
  const lines: string[] = []
  expect(await configCommand.run({ PORT: '4001' }, [], line => lines.push(line))).toBe(0)
  expect(lines).toContainEqual(expect.stringMatching(/^PORT +4001 +default 4000 +environment$/))
  const invalid: string[] = []
  expect(await configCommand.run({ PORT: 'http' }, ['--json'], line => invalid.push(line))).toBe(1)
  expect(JSON.parse(invalid.join('')).problems).toEqual([
    { variable: 'PORT', message: expect.stringContaining('number') },
  ])
  expect(await configCommand.run({}, ['now'], () => {})).toBeNull()
})
