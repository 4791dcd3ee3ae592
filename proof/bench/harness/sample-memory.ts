import type { BenchServer } from './server.ts'

/** Samples the server's memory; `growth` stops and returns the peak above the start, in MiB. */
export function sampleMemory(server: BenchServer) {
  const start = server.memory()
  let peak = start
  const timer = setInterval(() => {
    peak = Math.max(peak, server.memory())
  }, 20)
  timer.unref()
  return {
    growth() {
      clearInterval(timer)
      return peak - start
    },
  }
}
