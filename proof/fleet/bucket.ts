import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  ListMultipartUploadsCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { createS3Objects } from '#server/platform/blobs/s3-objects.ts'

/**
 * Creates a bucket at S3_ENDPOINT with S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, which disposing of `opened`
 * empties and removes. Returns its name, null without S3_ENDPOINT.
 */
export async function createBucket(prefix: string, opened: AsyncDisposableStack): Promise<string | null> {
  const { S3_ENDPOINT, S3_REGION = 'us-east-1', S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = process.env
  if (!S3_ENDPOINT) return null
  const credentials = { accessKeyId: S3_ACCESS_KEY_ID ?? '', secretAccessKey: S3_SECRET_ACCESS_KEY ?? '' }
  const location = { endpoint: S3_ENDPOINT, region: S3_REGION }
  const client = new S3Client({ ...location, credentials, forcePathStyle: true })
  opened.defer(() => client.destroy())
  const Bucket = `${prefix}-${Date.now().toString(36)}`
  await client.send(new CreateBucketCommand({ Bucket }))
  opened.defer(async () => {
    const objects = createS3Objects({ ...location, ...credentials, bucket: Bucket })
    await objects.remove((await Array.fromAsync(objects.list(''))).map(({ name }) => name))
    objects.close()
    // Killed processes leave them; a bucket in service needs a lifecycle rule for them.
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }))
    for (const { Key, UploadId } of Uploads)
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
    await client.send(new DeleteBucketCommand({ Bucket }))
  })
  return Bucket
}
