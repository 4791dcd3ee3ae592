import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError } from '#server/platform/config/config-error.ts'
import { startSandbox } from './start-sandbox.ts'

const POSTGRES = {
  DATABASE_URL: 'postgres://keepsake:pass@127.0.0.1:1/keepsake',
  SECRET: 'a-secret-of-more-than-thirty-two-characters',
  SMTP_URL: 'smtp://127.0.0.1:1',
  S3_BUCKET: 'keepsake',
}

test.each([
  ['DATABASE_URL', POSTGRES],
  ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'https://my.keepsake.example' }],
])(
  'RV-884 the demo with its published passwords is refused with %s, before anything is created',
  async (variable, env) => {
    const DATA_DIR = join(tmpdir(), `sandbox-${process.pid}-refused`)
    const error = await startSandbox({ ...env, DATA_DIR }).catch(error => error)
    expect(error).toBeInstanceOf(ConfigError)
    expect(error.problems).toEqual([{ variable, message: expect.stringContaining('published passwords') }])
    expect(existsSync(DATA_DIR)).toBe(false)
  },
)
