import crypto from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { S3Location } from '../s3-objects.ts'

/** The parts of s3rver's Koa app that are used here. */
interface S3rver {
  middleware: ((ctx: Call, next: () => Promise<void>) => Promise<void>)[]
  run(): Promise<{ port: number }>
  close(): Promise<void>
}

/** A request to the server. */
export interface Call {
  method: string
  path: string
  query: Record<string, string | undefined>
  headers: Record<string, string | undefined>
  status: number
}

const BUCKET = 'keepsake'

/**
 * Starts a real S3 server on loopback that stores its objects in a folder. Close the clients before it.
 * `interceptRequest` runs each request, and may delay its effect.
 */
export async function startS3Server(
  directory: string,
  interceptRequest?: (call: Call, run: () => Promise<void>) => Promise<void>,
): Promise<{ location: S3Location; close(): Promise<void> }> {
  replaceDes()
  const Server = createRequire(import.meta.url)('s3rver') as new (options: object) => S3rver
  const server = new Server({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET }],
  })
  server.middleware.unshift(createAbortMiddleware(directory))
  if (interceptRequest) server.middleware.unshift(interceptRequest)
  const { port } = await server.run()
  return {
    location: {
      bucket: BUCKET,
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    close: () => server.close(),
  }
}

/** Returns the folder with the parts of multipart uploads that are neither complete nor aborted. */
export const getUploadsFolder = (directory: string) => join(directory, BUCKET, '._S3rver_uploads')

/** AbortMultipartUpload, which s3rver does not implement. */
function createAbortMiddleware(directory: string): S3rver['middleware'][number] {
  return async (ctx, next) => {
    const { uploadId } = ctx.query
    if (ctx.method !== 'DELETE' || !uploadId) return next()
    await rm(join(getUploadsFolder(directory), uploadId), { recursive: true })
    ctx.status = 204
  }
}

/**
 * s3rver makes its page tokens with DES, which OpenSSL 3 no longer has: without it the second page of a listing is an
 * error 500. Triple DES with three equal keys is the same cipher.
 */
function replaceDes(): void {
  const { createCipheriv, createDecipheriv } = crypto
  const replaceDesByTripleDes = <A, R>(make: (name: string, key: Buffer, iv: A) => R) =>
    ((name: string, key: Buffer, iv: A) =>
      name === 'des'
        ? make('des-ede3-cbc', Buffer.concat([key, key, key]), iv)
        : make(name, key, iv)) as never
  crypto.createCipheriv = replaceDesByTripleDes(createCipheriv as never)
  crypto.createDecipheriv = replaceDesByTripleDes(createDecipheriv as never)
}
