import { randomUUID } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { access, mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { request } from 'undici'
import type { StandaloneCommand } from '../domain.ts'
import { openBlobStore } from '../open-blob-store.ts'
import { type Config, readConfig } from '../platform/config/config.ts'
import { ConfigError } from '../platform/config/config-error.ts'
import { createSmtpMail } from '../platform/mail/smtp-mail.ts'
import { BUILT_WEB } from '../site/built-web.ts'
import { describeClock } from './clock.ts'
import { createDatabaseChecks } from './database-checks.ts'
import { type Check, describeError, type Finding, fail, ok, runCheck, warn } from './finding.ts'

/** Temporary copies and, without a bucket, the blobs are there. */
const FREE_MB = 1000

/** The start of an embedded database takes ten seconds on a busy machine. */
const TIME_LIMIT_MS = 30_000

/**
 * `keepsake doctor`: checks what the processes of this machine need, and says for each what to do. Changes nothing, except a
 * probe in the blob store that it removes. Each check has half a minute.
 */
export const doctorCommand: StandaloneCommand = {
  name: 'doctor',
  async run(env, words, print) {
    if (words.length > 0) return null
    let failed = false
    const report = (name: string, { level, text }: Finding) => {
      failed ||= level === 'fail'
      print(`${level.padEnd(4)}  ${name}: ${text}`)
    }
    let config: Config
    try {
      config = readConfig(env)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      for (const { variable, message } of error.problems) report('settings', fail(`${variable}: ${message}`))
      return 1
    }
    report('settings', config.allowsTestSettings ? warn(TEST_SETTINGS) : ok('valid'))
    await using resources = new AsyncDisposableStack()
    for (const check of createChecks(config, resources))
      report(check.name, await runCheck(check, TIME_LIMIT_MS))
    return failed ? 1 : 0
  },
}

const TEST_SETTINGS =
  'valid; ALLOW_TEST_SETTINGS is set, which only tests need: remove it where customers are served'

/** The database, the blob store, other services, the disk of the data folder, and the folder of the built web. */
function createChecks(config: Config, resources: AsyncDisposableStack): Check[] {
  const { s3, oidc } = config
  return [
    ...createDatabaseChecks(config, resources),
    { name: s3 ? `bucket ${s3.bucket}` : 'blobs in DATA_DIR', run: () => checkRights(config, resources) },
    ...(s3 ? [{ name: 'clock of S3', variable: 'S3_ENDPOINT', run: () => checkS3Clock(s3) }] : []),
    { name: 'mail server', variable: 'SMTP_URL', run: () => checkMailServer(config, resources) },
    ...(oidc ? [{ name: 'identity provider', variable: 'OIDC_ISSUER', run: () => checkIssuer(oidc) }] : []),
    { name: 'balancer', run: () => checkBalancer(config) },
    { name: 'disk', run: () => checkDisk(config) },
    { name: 'web', run: async () => checkWeb(config) },
  ]
}

async function checkDisk({ dataDir }: Config) {
  await mkdir(dataDir, { recursive: true })
  await access(dataDir, constants.R_OK | constants.W_OK)
  const { bavail, bsize } = await statfs(dataDir)
  const freeMb = Math.floor((bavail * bsize) / 1e6)
  return freeMb < FREE_MB
    ? warn(`${freeMb} MB are free for DATA_DIR (${dataDir}): free ${FREE_MB} MB or more`)
    : ok(`${freeMb} MB are free for DATA_DIR (${dataDir})`)
}

function checkWeb({ webDir }: Config) {
  const folder = webDir ?? BUILT_WEB
  const missingFiles = ['index.html', 'build.json'].filter(name => !existsSync(join(folder, name)))
  if (missingFiles.length === 0) return ok(`built pages are in ${folder}`)
  const text = `${missingFiles.join(' and ')} missing in ${folder}: web processes need them; publish the web there`
  // A machine with workers only has no pages.
  return webDir ? fail(text) : warn(text)
}

async function checkMailServer({ smtpUrl }: Config, resources: AsyncDisposableStack) {
  if (!smtpUrl) return warn('SMTP_URL is not set: mails go to port 25 of this machine')
  const mail = createSmtpMail(smtpUrl)
  resources.defer(() => mail.close())
  await mail.check()
  return ok('accepts connections and credentials')
}

async function checkIssuer({ issuer }: NonNullable<Config['oidc']>) {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const response = await fetch(address)
  const document = response.ok ? ((await response.json()) as { issuer?: unknown }) : null
  if (!document) return fail(`${address} answers ${response.status}: check OIDC_ISSUER`)
  return document.issuer === issuer
    ? ok('its discovery document names the issuer')
    : fail(`its issuer is '${document.issuer}': set OIDC_ISSUER to exactly that`)
}

/** Asks through PUBLIC_ORIGIN for a document with the address that the server saw. */
async function checkBalancer({ publicOrigin, trustedProxies, oidc }: Config) {
  if (!publicOrigin) return ok('PUBLIC_ORIGIN is not set: there is none')
  if ('networks' in trustedProxies && trustedProxies.networks.length === 0)
    return warn(
      'TRUSTED_PROXIES is not set: all customers share the address and the limits of the balancer. Name the balancers',
    )
  if (oidc)
    return ok('TRUSTED_PROXIES is set; its headers were not tried, as another provider answers for sign-in')
  const address = `${publicOrigin}/identity/.well-known/openid-configuration`
  try {
    const response = await fetch(address, { redirect: 'manual' })
    const { issuer } = (response.ok ? await response.json() : {}) as { issuer?: string }
    if (!issuer) return warn(`${address} answers ${response.status}: is a web process ready?`)
    return URL.parse(issuer)?.origin === publicOrigin
      ? ok('passes Host on')
      : fail(
          `the server sees ${URL.parse(issuer)?.origin} as its origin: let the balancer pass Host on unchanged`,
        )
  } catch (error) {
    return warn(`${publicOrigin} cannot be reached from here: ${describeError(error)}`)
  }
}

/** Writes, lists, reads and removes a blob of no account; names the right that is missing. */
async function checkRights(config: Config, resources: AsyncDisposableStack) {
  const blobs = await openBlobStore(config)
  resources.defer(() => blobs.close())
  const key = `doctor/probe/${randomUUID()}`
  const bytes = new TextEncoder().encode(key)
  const steps: Record<string, () => Promise<unknown>> = {
    write: () => blobs.put(key, bytes),
    list: async () => {
      const listed = await Array.fromAsync(blobs.list('doctor/probe/'))
      if (!listed.some(each => each.key === key)) throw new Error('the probe is not listed')
    },
    read: async () => {
      const read = await blobs.get(key)
      if (!read || Buffer.compare(read, bytes) !== 0) throw new Error('the probe has other bytes')
    },
    delete: () => blobs.remove([key]),
  }
  const failures: string[] = []
  for (const [right, step] of Object.entries(steps))
    await step().catch(error => failures.push(`${right}: ${describeError(error)}`))
  return failures.length === 0
    ? ok('write, list, read and delete work')
    : fail(`${failures.join('; ')}. Grant the key these rights, and check S3_ENDPOINT, S3_REGION and the key`)
}

async function checkS3Clock({ endpoint, region }: NonNullable<Config['s3']>) {
  const before = Date.now()
  // The answer is a refusal, as nothing is signed: only its date is read.
  const { headers, body } = await request(endpoint ?? `https://s3.${region}.amazonaws.com`)
  const after = Date.now()
  await body.dump()
  const { date } = headers
  // The header has whole seconds.
  return typeof date === 'string'
    ? describeClock(new Date(date), { before, after }, 1000)
    : warn('S3 does not say its time')
}
