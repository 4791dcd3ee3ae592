import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/**
 * Returns the bytes of this process's buffers. If they are above `limit`, collects garbage first, because garbage is
 * no use of memory and its amount depends on the last collection.
 */
export function measureBufferBytes(limit = 0): number {
  if (process.memoryUsage().arrayBuffers > limit) collectGarbage()
  return process.memoryUsage().arrayBuffers
}
