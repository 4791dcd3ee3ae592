import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { S3Location } from '../blobs/s3-objects.ts'
import type { PostgresLocation } from '../db/database.ts'
import { RETAILER_TIMEOUT_MS, type RetailerSettings } from '../retailer/retailer.ts'
import { SECRET_MIN } from '../signing/secret.ts'
import { TIME_LIMITS } from '../time-limits.ts'
import { parseTraceHeaders } from '../tracing/parse-headers.ts'
import { ConfigError, type SettingProblem } from './config-error.ts'
import { findDeploymentProblems } from './deployment-rules.ts'
import { parseNativeClients } from './native-clients.ts'
import { findAddressProblem, parseOrigins } from './origins.ts'
import { type Environment, readEnvironment } from './read-environment.ts'
import { checkDatabaseAddress, checkHttpAddress, checkMailServerAddress } from './server-addresses.ts'
import { parseServiceAddresses } from './service-addresses.ts'
import { parseThirdParties } from './third-parties.ts'
import { parseTrustedProxies } from './trusted-proxies.ts'

const origins = z.string().default('').transform(parseOrigins)
const flag = z.stringbool().default(false)
/** Addresses, names and keys, in which a space at either end is a mistake. */
const word = z.string().regex(/^\S(.*\S)?$/s, 'begins or ends with a space')
const databaseAddress = word.superRefine(checkDatabaseAddress)
const httpAddress = word.superRefine(checkHttpAddress)

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(4000),
  HOST: word.default('127.0.0.1'),
  /** Port of SFTP for business customers, the same in all processes; not served without it. */
  SFTP_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  /** Origin that customers use when a balancer is in front; else http://localhost:PORT. */
  PUBLIC_ORIGIN: z
    .string()
    .transform(text => text.replace(/\/$/, ''))
    .refine(
      text => /^https?:/.test(text) && URL.parse(text)?.origin === text,
      'is not an origin such as https://my.example.com',
    )
    .optional(),
  /** Proxies whose forwarded headers are trusted: addresses and networks separated by commas, or a number of hops. */
  TRUSTED_PROXIES: z.string().default('').transform(parseTrustedProxies),
  /** Port and address of health, readiness and metrics in every role; without it only web processes serve them. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  METRICS_HOST: word.optional(),
  /** Bearer token of /metrics, which is not served without it. */
  METRICS_TOKEN: word.min(32).optional(),
  /** Most seconds that a request's body may be silent, and take in all; uploads have no such limit. */
  BODY_IDLE_SECONDS: z.coerce.number().min(1).max(3600).default(TIME_LIMITS.bodyIdleSeconds),
  BODY_TOTAL_SECONDS: z.coerce.number().min(1).max(3600).default(TIME_LIMITS.bodyTotalSeconds),
  /**
   * Seconds for which a process that has received SIGTERM still accepts requests (5 with DATABASE_URL, where a
   * balancer must notice, else 0), and for which running ones may take longer.
   */
  DRAIN_PAUSE_SECONDS: z.coerce.number().min(0).max(600).optional(),
  DRAIN_DEADLINE_SECONDS: z.coerce.number().min(0).max(3600).default(TIME_LIMITS.drainDeadlineSeconds),
  /** Seconds that a process waits at its start for `keepsake migrate`, with DATABASE_URL; 0: it exits at once. */
  MIGRATION_WAIT_SECONDS: z.coerce.number().min(0).max(86_400).default(0),
  DATA_DIR: word.default('./data'),
  /** Whether all processes have the same DATA_DIR: with DATABASE_URL blobs are there only then. */
  DATA_DIR_IS_SHARED: flag,
  /** Folder of the built web, where new builds are published; shared by processes. */
  WEB_DIR: word.optional(),
  DATABASE_URL: databaseAddress.optional(),
  /** Whether the embedded database is meant with NODE_ENV=production and without DATABASE_URL. */
  EMBEDDED_DATABASE: flag,
  /** Address of the server itself, where DATABASE_URL is a pooler in transaction mode. */
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  /** Most connections of a process to DATABASE_URL. */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
  /** Whether statements are prepared; by default unless there is a pooler. */
  DATABASE_PREPARED_STATEMENTS: z.stringbool().optional(),
  S3_BUCKET: word.optional(),
  S3_ENDPOINT: httpAddress.optional(),
  S3_REGION: word.default('us-east-1'),
  S3_ACCESS_KEY_ID: word.optional(),
  S3_SECRET_ACCESS_KEY: word.optional(),
  /** The retailer's legacy store with libraries that are not imported yet: a folder, or a prefix of a bucket. */
  LEGACY_DIR: word.optional(),
  LEGACY_S3_BUCKET: word.optional(),
  LEGACY_S3_PREFIX: z.string().default(''),
  LEGACY_S3_ENDPOINT: httpAddress.optional(),
  LEGACY_S3_REGION: word.default('us-east-1'),
  LEGACY_S3_ACCESS_KEY_ID: word.optional(),
  LEGACY_S3_SECRET_ACCESS_KEY: word.optional(),
  SMTP_URL: word.superRefine(checkMailServerAddress).optional(),
  /** Bounces: the domain of the envelope's sender, and the SMTP port at which bounces arrive. */
  BOUNCE_DOMAIN: z.hostname().toLowerCase().optional(),
  BOUNCE_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** Key of all signatures; generated and stored in the data folder by default. Several processes need the same. */
  SECRET: word.min(SECRET_MIN).optional(),
  /** The previous SECRET, while it is being rotated: its signatures are still accepted. */
  PREVIOUS_SECRET: word.min(SECRET_MIN).optional(),
  OIDC_ISSUER: httpAddress.optional(),
  OIDC_CLIENT_ID: word.default('keepsake-web'),
  OIDC_CLIENT_SECRET: word.optional(),
  /** The scopes of a sign-in there, by RFC 6749, 3.3. */
  OIDC_SCOPE: z
    .string()
    .regex(/^[!#-[\]-~]+( [!#-[\]-~]+)*$/, 'scopes are separated by one space')
    .refine(scope => scope.split(' ').includes('openid'), 'lacks openid')
    .default('openid email offline_access'),
  /** JSON: native apps that may sign customers in at the embedded provider, with their redirect addresses. */
  NATIVE_CLIENTS: z.string().default('[]').transform(parseNativeClients),
  /** Minutes after a sign-in in which acts that decide who can reach an account need no other; 0 refuses none and logs. */
  STEP_UP_MINUTES: z.coerce.number().int().min(0).max(1440).default(15),
  /** Whether an external identity provider is asked for it; `off` for one that cannot tell when a customer signed in. */
  STEP_UP_EXTERNAL: z.stringbool({ truthy: ['on'], falsy: ['off'] }).default(true),
  /** Hours for which photos wait that are deleted for ever in an unusual number; 0 lets none wait. */
  LOSS_DELAY_HOURS: z.coerce.number().int().min(0).max(168).default(24),
  BIN_DAYS: z.coerce.number().int().min(0).max(3650).default(30),
  /** Percent of the blobs' disk that uploads leave free, at least 32 MB; 0 disables it. */
  DISK_RESERVE_PERCENT: z.coerce.number().min(0).max(50).default(5),
  /** Days after the deletion date in which an order still restores all photos. */
  RETENTION_GRACE_DAYS: z.coerce.number().int().min(1).max(3650).default(30),
  /** Days in which a closed account can be reopened; 0 erases it at once. */
  CLOSURE_GRACE_DAYS: z.coerce.number().int().min(0).max(3650).default(30),
  /** Percent of a brand's customers that may lose photos in one day without an operator's confirmation. */
  RETENTION_GUARD_PERCENT: z.coerce.number().min(0).max(100).default(0.5),
  /** Most reminders that each brand sends in an hour. */
  RETENTION_MAILS_PER_HOUR: z.coerce.number().int().min(1).max(1_000_000).default(1000),
  /** Percent of all blobs that one sweep may remove without an operator's confirmation. */
  SWEEP_GUARD_PERCENT: z.coerce.number().min(0).max(100).default(0.5),
  /**
   * 'name:token' of services of the retailer in tests and demos, separated by commas, for all vendors and scopes; tokens have
   * at least 32 characters. Others have tokens of `keepsake service-token`.
   */
  SERVICE_TOKENS: z.string().default('').transform(parseServiceTokens),
  /** Whether checks of what the retailer sends refuse it, or are warnings in the answer. */
  RETAILER_CHECKS: z.enum(['refuse', 'warn']).default('refuse'),
  /** 'service=address' of each service (contract/endpoint.ts) that another server serves, separated by commas. */
  SERVICE_ADDRESSES: z.string().default('').transform(parseServiceAddresses),
  /** Base address of the retailer's systems, which Keepsake calls: https, or http on this machine. */
  RETAILER_URL: z.string().superRefine(checkAddress).optional(),
  /** Bearer token of those calls; the retailer's systems must require it. */
  RETAILER_TOKEN: word.min(32).optional(),
  /** Origins that callbacks may reach although they are not public, for demos and tests, separated by commas. */
  CALLBACK_ORIGINS: origins,
  /** Origins that pages may use besides their own and those of the services, separated by commas. */
  PAGE_SCRIPT_ORIGINS: origins,
  PAGE_IMAGE_ORIGINS: origins,
  PAGE_CONNECT_ORIGINS: origins,
  PAGE_FRAME_ORIGINS: origins,
  PAGE_FORM_ORIGINS: origins,
  /** JSON: the third-party scripts of brands by id, instead of those in the brands' files; `*` for all other brands. */
  THIRD_PARTIES: z.string().default('{}').transform(parseThirdParties),
  /** Prints editor of all brands, instead of the one in each brand's file; `{vendor}` is replaced by the vendor. */
  PRINTS_EDITOR: z.url({ protocol: /^https?$/ }).optional(),
  /** Editors of all products that brands' files have editors for, instead of those; `{product}` is replaced as well. */
  PRODUCT_EDITORS: z.url({ protocol: /^https?$/ }).optional(),
  /** Megabytes of cached answers per process; 0: none. */
  ANSWER_CACHE_MB: z.coerce.number().int().min(0).max(4096).default(32),
  /** Most bytes of one zip of an export; a larger photo has a zip of its own. */
  EXPORT_CHUNK_BYTES: z.coerce.number().int().min(1).default(2_000_000_000),
  /** Name of the deployed build, in logs and metrics. */
  BUILD: z.string().max(100).default('development'),
  /** Address of an OTLP receiver of traces, without /v1/traces; without it there are none. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpAddress.optional(),
  /** 'name=value' of the headers of these calls, percent-encoded, separated by commas. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().default('').transform(parseTraceHeaders),
  OTEL_SERVICE_NAME: word.default('keepsake'),
  /** The share of the traces that begin here and are recorded. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.01),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Whether merchandise queries may request the schema of the interface (GraphQL introspection). */
  GRAPHQL_INTROSPECTION: flag,
  /** Whether the server validates its answers against the contract (development and tests). */
  CHECK_ANSWERS: flag,
  RATE_LIMITS: z.stringbool().default(true),
  /** Whether settings of tests (RATE_LIMITS, CHECK_ANSWERS, CALLBACK_ORIGINS) are accepted where customers are served. */
  ALLOW_TEST_SETTINGS: flag,
})

