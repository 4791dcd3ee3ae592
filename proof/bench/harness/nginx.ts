import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { request } from 'undici'
import { findFreePort } from '../../../tools/free-port.ts'
import { getCpuSeconds } from './cpu.ts'
import { createTemporaryFolder, terminate, waitFor } from './processes.ts'

export interface Nginx {
  origin: string
  cpu(): number
}

const PROGRAM = ['/usr/sbin/nginx', '/usr/bin/nginx'].find(path => existsSync(path))

/** Starts one nginx worker that serves a folder by sendfile; null when nginx is not installed. */
export async function startNginx(folder: string, resources: AsyncDisposableStack): Promise<Nginx | null> {
  if (!PROGRAM) return null
  const nginxFolder = await createTemporaryFolder(resources)
  const port = await findFreePort()
  await chmod(folder, 0o755)
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  await writeFile(
    join(nginxFolder, 'nginx.conf'),
    `${user} worker_processes 1; daemon off; pid ${nginxFolder}/pid; error_log ${nginxFolder}/error.log;
    events { worker_connections 256; }
    http {
      sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 10000000; access_log off;
      open_file_cache max=10000 inactive=60s;
      client_body_temp_path ${nginxFolder}/body; proxy_temp_path ${nginxFolder}/proxy; fastcgi_temp_path ${nginxFolder}/fastcgi;
      uwsgi_temp_path ${nginxFolder}/uwsgi; scgi_temp_path ${nginxFolder}/scgi;
      types { image/jpeg jpg; application/zip zip; }
      server { listen 127.0.0.1:${port}; root ${folder}; }
    }`,
  )
  const child = spawn(PROGRAM, ['-p', nginxFolder, '-c', join(nginxFolder, 'nginx.conf')], {
    stdio: 'ignore',
  })
  resources.defer(() => terminate(child))
  const origin = `http://127.0.0.1:${port}`
  await waitFor('nginx starts', 10, async () => (await request(origin)).body.dump())
  return { origin, cpu: () => getCpuSeconds(child.pid!) }
}
