import { expect, test, vi } from 'vitest'
import * as contract from '#contract/photos.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'

const server = closeAfterAll(await testServer({ config: { answerCacheBytes: 0 } }))

/** Statements that name the account fail as Citus answers them while the node with its rows is down. */
function loseNodeOf({ accountId }: Client): void {
  const executor = server.ctx.db.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  vi.spyOn(executor, 'executeQuery').mockImplementation(async query => {
    if (JSON.stringify(query.parameters).includes(accountId))
      throw Object.assign(
        new Error('connection to the remote node keepsake@127.0.0.1:6502 failed: Connection refused'),
        { code: '08006' },
      )
    return execute(query as never)
  })
}

test('RV-718 while a node is lost its customers get 503, and those of other nodes their pages and pictures', async () => {
  const customers = await Promise.all(Array.from({ length: 4 }, () => server.customer()))
  for (const each of customers) await each.upload('a.jpg', await jpeg())
  await server.idle()
  const [lost, ...others] = customers
  const pictures = await Promise.all(
    customers.map(async each => (await each.call(contract.getPhotos)).images[0]!.thumbnails[0]!.url),
  )
  loseNodeOf(lost!)
  const statuses = async (calls: Promise<Response>[]) => {
    const answers = await Promise.all(calls)
    return answers.map(({ status, headers }) => [status, headers.get('retry-after')])
  }
  const expected = [['503', '5'], ...others.map(() => ['200', null])]
  const seen = (found: unknown[][]) => found.map(([status, after]) => [String(status), after])
  for (let round = 0; round < 3; round++)
    expect(seen(await statuses(customers.map(each => each.send(contract.getPhotos))))).toEqual(expected)
  // The version of a library is read again after less than a second.
  await expect.poll(async () => seen(await statuses(pictures.map(url => fetch(url))))).toEqual(expected)
})
