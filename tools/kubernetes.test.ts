import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Job } from 'kubernetes-models/batch/v1'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { PersistentVolumeClaim, Service } from 'kubernetes-models/v1'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { ENVIRONMENT_VARIABLES, readConfig } from '#server/platform/config/config.ts'
import { POSTGRES_SETTINGS } from '#server/testing/process-settings.ts'
import { parseContainerfile } from './containerfile.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = `${ROOT}deployment/kubernetes/`
const read = (name: string) => readFileSync(FOLDER + name, 'utf8')

interface Kustomization {
  resources: string[]
  configMapGenerator: { name: string; literals: string[] }[]
  images: { name: string; newTag: string }[]
}
const kustomization = parse(read('kustomization.yaml')) as Kustomization

// biome-ignore lint/suspicious/noExplicitAny: any object of Kubernetes
type Manifest = any
const manifests: Manifest[] = kustomization.resources.flatMap(name =>
  parseAllDocuments(read(name)).map(document => document.toJS()),
)
const listKind = (kind: string) => manifests.filter(each => each.kind === kind)
const listPods = () =>
  [...listKind('Deployment'), ...listKind('Job')].map(({ metadata, spec }) => ({
    name: metadata.name as string,
    pod: spec.template.spec,
    container: spec.template.spec.containers[0],
  }))

const MODELS: Record<string, new (manifest: Manifest) => { validate(): void }> = {
  Deployment,
  Job,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  Service,
}

test('RV-890 every manifest fits the schema of Kubernetes, and the base has all of them', () => {
  expect(manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort()).toEqual([
    ...['web', 'worker', 'sftp'].map(role => `Deployment keepsake-${role}`).sort(),
    'Job keepsake-migrate',
    'Job keepsake-publish',
    'NetworkPolicy keepsake',
    'PersistentVolumeClaim keepsake-web',
    ...['sftp', 'web', 'worker'].map(role => `PodDisruptionBudget keepsake-${role}`),
    'Service keepsake-sftp',
    'Service keepsake-web',
  ])
  for (const manifest of manifests) new MODELS[manifest.kind]!(manifest).validate()
  expect(readdirSync(FOLDER).sort()).toEqual(['kustomization.yaml', ...kustomization.resources].sort())
  // The schema refuses what Kubernetes would.
  const [web] = listKind('Deployment')
  expect(() => new Deployment({ ...web, spec: { ...web.spec, replicas: 'three' } }).validate()).toThrow()
})

test('RV-890 the processes have only variables of the configuration, which reads them', () => {
  const [{ literals } = { literals: [] }] = kustomization.configMapGenerator
  const values = Object.fromEntries(literals.map(each => each.split(/=(.*)/s) as [string, string]))
  const documented = /# (DATABASE_URL.*)\.$/m.exec(read('web.yaml'))![1]!.split(', ')
  const secrets = Object.fromEntries(documented.map(name => [name, 'x'.repeat(40)]))
  expect(
    [...Object.keys(values), ...documented].filter(name => !ENVIRONMENT_VARIABLES.includes(name)),
  ).toEqual([])
  const config = readConfig({ ...values, ...secrets, DATABASE_URL: 'postgres://keepsake@database/keepsake' })
  expect(config.webDir).toBe('/web')
})

