import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createTestFolder } from '../../testing/test-folder.ts'
import { ENVIRONMENT_VARIABLES, readConfig, SECRET_VARIABLES } from './config.ts'
import { ConfigError, type SettingProblem } from './config-error.ts'
import { describeSettings } from './describe-settings.ts'
import { type Environment, toFileVariable } from './read-environment.ts'
import { quote, READERS } from './testing/environment-readers.testing.ts'

const SECRET = 'a-secret-of-more-than-thirty-two-characters'

/** Valid settings, so that one can be changed at a time; those of the old store and of bounces are valid only together. */
const BASE: Record<string, string> = {
  DATABASE_URL: 'postgres://keepsake:pass@10.0.0.5/keepsake',
  DATABASE_DIRECT_URL: 'postgres://keepsake:pass@10.0.0.6/keepsake',
  S3_BUCKET: 'keepsake',
  S3_ENDPOINT: 'https://s3.example.com',
  SECRET,
  SMTP_URL: 'smtp://10.0.0.6:25',
  BOUNCE_DOMAIN: 'bounce.example.com',
  BOUNCE_PORT: '2525',
  RETAILER_URL: 'https://retailer.example',
  RETAILER_TOKEN: 'a-token-of-more-than-thirty-two-characters',
  PUBLIC_ORIGIN: 'https://my.keepsake.example',
}

/** Characters that a shell, systemd or compose may read differently. */
const SPECIAL = [
  'a&b',
  'a$b',
  "a'b",
  'a"b',
  'a#b',
  'a #b',
  'a\\b',
  'a\\',
  'a b',
  ' a',
  'a ',
  ' ',
  `& $HOME ' " # \\ and a great many spaces besides`,
  'postgres://k:p%26%24%27%22%23%5C%20@h/db?a=1&b=2',
  'https://shop.example/?a=1&b=$2#c',
  'smtp://user:p%26ss@mail.example?a=1&b=2',
  '5',
  'true',
  'nonsense'.repeat(5),
]

/** The configuration, or the problems. */
function read(env: Environment): { config: unknown } | { problems: readonly SettingProblem[] } {
  try {
    return { config: readConfig(env) }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { problems: error.problems }
  }
}

const problemsOf = (env: Environment) => {
  const outcome = read(env)
  return 'problems' in outcome ? outcome.problems : []
}

const folder = createTestFolder()

function writeSecret(content: string | Uint8Array): string {
  const path = join(folder, 'secret')
  writeFileSync(path, content)
  return path
}

test('the base of these tests is valid', () => {
  expect(problemsOf(BASE)).toEqual([])
})

describe('RV-887 each setting is the same in every way that it can be given', () => {
  test.each(SPECIAL)('%j', value => {
    // All settings have the value, in one file.
    const text = ENVIRONMENT_VARIABLES.map(name => `${name}=${quote(value)}\n`).join('')
    const expected = Object.fromEntries(ENVIRONMENT_VARIABLES.map(name => [name, value]))
    for (const [reader, readText] of Object.entries(READERS))
      expect([reader, readText(text)]).toEqual([reader, expect.objectContaining(expected)])
    for (const name of ENVIRONMENT_VARIABLES) {
      const outcome = read({ ...BASE, [name]: value })
      if ('problems' in outcome) expect(outcome.problems.map(({ variable }) => variable)).toContain(name)
      if (!SECRET_VARIABLES.includes(name)) continue
      for (const end of ['', '\n', '\r\n']) {
        const env = { ...BASE, [name]: undefined, [toFileVariable(name)]: writeSecret(value + end) }
        expect([name, read(env)]).toEqual([name, outcome])
      }
      if ('problems' in outcome && value.length > 5) expect(JSON.stringify(outcome)).not.toContain(value)
    }
  })

  test.each(['', "''", '""'])('empty, written as %j, is not set', written => {
    const text = ENVIRONMENT_VARIABLES.map(name => `${name}=${written}\n`).join('')
    const expected = Object.fromEntries(ENVIRONMENT_VARIABLES.map(name => [name, '']))
    for (const [reader, readText] of Object.entries(READERS))
      expect([reader, readText(text)]).toEqual([reader, expect.objectContaining(expected)])
    for (const name of ENVIRONMENT_VARIABLES) {
      const missing = read({ ...BASE, [name]: undefined })
      expect(read({ ...BASE, [name]: '' })).toEqual(missing)
      if (!SECRET_VARIABLES.includes(name)) continue
      expect(read({ ...BASE, [toFileVariable(name)]: '' })).toEqual(read(BASE))
    }
  })
})

