import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'

export interface EmbeddedDatabase {
  /** Folder of the unix socket, for the driver's `host`. */
  host: string
  close(): Promise<void>
}

const isInitialized = (dataDir: string) => existsSync(join(dataDir, 'PG_VERSION'))

/** Longest path of the socket's folder on Linux and macOS, which leaves space for the file name. */
const SOCKET_DIR_MAX = 80

/**
 * Starts PGlite in a worker thread, on disk in `dataDir` or in memory (null); a new database is a copy of the tar file
 * `template`. Commits survive a killed process, but not a power cut, because it runs without fsync. The caller must
 * have locked the folder.
 */
export async function startEmbeddedDatabase(
  dataDir: string | null,
  template?: string,
): Promise<EmbeddedDatabase> {
  if (dataDir) await mkdir(dataDir, { recursive: true })
  const hasOwnFolder = !dataDir || dataDir.length > SOCKET_DIR_MAX
  const host = hasOwnFolder ? await mkdtemp(join(tmpdir(), 'keepsake-db-')) : join(dataDir, '..')
  const socketPath = join(host, '.s.PGSQL.5432')
  await rm(socketPath, { force: true })
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
    workerData: {
      dataDir,
      socketPath,
      template: dataDir && isInitialized(dataDir) ? undefined : template,
      ...(await openProgram()),
    },
  })
  await Promise.race([
    once(worker, 'message'),
    once(worker, 'error').then(([error]) => Promise.reject(error)),
    once(worker, 'exit').then(() => Promise.reject(new Error('The embedded database ended while starting'))),
  ])
  return {
    host,
    async close() {
      const workerExit = once(worker, 'exit')
      worker.postMessage('close')
      await workerExit
      await rm(hasOwnFolder ? host : socketPath, { recursive: true, force: true })
    },
  }
}

/** Loads the engine's WASM module and files once per process, because tests open several databases. */
function openProgram(): ReturnType<typeof loadProgram> {
  program ??= loadProgram()
  return program
}

let program: ReturnType<typeof loadProgram> | undefined

async function loadProgram(): Promise<{ wasm: WebAssembly.Module; files: Uint8Array }> {
  const dist = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  return {
    wasm: await WebAssembly.compile(await readFile(join(dist, 'pglite.wasm'))),
    files: await readFile(join(dist, 'pglite.data')),
  }
}