/** The names of all variables, without those of files. */
export const ENVIRONMENT_VARIABLES: readonly string[] = Object.keys(environment.shape)

/** The variables that are never shown; the value of each may be in the file that NAME_FILE names. */
export const SECRET_VARIABLES: readonly string[] = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'LEGACY_S3_ACCESS_KEY_ID',
  'LEGACY_S3_SECRET_ACCESS_KEY',
  'SMTP_URL',
  'SECRET',
  'PREVIOUS_SECRET',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
  'SERVICE_TOKENS',
  'RETAILER_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
]

const RETIRED_VARIABLES = { MAIL_FROM: 'each brand has its sender, `mailSender` of its file' }

/** Returns the default of a variable as it is parsed; undefined when it has none. */
export const getDefault = (variable: string): unknown =>
  environment.shape[variable as keyof typeof environment.shape].parse(undefined)

function checkAddress(text: string, ctx: z.RefinementCtx): void {
  const problem = findAddressProblem(text)
  // The message must not contain the address, which may hold a password.
  if (problem !== null) ctx.addIssue({ code: 'custom', message: `the address ${problem}` })
}

/** Two tokens may have the same name: the old and the new one while a service rotates its token. */
export interface ServiceToken {
  name: string
  token: string
}

function parseServiceTokens(text: string, ctx: z.RefinementCtx): ServiceToken[] {
  const entries = text.split(',').filter(entry => entry.trim() !== '')
  return entries.flatMap((entry, i) => {
    const [, name, token] = /^\s*([a-z0-9-]{1,40}):(\S{32,200})\s*$/.exec(entry) ?? []
    if (name && token) return [{ name, token }]
    // The message must not contain the entry, which holds a secret.
    ctx.addIssue({ code: 'custom', message: `entry ${i + 1} is not name:token with 32 characters or more` })
    return []
  })
}