describe('RV-887 malformed values are refused with the name of the variable', () => {
  test.each([
    ['PORT', 'http'],
    ['SFTP_PORT', '70000'],
    ['METRICS_PORT', '-1'],
    ['METRICS_TOKEN', 'short'],
    ['PUBLIC_ORIGIN', 'my.keepsake.example'],
    ['PUBLIC_ORIGIN', 'https://my.keepsake.example/area'],
    ['TRUSTED_PROXIES', 'balancer'],
    ['BODY_IDLE_SECONDS', '0'],
    ['DRAIN_PAUSE_SECONDS', 'five'],
    ['DATABASE_URL', 'keepsake'],
    ['DATABASE_URL', 'mysql://keepsake:pass@10.0.0.5/keepsake'],
    ['DATABASE_URL', 'postgres://keepsake:pa#ss@10.0.0.5/keepsake'],
    ['DATABASE_URL', 'postgres://keepsake:pa?ss@10.0.0.5/keepsake'],
    ['DATABASE_URL', 'postgres://keepsake:pa/ss@10.0.0.5/keepsake'],
    ['DATABASE_URL', 'postgres://keepsake:pa%ss@10.0.0.5/keepsake'],
    ['DATABASE_DIRECT_URL', '10.0.0.5:5432'],
    ['DATABASE_POOL_SIZE', '1'],
    ['DATABASE_PREPARED_STATEMENTS', 'maybe'],
    ['DATA_DIR_IS_SHARED', 'maybe'],
    ['S3_BUCKET', ' '],
    ['S3_ENDPOINT', 's3.example.com'],
    ['S3_SECRET_ACCESS_KEY', 'key '],
    ['SMTP_URL', 'mail.example:25'],
    ['SMTP_URL', 'https://mail.example'],
    ['SECRET', 'short'],
    ['PREVIOUS_SECRET', 'short'],
    ['OIDC_ISSUER', 'issuer'],
    ['OIDC_SCOPE', 'openid  email'],
    ['OIDC_SCOPE', 'email'],
    ['NATIVE_CLIENTS', '{'],
    ['THIRD_PARTIES', '['],
    ['SERVICE_TOKENS', 'orders'],
    ['RETAILER_URL', 'http://retailer.example'],
    ['RATE_LIMITS', 'fasle'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s', (name, value) => {
    const problems = problemsOf({ ...BASE, [name]: value })
    expect(problems.map(({ variable }) => variable)).toEqual([name])
    if (SECRET_VARIABLES.includes(name)) expect(problems[0]!.message).not.toContain(value.trim() || 'no text')
  })

  test.each([
    'postgres://keepsake@/keepsake?host=/run/postgresql',
    'postgresql:///keepsake',
    'postgres://keepsake:p%23ss@[::1]:5432/keepsake?sslmode=require',
  ])('%s is an address of a database', DATABASE_URL => {
    expect(problemsOf({ ...BASE, DATABASE_URL })).toEqual([])
  })

  test('RV-830 one sender of all brands is no setting', () => {
    expect(problemsOf({ ...BASE, MAIL_FROM: 'no-reply@keepsake.example' })).toEqual([
      {
        variable: 'MAIL_FROM',
        message: 'is no setting: each brand has its sender, `mailSender` of its file. Remove it',
      },
    ])
    expect(problemsOf({ ...BASE, MAIL_FROM: '' })).toEqual([])
  })

  test('all problems are named at once', () => {
    const env = { ...BASE, PORT: 'http', SECRET: 'short', SECERT: SECRET }
    expect(problemsOf(env).map(({ variable }) => variable)).toEqual(['SECERT', 'PORT', 'SECRET'])
  })

  test('a slash at the end of PUBLIC_ORIGIN is no part of it', () => {
    expect(readConfig({ PUBLIC_ORIGIN: 'https://my.keepsake.example/' }).publicOrigin).toBe(
      'https://my.keepsake.example',
    )
  })
})

describe('RV-887 a secret in a file', () => {
  test('is refused when it is given in the environment too', () => {
    const env = { ...BASE, SECRET_FILE: writeSecret(SECRET) }
    expect(problemsOf(env)).toEqual([
      { variable: 'SECRET', message: 'is given twice, also by SECRET_FILE: remove one' },
    ])
  })

  test('is refused with the name of the variable when it cannot be read or is not UTF-8', () => {
    const { SECRET: _, ...others } = BASE
    const [unreadable, binary] = [join(folder, 'none'), writeSecret(new Uint8Array([0xff, 0xfe, 0x41]))]
    expect(problemsOf({ ...others, SECRET_FILE: unreadable })).toEqual([
      { variable: 'SECRET_FILE', message: `the file ${unreadable} cannot be read (ENOENT)` },
    ])
    expect(problemsOf({ ...others, SECRET_FILE: binary })).toEqual([
      { variable: 'SECRET_FILE', message: `the file ${binary} is not UTF-8` },
    ])
    const utf16 = writeSecret(Buffer.from(SECRET, 'utf16le'))
    expect(problemsOf({ ...others, SECRET_FILE: utf16 })).toEqual([
      { variable: 'SECRET_FILE', message: `the file ${utf16} is not text: it contains U+0000` },
    ])
  })

  test.each(SECRET_VARIABLES)('%s_FILE is refused with its name when it is empty or too large', name => {
    const file = toFileVariable(name)
    const findProblems = (path: string) =>
      problemsOf({ ...BASE, [name]: undefined, [file]: path }).filter(({ variable }) => variable === file)
    for (const content of ['', '\n', '\r\n']) {
      const path = writeSecret(content)
      expect([content, findProblems(path)]).toEqual([
        content,
        [{ variable: file, message: `the file ${path} is empty: write the secret to it` }],
      ])
    }
    for (const path of [writeSecret('x'.repeat(64 * 1024 + 1)), '/dev/zero'])
      expect(findProblems(path)).toEqual([
        { variable: file, message: `the file ${path} is larger than 64 KB, and no secret` },
      ])
    expect(findProblems(writeSecret('x'.repeat(64 * 1024)))).toEqual([])
  })

  test('of a required secret is the only problem when it is empty', () => {
    const { SECRET: _, ...others } = BASE
    const path = writeSecret('')
    expect(problemsOf({ ...others, SECRET_FILE: path }).map(({ variable }) => variable)).toEqual([
      'SECRET_FILE',
    ])
  })

  test('is the only setting that may be in one: of others NAME_FILE is refused', () => {
    const others = ENVIRONMENT_VARIABLES.filter(name => !SECRET_VARIABLES.includes(name))
    for (const name of others)
      expect(problemsOf({ ...BASE, [`${name}_FILE`]: writeSecret('x') })).toEqual([
        {
          variable: `${name}_FILE`,
          message: `is no setting, because only secrets are read from files: set ${name} itself`,
        },
      ])
  })

  test('keeps its bytes, except one line end', () => {
    const { SECRET: _, ...others } = BASE
    const secret = `\tinner\nlines and "quotes" ${SECRET}.`
    expect(readConfig({ ...others, SECRET_FILE: writeSecret(`x${secret}\n`) }).secret).toBe(`x${secret}`)
    expect(problemsOf({ ...others, SECRET_FILE: writeSecret(`${SECRET}\n\n`) })[0]!.variable).toBe('SECRET')
  })
})

describe('RV-887 misspelt variables', () => {
  test.each([
    ['SECERT', 'SECRET'],
    ['SECRETS', 'SECRET'],
    ['secret', 'SECRET'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['S3_BUKCET', 'S3_BUCKET'],
    ['SMPT_URL', 'SMTP_URL'],
    ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['THIRD_PARTY', 'THIRD_PARTIES'],
    ['SECERT_FILE', 'SECRET_FILE'],
    ['RATE_LIMIT', 'RATE_LIMITS'],
  ])('%s is refused and %s suggested', (name, setting) => {
    expect(problemsOf({ ...BASE, [name]: 'x' })).toEqual([
      { variable: name, message: `is no setting; ${setting} is meant? Correct or remove it` },
    ])
    expect(problemsOf({ ...BASE, [name]: '' })).toEqual([])
  })

  test('variables of systems, shells, containers, clouds and tests are not settings', () => {
    const names = `PATH HOME HOSTNAME USER LOGNAME SHELL PWD OLDPWD LANG LC_ALL TZ TERM TMPDIR EDITOR PAGER MAIL DISPLAY SHLVL
      NODE_ENV NODE_OPTIONS NODE_EXTRA_CA_CERTS NODE_COMPILE_CACHE NODE_NO_WARNINGS MALLOC_ARENA_MAX UV_THREADPOOL_SIZE
      INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID CREDENTIALS_DIRECTORY STATE_DIRECTORY CACHE_DIRECTORY MAINPID
      NOTIFY_SOCKET WATCHDOG_USEC KUBERNETES_SERVICE_HOST KUBERNETES_PORT KEEPSAKE_SERVICE_PORT KEEPSAKE_PORT
      AWS_REGION AWS_PROFILE AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_ENDPOINT_URL AWS_ROLE_ARN
      PGHOST PGUSER PGPASSWORD PGDATABASE POSTGRES_PASSWORD DATABASE_PASSWORD REDIS_URL S3_SECRET HTTP_PROXY HTTPS_PROXY
      NO_PROXY SSL_CERT_FILE SUDO_USER SSH_CONNECTION XDG_RUNTIME_DIR CI GITHUB_TOKEN npm_config_registry npm_package_name
      KEEPSAKE_URL KEEPSAKE_TOKEN KEEPSAKE_RELEASE SHOP_PORT SHOP_URL SHOP_HOST SHOP_TOKEN SHOP_DATA_DIR SHOP_PACE
      TEST_DATABASE_URL TEST_DATABASE_NAME TEST_DATABASE_FOLDER TEST_DATABASE_TEMPLATE TEST_LOG
      BENCH_PROFILE E2E_SFTP_PORT E2E_OPERATOR_PORT ENVIRONMENT_FILE_VARIABLES PROOF`
    const environment = Object.fromEntries(names.split(/\s+/).map(name => [name, 'x']))
    expect(problemsOf({ ...environment, ...BASE })).toEqual([])
  })

  test('no setting is taken for another one', () => {
    for (const name of ENVIRONMENT_VARIABLES)
      expect(
        problemsOf({ ...BASE, [name]: '1' }).filter(({ message }) => message.includes('is meant?')),
      ).toEqual([])
  })
})

describe('RV-882 what all processes share is required with DATABASE_URL', () => {
  test.each(['SECRET', 'SMTP_URL', 'S3_BUCKET'])('%s', name => {
    expect(problemsOf({ ...BASE, [name]: undefined }).map(({ variable }) => variable)).toEqual([name])
  })

  test('except a bucket where the data folder is shared', () => {
    expect(problemsOf({ ...BASE, S3_BUCKET: undefined, DATA_DIR_IS_SHARED: 'true' })).toEqual([])
  })

  test('nothing is required for the embedded database', () => {
    expect(problemsOf({})).toEqual([])
  })
})

describe('RV-883 the embedded database is not used in production by mistake', () => {
  test.each<[Environment, string[]]>([
    [{ NODE_ENV: 'production' }, ['DATABASE_URL']],
    [{ NODE_ENV: 'production', DATABASE_URL: '' }, ['DATABASE_URL']],
    [{ NODE_ENV: 'production', EMBEDDED_DATABASE: 'true' }, []],
    [{ NODE_ENV: 'production', ...BASE }, []],
    [{ EMBEDDED_DATABASE: 'true', ...BASE }, ['EMBEDDED_DATABASE']],
    [{ NODE_ENV: 'development' }, []],
  ])('%j', (env, variables) => {
    expect(problemsOf(env).map(({ variable }) => variable)).toEqual(variables)
  })
})

describe('RV-884 settings of tests are refused where customers are served', () => {
  const { PUBLIC_ORIGIN, ...onPostgres } = BASE
  const places: Record<string, Environment> = {
    DATABASE_URL: onPostgres,
    'an https origin': { PUBLIC_ORIGIN },
  }
  const settings = [
    { RATE_LIMITS: 'false' },
    { CHECK_ANSWERS: 'true' },
    { CALLBACK_ORIGINS: 'http://localhost:4100' },
    { SERVICE_TOKENS: `shop:${'t'.repeat(32)}` },
  ]
  test.each(Object.keys(places))('with %s', place => {
    for (const setting of settings) {
      const env = { ...places[place], ...setting }
      expect(problemsOf(env)).toEqual([
        { variable: Object.keys(setting)[0], message: expect.stringContaining('refused') },
      ])
      expect(problemsOf({ ...env, ALLOW_TEST_SETTINGS: 'true' })).toEqual([])
    }
  })

  test('and accepted on one machine', () => {
    for (const setting of settings)
      expect(problemsOf({ ...setting, PUBLIC_ORIGIN: 'http://localhost:4000' })).toEqual([])
  })
})

describe('RV-887 the description of the settings', () => {
  test('names value, default and source of each, without secrets', () => {
    const { SECRET: _, ...others } = BASE
    const path = writeSecret(SECRET)
    const env = {
      ...others,
      SECRET_FILE: path,
      S3_ACCESS_KEY_ID: 'hidden-key',
      ENVIRONMENT_FILE_VARIABLES: 'S3_BUCKET NODE_ENV',
      DATABASE_DIRECT_URL: 'postgres://keepsake:12/hidden@10.0.0.5/keepsake',
      SMTP_URL: 'smtp://user:hidden@10.0.0.6:25?key=hidden',
    }
    const settings = describeSettings(env)
    expect(settings.map(({ name }) => name)).toEqual(ENVIRONMENT_VARIABLES)
    const find = (name: string) => settings.find(each => each.name === name)
    expect(find('PORT')).toEqual({ name: 'PORT', value: '4000', default: '4000', source: 'default' })
    expect(find('S3_BUCKET')).toMatchObject({ value: 'keepsake', default: null, source: 'environment file' })
    expect(find('DATABASE_URL')).toMatchObject({
      value: 'postgres://keepsake:***@10.0.0.5/keepsake',
      source: 'environment',
    })
    expect(find('SECRET')).toMatchObject({ value: `(${SECRET.length} characters)`, source: `file ${path}` })
    expect(find('SMTP_URL')).toMatchObject({ value: 'smtp://user:***@10.0.0.6:25?***' })
    expect(find('WEB_DIR')).toMatchObject({ value: null, default: null, source: 'default' })
    expect(JSON.stringify(settings)).not.toMatch(new RegExp(`hidden|${SECRET}`))
  })
})
