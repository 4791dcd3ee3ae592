import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { distributed, local, reference } from '#server/schema.ts'
import { getHalf, routeStatements } from './two-databases.ts'

const declarations = {
  photos: distributed('account_id'),
  lanes: reference(),
  account_directory: local('account_id'),
}

/** Accounts of either half. */
const accountIn = (half: string) =>
  Array.from({ length: 100 }, (_, i) => `account-${i}`).find(id => getHalf(id) === half)!
const [FIRST, SECOND] = ['first', 'second'].map(accountIn) as [string, string]

const LOCKED = 'first: select pg_advisory_xact_lock(hashtext(NAME))'

/** Two halves that record what they execute; `failing` is answered as by a transaction that has failed. */
function open({ failing = '' } = {}) {
  const executed: string[] = []
  const clientOf = (half: string) =>
    Object.assign(new EventEmitter(), {
      async query(text: string) {
        executed.push(`${half}: ${text.replace(/'[0-9a-f-]{36}'/, 'NAME')}`)
        const failed = failing !== '' && executed.at(-1)!.startsWith(failing)
        if (failed && text.includes('advisory')) throw new Error('current transaction is aborted')
        return {
          command: failed ? 'ROLLBACK' : text.split(' ')[0]!.toUpperCase(),
          rows: [{ half }],
          rowCount: 1,
          fields: [],
        }
      },
      release: () => executed.push(`${half}: released`),
    })
  const [firstPool, secondPool] = ['first', 'second'].map(half =>
    Object.assign(new EventEmitter(), { connect: async () => clientOf(half) }),
  )
  const router = routeStatements({ pool: firstPool } as never, { pool: secondPool } as never, declarations)
  const client = clientOf('first')
  firstPool!.emit('connect', client)
  router.enable()
  const run = client.query as unknown as (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>
  return { run, router, executed }
}

test('RV-718 statements go to the half of their account, to the directory, or to both', async () => {
  const { run, executed, router } = open()
  await run('select size from photos where account_id = $1', [FIRST])
  await run('select size from photos where account_id = $1', [SECOND])
  await run('select * from account_directory')
  const { rows } = await run('select size from photos /* across accounts: x */')
  expect(rows).toEqual([{ half: 'first' }, { half: 'second' }])
  await run('update lanes set turn = 1')
  await run('select turn from lanes')
  await router.close()
  expect(executed).toEqual([
    'first: select size from photos where account_id = $1',
    'second: select size from photos where account_id = $1',
    'first: select * from account_directory',
    'first: select size from photos /* across accounts: x */',
    'second: select size from photos /* across accounts: x */',
    'first: update lanes set turn = 1',
    'second: update lanes set turn = 1',
    'first: select turn from lanes',
    'second: released',
  ])
  await expect(run('select * from photos, account_directory')).rejects.toThrow('directory with distributed')
})

test('RV-718 the rows of a cursor come from the half of its account', async () => {
  const { run, executed } = open()
  await run('begin')
  for (const account of [SECOND, FIRST]) {
    await run('declare held cursor for select size from photos where account_id = $1', [account])
    await run('fetch 5 from held')
    await run('close held')
  }
  expect(
    executed.filter(text => / (declare|fetch|close) /.test(text)).map(text => text.slice(0, 13)),
  ).toEqual([
    'second: decla',
    'second: fetch',
    'second: close',
    'first: declar',
    'first: fetch ',
    'first: close ',
  ])
})

test('RV-718 a transaction of both halves is prepared in the second, and committed once the first has not failed', async () => {
  const { run, executed } = open()
  await run('begin')
  await run('delete from photos where account_id = $1', [FIRST])
  await run('delete from photos where account_id = $1', [SECOND])
  await run('commit')
  expect(executed).toEqual([
    'first: begin',
    'first: delete from photos where account_id = $1',
    'second: begin',
    'second: delete from photos where account_id = $1',
    LOCKED,
    'second: prepare transaction NAME',
    'second: commit prepared NAME',
    'first: commit',
  ])
})

test.each([
  ['first', LOCKED, [LOCKED, 'second: rollback', 'first: rollback']],
  ['second', 'second: prepare', [LOCKED, 'second: prepare transaction NAME', 'first: rollback']],
])('RV-718 one that has failed in the %s half is rolled back in both', async (_half, failing, expected) => {
  const { run, executed } = open({ failing })
  await run('begin')
  await run('delete from photos where account_id = $1', [SECOND])
  await run('commit')
  expect(executed.slice(3)).toEqual(expected)
})

test('RV-718 what a killed process left prepared is rolled back when its transaction in the first half has ended', async () => {
  const name = '5f0f1a52-0000-4000-8000-000000000000'
  const executed: string[] = []
  const poolOf = (half: string, rows: unknown[] = []) =>
    Object.assign(new EventEmitter(), {
      async query(text: string) {
        executed.push(`${half}: ${text}`)
        if (text.startsWith('rollback') && text.includes('busy'))
          throw Object.assign(new Error('busy'), { code: '55006' })
        return { rows }
      },
    })
  const halves = [poolOf('first'), poolOf('second', [{ gid: name }, { gid: 'busy' }])] as const
  const router = routeStatements({ pool: halves[0] } as never, { pool: halves[1] } as never, declarations)
  await router.recover()
  expect(executed).toEqual([
    'second: select gid from pg_prepared_xacts where database = current_database()',
    `first: select pg_advisory_xact_lock(hashtext('${name}'))`,
    `second: rollback prepared '${name}'`,
    "first: select pg_advisory_xact_lock(hashtext('busy'))",
    "second: rollback prepared 'busy'",
  ])
})
