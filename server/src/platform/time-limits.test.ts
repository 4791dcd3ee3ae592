import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { STATEMENT_LIMITS, TIME_LIMITS } from './time-limits.ts'

const FILES = {
  haproxy: 'haproxy.cfg',
  nginx: 'nginx.conf',
  pgbouncer: 'pgbouncer.ini',
  compose: 'compose.yaml',
  web: 'keepsake-web@.service',
} as const

const read = (name: keyof typeof FILES) =>
  readFileSync(new URL(`../../../deployment/${FILES[name]}`, import.meta.url), 'utf8')

/** Reads a number of seconds or minutes that follows the text; milliseconds. Throws when the file has none. */
function readMs(name: keyof typeof FILES, text: string): number {
  const pattern = new RegExp(`${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}[ =:]+(\\d+)(ms|s|m|h|)`)
  const [, number, unit] = pattern.exec(read(name)) ?? []
  if (!number) throw new Error(`${FILES[name]} has no '${text}'`)
  return Number(number) * { ms: 1, s: 1000, m: 60_000, h: 3_600_000, '': 1000 }[unit as 's']
}

const { read: reads, write, upload, download, job } = STATEMENT_LIMITS
const ofRequests = [reads, write, upload, download]
const longestStatementMs = Math.max(...ofRequests.map(({ statementMs }) => statementMs))

describe('RV-881 each limit is below that of the layer above it', () => {
  const haproxyServerMs = readMs('haproxy', 'timeout server')
  const poolerWaitMs = readMs('pgbouncer', 'query_wait_timeout')

  test.each<[string, number, number]>([
    ['lock < statement, of reads', reads.lockMs, reads.statementMs],
    ['lock < statement, of writes', write.lockMs, write.statementMs],
    ['lock < statement, of uploads', upload.lockMs, upload.statementMs],
    ['lock < statement, of downloads', download.lockMs, download.statementMs],
    ['lock < statement, of jobs', job.lockMs, job.statementMs],
    ['statement of reads < wait for a connection', reads.statementMs, TIME_LIMITS.poolWaitMs],
    ['statement of writes < wait for a connection', write.statementMs, TIME_LIMITS.poolWaitMs],
    [
      'wait for a connection + at the pooler + statement < answer',
      TIME_LIMITS.poolWaitMs + poolerWaitMs + longestStatementMs,
      TIME_LIMITS.answerMs,
    ],
    ['new connection < wait for a connection', TIME_LIMITS.connectMs, TIME_LIMITS.poolWaitMs],
    ['reading from S3 < answer', TIME_LIMITS.s3Read.allMs, TIME_LIMITS.answerMs],
    ['attempt to read from S3 < all of them', TIME_LIMITS.s3Read.attemptMs, TIME_LIMITS.s3Read.allMs],
    ['answer < HAProxy', TIME_LIMITS.answerMs, haproxyServerMs],
    ['answer < nginx', TIME_LIMITS.answerMs, readMs('nginx', 'proxy_read_timeout')],
    ['writing to S3 < HAProxy', TIME_LIMITS.s3Write.allMs, haproxyServerMs],
    ['copying in S3 < nginx', TIME_LIMITS.s3Copy.allMs, readMs('nginx', 'proxy_read_timeout')],
    ['body < HAProxy', TIME_LIMITS.bodyTotalSeconds * 1000, readMs('haproxy', 'timeout client')],
    ['headers < HAProxy', TIME_LIMITS.headersMs, readMs('haproxy', 'timeout http-request')],
    ['probe < check of HAProxy', TIME_LIMITS.probeMs, readMs('haproxy', 'timeout check')],
    ['reused probe < interval of HAProxy', TIME_LIMITS.probeFreshMs, readMs('haproxy', 'check inter')],
    [
      'two failed checks of HAProxy < pause of a draining process',
      readMs('haproxy', 'check inter') + readMs('haproxy', 'fastinter'),
      TIME_LIMITS.drainPauseSeconds * 1000,
    ],
    [
      'connection of nginx to a process < pause of a draining process',
      readMs('nginx', 'keepalive_timeout'),
      TIME_LIMITS.drainPauseSeconds * 1000,
    ],
    ['draining < systemd', drainMs(), readMs('web', 'TimeoutStopSec')],
    ['draining < containers', drainMs(), readMs('compose', 'stop_grace_period')],
    ['lock of jobs < transaction at the pooler', job.lockMs, readMs('pgbouncer', 'idle_transaction_timeout')],
  ])('%s', (_what, lower, higher) => {
    expect(lower).toBeLessThan(higher)
  })

  test('sessions that a pooler opens have the limits of reads', () => {
    expect(read('pgbouncer')).toContain(
      `connect_query='set statement_timeout = ${reads.statementMs}; set lock_timeout = ${reads.lockMs}'`,
    )
  })

  test('the balancers ask for a retry after the same time', () => {
    const answers = [
      ...read('haproxy').matchAll(/retry-after (\d+)/g),
      ...read('nginx').matchAll(/Retry-After (\d+)/g),
    ]
    expect(answers.length).toBeGreaterThanOrEqual(4)
    expect(new Set(answers.map(([, seconds]) => Number(seconds)))).toEqual(
      new Set([TIME_LIMITS.retryAfterSeconds]),
    )
  })

  test('both balancers have each process a second time, for when none is ready', () => {
    const addresses = (name: 'haproxy' | 'nginx', pattern: RegExp) =>
      [...read(name).matchAll(pattern)].map(([, address]) => address)
    expect(addresses('haproxy', /server last\d+ (\S+) .*no-check backup/g)).toEqual(
      addresses('haproxy', /server web\d+ (\S+)/g),
    )
    expect(addresses('nginx', /server (\S+) backup max_fails=0/g)).toEqual(
      addresses('nginx', /server (\S+) max_fails/g),
    )
  })
})

function drainMs(): number {
  const { drainPauseSeconds, drainDeadlineSeconds, drainHandlersMs } = TIME_LIMITS
  return (drainPauseSeconds + drainDeadlineSeconds) * 1000 + drainHandlersMs
}
