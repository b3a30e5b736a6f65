import { regional } from './dynamodb-endpoint.ts'

/**
 * Stands in for the SDK's rules of where a bucket of S3 answers (stand-ins.ts), thirty thousand bytes of them, most for kinds
 * of bucket that no stack here makes: below the address that is set (AWS_ENDPOINT_URL_S3), else at a name of its own (Amazon
 * S3 user guide, "Virtual hosting of general purpose buckets"; so buckets' names have no dots). S3 signs a path as it stands.
 */
export const defaultEndpointResolver = (asked: { Endpoint?: string; Region: string; Bucket: string }) => ({
  url: asked.Endpoint
    ? new URL(asked.Bucket, asked.Endpoint)
    : new URL(regional(`${asked.Bucket}.s3`, asked.Region)),
  properties: {
    authSchemes: [
      { name: 'sigv4', signingName: 's3', signingRegion: asked.Region, disableDoubleEncoding: true },
    ],
  },
  headers: {},
})
