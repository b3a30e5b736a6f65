import { RemovalPolicy } from 'aws-cdk-lib'
import type { Settings } from '../../../shared/config/settings.ts'

/**
 * The removal policy of data when its stack is deleted: with `keepData` it stays, except after a creation that failed, which
 * leaves nothing behind then.
 */
export const removalOf = ({ keepData }: Settings) =>
  keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY
