import { promisify } from 'node:util'
import { connectSftp, getStatus } from '#server/domains/sftp-access/sftp-access.testing.ts'

/*
 * A client that writes a file in writes of one byte, in a process of its own, so that it does not delay the measurement. The
 * arguments are port, user name, password and number of bytes. Sends a message at the first answer; exits with 1 when a
 * write or the close is refused.
 */
const [port, userName, password, bytes] = process.argv.slice(2)
/** Writes that wait for their answer. */
const CONCURRENT = 4096
const BYTE = Buffer.from('x')

const session = await connectSftp(Number(port), userName!, password)
const { sftp } = session
const handle = await promisify(sftp.open.bind(sftp))('/orders/one-byte-writes.part', 'w')
let offset = 0
let refused = 0
await Promise.all(
  Array.from({ length: CONCURRENT }, async () => {
    while (offset < Number(bytes)) {
      const at = offset++
      if ((await getStatus(done => sftp.write(handle, BYTE, 0, 1, at, done))) !== 0) refused++
      if (at === 0) process.send!({ started: true })
    }
  }),
)
if ((await getStatus(done => sftp.close(handle, done))) !== 0) refused++
await session.close()
process.exitCode = refused > 0 ? 1 : 0
process.disconnect()
