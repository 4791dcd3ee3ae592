import { join, resolve } from 'node:path'
import { z } from 'zod'

const flag = z.stringbool().default(false)

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(4000),
  HOST: z.string().default('127.0.0.1'),
  /** Origin customers see when a balancer stands in front; else http://localhost:PORT. */
  PUBLIC_ORIGIN: z.url().optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ENDPOINT: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.email().default('no-reply@keepsake.example'),
  /** Key of all signatures; made and kept in the data folder when not given. Several processes need the same. */
  SECRET: z.string().min(32).optional(),
  OIDC_ISSUER: z.url().optional(),
  OIDC_CLIENT_ID: z.string().default('keepsake-web'),
  OIDC_CLIENT_SECRET: z.string().optional(),
  BIN_DAYS: z.coerce.number().int().min(0).max(3650).default(30),
  /** Most bytes of one zip of an export; a photo that is larger has a zip of its own. */
  EXPORT_CHUNK_BYTES: z.coerce.number().int().min(1).default(2_000_000_000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Whether demo sign-ins, the demo library, the local mail server and its mailbox page exist. */
  DEMO: flag,
  /** Answers are checked against the contract by the server as well (development and tests). */
  CHECK_ANSWERS: flag,
  RATE_LIMITS: z.stringbool().default(true),
})

export type Role = 'all' | 'web' | 'worker'

/** Everything the process may be told from outside, parsed once. Nobody else reads the environment. */
export interface Config {
  port: number
  host: string
  publicOrigin: string | null
  dataDir: string
  databaseUrl: string | null
  s3: {
    bucket: string
    endpoint?: string
    region: string
    accessKeyId?: string
    secretAccessKey?: string
  } | null
  smtpUrl: string | null
  mailFrom: string
  secret: string | null
  oidc: { issuer: string; clientId: string; clientSecret: string | null } | null
  binDays: number
  exportChunkBytes: number
  logLevel: string
  demo: boolean
  emptyDemo: boolean
  checkAnswers: boolean
  rateLimits: boolean
  role: Role
}

/** Parses the environment and the command line; throws a readable error naming each bad value. */
export function readConfig(
  env: Record<string, string | undefined>,
  args: { role?: string; empty?: boolean } = {},
): Config {
  const parsed = environment.safeParse(env)
  if (!parsed.success) throw new Error(`Configuration is not valid:\n${z.prettifyError(parsed.error)}`)
  const e = parsed.data
  return {
    port: e.PORT,
    host: e.HOST,
    publicOrigin: e.PUBLIC_ORIGIN ?? null,
    dataDir: resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL ?? null,
    s3: e.S3_BUCKET
      ? {
          bucket: e.S3_BUCKET,
          endpoint: e.S3_ENDPOINT,
          region: e.S3_REGION,
          accessKeyId: e.S3_ACCESS_KEY_ID,
          secretAccessKey: e.S3_SECRET_ACCESS_KEY,
        }
      : null,
    smtpUrl: e.SMTP_URL ?? null,
    mailFrom: e.MAIL_FROM,
    secret: e.SECRET ?? null,
    oidc: e.OIDC_ISSUER
      ? { issuer: e.OIDC_ISSUER, clientId: e.OIDC_CLIENT_ID, clientSecret: e.OIDC_CLIENT_SECRET ?? null }
      : null,
    binDays: e.BIN_DAYS,
    exportChunkBytes: e.EXPORT_CHUNK_BYTES,
    logLevel: e.LOG_LEVEL,
    demo: e.DEMO,
    emptyDemo: args.empty ?? false,
    checkAnswers: e.CHECK_ANSWERS,
    rateLimits: e.RATE_LIMITS,
    role: z.enum(['all', 'web', 'worker']).parse(args.role ?? 'all'),
  }
}

/** Where things lie inside the data folder. */
export const dataPaths = (dataDir: string) => ({
  database: join(dataDir, 'database'),
  blobs: join(dataDir, 'blobs'),
  lock: join(dataDir, 'lock'),
  secret: join(dataDir, 'secret'),
  temp: join(dataDir, 'temp'),
  mailbox: join(dataDir, 'mailbox'),
})
