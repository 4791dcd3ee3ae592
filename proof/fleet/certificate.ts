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

/**
 * Makes a certificate for `name` (localhost) and its subdomains, in place of one that is there. It signs itself unless
 * there is an authority. Needs openssl.
 */
export function createCertificate(
  folder: string,
  { name = 'localhost', days = 1, authority }: { name?: string; days?: number; authority?: Certificate } = {},
): Certificate {
  const [crt, key, pemFolder] = [
    join(folder, 'keepsake.crt'),
    join(folder, 'keepsake.key'),
    join(folder, 'pem'),
  ]
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-days', String(days), '-subj', `/CN=${name}`],
      ...['-addext', `subjectAltName=DNS:${name},DNS:*.${name},IP:127.0.0.1`],
      ...(authority ? ['-CA', authority.crt, '-CAkey', authority.key] : []),
      ...['-keyout', key, '-out', crt],
    ],
    { stdio: 'ignore' },
  )
  mkdirSync(pemFolder, { recursive: true })
  writeFileSync(join(pemFolder, 'keepsake.pem'), readFileSync(crt, 'utf8') + readFileSync(key, 'utf8'), {
    mode: 0o600,
  })
  return { folder: pemFolder, crt, key }
}

/** Has all clients of this process trust the certificate. */
export function trustCertificate({ crt }: Certificate): void {
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(crt, 'utf8')])
}
