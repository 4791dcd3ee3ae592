import { setTimeout as wait } from 'node:timers/promises'
import { S3ServiceException } from '@aws-sdk/client-s3'
import { StorageFullError } from '#server/platform/blobs/blobs.ts'
import { translateDiskError } from '#server/platform/blobs/disk-errors.ts'
import { translateNetworkError } from '#server/platform/blobs/s3-limits.ts'
import { createSmtpMail } from '#server/platform/mail/smtp-mail.ts'
import { createOutbound } from '#server/platform/outbound/outbound.ts'
import type { Environment } from './environment.ts'
import type { BlobFault } from './faulty-blobs.ts'

export interface Fault {
  name: string
  /** Makes it happen; returns what ends it. Null: this command does not make it happen. */
  inject: ((environment: Environment) => () => void | Promise<void>) | null
  /** Why it is not made to happen. */
  reason?: string
  /** It needs PostgreSQL; without it faults happen on the embedded database. */
  isOfPostgres?: boolean
}

const DAY = 86_400_000
const SLOW_MS = 300

const failure = (code: string, syscall: string) =>
  Object.assign(new Error(`${code}: ${syscall}`), { code, syscall })

const ofBlobs =
  (fault: BlobFault): Fault['inject'] =>
  ({ blobs }) => {
    blobs.setFault(fault)
    return () => blobs.setFault(null)
  }

/** The server of the command is one process, and it is this one. */
const PROCESS =
  'a killed or stopped process. `node tools/crash.ts --fleet` kills web processes and workers during sign-in, upload, album edit, delete chunk, delete all, export, retention run and webhook'
const DELAY_MS = 1000
const SLOW_DOWN = new S3ServiceException({
  name: 'SlowDown',
  $fault: 'server',
  $metadata: { httpStatusCode: 503 },
})
/** More than any connection pool tries. */
const ALWAYS = 1_000_000

/** The 18 faults; blob stores fail in three ways. */
export const FAULTS: readonly Fault[] = [
  { name: 'kill -9 web', inject: null, reason: PROCESS },
  { name: 'kill -9 worker', inject: null, reason: PROCESS },
  {
    name: 'kill -9 database',
    isOfPostgres: true,
    // PostgreSQL ends all of its processes then, and recovers.
    inject: ({ postgres }) => {
      process.kill(postgres!.checkpointer, 'SIGKILL')
      return () => postgres!.recovered()
    },
  },
  { name: 'pause of 30 s', inject: null, reason: 'a stopped process. No command makes it happen yet' },
  {
    name: 'disk full',
    inject: ofBlobs({
      before: async operation => {
        if (operation === 'sync') throw new StorageFullError()
      },
    }),
  },
  {
    name: 'EIO',
    inject: ofBlobs({
      before: async operation => {
        throw translateDiskError(failure('EIO', operation === 'read' ? 'read' : 'write'))
      },
    }),
  },
  {
    name: 'fsync error',
    inject: ofBlobs({
      after: async operation => {
        if (operation === 'sync') throw translateDiskError(failure('EIO', 'fsync'))
      },
    }),
  },
  {
    name: 'clock jumps a day ahead',
    inject: ({ server }) => {
      server.clock.advance(DAY)
      return () => server.clock.set(new Date())
    },
  },
  {
    name: 'network cut',
    isOfPostgres: true,
    inject: ({ postgres }) => {
      postgres!.proxy.refuse(ALWAYS)
      return () => postgres!.proxy.resume()
    },
  },
  {
    name: 'network delay',
    isOfPostgres: true,
    inject: ({ postgres }) => {
      postgres!.proxy.stall()
      const timeout = setTimeout(() => postgres!.proxy.resume(), DELAY_MS)
      return () => {
        clearTimeout(timeout)
        postgres!.proxy.resume()
      }
    },
  },
  {
    name: 'network half-open',
    isOfPostgres: true,
    inject: ({ postgres }) => {
      postgres!.proxy.stall()
      return () => postgres!.proxy.resume()
    },
  },
  {
    name: 'DNS dead',
    inject: environment => {
      const resolve = () => Promise.reject(failure('ENOTFOUND', 'getaddrinfo'))
      const outbound = createOutbound({ allowedOrigins: [], resolve })
      environment.replaceOutbound(outbound)
      return () => {
        environment.replaceOutbound(null)
        return outbound.close()
      }
    },
  },
  {
    name: 'SMTP dead',
    inject: environment => {
      const mail = createSmtpMail('smtp://127.0.0.1:1')
      environment.replaceMail(mail)
      return () => {
        environment.replaceMail(null)
        return mail.close()
      }
    },
  },
  {
    name: 'webhook slow',
    inject: ({ receiver }) => {
      receiver.answer(() => undefined)
      return () => receiver.answer(response => void response.end())
    },
  },
  {
    name: 'duplicate delivery',
    inject: environment => {
      environment.isDoubled = true
      return () => {
        environment.isDoubled = false
      }
    },
  },
  { name: 'blob store slow', inject: ofBlobs({ before: () => wait(SLOW_MS) }) },
  {
    name: 'blob store 5xx',
    inject: ofBlobs({
      before: async () => {
        throw translateNetworkError(SLOW_DOWN)
      },
    }),
  },
  { name: 'blob store truncated', inject: ofBlobs({ breaksReads: true }) },
]
