import { pathToFileURL } from 'node:url'
import { isMainThread } from 'node:worker_threads'

/*
 * Loaded before the commands of `npm run`: ends this process when its parent, or the npm that started the first of them, has
 * ended or was killed. npm passes on SIGTERM only. Node processes that it starts load this file too.
 */
if (isMainThread) {
  const INTERVAL_MS = 500
  const GRACE_MS = 3500
  const parent = process.ppid
  process.env.ENDS_WITH_PROCESS ??= String(parent)
  const npm = Number(process.env.ENDS_WITH_PROCESS)
  const load = `--import=${pathToFileURL(import.meta.filename)}`
  const { NODE_OPTIONS = '' } = process.env
  if (!NODE_OPTIONS.includes(load)) process.env.NODE_OPTIONS = `${NODE_OPTIONS} ${load}`.trim()
  const watch = setInterval(() => {
    if (process.ppid === parent && isAlive(npm)) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
    // What does not end in time is cut off, as by the loss of the machine; its lock of the data folder is recognised as stale.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), GRACE_MS).unref()
  }, INTERVAL_MS).unref()
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
