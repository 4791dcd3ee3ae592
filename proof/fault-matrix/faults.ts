import { setTimeout as wait } from 'node:timers/promises'
import { S3ServiceException } from '@aws-sdk/client-s3'
import { StorageFullError } from '#server/platform/blobs/blobs.ts'
import { translateDiskError } from '#server/platform/blobs/disk-errors.ts'
import { translateNetworkError } from '#server/platform/blobs/s3-limits.ts'
import { createSmtpMail } from '#server/platform/mail/smtp-mail.ts'
import { createOutbound } from '#server/platform/outbound/outbound.ts'
import type { Fault } from './fault.ts'
import type { BlobFault } from './faulty-blobs.ts'
import { createKillFault, createPauseFault } from './process-faults.ts'

const DAY = 86_400_000
const SLOW_MS = 300

const createFailure = (code: string, syscall: string) =>
  Object.assign(new Error(`${code}: ${syscall}`), { code, syscall })

const createBlobFault =
  (fault: BlobFault): Fault['inject'] =>
  ({ blobs }) => {
    blobs.setFault(fault)
    return { end: () => blobs.setFault(null) }
  }

const DELAY_MS = 1000
const SLOW_DOWN = new S3ServiceException({
  name: 'SlowDown',
  $fault: 'server',
  $metadata: { httpStatusCode: 503 },
})
/** More than any connection pool tries. */
const ALWAYS = 1_000_000

/** The 18 faults; those of processes at several moments, each in a row of its own. */
export const FAULTS: readonly Fault[] = [
  createKillFault('web', 'before'),
  createKillFault('web', 'after'),
  createKillFault('worker', 'before'),
  createKillFault('worker', 'after'),
  {
    name: 'kill -9 database',
    topology: 'postgres',
    // PostgreSQL ends all of its processes then, and recovers.
    inject: ({ postgres }) => {
      process.kill(postgres!.checkpointer, 'SIGKILL')
      return { end: () => postgres!.waitUntilRecovered() }
    },
  },
  createPauseFault('web', 'before'),
  createPauseFault('worker', 'before'),
  createPauseFault('worker', 'after'),
  {
    name: 'disk full',
    inject: createBlobFault({
      before: async operation => {
        if (operation === 'sync') throw new StorageFullError()
      },
    }),
  },
  {
    name: 'EIO',
    inject: createBlobFault({
      before: async operation => {
        throw translateDiskError(createFailure('EIO', operation === 'read' ? 'read' : 'write'))
      },
    }),
  },
  {
    name: 'fsync error',
    inject: createBlobFault({
      after: async operation => {
        if (operation === 'sync') throw translateDiskError(createFailure('EIO', 'fsync'))
      },
    }),
  },
  {
    name: 'clock jumps a day ahead',
    inject: ({ server }) => {
      server.clock.advance(DAY)
      return { end: () => server.clock.set(new Date()) }
    },
  },
  {
    name: 'network cut',
    topology: 'postgres',
    inject: ({ postgres }) => {
      postgres!.proxy.refuse(ALWAYS)
      return { end: () => postgres!.proxy.resume() }
    },
  },
  {
    name: 'network delay',
    topology: 'postgres',
    inject: ({ postgres }) => {
      postgres!.proxy.stall()
      const timeout = setTimeout(() => postgres!.proxy.resume(), DELAY_MS)
      return {
        end() {
          clearTimeout(timeout)
          postgres!.proxy.resume()
        },
      }
    },
  },
  {
    name: 'network half-open',
    topology: 'postgres',
    inject: ({ postgres }) => {
      postgres!.proxy.stall()
      return { end: () => postgres!.proxy.resume() }
    },
  },
  {
    name: 'DNS dead',
    inject: environment => {
      const resolve = () => Promise.reject(createFailure('ENOTFOUND', 'getaddrinfo'))
      const outbound = createOutbound({ allowedOrigins: [], resolve })
      environment.replaceOutbound(outbound)
      return {
        end() {
          environment.replaceOutbound(null)
          return outbound.close()
        },
      }
    },
  },
  {
    name: 'SMTP dead',
    inject: environment => {
      const mail = createSmtpMail('smtp://127.0.0.1:1')
      environment.replaceMail(mail)
      return {
        end() {
          environment.replaceMail(null)
          return mail.close()
        },
      }
    },
  },
  {
    name: 'webhook slow',
    inject: ({ receiver }) => {
      receiver.answer(() => undefined)
      return { end: () => receiver.answer(response => void response.end()) }
    },
  },
  {
    name: 'duplicate delivery',
    inject: environment => {
      environment.isSentTwice = true
      return {
        end() {
          environment.isSentTwice = false
        },
      }
    },
  },
  { name: 'blob store slow', inject: createBlobFault({ before: () => wait(SLOW_MS) }) },
  {
    name: 'blob store 5xx',
    inject: createBlobFault({
      before: async () => {
        throw translateNetworkError(SLOW_DOWN)
      },
    }),
  },
  { name: 'blob store truncated', inject: createBlobFault({ breaksReads: true }) },
]
