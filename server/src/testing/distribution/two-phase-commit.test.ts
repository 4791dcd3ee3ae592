import pg from 'pg'
import { expect, test } from 'vitest'
import { freshDatabase } from '../fresh-database.ts'
import { citusServers } from './citus-servers.ts'

const CUSTOMER = `insert into customers (account_id, email, business, brand_id, vendor, locale, registered_at)
  values ($1, $1 || '@keepsake.test', false, 'keepsake-gb', 'keepsake', 'en-GB', now())`
const ENTRY = `insert into account_directory (account_id, vendor, email, business)
  values ($1, 'keepsake', $1 || '@keepsake.test', false)`
const RATE = `insert into rate_counts (key, window_start, count) values ($1, now(), 1)`

test.runIf(citusServers().length > 0)(
  'RV-718 Citus prepares a transaction that writes the directory on the other nodes before it commits; one of other local tables it commits there first',
  async () => {
    await using opened = new AsyncDisposableStack()
    const { url } = (await freshDatabase(opened)) as { url: string }
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    opened.defer(() => client.end())
    let sent: string[] = []
    client.on('notice', ({ message }) => sent.push(message ?? ''))
    await client.query('set citus.log_remote_commands = on')
    const commit = async (account: string, ...statements: string[]) => {
      await client.query('begin')
      for (const statement of statements) await client.query(statement, [account])
      sent = []
      await client.query('commit')
      return sent.map(message => message.replace(/ '.*/, ''))
    }
    expect(await commit('one', ENTRY, CUSTOMER)).toEqual([
      'issuing PREPARE TRANSACTION',
      'issuing COMMIT PREPARED',
    ])
    expect(await commit('two', RATE, CUSTOMER)).toEqual(['issuing COMMIT'])
  },
)