test('RV-890 probes ask the management port for what it answers, and containers have the ports of the configuration', () => {
  const [{ literals } = { literals: [] }] = kustomization.configMapGenerator
  const image = parseContainerfile(readFileSync(`${ROOT}deployment/Containerfile`, 'utf8')).at(-1)!
  const portOf = (name: string) => Number(literals.find(each => each.startsWith(`${name}=`))!.split('=')[1])
  const expected = {
    management: portOf('METRICS_PORT'),
    sftp: portOf('SFTP_PORT'),
    http: Number(image.env.PORT),
  }
  for (const { metadata, spec } of listKind('Deployment')) {
    const [container] = spec.template.spec.containers
    const probe = (path: string) => expect.objectContaining({ httpGet: { path, port: 'management' } })
    expect([metadata.name, container]).toEqual([
      metadata.name,
      expect.objectContaining({
        startupProbe: probe('/healthz'),
        livenessProbe: probe('/healthz'),
        readinessProbe: probe('/readyz'),
      }),
    ])
    for (const { name, containerPort } of container.ports)
      expect([name, containerPort]).toEqual([name, expected[name as keyof typeof expected]])
    // A start that waits for the migration is not ended by its probe.
    const { periodSeconds, failureThreshold } = container.startupProbe
    expect(periodSeconds * failureThreshold).toBeGreaterThan(portOf('MIGRATION_WAIT_SECONDS'))
    // Unready before the process stops to listen (DRAIN_PAUSE_SECONDS).
    const { periodSeconds: interval, failureThreshold: failures } = container.readinessProbe
    expect(interval * failures).toBeLessThan(5)
    expect(container.args).toEqual(['serve', '--role', metadata.name.replace('keepsake-', '')])
  }
  for (const { metadata, spec } of listKind('Service')) {
    const component = metadata.name.replace('keepsake-', '')
    const { container } = listPods().find(({ name }) => name === metadata.name)!
    expect(spec.selector['app.kubernetes.io/component']).toBe(component)
    expect(container.ports.map(({ name }: { name: string }) => name)).toContain(spec.ports[0].targetPort)
  }
})

test('RV-890 pods end as slowly as they drain, run without rights, and have resources', () => {
  const { drain } = readConfig({
    ...POSTGRES_SETTINGS,
    DATABASE_URL: 'postgres://keepsake@database/keepsake',
  })
  const JOBS_END_WITHIN_SECONDS = 10
  for (const { name, pod, container } of listPods()) {
    expect([name, pod.securityContext.runAsNonRoot, pod.automountServiceAccountToken]).toEqual([
      name,
      true,
      false,
    ])
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(container.resources.requests).toEqual({ cpu: expect.any(String), memory: expect.any(String) })
    expect(container.resources.limits.memory).toMatch(/Gi$/)
    // The rest of the file system is read-only.
    expect(container.volumeMounts).toContainEqual({ name: 'temporary', mountPath: '/tmp' })
  }
  for (const { spec } of listKind('Deployment')) {
    const { terminationGracePeriodSeconds: grace } = spec.template.spec
    expect(grace).toBeGreaterThanOrEqual((drain.pauseMs + drain.deadlineMs) / 1000 + JOBS_END_WITHIN_SECONDS)
    expect(readFileSync(`${ROOT}docs/operations.md`, 'utf8')).toContain(
      `terminationGracePeriodSeconds: ${grace}`,
    )
    expect(spec.strategy.rollingUpdate.maxUnavailable).toBe(0)
  }
})

test('RV-890 a drain of nodes leaves pods of every role, and selectors find the pods', () => {
  const selectors = Object.fromEntries(
    listKind('Deployment').map(({ metadata, spec }) => [metadata.name, spec.selector.matchLabels]),
  )
  for (const { metadata, spec } of listKind('Deployment'))
    expect(spec.template.metadata.labels).toEqual(selectors[metadata.name])
  const budgets = listKind('PodDisruptionBudget').map(({ metadata, spec }) => [metadata.name, spec])
  expect(Object.fromEntries(budgets)).toEqual(
    Object.fromEntries(
      Object.entries(selectors).map(([name, matchLabels]) => [
        name,
        { maxUnavailable: 1, selector: { matchLabels } },
      ]),
    ),
  )
})

const hasKubectl = (() => {
  try {
    return execFileSync('kubectl', ['version', '--client'], { stdio: 'ignore' }) === null
  } catch {
    return false
  }
})()

test.runIf(hasKubectl)('RV-890 Kustomize builds the base, with one tag for all images', () => {
  const built = parseAllDocuments(execFileSync('kubectl', ['kustomize', FOLDER], { encoding: 'utf8' })).map(
    document => document.toJS() as Manifest,
  )
  expect(built).toHaveLength(manifests.length + kustomization.configMapGenerator.length)
  const images = built.flatMap(
    ({ spec }) => spec?.template?.spec.containers?.map((each: Manifest) => each.image) ?? [],
  )
  expect(new Set(images)).toEqual(new Set([`keepsake:${kustomization.images[0]!.newTag}`]))
  expect(images).toHaveLength(5)
})
