import { writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { MEMORY_EXCEEDED } from './heic-protocol.ts'

// Runs in a thread of the decoding child, whose main thread is blocked while it decodes. Kills the child when it uses too
// much memory or when its parent has ended: an orphaned process must not keep decoding.
const { parentPid, maxMemoryMb } = workerData as { parentPid: number; maxMemoryMb: number }

const check = () => {
  if (process.memoryUsage.rss() > maxMemoryMb * 1_048_576) {
    writeSync(2, `${MEMORY_EXCEEDED}\n`)
    process.kill(process.pid, 'SIGKILL')
  }
  if (process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL')
}

check()
setInterval(check, 50)
parentPort!.postMessage('watching')
