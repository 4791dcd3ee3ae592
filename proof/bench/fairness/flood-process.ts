import { once } from 'node:events'
import type { Flood, FloodTarget } from './flood.ts'
import { floodMerchandise } from './flood-merchandise.ts'
import { floodPdfRanges, floodZipRanges } from './flood-ranges.ts'
import { floodSftp } from './flood-sftp.ts'
import { floodSignIns } from './flood-sign-ins.ts'
import { floodWithSlowBodies } from './flood-slow-bodies.ts'
import { floodWithWrongKeys } from './flood-wrong-keys.ts'

const FLOODS: Record<string, Flood> = {
  sftp: floodSftp,
  merchandise: floodMerchandise,
  'zip-ranges': floodZipRanges,
  'pdf-ranges': floodPdfRanges,
  'slow-bodies': floodWithSlowBodies,
  'sign-ins': floodSignIns,
  'wrong-keys': floodWithWrongKeys,
}

// A flood in a process of its own, so that it does not delay the measurement. The argument is its name; the first message its
// target, another one its end. Sends a message at the first answer, and the number of answers at the end.
const [target] = (await once(process, 'message')) as [FloodTarget]
const stopped = new AbortController()
process.once('message', () => stopped.abort())
let answers = 0
await FLOODS[process.argv[2]!]!(target, stopped.signal, () => {
  if (++answers === 1) process.send!({ started: true })
})
process.send!({ answers })
process.disconnect()
