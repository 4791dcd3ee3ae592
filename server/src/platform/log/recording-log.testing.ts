import { createLog } from './log.ts'

/** Creates a log that records its lines. */
export function createRecordingLog(level = 'info') {
  const lines: string[] = []
  return {
    log: createLog({ level, destination: { write: line => lines.push(line) } }),
    output: () => lines.join(''),
    clearOutput() {
      lines.length = 0
    },
  }
}
