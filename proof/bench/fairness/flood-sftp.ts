import { promisify } from 'node:util'
import { connectSftp, getStatus } from '#server/domains/sftp-access/sftp-access.testing.ts'
import { verify } from '../harness/bench.ts'
import type { Flood } from './flood.ts'

const CONNECTIONS = 10
const WRITES = 16_000

/** Queues 16,000 writes of one byte at once on each of ten connections, again and again. */
export const floodSftp: Flood = async ({ accountId, sftp: { port, password } }, signal, onAnswer) => {
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, connection) => {
      const session = await connectSftp(port, accountId, password)
      const { sftp } = session
      const path = `/orders/flood-${connection}.part`
      while (!signal.aborted) {
        const handle = await promisify(sftp.open.bind(sftp))(path, 'w')
        const statuses = await Promise.all(
          Array.from({ length: WRITES }, (_, offset) =>
            getStatus(done => sftp.write(handle, BYTE, 0, 1, offset, done)),
          ),
        )
        verify(
          statuses.every(status => status === 0),
          'every byte is accepted',
        )
        await promisify(sftp.close.bind(sftp))(handle)
        verify((await promisify(sftp.stat.bind(sftp))(path)).size === WRITES, 'the file has every byte')
        onAnswer()
      }
      await session.close()
    }),
  )
}

const BYTE = Buffer.from('x')
