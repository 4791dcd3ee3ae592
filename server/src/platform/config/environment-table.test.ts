import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { type Config, ENVIRONMENT_VARIABLES, readConfig } from './config.ts'

const letters = (letter: string) => letter.repeat(40)
const hours = 3_600_000

/** All settings that are valid together, each with another value than its default and than all others. */
const BASE: Record<string, string> = {
  PORT: '4001',
  HOST: '10.0.0.1',
  SFTP_PORT: '4002',
  PUBLIC_ORIGIN: 'https://my.keepsake.example',
  TRUSTED_PROXIES: '10.0.1.0/24',
  METRICS_PORT: '4003',
  METRICS_HOST: '10.0.0.2',
  METRICS_TOKEN: letters('a'),
  BODY_IDLE_SECONDS: '11',
  BODY_TOTAL_SECONDS: '61',
  DRAIN_PAUSE_SECONDS: '6',
  DRAIN_DEADLINE_SECONDS: '21',
  MIGRATION_WAIT_SECONDS: '31',
  DATA_DIR: '/data',
  WEB_DIR: '/web',
  DATABASE_URL: 'postgres://keepsake@10.0.0.3/keepsake',
  DATABASE_DIRECT_URL: 'postgres://keepsake@10.0.0.4/keepsake',
  DATABASE_POOL_SIZE: '12',
  DATABASE_PREPARED_STATEMENTS: 'true',
  S3_BUCKET: 'blobs',
  S3_ENDPOINT: 'https://s3.example',
  S3_REGION: 'region-1',
  S3_ACCESS_KEY_ID: 'key-1',
  S3_SECRET_ACCESS_KEY: 'secret-1',
  LEGACY_S3_BUCKET: 'legacy',
  LEGACY_S3_PREFIX: 'old/',
  LEGACY_S3_ENDPOINT: 'https://legacy.example',
  LEGACY_S3_REGION: 'region-2',
  LEGACY_S3_ACCESS_KEY_ID: 'key-2',
  LEGACY_S3_SECRET_ACCESS_KEY: 'secret-2',
  SMTP_URL: 'smtp://10.0.0.5:25',
  BOUNCE_DOMAIN: 'bounce.example',
  BOUNCE_PORT: '2525',
  SECRET: letters('b'),
  PREVIOUS_SECRET: letters('c'),
  OIDC_ISSUER: 'https://issuer.example',
  OIDC_CLIENT_ID: 'client-1',
  OIDC_CLIENT_SECRET: 'secret-3',
  OIDC_SCOPE: 'openid email',
  NATIVE_CLIENTS: '[{"id":"app-1","redirectUris":["com.example.one:/back"]}]',
  STEP_UP_MINUTES: '16',
  STEP_UP_EXTERNAL: 'off',
  BIN_DAYS: '32',
  DISK_RESERVE_PERCENT: '7',
  RETENTION_GRACE_DAYS: '33',
  CLOSURE_GRACE_DAYS: '34',
  RETENTION_GUARD_PERCENT: '1.5',
  RETENTION_MAILS_PER_HOUR: '1001',
  SWEEP_GUARD_PERCENT: '2.5',
  SERVICE_TOKENS: `orders:${letters('d')}`,
  RETAILER_CHECKS: 'warn',
  SERVICE_ADDRESSES: 'push=https://push.example',
  RETAILER_URL: 'https://retailer.example',
  RETAILER_TOKEN: letters('e'),
  CALLBACK_ORIGINS: 'http://localhost:4101',
  PAGE_SCRIPT_ORIGINS: 'https://script.example',
  PAGE_IMAGE_ORIGINS: 'https://image.example',
  PAGE_CONNECT_ORIGINS: 'https://connect.example',
  PAGE_FRAME_ORIGINS: 'https://frame.example',
  PAGE_FORM_ORIGINS: 'https://form.example',
  THIRD_PARTIES: '{"one":{}}',
  PRINTS_EDITOR: 'https://prints.example/1',
  PRODUCT_EDITORS: 'https://products.example/1',
  ANSWER_CACHE_MB: '35',
  EXPORT_CHUNK_BYTES: '36',
  BUILD: 'build-1',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://10.0.0.6:4318',
  OTEL_EXPORTER_OTLP_HEADERS: 'scope=1',
  OTEL_SERVICE_NAME: 'service-1',
  OTEL_TRACES_SAMPLER_ARG: '0.2',
  LOG_LEVEL: 'warn',
  GRAPHQL_INTROSPECTION: 'true',
  CHECK_ANSWERS: 'true',
  RATE_LIMITS: 'false',
  ALLOW_TEST_SETTINGS: 'true',
}

