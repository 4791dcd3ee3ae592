import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { TIME_LIMITS } from '../time-limits.ts'
import { traceWork } from '../tracing/active-span.ts'
import { BlobMissingError, BlobsUnavailableError, BlobTooShortError, StorageFullError } from './blobs.ts'
import { checkRange } from './keys.ts'
import {
  COPY_LIMITS,
  createLimitedSend,
  isTransientCode,
  LIST_LIMITS,
  READ_LIMITS,
  type RequestLimits,
  type RequestOptions,
  translateNetworkError,
  UPLOAD_LIMITS,
  WRITE_LIMITS,
} from './s3-limits.ts'

export interface S3Location {
  bucket: string
  /** Address of a server that is not AWS; its buckets are then named in the path. */
  endpoint?: string
  region: string
  /** Without them the SDK's default credential chain is used (role of the machine, profile). */
  accessKeyId?: string
  secretAccessKey?: string
}

/** Bytes per part of a multipart upload, which uses at most twice as much memory. S3 requires at least 5 MiB. */
export const PART_SIZE = 8 * 1024 * 1024
const STORAGE_FULL_CODES = new Set([
  'QuotaExceeded',
  'QuotaExceededException',
  'XMinioStorageFull',
  'StorageFull',
  'InsufficientStorage',
])

export type S3Objects = ReturnType<typeof createS3Objects>

/** Creates the S3 calls of the blob store, with errors translated to those of `Blobs`. Names are full object names. */
export function createS3Objects(location: S3Location, pageSize = 1000) {
  const client = createS3Client(location)
  const Bucket = location.bucket
  const runLimited = createLimitedSend()
  const send = <T>(Key: string, limits: RequestLimits, request: (options: RequestOptions) => Promise<T>) =>
    translateErrors(Key, () => runLimited(limits, request))

  async function* getBytes(Key: string, range?: { start: number; end: number }) {
    const Range = range && `bytes=${range.start}-${range.end}`
    const answer = await send(Key, READ_LIMITS, options =>
      client.send(new GetObjectCommand({ Bucket, Key, Range }), options),
    )
    const body = answer.Body as Readable
    try {
      if (range && !answer.ContentRange?.startsWith(`bytes ${range.start}-`))
        throw new Error(`The server ignored the range of ${Key}: ${answer.ContentRange ?? 'none'}`)
      let remainingBytes = range
        ? range.end - range.start + 1
        : (answer.ContentLength ?? Number.MAX_SAFE_INTEGER)
      if (range && answer.ContentLength !== undefined && answer.ContentLength < remainingBytes)
        throw new BlobTooShortError(
          `${Key} ends ${remainingBytes - answer.ContentLength} bytes before ${range.end}`,
        )
      for await (const chunk of body as AsyncIterable<Buffer>) {
        // Some servers return more than the requested range.
        if (remainingBytes <= 0) break
        yield chunk.length > remainingBytes ? chunk.subarray(0, remainingBytes) : chunk
        remainingBytes -= chunk.length
      }
    } catch (error) {
      throw translateNetworkError(error)
    } finally {
      body.destroy()
    }
  }

  async function put(Key: string, Body: Uint8Array, condition?: { IfNoneMatch: '*' }) {
    const command = new PutObjectCommand({ Bucket, Key, Body, ...condition })
    return send(Key, WRITE_LIMITS, options => client.send(command, options))
  }

  return {
    async put(Key: string, Body: Uint8Array): Promise<void> {
      await put(Key, Body)
    },
    /** Stores an object unless it exists; null when it does. Servers without conditional requests replace it. */
    async putNew(Key: string, Body: Uint8Array): Promise<{ etag: string | undefined } | null> {
      try {
        return { etag: (await put(Key, Body, { IfNoneMatch: '*' })).ETag }
      } catch (error) {
        const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
        if (status === 412 || status === 409) return null
        if (status !== 501) throw error
        return { etag: (await put(Key, Body)).ETag }
      }
    },
    /** Uploads any number of bytes in parts; no object is left when the source fails. */
    async upload(Key: string, source: AsyncIterable<Uint8Array>): Promise<number> {
      let size = 0
      let sourceFailure: { error: unknown } | null = null
      async function* readAndCount() {
        try {
          for await (const chunk of source) {
            size += chunk.length
            yield chunk
          }
        } catch (error) {
          sourceFailure = { error }
          throw error
        }
      }
      const Body = Readable.from(readAndCount(), { objectMode: false })
      const upload = new Upload({ client, params: { Bucket, Key, Body }, partSize: PART_SIZE, queueSize: 2 })
      await send(Key, UPLOAD_LIMITS, () => upload.done()).catch(error => {
        // Aborting the upload may fail as well; the error of the source is the cause.
        throw sourceFailure ? sourceFailure.error : error
      })
      return size
    },
    /** Copies an object; fails when its ETag has changed. */
    async copy({ name, etag }: { name: string; etag: string | undefined }, Key: string): Promise<void> {
      const source = { CopySource: `${Bucket}/${name}`, CopySourceIfMatch: etag }
      await send(name, COPY_LIMITS, options =>
        client.send(new CopyObjectCommand({ Bucket, Key, ...source }), options),
      )
    },
    async stat(Key: string): Promise<{ size: number } | null> {
      const answer = await returnNullIfMissing(() =>
        send(Key, READ_LIMITS, options => client.send(new HeadObjectCommand({ Bucket, Key }), options)),
      )
      return answer && { size: answer.ContentLength ?? 0 }
    },
    async get(Key: string): Promise<Uint8Array | null> {
      return returnNullIfMissing(() =>
        send(Key, READ_LIMITS, async options => {
          const answer = await client.send(new GetObjectCommand({ Bucket, Key }), options)
          return answer.Body!.transformToByteArray()
        }),
      )
    },
    read(Key: string, range?: { start: number; end: number }): Readable {
      checkRange(range)
      return Readable.from(getBytes(Key, range), { objectMode: false, highWaterMark: 1024 * 1024 })
    },
    async remove(names: readonly string[]): Promise<void> {
      for (let i = 0; i < names.length; i += 1000) {
        const Objects = names.slice(i, i + 1000).map(Key => ({ Key }))
        const command = new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } })
        const answer = await send(Objects[0]!.Key, WRITE_LIMITS, options => client.send(command, options))
        const errors = answer.Errors ?? []
        if (errors.length === 0) continue
        const { Key, Code } = errors.find(each => !isTransientCode(each.Code)) ?? errors[0]!
        const message = `${errors.length} objects were not removed: ${Key} ${Code}`
        throw isTransientCode(Code) ? new BlobsUnavailableError(message) : new Error(message)
      }
    },
    /** Lists objects by name (UTF-8), only those after `StartAfter`. */
    async *list(Prefix: string, StartAfter?: string, limits: RequestLimits = LIST_LIMITS) {
      let ContinuationToken: string | undefined
      do {
        const input = { Bucket, Prefix, StartAfter, MaxKeys: pageSize, ContinuationToken }
        const page = await send(Prefix, limits, options =>
          client.send(new ListObjectsV2Command(input), options),
        )
        for (const each of page.Contents ?? [])
          yield { name: each.Key!, size: each.Size ?? 0, modified: each.LastModified!, etag: each.ETag }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
    },
    close: () => client.destroy(),
  }
}

