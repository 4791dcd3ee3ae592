import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { copyEmbeddedTemplate } from './testing/harness.ts'
import { createTestFolder } from './testing/test-folder.ts'

describe('RV-888 a process', () => {
  // prom-client loads the API, which alone does nothing.
  const HOOK = `import { registerHooks } from 'node:module'
    registerHooks({ resolve: (name, context, next) => {
      const found = next(name, context)
      if (/@opentelemetry.(?!api.)/.test(found.url)) process.stderr.write(found.url + '\\n')
      return found
    } })`

  test.each([
    ['without an address does not load the SDK of OpenTelemetry', {}, false],
    [
      'with an address loads it',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_EXPORTER_OTLP_HEADERS: 'a=b' },
      true,
    ],
  ])('%s', async (_name, settings, loads) => {
    const DATA_DIR = createTestFolder(onTestFinished)
    copyEmbeddedTemplate(join(DATA_DIR, 'database'))
    const main = fileURLToPath(new URL('./main.ts', import.meta.url))
    const child = spawn(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(HOOK)}`, main, 'serve'],
      {
        env: { PATH: process.env.PATH, DATA_DIR, PORT: '0', LOG_LEVEL: 'fatal', ...settings },
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      },
    )
    const output = text(child.stderr!)
    await once(child, 'message')
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    expect((await output).includes('/@opentelemetry/')).toBe(loads)
  })
})