const ROLES = ['all', 'web', 'worker', 'sftp'] as const
export type Role = (typeof ROLES)[number]

export type LegacyLocation = { folder: string } | { s3: S3Location; prefix: string }

/** The configuration, parsed once; no other code reads the environment. What is not set is null. */
export type Config = ReturnType<typeof readConfig>

/** Parses the environment and the command line; throws a ConfigError that names each invalid variable. */
export function readConfig(env: Environment, args: { role?: string } = {}) {
  const { values, problems } = readGivenSettings(env)
  const parsed = environment.safeParse(values)
  if (!parsed.success) throw new ConfigError([...problems, ...parsed.error.issues.map(toProblem)])
  if (problems.length > 0) throw new ConfigError(problems)
  const e = parsed.data
  const deploymentProblems = findDeploymentProblems(e, { isProduction: env.NODE_ENV === 'production' })
  if (deploymentProblems.length > 0) throw new ConfigError(deploymentProblems)
  return {
    port: e.PORT,
    host: e.HOST,
    sftp: e.SFTP_PORT === undefined ? null : { port: e.SFTP_PORT },
    publicOrigin: e.PUBLIC_ORIGIN ?? null,
    trustedProxies: e.TRUSTED_PROXIES,
    /** Where every role serves health, readiness and metrics; null: only web processes, on their own port. */
    management:
      e.METRICS_PORT === undefined ? null : { port: e.METRICS_PORT, host: e.METRICS_HOST ?? e.HOST },
    metricsToken: e.METRICS_TOKEN ?? null,
    bodyTimeout: { idleMs: e.BODY_IDLE_SECONDS * 1000, totalMs: e.BODY_TOTAL_SECONDS * 1000 },
    drain: {
      pauseMs: (e.DRAIN_PAUSE_SECONDS ?? (e.DATABASE_URL ? TIME_LIMITS.drainPauseSeconds : 0)) * 1000,
      deadlineMs: e.DRAIN_DEADLINE_SECONDS * 1000,
    },
    migrationWaitMs: e.MIGRATION_WAIT_SECONDS * 1000,
    dataDir: resolve(e.DATA_DIR),
    webDir: e.WEB_DIR ? resolve(e.WEB_DIR) : null,
    /** Null: the embedded database in the data folder. */
    postgres: readPostgresLocation(e),
    s3: readS3Settings(e.S3_BUCKET, {
      endpoint: e.S3_ENDPOINT,
      region: e.S3_REGION,
      accessKeyId: e.S3_ACCESS_KEY_ID,
      secretAccessKey: e.S3_SECRET_ACCESS_KEY,
    }),
    legacy: readLegacyLocation(e),
    smtpUrl: e.SMTP_URL ?? null,
    bounces: readBounceSettings(e),
    secret: e.SECRET ?? null,
    previousSecret: e.PREVIOUS_SECRET ?? null,
    oidc: e.OIDC_ISSUER
      ? {
          issuer: e.OIDC_ISSUER,
          clientId: e.OIDC_CLIENT_ID,
          clientSecret: e.OIDC_CLIENT_SECRET ?? null,
          scope: e.OIDC_SCOPE,
        }
      : null,
    nativeClients: e.NATIVE_CLIENTS,
    stepUpMinutes: e.STEP_UP_MINUTES,
    stepUpExternal: e.STEP_UP_EXTERNAL,
    lossDelayHours: e.LOSS_DELAY_HOURS,
    binDays: e.BIN_DAYS,
    diskReservePercent: e.DISK_RESERVE_PERCENT,
    retention: {
      graceDays: e.RETENTION_GRACE_DAYS,
      guardPercent: e.RETENTION_GUARD_PERCENT,
      mailsPerHour: e.RETENTION_MAILS_PER_HOUR,
    },
    closureGraceDays: e.CLOSURE_GRACE_DAYS,
    sweepGuardPercent: e.SWEEP_GUARD_PERCENT,
    serviceTokens: e.SERVICE_TOKENS,
    retailerChecks: e.RETAILER_CHECKS,
    serviceAddresses: e.SERVICE_ADDRESSES,
    retailer: readRetailerSettings(e),
    callbackOrigins: e.CALLBACK_ORIGINS,
    pageOrigins: {
      scripts: e.PAGE_SCRIPT_ORIGINS,
      images: e.PAGE_IMAGE_ORIGINS,
      connections: e.PAGE_CONNECT_ORIGINS,
      frames: e.PAGE_FRAME_ORIGINS,
      forms: e.PAGE_FORM_ORIGINS,
    },
    thirdParties: e.THIRD_PARTIES,
    printsEditor: e.PRINTS_EDITOR ?? null,
    productEditors: e.PRODUCT_EDITORS ?? null,
    answerCacheBytes: e.ANSWER_CACHE_MB * 1_000_000,
    exportChunkBytes: e.EXPORT_CHUNK_BYTES,
    build: e.BUILD,
    tracing: e.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: e.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: e.OTEL_EXPORTER_OTLP_HEADERS,
          serviceName: e.OTEL_SERVICE_NAME,
          ratio: e.OTEL_TRACES_SAMPLER_ARG,
        }
      : null,
    logLevel: e.LOG_LEVEL,
    graphqlIntrospection: e.GRAPHQL_INTROSPECTION,
    checkAnswers: e.CHECK_ANSWERS,
    rateLimits: e.RATE_LIMITS,
    /** Calls of a customer in a minute; null: the limit of the product. Tests meet a lower one. */
    requestsPerMinute: null as number | null,
    allowsTestSettings: e.ALLOW_TEST_SETTINGS,
    role: readRole(args.role, e),
  }
}