function createS3Client({ endpoint, region, accessKeyId, secretAccessKey }: S3Location): S3Client {
  const agent = { keepAlive: true, maxSockets: 256 }
  const client = new S3Client({
    region,
    endpoint,
    forcePathStyle: endpoint !== undefined,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    // Many servers store the chunk framing of the newer checksums as content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: TIME_LIMITS.s3ConnectMs,
      requestTimeout: WRITE_LIMITS.attemptMs,
      throwOnRequestTimeout: true,
      // Long, because the connection of a body that is read slowly is silent for long.
      socketTimeout: 60_000,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
  // DeleteObjects needs Content-MD5 on servers without the newer checksums; AWS accepts either.
  client.middlewareStack.add(
    (next, context) => async args => {
      const request = args.request as { headers: Record<string, string>; body?: string | Uint8Array }
      if (context.commandName === 'DeleteObjectsCommand' && request.body)
        request.headers['content-md5'] = createHash('md5').update(request.body).digest('base64')
      return next(args)
    },
    { step: 'build', name: 'contentMd5' },
  )
  // With its retries; the object is not named, because its name has the ids of an account.
  client.middlewareStack.add(
    (next, context) => args => {
      const operation = (context.commandName ?? 'Command').replace(/Command$/, '')
      const attributes = { 'rpc.system': 'aws-api', 'rpc.service': 'S3', 'rpc.method': operation }
      return traceWork({ name: `S3 ${operation}`, kind: 'client', attributes }, () => next(args))
    },
    { step: 'initialize', name: 'trace' },
  )
  return client
}

async function translateErrors<T>(name: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof S3ServiceException)) throw error
    // The client's text where the answer of the store has a code only, as those of Ceph.
    if (error.message === 'UnknownError') error.message = error.name
    const status = error.$metadata.httpStatusCode
    if (error.name === 'NoSuchKey' || error.name === 'NotFound')
      throw new BlobMissingError(`There is no ${name}`, { cause: error })
    if (error.name === 'InvalidRange' || status === 416)
      throw new BlobTooShortError(`${name} is shorter than asked for`, { cause: error })
    if (status === 507 || STORAGE_FULL_CODES.has(error.name))
      throw new StorageFullError(`The bucket is full (${error.name})`, { cause: error })
    throw error
  }
}

/** Returns null when the work fails with a BlobMissingError. */
export async function returnNullIfMissing<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof BlobMissingError) return null
    throw error
  }
}
