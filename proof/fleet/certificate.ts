import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** A certificate for localhost, in the forms that the balancers read. */
export interface Certificate {
  /** The folder with one file of chain and key, as HAProxy reads it. */
  folder: string
  /** Certificate and key, as nginx reads them. */
  crt: string
  key: string
}

/** Makes a certificate for localhost and its subdomains, which is valid for a day. Needs openssl. */
export function createCertificate(folder: string): Certificate {
  const [crt, key, pemFolder] = [
    join(folder, 'keepsake.crt'),
    join(folder, 'keepsake.key'),
    join(folder, 'pem'),
  ]
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '1',
      ],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,DNS:*.localhost,IP:127.0.0.1'],
      ...['-keyout', key, '-out', crt],
    ],
    { stdio: 'ignore' },
  )
  mkdirSync(pemFolder)
  writeFileSync(join(pemFolder, 'keepsake.pem'), readFileSync(crt, 'utf8') + readFileSync(key, 'utf8'), {
    mode: 0o600,
  })
  return { folder: pemFolder, crt, key }
}

/** Has all clients of this process trust the certificate. */
export function trustCertificate({ crt }: Certificate): void {
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(crt, 'utf8')])
}
