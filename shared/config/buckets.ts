/** The stage's buckets: photos as they are shown, and uploads that nobody has looked at yet. */
export const bucketNames = ['photos', 'uploads'] as const
export type BucketName = (typeof bucketNames)[number]

/** The environment variable that tells a function a bucket's name: `photos` is `BUCKET_PHOTOS`. */
export const bucketVariable = (name: BucketName) => `BUCKET_${name.toUpperCase()}`

/**
 * What a function does with each bucket, as IAM names it (`s3:GetObject`). Who may not list a bucket is told of a
 * missing object that access is denied (S3 API reference, GetObject).
 */
export type BucketGrants = Partial<
  Record<BucketName, readonly ('GetObject' | 'PutObject' | 'DeleteObject' | 'ListBucket')[]>
>
