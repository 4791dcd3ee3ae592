import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { acquireEngine } from '../../testing/engine-pool.ts'
import { type DatabaseLocation, type OpenDatabase, openDatabase } from '../db/database.ts'
import { type Tx, transact } from '../db/transact.ts'
import { createLocalPush } from './local-push.ts'
import { createNotifyPush } from './notify-push.ts'
import { OVERSIZE_BODY, PUSH_BODY_MAX, type Push } from './push.ts'
import type { PushLog } from './subscribers.ts'
import { recordMessages } from './testing/record-messages.ts'

const url = process.env.TEST_DATABASE_URL
const problems: unknown[] = []
const log: PushLog = {
  warn: (fields: unknown) => problems.push(fields),
  error: (fields: unknown) => problems.push(fields),
}

interface Kind {
  location(opened: AsyncDisposableStack): Promise<DatabaseLocation>
  /** Two instances as two processes would have them. */
  open(): Promise<[Push, Push]>
}

const kinds: Record<string, Kind | null> = {
  'in process': {
    location: async opened => ({ engine: await acquireEngine(opened) }),
    async open() {
      const push = createLocalPush(log)
      return [push, push]
    },
  },
  'LISTEN/NOTIFY': url
    ? {
        location: async () => ({ url }),
        async open() {
          const topic = `push_test_${randomUUID()}`
          const options = { topic, random: () => 0.5 }
          return [await createNotifyPush(url, log, options), await createNotifyPush(url, log, options)]
        },
      }
    : null,
}

describe.each(Object.entries(kinds))('push: %s', (_, kind) => {
  describe.runIf(kind)('behaves the same', () => {
    const opened = new AsyncDisposableStack()
    let database: OpenDatabase<unknown>
    let sender: Push
    let receiver: Push
    beforeAll(async () => {
      database = await openDatabase(await kind!.location(opened))
      opened.defer(() => database.close())
      ;[sender, receiver] = await kind!.open()
    })
    afterAll(async () => {
      await Promise.all([sender.close(), receiver.close()])
      await opened.disposeAsync()
    })
    afterEach(() => {
      problems.length = 0
    })

    const publishIn = (tx: Tx, accountId: string, body: unknown, channel = 'library') =>
      sender.publish(tx, { channel, accountId, body })
    const publish = (...message: [accountId: string, body: unknown, channel?: string]) =>
      transact(database.db, tx => publishIn(tx, ...message))

    it('delivers what is committed, to every instance, in the order of the commits', async () => {
      const account = randomUUID()
      const senderRecorder = recordMessages(sender, account)
      const receiverRecorder = recordMessages(receiver, account)
      await publish(account, { photoIds: ['a', 'ü – 📷 \\u0041 \u0000'], n: 1 })
      await transact(database.db, async tx => {
        await publishIn(tx, account, 'two')
        await publishIn(tx, account, null)
      })
      const expected = [{ photoIds: ['a', 'ü – 📷 \\u0041 \u0000'], n: 1 }, 'two', null]
      expect(await senderRecorder.until(3)).toEqual(expected)
      expect(await receiverRecorder.until(3)).toEqual(expected)
    })

    it('delivers nothing before the commit and nothing of what rolls back', async () => {
      const account = randomUUID()
      const recorder = recordMessages(receiver, account)
      const failing = transact(database.db, async tx => {
        await publishIn(tx, account, 'rolled back')
        throw new Error('changed my mind')
      })
      await expect(failing).rejects.toThrow('changed my mind')
      await transact(database.db, async tx => {
        await publishIn(tx, account, 'committed')
        await sql`select 1`.execute(tx.db)
        expect(recorder.bodies).toEqual([])
      })
      expect(await recorder.until(1)).toEqual(['committed'])
    })

    it('does not reach other accounts or channels, and tells names with separators apart', async () => {
      const [one, two] = [randomUUID(), randomUUID()]
      const other = recordMessages(receiver, two)
      const otherChannel = recordMessages(receiver, one, 'downloads')
      await publish(one, 'for one')
      await publish(two, 'end')
      await publish(one, 'end', 'downloads')
      expect(await other.until(1)).toEqual(['end'])
      expect(await otherChannel.until(1)).toEqual(['end'])
      const separated = recordMessages(receiver, 'b:c', 'a')
      await publish('c', 'wrong', 'a:b')
      await publish('b:c', 'right', 'a')
      expect(await separated.until(1)).toEqual(['right'])
    })

    it('stops with its unsubscribe, the others go on', async () => {
      const account = randomUUID()
      const leaving = recordMessages(receiver, account)
      const staying = recordMessages(receiver, account)
      await publish(account, 1)
      await Promise.all([leaving.until(1), staying.until(1)])
      leaving.stop()
      leaving.stop()
      await publish(account, 2)
      expect(await staying.until(2)).toEqual([1, 2])
      expect(leaving.bodies).toEqual([1])
    })

    it('a handler that throws is logged and harms neither publisher nor other handlers', async () => {
      const account = randomUUID()
      const stop = receiver.subscribe('library', account, () => {
        throw new Error('handler broke')
      })
      const recorder = recordMessages(receiver, account)
      await publish(account, 'still here')
      expect(await recorder.until(1)).toEqual(['still here'])
      expect(problems).toEqual([
        expect.objectContaining({ err: expect.objectContaining({ message: 'handler broke' }) }),
      ])
      stop()
    })

    it('gives every handler a body of its own, as it was when it was published', async () => {
      const account = randomUUID()
      const spoiling = recordMessages(receiver, account, 'library', body => {
        ;(body as { ids: string[] }).ids.push('spoilt')
      })
      const recorder = recordMessages(receiver, account)
      const body = { ids: ['a'] }
      await transact(database.db, async tx => {
        await publishIn(tx, account, body)
        body.ids.push('too late')
      })
      await spoiling.until(1)
      expect(await recorder.until(1)).toEqual([{ ids: ['a'] }])
    })

    it.each([7_000, 7_900, 8_000, 16_000, 200_000])(
      'delivers a body of %i characters whole',
      async length => {
        const account = randomUUID()
        const recorder = recordMessages(receiver, account)
        const body = { ids: Array.from({ length: length / 40 }, () => randomUUID()), name: 'ä📷' }
        await publish(account, body)
        expect(await recorder.until(1)).toEqual([body])
      },
    )

    it('a body of more than 256 KiB arrives as the bare hint', async () => {
      const account = randomUUID()
      const recorder = recordMessages(receiver, account)
      await publish(account, 'x'.repeat(PUSH_BODY_MAX))
      await publish(account, 'x'.repeat(PUSH_BODY_MAX - 2))
      expect(await recorder.until(2)).toEqual([OVERSIZE_BODY, 'x'.repeat(PUSH_BODY_MAX - 2)])
    })

    it('delivers nothing after it was closed', async () => {
      const [first, second] = await kind!.open()
      const account = randomUUID()
      const closed = recordMessages(second, account)
      const recorder = recordMessages(sender, account)
      await second.close()
      await second.close()
      await transact(database.db, tx =>
        first.publish(tx, { channel: 'library', accountId: account, body: 'late' }),
      )
      await publish(account, 'end')
      await recorder.until(1)
      expect(closed.bodies).toEqual([])
      await first.close()
    })
  })
})
