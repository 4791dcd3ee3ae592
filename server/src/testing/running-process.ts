import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { serve } from '../serve.ts'
import { copyEmbeddedTemplate, createTestStorage } from './harness.ts'
import { createDatabaseSettings } from './process-settings.ts'
import { createTemporaryFolder } from './temporary-folder.ts'

const METRICS_TOKEN = 'the-token-of-the-metrics-of-this-process'

/** Starts the server of a role as the command does, with a management port, until the test ends. */
export async function startRole(role: string, more: Record<string, string | undefined> = {}) {
  const opened = new AsyncDisposableStack()
  onTestFinished(() => opened.disposeAsync())
  const DATA_DIR = await createTemporaryFolder(opened)
  const storage = role === 'all' ? null : await createTestStorage()
  if (!storage) copyEmbeddedTemplate(join(DATA_DIR, 'database'))
  opened.defer(() => storage?.remove())
  const env = {
    DATA_DIR,
    PORT: '0',
    SFTP_PORT: '0',
    METRICS_PORT: '0',
    METRICS_TOKEN,
    LOG_LEVEL: 'fatal',
    BUILD: 'build-17',
    DRAIN_PAUSE_SECONDS: '0',
    ...(storage ? createDatabaseSettings(storage) : {}),
    ...more,
  }
  const running = await serve(env, { role })
  let closed: Promise<void> | undefined
  const close: typeof running.close = options => {
    closed ??= running.close(options)
    return closed
  }
  opened.defer(() => close())
  const fetchPath = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${running.managementPort}${path}`, { headers })
    return { status: answer.status, text: await answer.text() }
  }
  const fetchMetrics = () => fetchPath('/metrics', { authorization: `Bearer ${METRICS_TOKEN}` })
  return { running, fetchPath, fetchMetrics, close }
}
