/** The stage's buckets: photos that are served, uploads that are not checked yet, and the files of imports and exports. */
const bucketNames = ['photos', 'uploads', 'files'] as const
export type BucketName = (typeof bucketNames)[number]

/** The environment variable with the name of a bucket: `photos` is `BUCKET_PHOTOS`. */
export const bucketVariable = (name: BucketName) => `BUCKET_${name.toUpperCase()}`

/**
 * The actions of a function on each bucket, as IAM actions (`s3:GetObject`). Without the right to list a bucket, a
 * missing object is reported as access denied (S3 API reference, GetObject).
 */
export type BucketGrants = Partial<
  Record<BucketName, readonly ('GetObject' | 'PutObject' | 'DeleteObject' | 'ListBucket')[]>
>

/**
 * How long the address of a file is valid, in seconds; no longer than the credentials of the function that signed it. Anyone who
 * has the address can read the file, so that with `reliedOnMilliseconds` a dismissed user reads files for a minute at most.
 */
export const addressSeconds = 55
