import { subscribe } from 'node:diagnostics_channel'
import { openAsBlob } from 'node:fs'
import type { Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

// Runs PGlite off the main thread behind a socket, so that the one driver 'pg' serves both engines.
const { dataDir, socketPath, template, wasm, files } = workerData as {
  dataDir: string | null
  socketPath: string
  template?: string
  wasm: WebAssembly.Module
  files: Uint8Array<ArrayBuffer>
}

// The socket server writes one answer per protocol message: without corking, five packets per statement.
subscribe('net.server.socket', message => corkWrites((message as { socket: Socket }).socket))

const loadDataDir = template ? await openAsBlob(template) : undefined
const db = await PGlite.create(dataDir ?? 'memory://', {
  pgliteWasmModule: wasm,
  fsBundle: new Blob([files]),
  extensions: { btree_gin, pg_trgm },
  // Its default of 128 MB fills up with pages that the system's cache has, too.
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'],
  ...(loadDataDir ? { loadDataDir } : {}),
})
const server = new PGLiteSocketServer({ db, path: socketPath, maxConnections: 64 })
await server.start()
parentPort!.postMessage('listening')

parentPort!.once('message', async () => {
  await server.stop()
  await db.close()
  parentPort!.postMessage('closed')
  parentPort!.close()
})

/** Sends all writes of one tick of the event loop together. */
function corkWrites(socket: Socket): void {
  const write = socket.write
  socket.write = ((...args: Parameters<typeof write>) => {
    if (socket.writableCorked === 0) {
      socket.cork()
      process.nextTick(() => socket.uncork())
    }
    return write.apply(socket, args)
  }) as typeof write
}
