import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { type Config, ENVIRONMENT_VARIABLES, readConfig } from './config.ts'

const letters = (letter: string) => letter.repeat(40)
const hours = 3_600_000

type Change = [text: string, path: string | null, value?: unknown]

/**
 * Of each variable a text that is valid with those of all others, and differs from them and from the default; another text, the
 * one value of the configuration that it changes, and to what, by default the text.
 */
const VARIABLES: Record<string, [base: string | undefined, ...Change]> = {
  PORT: ['4001', '5001', 'port', 5001],
  HOST: ['10.0.0.1', '10.1.0.1', 'host'],
  SFTP_PORT: ['4002', '5002', 'sftp.port', 5002],
  PUBLIC_ORIGIN: ['https://my.keepsake.example', 'https://b.example', 'publicOrigin'],
  TRUSTED_PROXIES: [
    '10.0.1.0/24',
    '10.0.2.0/24,10.0.3.0/24',
    'trustedProxies.networks',
    ['10.0.2.0/24', '10.0.3.0/24'],
  ],
  METRICS_PORT: ['4003', '5003', 'management.port', 5003],
  METRICS_HOST: ['10.0.0.2', '10.1.0.2', 'management.host'],
  METRICS_TOKEN: [letters('a'), letters('f'), 'metricsToken'],
  BODY_IDLE_SECONDS: ['11', '12', 'bodyTimeout.idleMs', 12_000],
  BODY_TOTAL_SECONDS: ['61', '62', 'bodyTimeout.totalMs', 62_000],
  DRAIN_PAUSE_SECONDS: ['6', '0', 'drain.pauseMs', 0],
  DRAIN_DEADLINE_SECONDS: ['21', '3600', 'drain.deadlineMs', hours],
  MIGRATION_WAIT_SECONDS: ['31', '86400', 'migrationWaitMs', 24 * hours],
  DATA_DIR: ['/data', 'data-2', 'dataDir', resolve('data-2')],
  WEB_DIR: ['/web', 'web-2', 'webDir', resolve('web-2')],
  DATABASE_URL: ['postgres://keepsake@10.0.0.3/keepsake', 'postgres:///a', 'postgres.url'],
  DATABASE_DIRECT_URL: ['postgres://keepsake@10.0.0.4/keepsake', 'postgres:///b', 'postgres.directUrl'],
  DATABASE_POOL_SIZE: ['12', '13', 'postgres.poolSize', 13],
  DATABASE_PREPARED_STATEMENTS: ['true', 'false', 'postgres.preparesStatements', false],
  S3_BUCKET: ['blobs', 'blobs-2', 's3.bucket'],
  S3_ENDPOINT: ['https://s3.example', 'https://s3b.example', 's3.endpoint'],
  S3_REGION: ['region-1', 'region-3', 's3.region'],
  S3_ACCESS_KEY_ID: ['key-1', 'key-3', 's3.accessKeyId'],
  S3_SECRET_ACCESS_KEY: ['secret-1', 'secret-4', 's3.secretAccessKey'],
  LEGACY_S3_BUCKET: ['legacy', 'legacy-2', 'legacy.s3.bucket'],
  LEGACY_S3_PREFIX: ['old/', 'older/', 'legacy.prefix'],
  LEGACY_S3_ENDPOINT: ['https://legacy.example', 'https://s3c.example', 'legacy.s3.endpoint'],
  LEGACY_S3_REGION: ['region-2', 'region-4', 'legacy.s3.region'],
  LEGACY_S3_ACCESS_KEY_ID: ['key-2', 'key-4', 'legacy.s3.accessKeyId'],
  LEGACY_S3_SECRET_ACCESS_KEY: ['secret-2', 'secret-5', 'legacy.s3.secretAccessKey'],
  SMTP_URL: ['smtp://10.0.0.5:25', 'smtp://10.1.0.5:25', 'smtpUrl'],
  BOUNCE_DOMAIN: ['bounce.example', 'Bounce2.example', 'bounces.domain', 'bounce2.example'],
  BOUNCE_PORT: ['2525', '2526', 'bounces.port', 2526],
  SECRET: [letters('b'), letters('g'), 'secret'],
  PREVIOUS_SECRET: [letters('c'), letters('h'), 'previousSecret'],
  OIDC_ISSUER: ['https://issuer.example', 'https://issuer2.example', 'oidc.issuer'],
  OIDC_CLIENT_ID: ['client-1', 'client-2', 'oidc.clientId'],
  OIDC_CLIENT_SECRET: ['secret-3', 'secret-6', 'oidc.clientSecret'],
  OIDC_SCOPE: ['openid email', 'openid profile', 'oidc.scope'],
  NATIVE_CLIENTS: ['[{"id":"app-1","redirectUris":["com.example.one:/back"]}]', '[]', 'nativeClients', []],
  STEP_UP_MINUTES: ['16', '0', 'stepUpMinutes', 0],
  STEP_UP_EXTERNAL: ['off', 'on', 'stepUpExternal', true],
  LOSS_DELAY_HOURS: [undefined, '0', 'lossDelayHours', 0],
  BIN_DAYS: ['32', '0', 'binDays', 0],
  DISK_RESERVE_PERCENT: ['7', '0', 'diskReservePercent', 0],
  RETENTION_GRACE_DAYS: ['33', '1', 'retention.graceDays', 1],
  CLOSURE_GRACE_DAYS: ['34', '0', 'closureGraceDays', 0],
  RETENTION_GUARD_PERCENT: ['1.5', '0', 'retention.guardPercent', 0],
  RETENTION_MAILS_PER_HOUR: ['1001', '1', 'retention.mailsPerHour', 1],
  SWEEP_GUARD_PERCENT: ['2.5', '100', 'sweepGuardPercent', 100],
  SERVICE_TOKENS: [
    `orders:${letters('d')}`,
    `invoices:${letters('i')}`,
    'serviceTokens',
    [{ name: 'invoices', token: letters('i') }],
  ],
  RETAILER_CHECKS: ['warn', 'refuse', 'retailerChecks'],
  SERVICE_ADDRESSES: [
    'push=https://push.example',
    'push=https://p2.example/',
    'serviceAddresses.push',
    'https://p2.example',
  ],
  RETAILER_URL: ['https://retailer.example', 'https://r2.example/', 'retailer.url', 'https://r2.example'],
  RETAILER_TOKEN: [letters('e'), letters('j'), 'retailer.token'],
  CALLBACK_ORIGINS: [
    'http://localhost:4101',
    'http://localhost:4102',
    'callbackOrigins',
    ['http://localhost:4102'],
  ],
  PAGE_SCRIPT_ORIGINS: ['https://s1.test', 'https://s2.test', 'pageOrigins.scripts', ['https://s2.test']],
  PAGE_IMAGE_ORIGINS: ['https://i1.test', 'https://i2.test', 'pageOrigins.images', ['https://i2.test']],
  PAGE_CONNECT_ORIGINS: [
    'https://c1.test',
    'https://c2.test',
    'pageOrigins.connections',
    ['https://c2.test'],
  ],
  PAGE_FRAME_ORIGINS: ['https://f1.test', 'https://f2.test', 'pageOrigins.frames', ['https://f2.test']],
  PAGE_FORM_ORIGINS: ['https://o1.test', 'https://o2.test', 'pageOrigins.forms', ['https://o2.test']],
  THIRD_PARTIES: ['{"one":{}}', '{"two":{}}', 'thirdParties', { two: {} }],
  PRINTS_EDITOR: ['https://prints.example/1', 'https://prints.example/2', 'printsEditor'],
  PRODUCT_EDITORS: ['https://products.example/1', 'https://products.example/2', 'productEditors'],
  ANSWER_CACHE_MB: ['35', '0', 'answerCacheBytes', 0],
  EXPORT_CHUNK_BYTES: ['36', '37', 'exportChunkBytes', 37],
  BUILD: ['build-1', 'build-2', 'build'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['http://10.0.0.6:4318', 'http://10.1.0.6:4318', 'tracing.endpoint'],
  OTEL_EXPORTER_OTLP_HEADERS: ['scope=1', 'scope=2', 'tracing.headers', { scope: '2' }],
  OTEL_SERVICE_NAME: ['service-1', 'service-2', 'tracing.serviceName'],
  OTEL_TRACES_SAMPLER_ARG: ['0.2', '0', 'tracing.ratio', 0],
  LOG_LEVEL: ['warn', 'trace', 'logLevel'],
  GRAPHQL_INTROSPECTION: ['true', 'false', 'graphqlIntrospection', false],
  CHECK_ANSWERS: ['true', 'false', 'checkAnswers', false],
  RATE_LIMITS: ['false', 'true', 'rateLimits', true],
  // Decides only what is refused (settings.test.ts).
  DATA_DIR_IS_SHARED: [undefined, 'true', null],
}

const BASE: Record<string, string | undefined> = {
  ...Object.fromEntries(Object.entries(VARIABLES).map(([name, [base]]) => [name, base])),
  ALLOW_TEST_SETTINGS: 'true',
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
  ...Object.entries(VARIABLES).map(([name, [, ...change]]) => ({ name, base: BASE, change })),
  ...Object.entries(OTHERS).map(([name, { without, change }]) => ({
    name,
    base: Object.fromEntries(Object.entries(BASE).filter(([each]) => !without.test(each))),
    change,
  })),
]

test.each(ROWS)('RV-1285 $name changes its own value and no other', ({ name, base, change }) => {
  const [text, path, value = text] = change
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