type Change = [text: string, path: string | null, value?: unknown]

/** Another text of each variable, the one value of the configuration that it changes, and to what. */
const CHANGES: Record<string, Change> = {
  PORT: ['5001', 'port', 5001],
  HOST: ['10.1.0.1', 'host', '10.1.0.1'],
  SFTP_PORT: ['5002', 'sftp.port', 5002],
  PUBLIC_ORIGIN: ['https://b.example', 'publicOrigin', 'https://b.example'],
  TRUSTED_PROXIES: ['10.0.2.0/24,10.0.3.0/24', 'trustedProxies.networks', ['10.0.2.0/24', '10.0.3.0/24']],
  METRICS_PORT: ['5003', 'management.port', 5003],
  METRICS_HOST: ['10.1.0.2', 'management.host', '10.1.0.2'],
  METRICS_TOKEN: [letters('f'), 'metricsToken', letters('f')],
  BODY_IDLE_SECONDS: ['12', 'bodyTimeout.idleMs', 12_000],
  BODY_TOTAL_SECONDS: ['62', 'bodyTimeout.totalMs', 62_000],
  DRAIN_PAUSE_SECONDS: ['0', 'drain.pauseMs', 0],
  DRAIN_DEADLINE_SECONDS: ['3600', 'drain.deadlineMs', hours],
  MIGRATION_WAIT_SECONDS: ['86400', 'migrationWaitMs', 24 * hours],
  DATA_DIR: ['data-2', 'dataDir', resolve('data-2')],
  WEB_DIR: ['web-2', 'webDir', resolve('web-2')],
  DATABASE_URL: ['postgres:///a', 'postgres.url', 'postgres:///a'],
  DATABASE_DIRECT_URL: ['postgres:///b', 'postgres.directUrl', 'postgres:///b'],
  DATABASE_POOL_SIZE: ['13', 'postgres.poolSize', 13],
  DATABASE_PREPARED_STATEMENTS: ['false', 'postgres.preparesStatements', false],
  S3_BUCKET: ['blobs-2', 's3.bucket', 'blobs-2'],
  S3_ENDPOINT: ['https://s3b.example', 's3.endpoint', 'https://s3b.example'],
  S3_REGION: ['region-3', 's3.region', 'region-3'],
  S3_ACCESS_KEY_ID: ['key-3', 's3.accessKeyId', 'key-3'],
  S3_SECRET_ACCESS_KEY: ['secret-4', 's3.secretAccessKey', 'secret-4'],
  LEGACY_S3_BUCKET: ['legacy-2', 'legacy.s3.bucket', 'legacy-2'],
  LEGACY_S3_PREFIX: ['older/', 'legacy.prefix', 'older/'],
  LEGACY_S3_ENDPOINT: ['https://s3c.example', 'legacy.s3.endpoint', 'https://s3c.example'],
  LEGACY_S3_REGION: ['region-4', 'legacy.s3.region', 'region-4'],
  LEGACY_S3_ACCESS_KEY_ID: ['key-4', 'legacy.s3.accessKeyId', 'key-4'],
  LEGACY_S3_SECRET_ACCESS_KEY: ['secret-5', 'legacy.s3.secretAccessKey', 'secret-5'],
  SMTP_URL: ['smtp://10.1.0.5:25', 'smtpUrl', 'smtp://10.1.0.5:25'],
  BOUNCE_DOMAIN: ['Bounce2.example', 'bounces.domain', 'bounce2.example'],
  BOUNCE_PORT: ['2526', 'bounces.port', 2526],
  SECRET: [letters('g'), 'secret', letters('g')],
  PREVIOUS_SECRET: [letters('h'), 'previousSecret', letters('h')],
  OIDC_ISSUER: ['https://issuer2.example', 'oidc.issuer', 'https://issuer2.example'],
  OIDC_CLIENT_ID: ['client-2', 'oidc.clientId', 'client-2'],
  OIDC_CLIENT_SECRET: ['secret-6', 'oidc.clientSecret', 'secret-6'],
  OIDC_SCOPE: ['openid profile', 'oidc.scope', 'openid profile'],
  NATIVE_CLIENTS: ['[]', 'nativeClients', []],
  STEP_UP_MINUTES: ['0', 'stepUpMinutes', 0],
  STEP_UP_EXTERNAL: ['on', 'stepUpExternal', true],
  LOSS_DELAY_HOURS: ['0', 'lossDelayHours', 0],
  BIN_DAYS: ['0', 'binDays', 0],
  DISK_RESERVE_PERCENT: ['0', 'diskReservePercent', 0],
  RETENTION_GRACE_DAYS: ['1', 'retention.graceDays', 1],
  CLOSURE_GRACE_DAYS: ['0', 'closureGraceDays', 0],
  RETENTION_GUARD_PERCENT: ['0', 'retention.guardPercent', 0],
  RETENTION_MAILS_PER_HOUR: ['1', 'retention.mailsPerHour', 1],
  SWEEP_GUARD_PERCENT: ['100', 'sweepGuardPercent', 100],
  SERVICE_TOKENS: [`invoices:${letters('i')}`, 'serviceTokens', [{ name: 'invoices', token: letters('i') }]],
  RETAILER_CHECKS: ['refuse', 'retailerChecks', 'refuse'],
  SERVICE_ADDRESSES: ['push=https://p2.example/', 'serviceAddresses.push', 'https://p2.example'],
  RETAILER_URL: ['https://r2.example/', 'retailer.url', 'https://r2.example'],
  RETAILER_TOKEN: [letters('j'), 'retailer.token', letters('j')],
  CALLBACK_ORIGINS: ['http://localhost:4102', 'callbackOrigins', ['http://localhost:4102']],
  PAGE_SCRIPT_ORIGINS: ['https://s2.example', 'pageOrigins.scripts', ['https://s2.example']],
  PAGE_IMAGE_ORIGINS: ['https://i2.example', 'pageOrigins.images', ['https://i2.example']],
  PAGE_CONNECT_ORIGINS: ['https://c2.example', 'pageOrigins.connections', ['https://c2.example']],
  PAGE_FRAME_ORIGINS: ['https://f2.example', 'pageOrigins.frames', ['https://f2.example']],
  PAGE_FORM_ORIGINS: ['https://o2.example', 'pageOrigins.forms', ['https://o2.example']],
  THIRD_PARTIES: ['{"two":{}}', 'thirdParties', { two: {} }],
  PRINTS_EDITOR: ['https://prints.example/2', 'printsEditor', 'https://prints.example/2'],
  PRODUCT_EDITORS: ['https://products.example/2', 'productEditors', 'https://products.example/2'],
  ANSWER_CACHE_MB: ['0', 'answerCacheBytes', 0],
  EXPORT_CHUNK_BYTES: ['37', 'exportChunkBytes', 37],
  BUILD: ['build-2', 'build', 'build-2'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['http://10.1.0.6:4318', 'tracing.endpoint', 'http://10.1.0.6:4318'],
  OTEL_EXPORTER_OTLP_HEADERS: ['scope=2', 'tracing.headers', { scope: '2' }],
  OTEL_SERVICE_NAME: ['service-2', 'tracing.serviceName', 'service-2'],
  OTEL_TRACES_SAMPLER_ARG: ['0', 'tracing.ratio', 0],
  LOG_LEVEL: ['trace', 'logLevel', 'trace'],
  GRAPHQL_INTROSPECTION: ['false', 'graphqlIntrospection', false],
  CHECK_ANSWERS: ['false', 'checkAnswers', false],
  RATE_LIMITS: ['true', 'rateLimits', true],
  // Decides only what is refused (settings.test.ts).
  DATA_DIR_IS_SHARED: ['true', null],
}

/** Settings that are not valid with BASE: the settings to leave out, the text, and the whole value that it changes. */
const OTHERS: Record<string, { without: RegExp; change: Change }> = {
  LEGACY_DIR: { without: /^LEGACY_S3/, change: ['old', 'legacy', { folder: resolve('old') }] },
  EMBEDDED_DATABASE: { without: /^DATABASE_/, change: ['true', null] },
  ALLOW_TEST_SETTINGS: {
    without: /^(ALLOW_TEST_SETTINGS|RATE_LIMITS|CHECK_ANSWERS|CALLBACK_ORIGINS|SERVICE_TOKENS)$/,
    change: ['true', 'allowsTestSettings', true],
  },
}

const ROWS = [
  ...Object.entries(CHANGES).map(([name, change]) => ({ name, base: BASE, change })),
  ...Object.entries(OTHERS).map(([name, { without, change }]) => ({
    name,
    base: Object.fromEntries(Object.entries(BASE).filter(([each]) => !without.test(each))),
    change,
  })),
]

test.each(ROWS)('RV-1285 $name changes its own value and no other', ({ name, base, change }) => {
  const [text, path, value] = change
  const config = readConfig(base)
  const changed = readConfig({ ...base, [name]: text })
  if (path) expect(findValue(config, path)).not.toEqual(value)
  expect(changed).toEqual(path ? replaceValue(config, path, value) : config)
})

test('RV-1288 RV-1285 all variables are in the table, and all values of the configuration', () => {
  expect(ROWS.map(({ name }) => name).sort()).toEqual([...ENVIRONMENT_VARIABLES].sort())
  const paths = ROWS.map(({ change }) => change[1])
  const values = listValues(readConfig(BASE)).filter(
    path => !paths.some(each => path.startsWith(each ?? '?')),
  )
  expect(values).toEqual(['retailer.timeoutMs', 'requestsPerMinute', 'role'])
})

test('RV-1285 a variable that is not set has its default', () => {
  expect(readConfig({})).toEqual({
    port: 4000,
    host: '127.0.0.1',
    sftp: null,
    publicOrigin: null,
    trustedProxies: { networks: [] },
    management: null,
    metricsToken: null,
    bodyTimeout: { idleMs: 10_000, totalMs: 60_000 },
    drain: { pauseMs: 0, deadlineMs: 20_000 },
    migrationWaitMs: 0,
    dataDir: resolve('data'),
    webDir: null,
    postgres: null,
    s3: null,
    legacy: null,
    smtpUrl: null,
    bounces: null,
    secret: null,
    previousSecret: null,
    oidc: null,
    nativeClients: [],
    stepUpMinutes: 15,
    stepUpExternal: true,
    lossDelayHours: 24,
    binDays: 30,
    diskReservePercent: 5,
    retention: { graceDays: 30, guardPercent: 0.5, mailsPerHour: 1000 },
    closureGraceDays: 30,
    sweepGuardPercent: 0.5,
    serviceTokens: [],
    retailerChecks: 'refuse',
    serviceAddresses: {},
    retailer: null,
    callbackOrigins: [],
    pageOrigins: { scripts: [], images: [], connections: [], frames: [], forms: [] },
    thirdParties: {},
    printsEditor: null,
    productEditors: null,
    answerCacheBytes: 32_000_000,
    exportChunkBytes: 2_000_000_000,
    build: 'development',
    tracing: null,
    logLevel: 'info',
    graphqlIntrospection: false,
    checkAnswers: false,
    rateLimits: true,
    requestsPerMinute: null,
    allowsTestSettings: false,
    role: 'all',
  } satisfies Config)
})

test('RV-1285 a variable that depends on another has the other one as its default', () => {
  const { METRICS_HOST: _, DRAIN_PAUSE_SECONDS: __, DATABASE_PREPARED_STATEMENTS: ___, ...base } = BASE
  expect(readConfig(base)).toMatchObject({
    management: { port: 4003, host: '10.0.0.1' },
    drain: { pauseMs: 5000 },
    postgres: { preparesStatements: false },
  })
  expect(readConfig({ ...base, DATABASE_DIRECT_URL: '' }).postgres?.preparesStatements).toBe(true)
})

type Values = Record<string, unknown>

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at a path such as `retention.graceDays`. */
function findValue(config: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Values)[key], config)
}

function replaceValue(config: object, path: string, value: unknown): object {
  const [key = '', ...rest] = path.split('.')
  const inner = (config as Values)[key]
  return { ...config, [key]: rest.length > 0 ? replaceValue(inner as object, rest.join('.'), value) : value }
}

function listValues(values: object, prefix = ''): string[] {
  return Object.entries(values).flatMap(([key, value]) =>
    isValues(value) ? listValues(value, `${prefix}${key}.`) : [prefix + key],
  )
}