/** Reads the given settings as texts, and finds misspelt variables and files that cannot be read. */
export const readGivenSettings = (env: Environment) =>
  readEnvironment(env, {
    settings: ENVIRONMENT_VARIABLES,
    secrets: SECRET_VARIABLES,
    retired: RETIRED_VARIABLES,
  })

const toProblem = ({ path, message }: z.core.$ZodIssue): SettingProblem => ({
  variable: String(path[0]),
  message,
})

function readRole(roleName: string | undefined, { SFTP_PORT }: z.output<typeof environment>): Role {
  const role = ROLES.find(each => each === (roleName ?? 'all'))
  if (!role) throw new ConfigError([{ variable: '--role', message: `is none of ${ROLES.join(', ')}` }])
  if (role === 'sftp' && SFTP_PORT === undefined)
    throw new ConfigError([{ variable: 'SFTP_PORT', message: 'is required for the role sftp' }])
  return role
}

function readPostgresLocation(e: z.output<typeof environment>): PostgresLocation | null {
  if (e.DATABASE_URL)
    return {
      url: e.DATABASE_URL,
      directUrl: e.DATABASE_DIRECT_URL,
      poolSize: e.DATABASE_POOL_SIZE,
      preparesStatements: e.DATABASE_PREPARED_STATEMENTS ?? !e.DATABASE_DIRECT_URL,
    }
  if (e.DATABASE_DIRECT_URL)
    throw new ConfigError([{ variable: 'DATABASE_DIRECT_URL', message: 'is only valid with DATABASE_URL' }])
  return null
}

