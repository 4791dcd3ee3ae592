import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Certificate } from './certificate.ts'

/** Values that replace those of the files in deployment/. */
export interface BalancerSettings {
  httpPort: number
  httpsPort: number
  /** Ports of the web processes. */
  webPorts: readonly number[]
  certificate: Certificate
  /** Folder of sockets, logs and temporary files. */
  folder: string
  /** Port of HAProxy's own metrics; by default they are answered at `metrics.sock` of the folder. */
  metricsPort?: number
}

type Replacement = [pattern: RegExp, text: string]

/** deployment/haproxy.cfg with the ports and folders of this machine; nothing else is changed for root. */
export function renderHaproxyFile({
  httpPort,
  httpsPort,
  webPorts,
  certificate,
  folder,
  metricsPort,
}: BalancerSettings): string {
  const metricsAddress = metricsPort ? `127.0.0.1:${metricsPort}` : `unix@${folder}/metrics.sock`
  return replaceSettings('haproxy.cfg', [
    [/bind :80$/m, `bind 127.0.0.1:${httpPort}`],
    [/bind :8405$/m, `bind ${metricsAddress}`],
    [/bind :443 ssl crt \S+/, `bind 127.0.0.1:${httpsPort} ssl crt ${certificate.folder}`],
    [/\/run\/haproxy\//, `${folder}/`],
    [/\/etc\/haproxy\/unavailable\.html/, UNAVAILABLE_PAGE],
    ...['web', 'last'].map(
      (name): Replacement => [
        new RegExp(`( {4}server ${name}\\d+ \\S+( .*)\\n)+`),
        webPorts.map((port, i) => `    server ${name}${i + 1} 127.0.0.1:${port}$2\n`).join(''),
      ],
    ),
    ...createReplacements(/^ {4}(user|group|chroot) .*\n/gm),
  ])
}

/** deployment/nginx.conf with the ports and folders of this machine. */
export function renderNginxFile({
  httpPort,
  httpsPort,
  webPorts,
  certificate,
  folder,
}: BalancerSettings): string {
  return replaceSettings('nginx.conf', [
    [/listen 80;/, `listen 127.0.0.1:${httpPort};`],
    [/listen 443 /, `listen 127.0.0.1:${httpsPort} `],
    [/\/run\/nginx\.pid/, `${folder}/nginx.pid`],
    [/\/var\/log\/nginx\//, `${folder}/`],
    [/\/etc\/nginx\/certificates\/keepsake\.crt/, certificate.crt],
    [/\/etc\/nginx\/certificates\/keepsake\.key/, certificate.key],
    ...['max_fails', 'backup'].map(
      (name): Replacement => [
        new RegExp(`( {8}server \\S+ (${name}.*)\\n)+`),
        webPorts.map(port => `        server 127.0.0.1:${port} $2\n`).join(''),
      ],
    ),
    [/\/etc\/nginx\/unavailable\.html/g, UNAVAILABLE_PAGE],
    ...createReplacements(/^user .*\n/gm),
    ...createReplacements(
      /^http \{\n/m,
      `http {\n${NGINX_FOLDERS.map(name => `    ${name}_temp_path ${folder}/${name};\n`).join('')}`,
    ),
  ])
}

const UNAVAILABLE_PAGE = join(import.meta.dirname, '../../deployment/unavailable.html')

const NGINX_FOLDERS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** Replaces a setting that needs root: the user, and the system's folders. */
const createReplacements = (pattern: RegExp, by = ''): Replacement[] =>
  process.getuid?.() === 0 ? [] : [[pattern, by]]

function replaceSettings(name: string, replacements: readonly Replacement[]): string {
  const file = new URL(`../../deployment/${name}`, import.meta.url)
  return replacements.reduce(
    (text, [pattern, by]) => {
      if (text.search(pattern) < 0) throw new Error(`deployment/${name} has nothing like ${pattern}`)
      return text.replace(pattern, by)
    },
    readFileSync(file, 'utf8'),
  )
}
