import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseContainerfile } from './containerfile.ts'

const FOLDER = fileURLToPath(new URL('../deployment/', import.meta.url))
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')

interface Service {
  image: string
  command?: string[]
  profiles?: string[]
  environment?: Record<string, string | number>
  healthcheck?: { disable?: boolean; test?: string[] }
  volumes?: string[]
  networks?: Record<string, { ipv4_address: string }>
}
const { services } = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, Service> }
const listWith = (isChosen: (service: Service) => boolean) =>
  Object.entries(services).filter(([, each]) => isChosen(each))

test('RV-890 every image has a tag that is one release', () => {
  const tags = Object.values(services).map(({ image }) => image.split(':').slice(1).join(':'))
  expect(tags.length).toBeGreaterThan(12)
  expect(tags.filter(tag => tag !== `\${RELEASE:?}` && !/^v?\d+\.\d+(\.\d+)?$/.test(tag))).toEqual([])
})

test('RV-890 every process has a health check, at the port of all roles', () => {
  const processes = listWith(({ command }) => command?.[0] === 'serve' || command === undefined).filter(
    ([, { image }]) => image.startsWith('keepsake:'),
  )
  expect(processes.map(([name]) => name)).toEqual(['web1', 'web2', 'web3', 'worker1', 'worker2'])
  for (const [name, { healthcheck, environment }] of processes)
    expect([name, healthcheck, environment!.METRICS_PORT]).toEqual([name, undefined, 9400])
  const [, , command] = parseContainerfile(read('Containerfile')).at(-1)!.lists.HEALTHCHECK!
  expect(command).toContain("(process.env.METRICS_PORT || process.env.PORT) + '/healthz'")
})

test('RV-890 the profile of monitoring has the files of docs/monitoring, whose addresses are those of the services', () => {
  const monitoring = listWith(({ profiles }) => profiles?.includes('monitoring') ?? false)
  expect(monitoring.map(([name]) => name)).toEqual(['prometheus', 'alertmanager', 'blackbox'])
  for (const [name, { volumes, healthcheck }] of monitoring) {
    const sources = volumes!.map(each => each.split(':')[0]!).filter(each => each.startsWith('.'))
    expect([name, sources.length > 0, sources.filter(each => !existsSync(join(FOLDER, each)))]).toEqual([
      name,
      true,
      [],
    ])
    expect(healthcheck!.test![0]).toBe('CMD')
  }
  const { scrape_configs: configs } = parse(read('../docs/monitoring/prometheus.yml')) as {
    scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[]
  }
  const targetsOf = (job: string) =>
    configs.find(({ job_name }) => job_name === job)!.static_configs.flatMap(({ targets }) => targets)
  const addressOf = (name: string) => services[name]!.networks!.keepsake!.ipv4_address
  const processes = ['web1', 'web2', 'web3', 'worker1', 'worker2']
  expect(targetsOf('keepsake')).toEqual(processes.map(name => `${addressOf(name)}:9400`))
  expect(targetsOf('haproxy')).toEqual([`${addressOf('balancer')}:8405`])
})
