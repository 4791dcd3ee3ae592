import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'

const server = closeAfterAll(await testServer({ work: false }))

async function parametersOf(table: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; value: string }>`
    select option_name as name, option_value as value from pg_options_to_table(
      (select reloptions from pg_class where oid = to_regclass(${table})))`.execute(server.ctx.db)
  return Object.fromEntries(rows.map(({ name, value }) => [name, Number(value)]))
}

describe('RV-713 autovacuum', () => {
  test.each(['photos', 'month_counts', 'uploads', 'album_photos', 'customers', 'erased_photos'])(
    'visits %s after 2 %% of its rows',
    async table => {
      expect(await parametersOf(table)).toMatchObject({
        autovacuum_vacuum_scale_factor: 0.02,
        autovacuum_vacuum_insert_scale_factor: 0.02,
        autovacuum_analyze_scale_factor: 0.02,
      })
    },
  )

  test('visits the queue of ingests after a number of rows, however few remain', async () => {
    expect(await parametersOf('photo_ingests')).toEqual({
      autovacuum_vacuum_scale_factor: 0,
      autovacuum_vacuum_threshold: 1000,
      autovacuum_analyze_scale_factor: 0,
      autovacuum_analyze_threshold: 1000,
    })
  })
})
