import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startProgram } from '#server/testing/program.ts'
import { claimPort, claimPorts } from '../../tools/ports.ts'
import { waitFor } from '../bench/harness/processes.ts'
import { type Balancer, startBalancer } from '../fleet/balancer.ts'
import { createCertificate, trustCertificate } from '../fleet/certificate.ts'

const BLACKBOX = '/usr/bin/prometheus-blackbox-exporter'
const MODULES = fileURLToPath(new URL('../../docs/monitoring/blackbox.yml', import.meta.url))
const VALID_DAYS = 90

export const hasBlackboxExporter = (): boolean => existsSync(BLACKBOX)

/** HAProxy with deployment/haproxy.cfg, and blackbox_exporter, which asks it as customers do. */
export interface Edge {
  metricsPort: number
  /** The address that blackbox_exporter asks. */
  url: string
  probePort: number
  balancer: Restartable
  exporter: Restartable
  /** Puts another certificate in place, as a renewal does. */
  renewCertificate(days?: number): Promise<void>
}

export interface Restartable {
  stop(): Promise<void>
  start(): Promise<void>
}

export async function startEdge(
  folder: string,
  webPort: number,
  opened: AsyncDisposableStack,
): Promise<Edge> {
  const ports = await claimPorts('httpPort', 'httpsPort', 'metricsPort')
  const probePort = await claimPort()
  const authorityFolder = join(folder, 'authority')
  await mkdir(authorityFolder)
  const authority = createCertificate(authorityFolder, { name: 'authority', days: VALID_DAYS })
  trustCertificate(authority)
  const createSigned = (days: number) => createCertificate(folder, { days, authority })
  const certificate = createSigned(VALID_DAYS)
  const settings = { ...ports, webPorts: [webPort], certificate, folder }
  let running: Balancer
  const balancer = createRestartable(opened, async resources => {
    running = await startBalancer('haproxy', settings, resources)
  })
  const exporter = createRestartable(opened, resources =>
    startBlackboxExporter(probePort, authority.crt, resources),
  )
  await balancer.start()
  await exporter.start()
  return {
    metricsPort: ports.metricsPort,
    url: `https://localhost:${ports.httpsPort}/config.json`,
    probePort,
    balancer,
    exporter,
    async renewCertificate(days = VALID_DAYS) {
      createSigned(days)
      running.reload()
    },
  }
}

/** A system of `start`, which gives what ends it to the stack; it is not started yet. */
export function createRestartable(
  opened: AsyncDisposableStack,
  start: (resources: AsyncDisposableStack) => Promise<void>,
): Restartable {
  let running = new AsyncDisposableStack()
  opened.defer(() => running.disposeAsync())
  return {
    stop: () => running.disposeAsync(),
    async start() {
      running = new AsyncDisposableStack()
      await start(running)
    },
  }
}

/** Starts it with docs/monitoring/blackbox.yml; it trusts the authority alone. */
async function startBlackboxExporter(port: number, authority: string, resources: AsyncDisposableStack) {
  const command = [BLACKBOX, `--config.file=${MODULES}`, `--web.listen-address=127.0.0.1:${port}`]
  resources.use(startProgram(command, { env: { ...process.env, SSL_CERT_FILE: authority } }))
  await waitFor('blackbox_exporter starts', 20, async () => {
    if (!(await fetch(`http://127.0.0.1:${port}/-/healthy`)).ok) throw new Error('It is not healthy')
  })
}
