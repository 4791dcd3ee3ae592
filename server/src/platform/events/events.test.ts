import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { acquireEngine } from '../../testing/engine-pool.ts'
import { type OpenDatabase, openDatabase } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { createEvents, defineEvent, on } from './events.ts'

interface Notes {
  notes: { text: string }
}

const written = defineEvent<{ text: string }>('notes.written')

let database: OpenDatabase<Notes>
const opened = new AsyncDisposableStack()
beforeAll(async () => {
  database = await openDatabase<Notes>({ engine: await acquireEngine(opened) })
  opened.defer(() => database.close())
  await sql`create table notes (text text)`.execute(database.db)
})
beforeEach(async () => {
  await database.db.deleteFrom('notes').execute()
})
afterAll(() => opened.disposeAsync())

const notes = async () => (await database.db.selectFrom('notes').selectAll().execute()).map(row => row.text)

const noted = (prefix: string) =>
  on(written, async (_ctx: object, tx, { text }) => {
    await tx.db
      .insertInto('notes')
      .values({ text: prefix + text })
      .execute()
  })

test('listeners run in the transaction, in their order, and only those of the kind', async () => {
  const events = createEvents()
  const other = on(defineEvent<{ text: string }>('notes.read'), async () => {
    throw new Error('not mine')
  })
  events.listen({}, [noted('first '), other, noted('second ')])
  await transact(database.db, tx => events.emit(tx, written, { text: 'a' }))
  expect(await notes()).toEqual(['first a', 'second a'])
})

test('a listener that fails takes the whole change back', async () => {
  const events = createEvents()
  const fails = on(written, async () => {
    throw new Error('cannot count')
  })
  events.listen({}, [noted(''), fails])
  const change = transact(database.db, async tx => {
    await tx.db.insertInto('notes').values({ text: 'own' }).execute()
    await events.emit(tx, written, { text: 'a' })
  })
  await expect(change).rejects.toThrow('cannot count')
  expect(await notes()).toEqual([])
})

test('an event without a listener is an error, so that a forgotten listener shows at once', async () => {
  const change = transact(database.db, tx => createEvents().emit(tx, written, { text: 'a' }))
  await expect(change).rejects.toThrow('No listener for notes.written')
})