function readBounceSettings({
  BOUNCE_DOMAIN: domain,
  BOUNCE_PORT: port,
}: z.output<typeof environment>): { domain: string; port: number } | null {
  if (domain && port !== undefined) return { domain, port }
  if (domain || port !== undefined)
    throw new ConfigError([{ variable: 'BOUNCE_DOMAIN', message: 'is only valid together with BOUNCE_PORT' }])
  return null
}

function readRetailerSettings({
  RETAILER_URL: url,
  RETAILER_TOKEN: token,
}: z.output<typeof environment>): RetailerSettings | null {
  if (url && token) return { url: url.replace(/\/$/, ''), token, timeoutMs: RETAILER_TIMEOUT_MS }
  if (url || token)
    throw new ConfigError([
      { variable: 'RETAILER_URL', message: 'is only valid together with RETAILER_TOKEN' },
    ])
  return null
}

function readLegacyLocation(e: z.output<typeof environment>): LegacyLocation | null {
  if (e.LEGACY_DIR && e.LEGACY_S3_BUCKET)
    throw new ConfigError([
      { variable: 'LEGACY_DIR', message: 'is not valid with LEGACY_S3_BUCKET: two old stores' },
    ])
  const s3 = readS3Settings(e.LEGACY_S3_BUCKET, {
    endpoint: e.LEGACY_S3_ENDPOINT,
    region: e.LEGACY_S3_REGION,
    accessKeyId: e.LEGACY_S3_ACCESS_KEY_ID,
    secretAccessKey: e.LEGACY_S3_SECRET_ACCESS_KEY,
  })
  if (s3) return { s3, prefix: e.LEGACY_S3_PREFIX }
  return e.LEGACY_DIR ? { folder: resolve(e.LEGACY_DIR) } : null
}

const readS3Settings = (bucket: string | undefined, access: Omit<S3Location, 'bucket'>): S3Location | null =>
  bucket ? { bucket, ...access } : null

/** Paths inside the data folder. */
export const getDataPaths = (dataDir: string) => ({
  database: join(dataDir, 'database'),
  blobs: join(dataDir, 'blobs'),
  lock: join(dataDir, 'lock'),
  secret: join(dataDir, 'secret'),
  temp: join(dataDir, 'temp'),
})
