/** Stands in for signatures that hold in many regions at once, which buckets of one region do not need (stand-ins.ts). */
export {
  SignatureV4 as SignatureV4MultiRegion,
  SignatureV4 as SignatureV4SignWithCredentials,
} from '@smithy/signature-v4'
