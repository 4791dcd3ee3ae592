import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/**
 * Bytes of this process's buffers. Where they are above `limit` garbage is collected first, because it is no use of memory and
 * how much there is depends on when it was last collected.
 */
export function bufferBytes(limit = 0): number {
  if (process.memoryUsage().arrayBuffers > limit) collectGarbage()
  return process.memoryUsage().arrayBuffers
}
