import { copyConditionHeaders, conditionHeaders } from './conditions.ts'
import { checksums } from './checksums.ts'
import { deleteObjects } from './delete-objects.ts'
import { notImplemented } from './error.ts'
import type { Exchange, Reply, ServiceExchange } from './exchange.ts'
import { headBucket, listBuckets, listObjects } from './lists.ts'
import { getObject, overridableHeaders } from './read.ts'
import { copyObject, deleteObject, putObject } from './write.ts'

/** An operation that the local S3 implements. */
export type Operation = Route &
  (
    | { target: 'service'; handle(exchange: ServiceExchange): Reply }
    | { target: 'bucket' | 'object'; handle(exchange: Exchange): Reply }
  )

interface Route {
  name: string
  method: string
  /** The query parameter or header that distinguishes it from others with its method and target. */
  selector?: string
  /** Other query parameters. */
  parameters?: readonly string[]
  /** Headers `x-amz-*` and conditions, besides those of every request. */
  headers?: readonly string[]
}

const uploadHeaders = ['x-amz-decoded-content-length', 'x-amz-sdk-checksum-algorithm', 'x-amz-trailer']
const checksumHeaders = Object.keys(checksums)
const readHeaders = [...conditionHeaders, 'x-amz-checksum-mode']
const readParameters = overridableHeaders.map((name) => `response-${name}`)
const listParameters = ['prefix', 'delimiter', 'continuation-token', 'start-after', 'max-keys', 'encoding-type']
const writeConditions = ['if-match', 'if-none-match']
const writeHeaders = [...writeConditions, ...uploadHeaders, ...checksumHeaders, 'x-amz-meta-*']
const copyHeaders = ['x-amz-metadata-directive', 'x-amz-meta-*', ...writeConditions, ...copyConditionHeaders]

/** The operations of the local S3. Anything else that S3 supports is answered with 501 NotImplemented. */
// prettier-ignore
export const operations: readonly Operation[] = [
  { name: 'ListBuckets', method: 'GET', target: 'service', parameters: ['prefix'], handle: listBuckets },
  { name: 'HeadBucket', method: 'HEAD', target: 'bucket', handle: headBucket },
  { name: 'ListObjectsV2', method: 'GET', target: 'bucket', selector: 'list-type', parameters: listParameters, handle: listObjects },
  { name: 'DeleteObjects', method: 'POST', target: 'bucket', selector: 'delete', headers: [...uploadHeaders, ...checksumHeaders], handle: deleteObjects },
  { name: 'GetObject', method: 'GET', target: 'object', parameters: readParameters, headers: readHeaders, handle: getObject },
  { name: 'HeadObject', method: 'HEAD', target: 'object', parameters: readParameters, headers: readHeaders, handle: getObject },
  { name: 'PutObject', method: 'PUT', target: 'object', headers: writeHeaders, handle: putObject },
  { name: 'CopyObject', method: 'PUT', target: 'object', selector: 'x-amz-copy-source', headers: copyHeaders, handle: copyObject },
  { name: 'DeleteObject', method: 'DELETE', target: 'object', headers: ['if-match'], handle: deleteObject },
]

/** Headers of signatures and of the SDKs, which any request may have. */
const commonHeaders =
  /^x-amz-(algorithm|credential|date|expires|signedheaders|signature|security-token|content-sha256|user-agent)$/

interface Request {
  method: string
  target: Operation['target']
  query: URLSearchParams
  /** With those that a presigned URL has in its query. */
  headers: NodeJS.Dict<string | string[]>
}

/**
 * Returns the operation of a request. Throws S3Error (501) if there is none, or if the request has a parameter or header
 * that the operation does not implement.
 */
export function operationOf({ method, target, query, headers }: Request): Operation {
  const parameters = [...query.keys()].filter((name) => !/^x-(amz-|id$)/i.test(name))
  const meaningful = Object.keys(headers).filter(
    (name) => (name.startsWith('x-amz-') && !commonHeaders.test(name)) || conditionHeaders.includes(name),
  )
  const given = [...parameters, ...meaningful]
  const candidates = operations.filter(
    (one) => one.method === method && one.target === target && (!one.selector || given.includes(one.selector)),
  )
  const operation = candidates.find(({ selector }) => selector) ?? candidates[0]
  const sdkName = query.get('x-id') ?? undefined
  const form = `${method} ${target}${parameters.map((name) => ` ?${name}`).join('')}`
  if (!operation) return notImplemented(sdkName ? `${sdkName} (${form})` : form)
  const { name, selector, parameters: known = [], headers: knownHeaders = [] } = operation
  const parameter = parameters.find((one) => one !== selector && !known.includes(one))
  if (parameter !== undefined)
    return notImplemented(sdkName && sdkName !== name ? `${sdkName} (${form})` : `${name} with ?${parameter}`)
  const header = meaningful.find(
    (one) =>
      one !== selector &&
      !knownHeaders.includes(one) &&
      !(one.startsWith('x-amz-meta-') && knownHeaders.includes('x-amz-meta-*')),
  )
  if (header !== undefined) return notImplemented(`${name} with the header ${header}`)
  return operation
}
